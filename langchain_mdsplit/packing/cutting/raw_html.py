"""Parts of raw HTML without its beginning, which may take in the text after them.

A line in it that looks like a fence would open one, a comment in it would have no end.
"""

import re

from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.markdown.nesting import read_nesting
from langchain_mdsplit.packing.cutting.lines import QUOTE_BLANKS, BlockLines

_MOST_READ = 256  # characters of the line after a part
_LINE_REST = re.compile(rf"[^\r\n]{{1,{_MOST_READ}}}+")
_MARKS_AND_BLANKS = re.compile(r"[\s>]*+")
_BLANK_LINE = "\n\n"
_MAY_RUN_ON = re.compile(r"<|`{3}|~{3}|\[\^")  # raw HTML, fences, footnotes
_WORD = re.compile(r"[^\W\d_]|#")


def is_apart(source: str, start: int, following: int, prefix: str) -> bool:
    r"""Return whether what follows a part of a text begins a block of its own.

    Args:
        source: The text.
        start: Where the part begins.
        following: Where the text after it begins, marks of quotes included or not.
        prefix: What stands before the part.

    Example:
        >>> source = "<div>\n```\n</div>\n\nword"
        >>> is_apart(source, 0, 18, ""), is_apart(source, 6, 18, "")
        (True, False)
    """
    marks = _MARKS_AND_BLANKS.match(source, following)
    following = marks.end() if marks else following
    part = source, start, following, prefix
    return _is_plainly_apart(*part) or _is_read_apart(*part)


def _is_plainly_apart(source: str, start: int, following: int, prefix: str) -> bool:
    """Whether a word at the margin follows a part that a blank line ends."""
    return (
        source.endswith(_BLANK_LINE, start, following)
        and _WORD.match(source, following) is not None
        and not _MAY_RUN_ON.search(source, start, following)
        and not _MAY_RUN_ON.search(prefix)
    )


def _is_read_apart(source: str, start: int, following: int, prefix: str) -> bool:
    """Whether the parser reads what follows a part as a block of its own."""
    line = _LINE_REST.match(source, following)
    text = prefix + source[start : line.end() if line else following]
    place = len(prefix) + following - start
    last = parse_blocks(text, has_front_matter=False).blocks[-1]
    return last.start == place or place in read_nesting(text, last).starts


def swallowing_html_end(
    lines: BlockLines, start: int, end: int, prefix: str
) -> int | None:
    """Return where raw HTML around a stretch's start ends, if it takes in the rest.

    Args:
        lines: The block it is a stretch of.
        start: Where the stretch begins.
        end: Where it ends.
        prefix: What stands before it.

    Returns:
        The end; None if the text after it is a block of its own.
    """
    nesting = lines.nesting
    leaf = lines.leaf(lines.content(lines.visible(start)))
    if leaf < 0 or nesting.kinds[leaf] != "html" or nesting.starts[leaf] >= start:
        return None
    html_end = lines.trimmed(start, nesting.ends[leaf])
    is_last = lines.trimmed(html_end, end, QUOTE_BLANKS) <= html_end
    if is_last or is_apart(lines.source, start, html_end, prefix):
        return None
    return html_end
