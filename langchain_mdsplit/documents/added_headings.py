"""Headings that no chunk's span holds because they stand in added context."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.markdown.heading_lines import heading_line
from langchain_mdsplit.markdown.sections import read_sections
from langchain_mdsplit.spans import Chunk


def stands_in_context(chunk: Chunk, line: str, title: str) -> bool:
    r"""Return whether a heading stands in the added context before a chunk's slice.

    Args:
        chunk: The chunk.
        line: The heading as one line of a context, see `heading_line`.
        title: Its title, as a breadcrumb has it.

    Returns:
        True where the line stands there as it is, or the chunk is of a section of that
        title and the context's first line has it.

    Example:
        >>> chunk = Chunk("# Tea\n\nBoil it.", 8, 12, 20, content_offset=7)
        >>> stands_in_context(chunk, "# Tea", "Tea")
        True
        >>> stands_in_context(chunk, "# Te", "Te")
        False
    """
    lines = chunk.text[: chunk.content_offset or 0].split("\n")
    return line in lines or (title in chunk.headings and title in lines[0])


class _Heading(NamedTuple):
    """A heading, how it may stand in a context, and where its section ends."""

    start: int
    end: int
    line: str
    title: str
    section_end: int


class HeadingFinder:
    """Finds headings that only added context holds; reads the source when asked.

    Args:
        source: The text that was split.
        chunks: Its chunks in order.
    """

    def __init__(self, source: str, chunks: Sequence[Chunk]) -> None:
        self._source = source
        self._chunks = chunks

    @cached_property
    def _headings(self) -> list[_Heading]:
        """The source's headings in order."""
        blocks = parse_blocks(self._source).blocks
        found = []
        for section in read_sections(blocks)[1:]:
            block = blocks[section.first]
            line = heading_line(self._source, block)
            section_end = blocks[section.end - 1].outer_end
            found.append(
                _Heading(block.start, block.end, line, block.title, section_end)
            )
        return found

    @cached_property
    def _starts(self) -> list[int]:
        """Where the chunks begin."""
        return [chunk.start_index for chunk in self._chunks]

    def cut(self, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
        r"""Cut a stretch of the source that is in no chunk at its headings.

        Args:
            start: Where it begins, a code point index.
            end: Where it ends.

        Yields:
            Spans that tile it, each with whether it is a heading that stands in the
            added context of a chunk of its section.

        Example:
            >>> chunk = Chunk("# Tea\n\nBoil it.", 8, 12, 20, content_offset=7)
            >>> list(HeadingFinder("# Tea\n\nNo.\n\nBoil it.", [chunk]).cut(0, 10))
            [(0, 5, True), (5, 10, False)]
        """
        if start >= end:
            return
        headings = self._headings
        index = bisect_left(headings, start, key=lambda heading: heading.start)
        while index < len(headings) and headings[index].end <= end:
            heading = headings[index]
            index += 1
            if self._is_context(heading):
                if start < heading.start:
                    yield start, heading.start, False
                yield heading.start, heading.end, True
                start = heading.end
        if start < end:
            yield start, end, False

    def _is_context(self, heading: _Heading) -> bool:
        """Whether a heading stands before the slice of a chunk of its section."""
        index = bisect_left(self._starts, heading.start)
        while index < len(self._starts) and self._starts[index] < heading.section_end:
            if stands_in_context(self._chunks[index], heading.line, heading.title):
                return True
            index += 1
        return False
