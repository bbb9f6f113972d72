"""The furthest good end of one piece: planned with estimates, measured, corrected."""

from dataclasses import dataclass

from langchain_mdsplit.measure import Measure
from langchain_mdsplit.packing.cut_points import CutPoints, Window
from langchain_mdsplit.packing.frames import Choice, Frame, Frames
from langchain_mdsplit.packing.lines import BlockLines
from langchain_mdsplit.packing.ruler import Ruler
from langchain_mdsplit.text.graphemes import ceil_grapheme

_PATIENCE = 6  # measured ends of one piece before the stretch is halved each time
_SLACK = 1.1  # the rest of a block is measured if by estimate it is so little too long
_GROWTH = 4  # how much further an end is tried where the estimate was far too high
_MOST_COSTS = 1024  # lengths of added text that are remembered


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a block.

    Its text is context + prefix + `source[start:end]` + suffix.

    Attributes:
        start: Where its slice of the source begins, a code point index.
        end: Where it ends.
        prefix: Added context before the slice: enclosing markers, the opening line of
            a fence, the header of a table.
        suffix: Added after it: the closing line of a fence.
        overlap: How many code points at its start the piece before holds too.
        length: The measured length of its text, the context included.
    """

    start: int
    end: int
    prefix: str
    suffix: str
    overlap: int
    length: int


@dataclass(frozen=True, slots=True)
class Task:
    """One piece to be cut: what stands before it and how long it may be.

    Attributes:
        frame: Where its slice begins, and what may stand before that.
        own: Where its own text begins, after what it repeats.
        after: Its first own visible character, which it must hold.
        content: The first of them that is no marker of a quote.
        limit: The length its text may have, in the measure's unit.
        before: What stands before its slice, context and prefix.
        prefix: The prefix alone.
        room: The length its slice may have, by estimate.
        choice: Which parts of the frame are used.
        overlap: How many code points it repeats.
    """

    frame: Frame
    own: int
    after: int
    content: int
    limit: int
    before: str
    prefix: str
    room: int
    choice: Choice
    overlap: int


@dataclass(slots=True)
class _Search:
    """What is known so far about the end of a piece.

    Attributes:
        high: The least end known to be too far.
        torn: Whether the first grapheme cluster alone is too long.
        bare: Whether it must not even end with markers of the line after it.
    """

    high: int
    torn: bool = False
    bare: bool = False


class Fitting:
    """Finds the ends of one block's pieces."""

    def __init__(
        self,
        lines: BlockLines,
        frames: Frames,
        ruler: Ruler,
        points: CutPoints,
        measure: Measure,
    ) -> None:
        self._lines = lines
        self._frames = frames
        self._ruler = ruler
        self._points = points
        self._measure = measure
        self._costs: dict[str, int] = {}

    def cost(self, text: str) -> int:
        """Return the length of a text that stands around many pieces."""
        if not text:
            return 0
        if text not in self._costs:
            if len(self._costs) >= _MOST_COSTS:
                self._costs.clear()
            self._costs[text] = self._measure(text)
        return self._costs[text]

    def task(
        self,
        frame: Frame,
        own: int,
        limit: int,
        context: str,
        choice: Choice,
        overlap: int,
    ) -> Task:
        """Return one piece to be cut.

        Args:
            frame: Where its slice begins, and what may stand before that.
            own: Where its own text begins.
            limit: The length its text may have, in the measure's unit.
            context: What stands before it.
            choice: Which parts of the frame are used.
            overlap: How many code points it repeats.

        Returns:
            The task.
        """
        prefix = frame.prefix(choice)
        room = limit - self.cost(context) - self.cost(prefix)
        after = self._lines.visible(own)
        content = self._lines.content(after)
        before = context + prefix
        return Task(
            frame, own, after, content, limit, before, prefix, room, choice, overlap
        )

    def fit(self, task: Task) -> Piece | int:
        """Return the best piece of a task, or the least length that a piece can have."""
        first = self._first_guess(task)
        if first.length <= task.limit:
            return self._longest(task, first)
        search = _Search(first.end)
        failed, goal = first, self._ruler.length(task.frame.start, first.end)
        for attempt in range(1, self._lines.end - self._lines.start + 1):
            first_cluster = ceil_grapheme(
                self._lines.source, task.after + 1, task.after
            )
            search.high = failed.end
            search.torn = failed.end <= first_cluster
            goal = self._shrunk(task, failed, goal)
            if attempt >= _PATIENCE:
                half = (task.after + search.high) // 2
                goal = min(goal, self._ruler.length(task.frame.start, half))
            end = self._end(task, search, goal)
            if end >= search.high and not search.bare:
                search.bare = True
                end = self._end(task, search, goal)
            if end >= search.high:
                break
            piece = self._piece(task, end)
            if piece.length <= task.limit:
                return piece
            failed = piece
        return failed.length

    def _first_guess(self, task: Task) -> Piece:
        """Return the piece that fits by estimate, or all the rest if it nearly does."""
        rest = self._ruler.length(task.frame.start, self._lines.end)
        if rest <= _SLACK * task.room:
            return self._piece(task, self._lines.end)
        search = _Search(self._lines.end + 1)
        return self._piece(task, self._end(task, search, task.room))

    def _longest(self, task: Task, piece: Piece) -> Piece:
        """Return a longer piece where the measured length leaves room for one."""
        goal: float = task.room
        search = _Search(self._lines.end + 1)
        while piece.end < self._lines.end:
            estimate = self._ruler.length(task.frame.start, piece.end)
            length = max(1, self._own_length(task, piece))
            if 2 * length < estimate:
                grown = goal * min(_GROWTH, estimate / length)
            else:
                grown = goal + estimate - length
            if grown < goal + 1:
                break
            goal = grown
            end = self._end(task, search, goal)
            if end <= piece.end:
                break
            longer = self._piece(task, end)
            if longer.length > task.limit:
                break
            piece = longer
        return piece

    def _own_length(self, task: Task, piece: Piece) -> int:
        """Return the length of a piece's slice, its measured length less the rest."""
        return piece.length - (task.limit - task.room) - self.cost(piece.suffix)

    def _shrunk(self, task: Task, failed: Piece, goal: float) -> float:
        """Return what to aim at after a piece that is too long."""
        estimate = self._ruler.length(task.frame.start, failed.end)
        length = max(1, self._own_length(task, failed))
        excess = failed.length - task.limit
        return min(goal, estimate) - excess * estimate / length

    def _end(self, task: Task, search: _Search, goal: float) -> int:
        """Return the end of the best piece of about a length."""
        start = task.frame.start
        least = task.after + 1
        until = max(least, min(self._ruler.reach(start, goal), search.high - 1))
        inner = until
        suffix = self._suffix(task, until)
        if suffix:
            reach = self._ruler.reach(start, goal - self.cost(suffix))
            inner = max(least, min(until, reach))
        window = Window(
            task.own, task.after, task.content, until, inner, task.room, search.torn
        )
        place = self._points.choose(window)
        if place >= self._lines.end:
            return self._lines.end
        if search.bare:
            return self._lines.trimmed(task.own, place)
        following = self._frames.at(place, least)
        return self._lines.trimmed(task.own, following.start)

    def _suffix(self, task: Task, end: int) -> str:
        """Return the closing line of a piece that ends at a position."""
        closing = self._frames.closing(end) if end < self._lines.end else None
        if closing is None:
            return ""
        if closing.leaf_start >= task.frame.start:
            keep = task.choice.opening or closing.required
            return closing.suffix(markers=True) if keep else ""
        if not task.frame.opening or not task.choice.opening:
            return ""
        return closing.suffix(markers=task.choice.markers)

    def _piece(self, task: Task, end: int) -> Piece:
        """Return a piece, measured."""
        start = task.frame.start
        suffix = self._suffix(task, end)
        length = self._measure(task.before + self._lines.source[start:end] + suffix)
        return Piece(start, end, task.prefix, suffix, task.overlap, length)
