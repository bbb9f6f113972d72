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
    r"<!--\s*+(?:/|end\b)|.*\bend\s*+-->", re.IGNORECASE | re.DOTALL
)
_OPENING_SHORTCODE = re.compile(
    r"""\{%-?\s*+(?!end)[^%{}]++%\}       # Liquid, GitBook
    | \{\{<(?!\s*+/)[^{}]+(?<!/)>\}\}    # Hugo
    | \{\{%(?!\s*+/)[^{}]+%\}\}          # Hugo, with Markdown inside""",
    re.VERBOSE,
)
_CLOSING_LINE = re.compile(
    r""":{3,}+
    | \{%-?\s*+end[^%{}]++%\}
    | \{\{<\s*+/[^{}]+>\}\}
    | \{\{%\s*+/[^{}]+%\}\}""",
    re.VERBOSE,
)


def opens(source: str, block: Block) -> bool:
    r"""Return whether a block opens a container that it does not close.

    Raw HTML does that ends with an opening tag, and so does a shortcode; a comment
    counts too, as it is about what follows, if it does not name an end.

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
        return is_line and _OPENING_SHORTCODE.fullmatch(source, start, end) is not None
    if source.startswith("<!--", start):
        is_one = source.find("-->", start, end) == end - len("-->")
        return is_one and not _COMMENT_OF_END.match(source, start, end)
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
    closing = _CLOSING_TAGS if block.kind == "html" else _CLOSING_LINE
    return closing.fullmatch(source, block.start, block.end) is not None
