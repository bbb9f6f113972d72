"""The pieces of one block, each cut or planned as the one before it left off."""

import re
from collections.abc import Iterator

from langchain_mdsplit.counting import count_alone
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
from langchain_mdsplit.packing.ruler import Ruler, count_block
from langchain_mdsplit.text.sentences import SentenceSplitter

_ONLY_MARKS = re.compile(r"(?:[\s>|]|(?:[-+*]|[0-9]{1,9}[.)]|\#{1,6})(?=\s|\Z))*+")
_NOTHING_ADDED = Choice(markers=True, opening=True, info=True, tail=True)


class CutPlan:
    """Cuts one block piece by piece; each piece may have its own limit and context.

    A plan is for one block, and for one thread: it remembers what it has read of it.

    Args:
        source: The text the block is a part of.
        block: The block.
        measure: Measures texts.
        sentence_splitter: Finds sentences in place of `sentence_spans`.
        ruler: The lengths of stretches of the source, the block among them; without
            one the block is measured.
    """

    def __init__(
        self,
        source: str,
        block: Block,
        measure: Measure,
        sentence_splitter: SentenceSplitter | None = None,
        ruler: Ruler | None = None,
    ) -> None:
        if ruler is None:
            ruler = count_alone(count_block(source, block), measure)
        self._source = source
        self._measure = measure
        self._lines = read_lines(source, block)
        self._frames = FrameReader(self._lines)
        self._ruler = ruler
        openers = Openers(self._lines)
        leaves = Leaves(self._lines, self._frames, ruler, openers, sentence_splitter)
        self._points = CutPoints(self._lines, leaves, ruler, openers)
        self._fitting = Fitting(self._lines, self._frames, ruler, self._points, measure)

    @property
    def start(self) -> int:
        """Where the block's text begins."""
        return self._lines.start

    @property
    def end(self) -> int:
        """Where the block's text ends: the end of its last piece."""
        return self._lines.end

    def cost(self, text: str) -> int:
        """Return the length that a text adds which stands around many pieces."""
        return self._fitting.cost(text)

    def room(self, limit: int, context: str) -> int:
        """Return what a context leaves of a limit, by estimate."""
        return limit - self._ruler.empty - self.cost(context)

    def estimate(self, piece: Piece) -> float:
        """Return the estimated length of a piece, without what stands before it."""
        added = self.cost(piece.prefix) + self.cost(piece.suffix)
        return added + self._ruler.length(piece.start, piece.end)

    def piece(
        self,
        start: int,
        limit: int,
        context: str = "",
        overlap_start: int | None = None,
    ) -> Piece:
        """Return the best piece that begins at a position, measured.

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
        own = self._own_frame(start, is_continued=_ends_inside_line(context))
        room = self.room(limit, context)
        smallest = 0
        for task in self._tasks(own, start, limit, room, overlap_start):
            found = self._fitting.fit(task._replace(limit=limit, context=context))
            if isinstance(found, Piece):
                return found
            smallest = min(found, smallest or found)
        msg = (
            f"chunk_size={limit} cannot hold the smallest piece of the block at "
            f"position {own.start}: it must be at least {smallest}"
        )
        raise LimitTooSmallError(msg)

    def planned_piece(
        self,
        start: int,
        limit: int,
        room: float,
        *,
        is_continued: bool = False,
        overlap_start: int | None = None,
    ) -> Piece | None:
        """Return the best piece that begins at a position, by estimate.

        No slice of the source is measured, only what is added to it.

        Args:
            start: Where its own text begins: the block's start or a piece's end.
            limit: The length that the whole chunk may have, in the measure's unit.
            room: What is left of it for the piece.
            is_continued: Whether text stands directly before the block in its line.
            overlap_start: Where its slice begins, if it repeats what is before.

        Returns:
            The piece; None if by estimate not even the smallest fits.
        """
        own = self._own_frame(start, is_continued=is_continued)
        if overlap_start is None:
            task = self._task(own, start, own, self._choice(own, limit, room), room)
            found = self._fitting.fit(task) if task.room > 0 else 0
            if isinstance(found, Piece):
                return found
        for task in self._tasks(own, start, limit, room, overlap_start):
            if task.room > 0:
                found = self._fitting.fit(task)
                if isinstance(found, Piece):
                    return found
        return None

    def opening(self, start: int, limit: int) -> tuple[int, str]:
        """Return how a slice begins that runs on beyond the block.

        Args:
            start: Where it should begin, in the block.
            limit: The length that the whole chunk may have, in the measure's unit.

        Returns:
            Where it begins, and what is added before it.
        """
        frame = self._frames.at(start)
        return frame.start, frame.prefix(self._choice(frame, limit, limit))

    def overlap_start(self, start: int, end: int, overlap: int) -> int | None:
        """Return where a piece that repeats the end of another begins.

        Args:
            start: Where the own text of the piece before begins.
            end: Where it ends.
            overlap: The most that is repeated, in the measure's unit.

        Returns:
            The start of a sentence, line, row or block in it, None if none is near
            enough to its end.
        """
        first = max(start, self._ruler.reach(end, -overlap) - 1)
        least = first
        for place in self._points.units(first, end):
            if place < least:
                continue  # it would be too long
            frame = self._frames.at(place, first + 1)
            if self._frames.at(frame.start).markers != frame.markers:
                continue  # it would begin with marks that the added ones stand for
            repeated = self._source[frame.start : end]
            length = self._measure(repeated)
            if length <= overlap:
                return None if _ONLY_MARKS.fullmatch(repeated) else frame.start
            estimate = self._ruler.length(frame.start, end)
            least = self._ruler.reach(end, -estimate * overlap / length)
        return None

    def _own_frame(self, start: int, *, is_continued: bool) -> Frame:
        """Return the frame of what has not stood in a piece before."""
        own = self._frames.at(start)
        if is_continued and own.start == self.start:
            return Frame(own.start)  # the line's indentation stands before it
        return own

    def _tasks(
        self,
        own: Frame,
        start: int,
        limit: int,
        room: float,
        overlap_start: int | None,
    ) -> Iterator[Task]:
        """Yield the ways to begin a piece, the best first, to be planned."""
        first = self._lines.visible(own.start)
        for frame in self._beginnings(own, start, first, overlap_start):
            for choice in self._choices(frame, limit, room):
                yield self._task(own, start, frame, choice, room)

    def _task(
        self, own: Frame, start: int, frame: Frame, choice: Choice, room: float
    ) -> Task:
        """Return one way to begin a piece."""
        first = self._lines.visible(own.start)
        prefix = frame.prefix(choice)
        return Task(
            frame,
            own.start,
            first,
            self._lines.content(first),
            room,
            None,
            prefix,
            room - self.cost(prefix) if prefix else room,
            choice,
            max(0, start - frame.start),
        )

    def _beginnings(
        self, own: Frame, start: int, first: int, overlap_start: int | None
    ) -> Iterator[Frame]:
        """Yield where a piece may begin: with overlap, without, without indentation."""
        if overlap_start is not None and overlap_start < start:
            yield self._frames.at(overlap_start)
        yield own
        bare = own._replace(start=first) if own.required else Frame(first)
        if bare != own:
            yield bare

    def _choice(self, frame: Frame, limit: int, room: float) -> Choice:
        """Return which parts of a frame are best used."""
        if not (frame.markers or frame.opening or frame.tail):
            return _NOTHING_ADDED
        markers = frame.opening_markers if frame.opening else frame.markers
        has_markers = 2 * self.cost(markers) < limit
        has_opening = frame.required or 2 * self.cost(frame.opening) < room
        has_info = 4 * self.cost(frame.info) <= limit
        has_tail = 2 * self.cost(frame.tail) < limit
        if has_opening and frame.cells:
            has_markers = has_markers and self._fitting.holds_cells(frame.cells, limit)
        return Choice(has_markers, has_opening, has_info, has_tail)

    def _choices(self, frame: Frame, limit: int, room: float) -> Iterator[Choice]:
        """Yield which parts of a frame to use, the best first."""
        best = self._choice(frame, limit, room)
        yield best
        poorer = Choice(markers=False, opening=best.opening, info=False, tail=False)
        if poorer != best:
            yield poorer
        if best.opening and not frame.required:
            yield poorer._replace(opening=False)


def _ends_inside_line(context: str) -> bool:
    return bool(context) and context[-1] not in "\r\n"
