"""What goes where on the page: cards of chunks and the text between tile a source."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from langchain_mdsplit.checks import check_type
from langchain_mdsplit.documents.added_headings import HeadingFinder
from langchain_mdsplit.errors import ArgumentError
from langchain_mdsplit.markdown.blocks import BYTE_ORDER_MARK
from langchain_mdsplit.shortening import short_repr
from langchain_mdsplit.spans import Chunk

GapKind: TypeAlias = Literal["blank", "heading", "dropped"]
_LINE_ENDS = ("\n", "\r")


@dataclass(frozen=True, slots=True)
class Card:
    """The place of one chunk: the text from its start to its end or the next card.

    Attributes:
        number: The chunk's number, counted from 1.
        chunk: The chunk.
        start: Where the card's text begins in the source, a code point index.
        end: Where it ends; text that the next chunk holds too is in the next card.
        shared_end: Where the text ends that the previous chunk holds too; `start` if
            there is none.
        first_sharer: The number of the first chunk that also holds its start.
        begins_inside_line: Whether text stands before it on its line.
    """

    number: int
    chunk: Chunk
    start: int
    end: int
    shared_end: int
    first_sharer: int
    begins_inside_line: bool


@dataclass(frozen=True, slots=True)
class Gap:
    """A part of the source that is in no chunk.

    Attributes:
        start: Where it begins, a code point index.
        end: Where it ends.
        kind: "blank" for white space, "heading" for a heading that stands only in the
            added context of a chunk, "dropped" for all other text.
    """

    start: int
    end: int
    kind: GapKind


Part: TypeAlias = Card | Gap


def check_spans(source: str, chunks: Sequence[Chunk]) -> None:
    """Check that chunks are pieces of a source, in order.

    Args:
        source: The text that was split.
        chunks: Its chunks.

    Raises:
        ArgumentError: A span is outside of the source, begins or ends before that of
            the previous chunk, or holds another text than the chunk; it says which.
    """
    start = end = 0
    for position, chunk in enumerate(chunks):
        check_type(f"chunks[{position}]", chunk, Chunk, "a Chunk")
        span = f"chunks[{position}] spans {chunk.start_index} to {chunk.end_index}"
        if not 0 <= chunk.start_index <= chunk.end_index <= len(source):
            msg = f"{span}; allowed is 0 to {len(source)}, the length of source"
            raise ArgumentError(msg)
        if chunk.start_index < start or chunk.end_index < end:
            msg = f"{span}, the chunk before {start} to {end}: chunks must be in order"
            raise ArgumentError(msg)
        start, end = chunk.start_index, chunk.end_index
        if not _is_slice(source, chunk):
            msg = (
                f"{span}, where source holds {short_repr(source[start:end], 60)}, "
                f"but its text is {short_repr(chunk.text, 60)}: "
                "is source what was split?"
            )
            raise ArgumentError(msg)


def _is_slice(source: str, chunk: Chunk) -> bool:
    """Whether a chunk holds its span of the source, or says that it does not."""
    offset = chunk.content_offset
    if offset is None:
        return True
    held = source[chunk.start_index : chunk.end_index]
    return offset >= 0 and chunk.text.startswith(held, offset)


def lay_out(source: str, chunks: Sequence[Chunk]) -> list[Part]:
    r"""Lay out a source and its chunks as parts that tile the source.

    Args:
        source: The text that was split.
        chunks: Its chunks, as `check_spans` wants them.

    Returns:
        The parts in order; a card for every chunk.

    Example:
        >>> chunks = [Chunk("Boil it.", 3, 7, 15, headings=("Tea",))]
        >>> [type(part).__name__ for part in lay_out("# Tea\n\nBoil it.\n", chunks)]
        ['Gap', 'Gap', 'Card', 'Gap']
    """
    finder = HeadingFinder(source, chunks)
    parts: list[Part] = []
    reached = first_sharer = 0
    for index, chunk in enumerate(chunks):
        start, end = chunk.start_index, chunk.end_index
        parts += _gaps(source, reached, start, finder)
        while chunks[first_sharer].end_index <= start and first_sharer < index:
            first_sharer += 1
        shown_end = end
        if index + 1 < len(chunks):
            shown_end = min(end, chunks[index + 1].start_index)
        parts.append(
            Card(
                number=index + 1,
                chunk=chunk,
                start=start,
                end=shown_end,
                shared_end=max(start, min(reached, shown_end)),
                first_sharer=first_sharer + 1,
                begins_inside_line=_is_inside_line(source, chunks, index),
            )
        )
        reached = end
    parts += _gaps(source, reached, len(source), finder)
    return parts


def _is_inside_line(source: str, chunks: Sequence[Chunk], index: int) -> bool:
    """Whether text stands before a chunk on the line it begins in."""
    floor = chunks[index - 1].start_index if index else 0
    before = source[floor : chunks[index].start_index].rstrip(" \t")
    if before:
        return not before.endswith(_LINE_ENDS)
    return floor > 0 and floor < chunks[index].start_index


def _gaps(source: str, start: int, end: int, finder: HeadingFinder) -> Iterator[Gap]:
    """Yield the parts of a stretch of the source that is in no chunk."""
    first, last = _without_white_space(source, start, end)
    if start < first:
        yield Gap(start, first, "blank")
    for span_start, span_end, is_heading in finder.cut(first, last):
        yield from _trimmed(source, span_start, span_end, is_heading=is_heading)
    if last < end:
        yield Gap(last, end, "blank")


def _trimmed(source: str, start: int, end: int, *, is_heading: bool) -> Iterator[Gap]:
    """Yield a span of text as a gap, and the white space around it as other gaps."""
    first, last = _without_white_space(source, start, end)
    if start < first:
        yield Gap(start, first, "blank")
    if first < last:
        yield Gap(first, last, "heading" if is_heading else "dropped")
    if last < end:
        yield Gap(last, end, "blank")


def _without_white_space(source: str, start: int, end: int) -> tuple[int, int]:
    """Return a stretch without the white space around it; `(end, end)` if blank."""
    if start >= end:
        return end, end
    first = start + (start == 0 and source.startswith(BYTE_ORDER_MARK))
    text = source[first:end]
    stripped = text.lstrip()
    if not stripped:
        return end, end
    return first + len(text) - len(stripped), first + len(text.rstrip())
