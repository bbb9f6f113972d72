"""The furthest good end of one piece: planned with estimates, measured, corrected."""

from dataclasses import dataclass
from math import ceil, inf

from langchain_mdsplit.measure import Measure
from langchain_mdsplit.packing.cutting.costs import Costs
from langchain_mdsplit.packing.cutting.cut_points import (
    CutPoints,
    Window,
    first_cluster_end,
)
from langchain_mdsplit.packing.cutting.frame_reader import FrameReader
from langchain_mdsplit.packing.cutting.lines import BlockLines
from langchain_mdsplit.packing.cutting.pieces import Cut, Piece, Task, TooSmall
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
        high: The least end known to be too far.
        bound: The end of the text in front of the least place known to be too far:
            markers of the line after it may make an end lie behind its place.
        text_end: The same for the place that was chosen last.
        torn: Whether the first grapheme cluster alone is too long.
        bare: Whether a piece must not end with markers of the line after it.
    """

    high: int
    bound: int
    text_end: int
    torn: bool = False
    bare: bool = False


class Fitting:
    """Finds the ends of one block's pieces."""

    def __init__(
        self,
        lines: BlockLines,
        frames: FrameReader,
        points: CutPoints,
        ruler: Ruler,
        *,
        costs: Costs,
        measure: Measure,
    ) -> None:
        self._lines = lines
        self._frames = frames
        self._points = points
        self._ruler = ruler
        self._costs = costs
        self._measure = measure

    def fit(self, task: Task) -> Piece | TooSmall:
        """Return the best piece of a task."""
        cut = self._best(task)
        if cut.length <= task.limit:
            cut = self._within_html(task, cut)
        if cut.length > task.limit:
            return TooSmall(ceil(cut.length))
        return Piece(
            start=task.frame.start,
            end=cut.end,
            prefix=task.prefix,
            suffix=cut.suffix,
            overlap=task.overlap,
            length=ceil(cut.length),
        )

    def _within_html(self, task: Task, cut: Cut) -> Cut:
        """Return an end before what would be read as raw HTML, if the piece begins so.

        A piece that would be nothing but what it repeats counts as too long.
        """
        start, prefix = task.frame.start, task.prefix
        end = swallowing_html_end(self._lines, start, cut.end, prefix)
        if end is None:
            return cut
        if end <= task.after:
            return cut._replace(length=task.limit + 1)
        end = max(end, self._end_before(task, self._lines.next_node(end), end))
        shorter = self._cut(task, end)
        return shorter if shorter.length <= task.limit else cut

    def _best(self, task: Task) -> Cut:
        """Return the best end of a task's piece, or the least one, if none fits."""
        search = self._search()
        failed = smallest = self._first_guess(task, search)
        if failed.length <= task.limit:
            return self._longest(task, search, failed, task.room)
        goal = self._ruler.length(task.frame.start, failed.end)
        for attempt in range(1, self._lines.end - self._lines.start + 1):
            self._note_failure(task, search, failed)
            goal = self._shrunk(task, failed, goal)
            if attempt >= _PATIENCE:
                half = (task.after + search.bound) // 2
                goal = min(goal, self._ruler.length(task.frame.start, half))
            end = self._end(task, search, goal)
            if end >= search.high and not search.bare:
                smallest, search.bare, search.bound = failed, True, search.high
                end = self._end(task, search, goal)
            if end >= search.high:
                break
            cut = self._cut(task, end)
            if cut.length <= task.limit:
                if search.torn or search.bare:
                    return cut
                return self._longest(task, search, cut, goal)
            failed = cut
        return smallest

    def _search(self) -> _Search:
        """Return a search for which nothing is known to be too far."""
        beyond = self._lines.end + 1
        return _Search(beyond, beyond, self._lines.end)

    def _note_failure(self, task: Task, search: _Search, failed: Cut) -> None:
        """Note that a piece is too long."""
        search.high = failed.end
        search.bound = min(failed.end, search.text_end)
        cluster_end = first_cluster_end(self._lines.source, task.after)
        search.torn = failed.end <= cluster_end

    def _first_guess(self, task: Task, search: _Search) -> Cut:
        """Return the piece that fits by estimate, or all the rest if it nearly does."""
        end = self._lines.end
        rest = self._ruler.length(task.frame.start, end)
        if task.context is None:
            length = rest + (task.limit - task.room) - ROUNDING
            if length <= task.limit:
                return Cut(end, "", length)
        elif rest <= _SLACK * task.room:
            return self._cut(task, end)
        return self._cut(task, self._end(task, search, task.room))

    def _longest(self, task: Task, search: _Search, cut: Cut, goal: float) -> Cut:
        """Return a longer piece where the measured length leaves room for one."""
        if task.context is None:
            return cut
        bound, failures = inf, 0
        while cut.end < self._lines.end:
            estimate = self._ruler.length(task.frame.start, cut.end)
            length = max(1, self._own_length(task, cut))
            if 2 * length < estimate:
                grown = goal * min(_GROWTH, estimate / length)
            else:
                grown = goal + estimate - length
            if estimate == length or cut.length >= task.limit:
                break
            further = max(goal + 1, grown)
            if further >= bound:
                further = (goal + bound) / 2
            end = self._end(task, search, further)
            if end <= cut.end:
                further += 1
                end = self._end(task, search, further)
            if end <= cut.end:
                break
            longer = self._cut(task, end)
            if longer.length <= task.limit:
                cut, goal = longer, further
                continue
            failures += 1
            if failures >= _PATIENCE:
                break
            bound = further
        return cut

    def _own_length(self, task: Task, cut: Cut) -> float:
        """Return the length of a piece's slice, its own length less the rest."""
        return cut.length - (task.limit - task.room) - self._costs.of(cut.suffix)

    def _shrunk(self, task: Task, failed: Cut, goal: float) -> float:
        """Return what to aim at after a piece that is too long."""
        estimate = self._ruler.length(task.frame.start, failed.end)
        length = max(1, self._own_length(task, failed))
        excess = failed.length - task.limit
        return min(goal, estimate) - excess * estimate / length

    def _end(self, task: Task, search: _Search, goal: float) -> int:
        """Return the end of the best piece of about a length."""
        start, lines = task.frame.start, self._lines
        least = task.after + 1
        until = max(least, min(self._ruler.reach(start, goal), search.bound - 1))
        inner = until
        suffix = self._suffix(task, until)
        if suffix:
            reach = self._ruler.reach(start, goal - self._costs.of(suffix))
            inner = max(least, min(until, reach))
        torn = search.torn or search.bare
        window = Window(
            start=task.own,
            after=task.after,
            content=task.content,
            until=until,
            inner=inner,
            room=task.room,
            torn=torn,
        )
        place = self._points.choose(window)
        if place >= lines.end:
            search.text_end = lines.end
            return lines.end
        text_end = search.text_end = lines.trimmed(task.own, place)
        if search.bare:
            return text_end
        return self._end_before(task, place, least)

    def _end_before(self, task: Task, place: int, least: int) -> int:
        """Return where a piece ends if the next one begins at a place.

        It ends with the markers of the next one's first line that are added to that.
        """
        following = self._frames.at(place, least).start
        return self._lines.trimmed(task.own, following)

    def _suffix(self, task: Task, end: int) -> str:
        """Return the closing line of a piece that ends at a position."""
        if not self._frames.has_fences or end >= self._lines.end:
            return ""
        closing = self._frames.closing(end)
        if closing is None:
            return ""
        if closing.leaf_start >= task.frame.start:
            keep = task.choice.opening or closing.required
            has_markers = (
                task.choice.markers
                or not task.frame.markers
                or closing.container_start >= task.frame.start
            )
            return closing.suffix(markers=has_markers) if keep else ""
        if not task.frame.opening or not task.choice.opening:
            return ""
        return closing.suffix(markers=task.choice.markers, inset=task.frame.inset)

    def _cut(self, task: Task, end: int) -> Cut:
        """Return an end with the length of its piece, measured or estimated."""
        start = task.frame.start
        suffix = self._suffix(task, end)
        if task.context is None:
            length = self._ruler.length(start, end) + self._costs.of(suffix)
            return Cut(end, suffix, length + (task.limit - task.room) - ROUNDING)
        before = task.context + task.prefix
        text = before + self._lines.source[start:end] + suffix
        return Cut(end, suffix, self._measure(text))
