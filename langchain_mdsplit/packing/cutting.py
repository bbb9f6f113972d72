"""One oversized block cut into valid pieces that fit a limit."""

import re
from collections.abc import Iterator
from dataclasses import replace

from langchain_mdsplit.errors import LimitTooSmallError
from langchain_mdsplit.markdown.blocks import Block
from langchain_mdsplit.measure import Measure
from langchain_mdsplit.packing.cut_points import CutPoints
from langchain_mdsplit.packing.fitting import Fitting
from langchain_mdsplit.packing.frame_reader import FrameReader
from langchain_mdsplit.packing.frames import Choice, Frame
from langchain_mdsplit.packing.leaves import Leaves
from langchain_mdsplit.packing.lines import read_lines
from langchain_mdsplit.packing.openers import Openers
from langchain_mdsplit.packing.pieces import Piece, Task
from langchain_mdsplit.packing.ruler import Ruler
from langchain_mdsplit.text.sentences import SentenceSplitter

__all__ = ["CutPlan", "Piece", "cut_block"]

_ONLY_MARKS = re.compile(r"(?:[\s>|]|(?:[-+*]|[0-9]{1,9}[.)]|\#{1,6})(?=\s|\Z))*+")


class CutPlan:
    """Cuts one block piece by piece; each piece may have its own limit and context.

    A plan is for one block, and for one thread: it remembers what it has read of it.
    """

    def __init__(
        self,
        source: str,
        block: Block,
        measure: Measure,
        sentence_splitter: SentenceSplitter | None = None,
    ) -> None:
        self._source = source
        self._measure = measure
        self._lines = read_lines(source, block)
        self._frames = FrameReader(self._lines)
        self._ruler = Ruler(self._lines, measure)
        openers = Openers(self._lines)
        leaves = Leaves(
            self._lines, self._frames, self._ruler, openers, sentence_splitter
        )
        self._points = CutPoints(self._lines, leaves, self._ruler, openers)
        self._fitting = Fitting(
            self._lines, self._frames, self._ruler, self._points, measure
        )

    @property
    def start(self) -> int:
        """Where the block's text begins."""
        return self._lines.start

    @property
    def end(self) -> int:
        """Where the block's text ends: the end of its last piece."""
        return self._lines.end

    def piece(
        self,
        start: int,
        limit: int,
        context: str = "",
        overlap_start: int | None = None,
    ) -> Piece:
        """Return the best piece that begins at a position.

        Args:
            start: Where its own text begins: the block's start or a piece's end.
            limit: The length that its text may have, in the measure's unit.
            context: What stands before it.
            overlap_start: Where its slice begins, if it repeats what is before.

        Returns:
            The piece.

        Raises:
            LimitTooSmallError: Not even the smallest piece fits.
        """
        own = self._frames.at(start)
        if own.start == self.start and context and context[-1] not in "\r\n":
            own = Frame(own.start)  # the context ends with the line's indentation
        smallest = 0
        for task in self._tasks(own, start, limit, context, overlap_start):
            found = self._fitting.fit(task)
            if isinstance(found, Piece):
                return found
            smallest = min(found, smallest or found)
        msg = (
            f"chunk_size={limit} cannot hold the smallest piece of the block at "
            f"position {own.start}: it must be at least {smallest}"
        )
        raise LimitTooSmallError(msg)

    def overlap_start(self, piece: Piece, overlap: int) -> int | None:
        """Return where a piece that repeats the end of another begins.

        Args:
            piece: The piece before.
            overlap: The most that is repeated, in the measure's unit.

        Returns:
            The start of a sentence, line, row or block in it, None if none is near
            enough to its end.
        """
        first = max(
            piece.start + piece.overlap, self._ruler.reach(piece.end, -overlap) - 1
        )
        for place in self._points.units(first, piece.end):
            frame = self._frames.at(place, first + 1)
            start = frame.start
            if self._frames.at(start).markers != frame.markers:
                continue  # it would begin with marks that the added ones stand for
            repeated = self._source[start : piece.end]
            if self._measure(repeated) <= overlap:
                return None if _ONLY_MARKS.fullmatch(repeated) else start
        return None

    def _tasks(
        self,
        own: Frame,
        start: int,
        limit: int,
        context: str,
        overlap_start: int | None,
    ) -> Iterator[Task]:
        """Yield the ways to begin a piece, the best first."""
        first = self._lines.visible(own.start)
        content = self._lines.content(first)
        room = limit - self._fitting.cost(context)
        for frame in self._beginnings(own, start, first, overlap_start):
            overlap = max(0, start - frame.start)
            for choice in self._choices(frame, limit, room):
                prefix = frame.prefix(choice)
                yield Task(
                    frame=frame,
                    own=own.start,
                    after=first,
                    content=content,
                    limit=limit,
                    before=context + prefix,
                    prefix=prefix,
                    room=room - self._fitting.cost(prefix),
                    choice=choice,
                    overlap=overlap,
                )

    def _beginnings(
        self, own: Frame, start: int, first: int, overlap_start: int | None
    ) -> Iterator[Frame]:
        """Yield where a piece may begin: with overlap, without, without indentation."""
        if overlap_start is not None and overlap_start < start:
            yield self._frames.at(overlap_start)
        yield own
        bare = replace(own, start=first) if own.required else Frame(first)
        if bare != own:
            yield bare

    def _choices(self, frame: Frame, limit: int, room: int) -> Iterator[Choice]:
        """Yield which parts of a frame to use, the best first."""
        markers = frame.opening_markers if frame.opening else frame.markers
        has_markers = 2 * self._fitting.cost(markers) < limit
        has_opening = frame.required or 2 * self._fitting.cost(frame.opening) < room
        has_info = 4 * self._fitting.cost(frame.info) <= limit
        has_tail = 2 * self._fitting.cost(frame.tail) < limit
        if has_opening and frame.cells:
            has_markers = has_markers and self._fitting.holds_cells(frame.cells, limit)
        best = Choice(has_markers, has_opening, has_info, has_tail)
        yield best
        poorer = Choice(markers=False, opening=has_opening, info=False, tail=False)
        if poorer != best:
            yield poorer
        if has_opening and not frame.required:
            yield poorer._replace(opening=False)


def cut_block(
    source: str,
    block: Block,
    limit: int,
    measure: Measure,
    *,
    context: str = "",
    overlap: int = 0,
    sentence_splitter: SentenceSplitter | None = None,
) -> list[Piece]:
    r"""Cut a block into pieces that fit a limit, one piece if the whole of it fits.

    Args:
        source: The text the block is a part of.
        block: The block.
        limit: The length that a piece's text may have, in the measure's unit.
        measure: Measures texts.
        context: What stands before every piece.
        overlap: How much of a piece the next one may repeat, in the measure's unit.
        sentence_splitter: Finds sentences in place of `sentence_spans`.

    Returns:
        The pieces in order. Their own texts hold every character of the block that is
        not white space once.

    Raises:
        LimitTooSmallError: Not even the smallest piece of the block fits.

    Example:
        >>> from langchain_mdsplit.markdown.blocks import parse_blocks
        >>> from langchain_mdsplit.measure import LengthFunction
        >>> source = "1. one\n2. two\n   ```py\n   x = 1\n   y = 2\n   ```\n"
        >>> block = parse_blocks(source).blocks[0]
        >>> for piece in cut_block(source, block, 29, LengthFunction(len)):
        ...     text = source[piece.start : piece.end]
        ...     print((piece.prefix, text, piece.suffix))
        ('', '1. one', '')
        ('', '2. two', '')
        ('2. ', '```py\n   x = 1', '\n   ```')
        ('2. ```py\n   ', 'y = 2\n   ```', '')
    """
    plan = CutPlan(source, block, measure, sentence_splitter)
    pieces = [plan.piece(plan.start, limit, context)]
    while pieces[-1].end < plan.end:
        last = pieces[-1]
        repeated = plan.overlap_start(last, overlap) if overlap > 0 else None
        pieces.append(plan.piece(last.end, limit, context, repeated))
    return pieces
