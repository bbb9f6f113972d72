"""Blocks that do nothing but open or close a container: tags, shortcodes, comments.

To the parser they are HTML or paragraphs, and what they hold is blocks of its own.
"""

import re

from langchain_mdsplit.markdown.blocks import Block

_MOST = 1000  # characters; what is longer says something by itself
_VOID = "area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr"
_OPENING_TAG = re.compile(rf"<(?!(?:{_VOID})\b)[A-Za-z][^<>]*+(?<!/)>", re.IGNORECASE)
_CLOSING_TAGS = re.compile(r"(?:</[A-Za-z][^<>]*+>\s*+)++")
_COMMENT_OF_END = re.compile(
    r"<!--(?:\s*+/|\W*+end)|.*(?:end|stop)\W*?-->", re.IGNORECASE | re.DOTALL
)
_OPENING_SHORTCODE = re.compile(
    r"""\{%-?\s*+(?!end)(?P<liquid>\w++)(?:(?!%\})[^\r\n])*+%\}  # GitBook, Jekyll
    | \{\{[<%]-?\s*+(?P<hugo>[\w-]++)[^{}]*+\}\}""",
    re.VERBOSE,
)
_NEAR = 10_000  # characters in which the end of a container is looked for
_CLOSING_LINE = re.compile(
    r""":{3,}+
    | \{%-?\s*+end[^%{}]++%\}
    | \{\{<\s*+/[^{}]+>\}\}
    | \{\{%\s*+/[^{}]+%\}\}""",
    re.VERBOSE,
)


def opens(source: str, block: Block) -> bool:
    r"""Return whether a block opens a container that it does not close.

    Raw HTML does that ends with an opening tag, and so does a shortcode whose end
    follows; a comment counts too, as it is about what follows, if it names no end.

    Args:
        source: The text the block is a part of.
        block: The block.

    Example:
        >>> from langchain_mdsplit.markdown.blocks import parse_blocks
        >>> source = "{% tab %}\n\nOne.\n\n<Tabs>\n\n{% endtab %}"
        >>> [opens(source, block) for block in parse_blocks(source).blocks]
        [True, False, True, False]
    """
    start, end = block.start, block.end
    if end - start > _MOST:
        return False
    if block.kind != "html":
        is_line = block.kind == "paragraph"
        found = _OPENING_SHORTCODE.fullmatch(source, start, end) if is_line else None
        if found is None:
            return False
        closing = f"end{found['liquid']}" if found["liquid"] else f"/{found['hugo']}"
        return source.find(closing, end, end + _NEAR) >= 0
    if source.startswith("<!--", start):
        is_end = _COMMENT_OF_END.match(source, start, end)
        return _is_comment(source, start, end) and not is_end
    last = source.rfind("<", start, end)
    return _OPENING_TAG.fullmatch(source, last, end) is not None


def closes(source: str, block: Block) -> bool:
    r"""Return whether a block does nothing but close containers opened before it.

    Args:
        source: The text the block is a part of.
        block: The block.

    Example:
        >>> from langchain_mdsplit.markdown.blocks import parse_blocks
        >>> source = "::: tip\n\nOne.\n\n:::\n\n</div>"
        >>> [closes(source, block) for block in parse_blocks(source).blocks]
        [False, False, True, True]
    """
    if block.end - block.start > _MOST or block.kind not in ("html", "paragraph"):
        return False
    start, end = block.start, block.end
    if _is_comment(source, start, end):
        return _COMMENT_OF_END.match(source, start, end) is not None
    closing = _CLOSING_TAGS if block.kind == "html" else _CLOSING_LINE
    return closing.fullmatch(source, start, end) is not None


def _is_comment(source: str, start: int, end: int) -> bool:
    """Whether a stretch of a text is one comment."""
    is_begun = source.startswith("<!--", start)
    return is_begun and source.find("-->", start, end) == end - len("-->")
