"""Faults of chunks: what a reader of one chunk alone would miss or misread.

They are counted the same way for any splitter, from its Documents.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from langchain_core.documents import Document

from langchain_mdsplit.documents.added_headings import stands_in_context
from langchain_mdsplit.documents.slices import as_chunk
from langchain_mdsplit.markdown.blocks import Block, parse_blocks
from langchain_mdsplit.markdown.heading_lines import heading_line
from langchain_mdsplit.markdown.labels import FRONT_MATTER_LABEL
from langchain_mdsplit.markdown.parser import markdown_parser, parser_copy
from langchain_mdsplit.measure import Measure

_FENCE = re.compile(rb"`{3,}+|~{3,}+")
_CLOSING_FENCE = re.compile(rb"([ >\t]*+)(`{3,}+|~{3,}+)[ \t\r]*+")
_DELIMITER_ROW = re.compile(
    rb"^[ >\t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t\r]*+$",
    re.MULTILINE,
)
_ROWS = re.compile(rb"(?:^[ >\t]*+\|[^\n]*\|[ \t\r]*+(?:\n|\Z)){2,}+", re.MULTILINE)
_VERBATIM = frozenset({"CodeBlock", "HtmlBlock", "Table"})


def has_open_fence(content: str) -> bool:
    r"""Whether a chunk alone has a fence that nothing closes.

    Args:
        content: The chunk's text.

    Returns:
        True for the first half of a fence, and for a second half, whose closing fence
        opens another one here.

    Example:
        >>> has_open_fence("```py\nboil()"), has_open_fence("```py\nboil()\n```")
        (True, False)
    """
    if "```" not in content and "~~~" not in content:
        return False
    encoded = parser_copy(content).encode()
    return any(
        kind == "CodeBlock" and not _is_closed(encoded, start, end)
        for kind, start, end in _leaves(encoded)
    )


def has_headless_rows(content: str) -> bool:
    r"""Whether a chunk has rows of a table without the table's header.

    Args:
        content: The chunk's text.

    Returns:
        True for two rows or more in `|` with no row of dashes among them, outside of
        code and HTML.

    Example:
        >>> has_headless_rows("| 1 | 2 |\n| 3 | 4 |")
        True
    """
    if content.count("|") < 4:
        return False
    encoded = parser_copy(content).encode()
    found = [
        rows for rows in _ROWS.finditer(encoded) if not _DELIMITER_ROW.search(rows[0])
    ]
    if not found:
        return False
    covered = bytearray(len(encoded))
    for _, start, end in _leaves(encoded):
        covered[start:end] = b"\1" * (end - start)
    return any(not any(covered[rows.start() : rows.end()]) for rows in found)


def count_bare_headings(
    chunks: Sequence[Document], limit: int | None, measure: Measure
) -> int:
    """Return how many chunks end with a heading that belongs to the next one.

    The heading has a body there, and both together are within the limit.

    Args:
        chunks: The chunks of one text, in order.
        limit: The most a chunk may measure; None for no limit.
        measure: The length of a text, in the limit's unit.

    Returns:
        Their number.

    Example:
        >>> texts = "Boil it.", "# Tea", "Steep it."
        >>> chunks = [Document(page_content=text) for text in texts]
        >>> count_bare_headings(chunks, 20, len), count_bare_headings(chunks, 10, len)
        (1, 0)
    """
    return sum(
        _is_left_alone(chunk.page_content, following, limit, measure)
        for chunk, following in pairwise(chunks)
    )


def has_true_offsets(text: str, chunk: Document) -> bool:
    """Whether a chunk's offsets lead to its text in the source.

    Args:
        text: The source.
        chunk: The chunk, with `start_index` and, where it has them, `end_index` and
            `content_offset`.

    Returns:
        False for a chunk without offsets, too.

    Example:
        >>> chunk = Document(page_content="tea", metadata={"start_index": 6})
        >>> has_true_offsets("Green tea", chunk), has_true_offsets("Black tea!", chunk)
        (True, True)
        >>> has_true_offsets("White wine", chunk)
        False
    """
    start = chunk.metadata.get("start_index", -1)
    offset = chunk.metadata.get("content_offset")
    if offset is None:
        return chunk.metadata.get("label") == FRONT_MATTER_LABEL or (
            start >= 0 and text.startswith(chunk.page_content, start)
        )
    end = chunk.metadata["end_index"]
    return chunk.page_content.startswith(text[start:end], offset)


def _leaves(encoded: bytes) -> Iterator[tuple[str, int, int]]:
    """Yield fenced code, HTML and tables of any depth: their kinds and spans in bytes.

    Indented code is no such leaf: rows and fences in it may be those of a list item
    whose marker is in another chunk.
    """
    for event, extent in markdown_parser().events_with_range(encoded.decode()):
        tag = event.get("Start") if event.__class__ is dict else None
        if tag is None or tag == {"CodeBlock": "Indented"}:
            continue
        kind = tag if tag.__class__ is str else next(iter(tag))
        if kind in _VERBATIM:
            yield kind, extent["start"], extent["end"]


def _is_closed(encoded: bytes, start: int, end: int) -> bool:
    """Whether a fenced block ends with the fence that closes it."""
    line_end = encoded.find(b"\n", start, end)
    opening = _FENCE.match(encoded, start)
    if line_end < 0 or opening is None:
        return False
    last = encoded[encoded.rfind(b"\n", start, end) + 1 : end]
    closing = _CLOSING_FENCE.fullmatch(last)
    if closing is None or not closing[2].startswith(opening[0]):
        return False
    before = encoded[encoded.rfind(b"\n", 0, start) + 1 : start]
    return closing[1].count(b">") <= before.count(b">")


def _is_left_alone(
    content: str, following: Document, limit: int | None, measure: Measure
) -> bool:
    """Whether a chunk ends with a heading whose body begins the next chunk."""
    heading = _last_heading(content)
    if heading is None:
        return False
    line, chunk = heading_line(content, heading), as_chunk(following)
    own = chunk.text[chunk.content_offset or 0 :]
    if chunk.content_offset and not stands_in_context(chunk, line, heading.title):
        return False
    first = next(iter(_parse(own)), None)
    if first is None or first.kind == "definition" or 0 < first.level <= heading.level:
        return False
    return limit is None or measure(f"{line}\n\n{own[: first.end]}") <= limit


def _last_heading(content: str) -> Block | None:
    """Return the `#` heading that a chunk ends with, if it does."""
    if not content.rstrip().rpartition("\n")[2].lstrip(" ").startswith("#"):
        return None
    last = next(reversed(_parse(content)), None)
    return last if last is not None and last.level else None


def _parse(content: str) -> Sequence[Block]:
    """Return a chunk's blocks; front matter stands at a document's start only."""
    return parse_blocks(content, has_front_matter=False).blocks
