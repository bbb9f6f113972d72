"""The furthest good end of one piece: planned with estimates, measured, corrected."""

from dataclasses import dataclass
from math import ceil, inf

from langchain_mdsplit.packing.cutting.costs import Costs
from langchain_mdsplit.packing.cutting.cut_points import (
    CutPoints,
    Window,
    first_cluster_end,
)
from langchain_mdsplit.packing.cutting.frame_reader import FrameReader
from langchain_mdsplit.packing.cutting.lines import BlockLines
from langchain_mdsplit.packing.cutting.pieces import (
    Piece,
    PieceEnd,
    PieceStart,
    TooSmall,
)
from langchain_mdsplit.packing.cutting.raw_html import swallowing_html_end
from langchain_mdsplit.packing.lengths.ruler import Ruler

_PATIENCE = 6  # measured ends of one piece before the stretch is halved each time
_SLACK = 1.1  # the rest of a block is measured if by estimate it is so little too long
_GROWTH = 4  # how much further an end is tried where the estimate was far too high
ROUNDING = 1e-6  # sums of estimates may be too long by so much


@dataclass(slots=True)
class _Search:
    """What is known so far about the end of a piece.

    Attributes:
        too_far: The least end known to be too far.
        text_too_far: The end of the text in front of the least place known to be too
            far: markers of the line after it may make an end lie behind its place.
        text_end: The same for the place that was chosen last.
        splits_cluster: Whether the first grapheme cluster alone is too long.
        without_markers: Whether a piece must not end with markers of the line after it.
    """

    too_far: int
    text_too_far: int
    text_end: int
    splits_cluster: bool = False
    without_markers: bool = False


class EndFinder:
    """Finds the ends of one block's pieces."""

    def __init__(
        self,
        lines: BlockLines,
        frames: FrameReader,
        points: CutPoints,
        ruler: Ruler,
        costs: Costs,
    ) -> None:
        self._lines = lines
        self._frames = frames
        self._points = points
        self._ruler = ruler
        self._costs = costs

    def best_piece(self, begin: PieceStart) -> Piece | TooSmall:
        """Return the best piece that begins so."""
        cut = self._best(begin)
        if cut.length <= begin.limit:
            cut = self._within_html(begin, cut)
        if cut.length > begin.limit:
            return TooSmall(ceil(cut.length))
        return Piece(
            start=begin.frame.start,
            end=cut.end,
            prefix=begin.prefix,
            suffix=cut.suffix,
            overlap=begin.overlap,
            length=ceil(cut.length),
        )

    def _within_html(self, begin: PieceStart, cut: PieceEnd) -> PieceEnd:
        """Return an end before what would be read as raw HTML, if the piece begins so.

        A piece that would be nothing but what it repeats counts as too long.
        """
        start, prefix = begin.frame.start, begin.prefix
        end = swallowing_html_end(self._lines, start, cut.end, prefix)
        if end is None:
            return cut
        if end <= begin.after:
            return cut._replace(length=begin.limit + 1)
        end = max(end, self._end_before(begin, self._lines.next_node(end), end))
        shorter = self._cut(begin, end)
        return shorter if shorter.length <= begin.limit else cut

    def _best(self, begin: PieceStart) -> PieceEnd:
        """Return the best end of a piece, or the least one, if none fits."""
        search = self._search()
        failed = smallest = self._first_guess(begin, search)
        if failed.length <= begin.limit:
            return self._longest(begin, search, failed, begin.room)
        goal = self._ruler.length(begin.frame.start, failed.end)
        for attempt in range(1, self._lines.end - self._lines.start + 1):
            self._note_failure(begin, search, failed)
            goal = self._shrunk(begin, failed, goal)
            if attempt >= _PATIENCE:
                half = (begin.after + search.text_too_far) // 2
                goal = min(goal, self._ruler.length(begin.frame.start, half))
            end = self._end(begin, search, goal)
            if end >= search.too_far and not search.without_markers:
                smallest, search.without_markers, search.text_too_far = (
                    failed,
                    True,
                    search.too_far,
                )
                end = self._end(begin, search, goal)
            if end >= search.too_far:
                break
            cut = self._cut(begin, end)
            if cut.length <= begin.limit:
                if search.splits_cluster or search.without_markers:
                    return cut
                return self._longest(begin, search, cut, goal)
            failed = cut
        return smallest

    def _search(self) -> _Search:
        """Return a search for which nothing is known to be too far."""
        beyond = self._lines.end + 1
        return _Search(beyond, beyond, self._lines.end)

    def _note_failure(
        self, begin: PieceStart, search: _Search, failed: PieceEnd
    ) -> None:
        """Note that a piece is too long."""
        search.too_far = failed.end
        search.text_too_far = min(failed.end, search.text_end)
        cluster_end = first_cluster_end(self._lines.source, begin.after)
        search.splits_cluster = failed.end <= cluster_end

    def _first_guess(self, begin: PieceStart, search: _Search) -> PieceEnd:
        """Return the piece that fits by estimate, or all the rest if it nearly does."""
        end = self._lines.end
        rest = self._ruler.length(begin.frame.start, end)
        if begin.is_estimated:
            length = rest + (begin.limit - begin.room) - ROUNDING
            if length <= begin.limit:
                return PieceEnd(end, "", length)
        elif rest <= _SLACK * begin.room:
            return self._cut(begin, end)
        return self._cut(begin, self._end(begin, search, begin.room))

    def _longest(
        self, begin: PieceStart, search: _Search, cut: PieceEnd, goal: float
    ) -> PieceEnd:
        """Return a longer piece where the measured length leaves room for one."""
        if begin.is_estimated:
            return cut
        bound, failures = inf, 0
        while cut.end < self._lines.end:
            estimate = self._ruler.length(begin.frame.start, cut.end)
            length = max(1, self._own_length(begin, cut))
            if 2 * length < estimate:
                grown = goal * min(_GROWTH, estimate / length)
            else:
                grown = goal + estimate - length
            if estimate == length or cut.length >= begin.limit:
                break
            further = max(goal + 1, grown)
            if further >= bound:
                further = (goal + bound) / 2
            end = self._end(begin, search, further)
            if end <= cut.end:
                further += 1
                end = self._end(begin, search, further)
            if end <= cut.end:
                break
            longer = self._cut(begin, end)
            if longer.length <= begin.limit:
                cut, goal = longer, further
                continue
            failures += 1
            if failures >= _PATIENCE:
                break
            bound = further
        return cut

    def _own_length(self, begin: PieceStart, cut: PieceEnd) -> float:
        """Return the length of a piece's slice, its own length less the rest."""
        return cut.length - (begin.limit - begin.room) - self._costs.of(cut.suffix)

    def _shrunk(self, begin: PieceStart, failed: PieceEnd, goal: float) -> float:
        """Return what to aim at after a piece that is too long."""
        estimate = self._ruler.length(begin.frame.start, failed.end)
        length = max(1, self._own_length(begin, failed))
        excess = failed.length - begin.limit
        return min(goal, estimate) - excess * estimate / length

    def _end(self, begin: PieceStart, search: _Search, goal: float) -> int:
        """Return the end of the best piece of about a length."""
        start, lines = begin.frame.start, self._lines
        least = begin.after + 1
        until = max(least, min(self._ruler.reach(start, goal), search.text_too_far - 1))
        inner = until
        suffix = self._suffix(begin, until)
        if suffix:
            reach = self._ruler.reach(start, goal - self._costs.of(suffix))
            inner = max(least, min(until, reach))
        splits_cluster = search.splits_cluster or search.without_markers
        window = Window(
            start=begin.own,
            after=begin.after,
            content=begin.content,
            until=until,
            inner=inner,
            room=begin.room,
            row_room=begin.row_room,
            splits_cluster=splits_cluster,
        )
        place = self._points.choose(window)
        if place >= lines.end:
            search.text_end = lines.end
            return lines.end
        text_end = search.text_end = lines.trimmed(begin.own, place)
        if search.without_markers:
            return text_end
        return self._end_before(begin, place, least)

    def _end_before(self, begin: PieceStart, place: int, least: int) -> int:
        """Return where a piece ends if the next one begins at a place.

        It ends with the markers of the next one's first line that are added to that.
        """
        following = self._frames.at(place, least).start
        return self._lines.trimmed(begin.own, following)

    def _suffix(self, begin: PieceStart, end: int) -> str:
        """Return the closing line of a piece that ends at a position."""
        if not self._frames.has_fences or end >= self._lines.end:
            return ""
        closing = self._frames.closing(end)
        if closing is None:
            return ""
        return closing.suffix_after(begin.frame, begin.choice)

    def _cut(self, begin: PieceStart, end: int) -> PieceEnd:
        """Return an end with the length of its piece, measured or estimated."""
        start = begin.frame.start
        suffix = self._suffix(begin, end)
        if begin.context is None:
            length = self._ruler.length(start, end) + self._costs.of(suffix)
            return PieceEnd(end, suffix, length + (begin.limit - begin.room) - ROUNDING)
        before = begin.context + begin.prefix
        text = before + self._lines.source[start:end] + suffix
        return PieceEnd(end, suffix, self._costs.measure(text))
