"""Blocks that introduce the one after them, and say little without it."""

import re

from langchain_mdsplit.markdown.blocks import Block
from langchain_mdsplit.packing.cutting.container_lines import opens

_MOST = 1000  # characters; what is longer says enough without what follows
_COLONS = (":", "\N{FULLWIDTH COLON}")
_BOLD = frozenset({"**", "__"})
_SENTENCE_ENDS = tuple(".!?\u3002\uff01\uff1f")
_CLOSING_MARKS = re.compile(r"(?:[*_]|</[A-Za-z]++>|<br\s*+/?>)++\Z")
_TITLE_END = re.compile(r"</(?:h[1-6]|summary|dt|caption)\s*+>\Z", re.IGNORECASE)
_LONGEST_END = 16  # characters of such an end tag, or of closing marks
_TABLE_CAPTION = re.compile(
    r"[*_]{0,3}(?:Tab(?:le|elle|leau|la|ela|ella|\.)|Таблица|表|표)[ \t]*+[\dIVX]"
)
_FIGURE_CAPTION = re.compile(
    r"[*_]{0,3}(?:Fig(?:ure|ura|\.)|Abb(?:ildung|\.)|Рис(?:унок|\.)|图|図|그림)"
    r"[ \t]*+[\dIVX]"
)
_IMAGE = re.compile(r"\[?!\[[^\]\r\n]*+\]\([^()\r\n]*+\)(?:\]\([^()\r\n]*+\))?")
_LONGEST_WORD = 80  # characters that are looked at before a colon
_OF_SENTENCES = frozenset({"paragraph", "list", "blockquote"})
_NO_BODY = frozenset({"heading", "thematicBreak", "definition", "footnoteDefinition"})


def introduces(source: str, block: Block, following: Block) -> bool:
    r"""Return whether a block introduces the next one of its section.

    These do: text that ends with a colon, a bold line, a term before its definition, a
    line before a table, an image before its caption, a title in HTML (of details too),
    a comment, and what opens a container: a tag, or a shortcode (`{% tab %}`,
    `{{< tab >}}`).

    Args:
        source: The text the blocks are parts of.
        block: The block.
        following: The next one.

    Example:
        >>> from langchain_mdsplit.markdown.blocks import parse_blocks
        >>> source = "Take:\n\n- one\n\nTwo.\n\n- three"
        >>> blocks = parse_blocks(source).blocks
        >>> introduces(source, *blocks[:2]), introduces(source, *blocks[2:])
        (True, False)
    """
    start, end = block.start, block.end
    if following.kind in _NO_BODY or end - start > _MOST:
        return False
    text = source[start:end]
    if block.kind == "html":
        has_title = _TITLE_END.search(text, max(0, len(text) - _LONGEST_END))
        return has_title is not None or opens(source, block)
    if block.kind != "paragraph":
        return ends_with_introduction(source, block)
    if following.kind == "table" and _is_caption(text):
        return True
    if following.kind == "paragraph" and _begins_definition(source, following):
        return True
    is_figure = _IMAGE.fullmatch(text) and _is_figure_caption(source, following)
    return bool(is_figure) or says_what_follows(text) or opens(source, block)


def ends_with_introduction(source: str, block: Block) -> bool:
    r"""Return whether the last sentence or item of a block introduces what follows it.

    Args:
        source: The text the block is a part of.
        block: The block, of any length.

    Example:
        >>> from langchain_mdsplit.markdown.blocks import parse_blocks
        >>> source = "- One.\n- Run this:\n\nOne. And two."
        >>> [ends_with_introduction(source, it) for it in parse_blocks(source).blocks]
        [True, False]
    """
    if block.kind not in _OF_SENTENCES:
        return False
    tail = source[max(block.start, block.end - _LONGEST_WORD) : block.end]
    return _ends_with_colon(tail)


def says_what_follows(text: str) -> bool:
    """Return whether a paragraph ends with a colon, or is one bold line.

    Args:
        text: The paragraph.

    Example:
        >>> list(map(says_what_follows, ["Take:", "**Example**", "Take it.", ":tea:"]))
        [True, True, False, False]
    """
    return _ends_with_colon(text) or _is_bold_line(text)


def _ends_with_colon(text: str) -> bool:
    """Whether a text ends with a colon that is not part of `:::` or `:emoji:`."""
    closing = _CLOSING_MARKS.search(text, max(0, len(text) - _LONGEST_END))
    text = text[: closing.start()] if closing else text
    if not text.endswith(_COLONS):
        return False
    last = text.split()[-1]
    return last in _COLONS or not last.startswith(_COLONS)


def _is_bold_line(text: str) -> bool:
    """Whether a text is one line, all of it bold, and no statement."""
    mark, inner = text[:2], text[2:-2]
    is_bold = mark in _BOLD and text.endswith(mark) and text.count(mark) == 2
    return is_bold and _is_line(text) and not inner.endswith((".", "\u3002"))


def _is_caption(text: str) -> bool:
    """Whether a text is the caption of a table, or one line and no sentence."""
    is_numbered = _TABLE_CAPTION.match(text) is not None
    return is_numbered or (_is_line(text) and not text.endswith(_SENTENCE_ENDS))


def _is_line(text: str) -> bool:
    """Whether a text is one line."""
    return "\n" not in text and "\r" not in text


def _begins_definition(source: str, block: Block) -> bool:
    """Whether a paragraph is the definition of a term, after a colon."""
    beginning = source[block.start : block.start + 2]
    return beginning[:1] == ":" and beginning[1:].isspace()


def _is_figure_caption(source: str, block: Block) -> bool:
    """Whether a block is the caption of the figure before it."""
    is_text = block.kind == "paragraph"
    return is_text and _FIGURE_CAPTION.match(source, block.start, block.end) is not None
