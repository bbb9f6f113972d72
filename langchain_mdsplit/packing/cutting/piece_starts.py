"""The ways to begin a piece: with what it repeats, and with which parts of a frame."""

from collections.abc import Iterator

from langchain_mdsplit.packing.cutting.cell_cuts import KEY_SHARE
from langchain_mdsplit.packing.cutting.costs import Costs
from langchain_mdsplit.packing.cutting.frame_reader import FrameReader
from langchain_mdsplit.packing.cutting.frames import Choice, Frame
from langchain_mdsplit.packing.cutting.lines import BlockLines
from langchain_mdsplit.packing.cutting.pieces import Allowance, PieceStart
from langchain_mdsplit.packing.cutting.sentence_starts import cell_parts
from langchain_mdsplit.packing.lengths.ruler import Ruler

_WHOLE_FRAME = Choice(markers=True, opening=True, info=True, tail=True)


class PieceStarts:
    """Reads how the pieces of one block may begin."""

    def __init__(
        self, lines: BlockLines, frames: FrameReader, ruler: Ruler, costs: Costs
    ) -> None:
        self._lines = lines
        self._frames = frames
        self._ruler = ruler
        self._costs = costs

    def own_frame(self, start: int, *, is_continued: bool) -> Frame:
        """Return the frame of what has not stood in a piece before."""
        own = self._frames.at(start)
        if is_continued and own.start == self._lines.start:
            return Frame(own.start)  # the line's indentation stands before it
        return own

    def possible(
        self,
        own: Frame,
        start: int,
        allowance: Allowance,
        overlap_start: int | None,
    ) -> Iterator[PieceStart]:
        """Yield the ways to begin a piece, the best first, to be planned.

        Nothing is repeated at the price of a frame.

        Args:
            own: The frame of its own text.
            start: Where that begins.
            allowance: How long it may be.
            overlap_start: Where its slice begins, if it repeats what is before.
        """
        first, room = self._lines.visible(own.start), allowance.room
        content = self._lines.content(first)
        for frame in self._beginnings(own, start, first, overlap_start):
            overlap = max(0, start - frame.start)
            for choice in self._choices(frame, allowance):
                prefix = row_prefix = frame.prefix(choice)
                if frame.cells:
                    row_prefix = frame.at_row().prefix(choice)
                yield PieceStart(
                    frame=frame,
                    own=own.start,
                    after=first,
                    content=content,
                    limit=room,
                    context=None,
                    prefix=prefix,
                    room=room - self._costs.of(prefix),
                    row_room=room - self._costs.of(row_prefix),
                    choice=choice,
                    overlap=overlap,
                )
                if overlap:
                    break

    def choice(self, frame: Frame, allowance: Allowance) -> Choice:
        """Return which parts of a frame to use, the best choice that fits."""
        if not (frame.markers or frame.opening or frame.tail):
            return _WHOLE_FRAME
        (limit, room), cost = allowance, self._costs.of
        markers = frame.opening_markers if frame.opening else frame.markers
        has_markers = 2 * cost(markers) < limit
        has_opening = (
            frame.required
            or 2 * cost(frame.opening) < room
            or self._holds_row(frame, room)
        )
        has_info = 4 * cost(frame.info) <= limit
        has_tail = 2 * cost(frame.tail) < limit
        if has_opening and frame.cells:
            has_markers = has_markers and self._costs.holds_cells(frame.cells, limit)
        if frame.key:
            has_cells = has_opening and has_markers
            has_info = has_cells and self._has_room_for_key(frame, allowance)
        return Choice(has_markers, has_opening, has_info, has_tail)

    def _holds_row(self, frame: Frame, room: float) -> bool:
        """Whether there is room for a table's header and the row that begins there."""
        lines, cost = self._lines, self._costs.of
        leaf = lines.leaf(frame.start)
        if not frame.opening or leaf < 0 or lines.nesting.kinds[leaf] != "table":
            return False
        row = self._ruler.length(frame.start, self._row_end(frame))
        return cost(frame.opening_markers) + cost(frame.opening) + row < room

    def _row_end(self, frame: Frame) -> int:
        """Return where the row ends that a frame's slice begins in."""
        return self._lines.line_end(self._lines.line_of(frame.start))

    def _has_room_for_key(self, frame: Frame, allowance: Allowance) -> bool:
        """Whether a row's key takes little room, and none that a sentence needs."""
        (limit, room), cost = allowance, self._costs.of
        if KEY_SHARE * cost(frame.key) > limit:
            return False
        row_end = self._row_end(frame)
        left = room - self._ruler.length(frame.start, row_end)
        with_key = cost(frame.prefix(_WHOLE_FRAME))
        without_key = cost(frame._replace(key="").prefix(_WHOLE_FRAME))
        if not without_key <= left < with_key:
            return True
        rest = self._lines.source[frame.start : row_end]
        return bool(cell_parts(rest, frame.start, None))

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

    def _choices(self, frame: Frame, allowance: Allowance) -> Iterator[Choice]:
        """Yield which parts of a frame to use, the best first."""
        best = self.choice(frame, allowance)
        yield best
        poorer = Choice(markers=False, opening=best.opening, info=False, tail=False)
        if poorer != best:
            yield poorer
        if best.opening and not frame.required:
            yield poorer._replace(opening=False)
