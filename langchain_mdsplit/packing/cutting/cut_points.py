"""Where a block is best cut: between the nodes of its structure, else inside a leaf.

The best level wins, and of that level the furthest place. A place that leaves a piece
under a quarter full is passed over for a lower level when what follows it up to the
next such place would have to be torn anyway; between the outermost nodes of a block
(the items of a list) it never is.
"""

from typing import NamedTuple

from langchain_mdsplit.packing.cutting.leaves import Leaf, Leaves
from langchain_mdsplit.packing.cutting.line_cuts import Finder
from langchain_mdsplit.packing.cutting.lines import QUOTE_BLANKS, BlockLines
from langchain_mdsplit.packing.cutting.node_places import NodePlaces
from langchain_mdsplit.packing.cutting.openers import Openers
from langchain_mdsplit.packing.lengths.ruler import Ruler
from langchain_mdsplit.text.graphemes import ceil_grapheme, floor_grapheme

_LONGEST_CLUSTER = 4096  # code points; longer ones are taken apart
_LEAST_FILL = 4  # a cut must fill this part of the room: a quarter


class Window(NamedTuple):
    """Where the end of a piece is looked for.

    Attributes:
        start: Where the piece begins.
        after: Its first visible character: the end must be after it.
        content: The first that is no marker of a quote.
        until: About the furthest end.
        inner: The same for an end inside the leaf there, which may need closing.
        room: The length that a piece may have.
        row_room: The same for one that begins with a table's row.
        splits_cluster: Whether the first grapheme cluster alone is known to be too
            long.
    """

    start: int
    after: int
    content: int
    until: int
    inner: int
    room: float
    row_room: float
    splits_cluster: bool = False


class CutPoints:
    """The places at which one block may be cut; `places` are those between nodes."""

    def __init__(
        self,
        lines: BlockLines,
        leaves: Leaves,
        ruler: Ruler,
        openers: Openers,
    ) -> None:
        self._lines = lines
        self._leaves = leaves
        self._ruler = ruler
        self.places = NodePlaces(lines, openers)

    def choose(self, window: Window) -> int:
        """Return the best place to cut, the block's end if the window holds it."""
        lines = self._lines
        until = lines.visible(window.until)
        if until >= lines.end:
            return lines.end
        passed = last = kept = 0
        for place, level in self.places.within(window.content, until):
            if self._goes_on_inside(place, until, window.room):
                kept = place
            elif self._ends_well(place, level, until, window):
                return place
            else:
                passed, last = passed or place, place
        leaf = self._leaves.ending(max(window.until, window.after + 1))
        if kept:
            return self._in_sequence(kept, window, leaf) or kept
        if passed and window.inner <= leaf.body_start:
            return passed
        return self._inside(window, leaf, last) or self._grapheme(window, leaf)

    def _in_sequence(self, after: int, window: Window, leaf: Leaf) -> int | None:
        """Return the best place inside a leaf that tears no sentence, line or row."""
        after = max(after, leaf.start)
        until = min(self._lines.visible(max(window.inner, after)), leaf.until)
        for find in leaf.levels if after < until else ():
            place = find(after, until, window.room)
            if place is not None or find == leaf.sequence:
                return place
        return None

    def _goes_on_inside(self, place: int, until: int, room: float) -> bool:
        """Whether what goes with what is before a place is better cut inside.

        It is where the first part of it fits as well, or fits into no piece.
        """
        following = self.places.first_end_inside(place)
        if following is None:
            return False
        return following <= until or self._ruler.reach(place, room) < following

    def _ends_well(self, place: int, level: int, until: int, window: Window) -> bool:
        """Whether a piece that ends at a place of a level is full enough."""
        places = self.places
        if level == places.outermost and (
            fills_enough(window.start, place, window.until)
            or not places.keep_any_with_previous(place, until)
        ):
            return True
        following = places.next_of_level(level)
        return self._is_worth(place, following, window, window.room)

    def _is_worth(
        self, place: int, following: Finder, window: Window, room: float
    ) -> bool:
        """Whether a place fills enough, or keeps whole what follows it."""
        if fills_enough(window.start, place, window.until):
            return True
        return self.keeps_following(place, following, room)

    def keeps_following(self, place: int, following: Finder, room: float) -> bool:
        """Whether what follows a place is not torn before the next as good."""
        until = self._ruler.reach(place, room)
        return until >= self._lines.end or following(place, until, room) is not None

    def _inside(self, window: Window, leaf: Leaf, before: int) -> int:
        """Return the furthest place of the best level inside a leaf, 0 for none.

        Args:
            window: Where the end of a piece is looked for.
            leaf: The leaf.
            before: A place before it that was passed over, 0 for none. It is better
                than to tear a sentence, line or row that would fit after it.
        """
        after = max(window.content, leaf.start)
        until = min(self._lines.visible(max(window.inner, after)), leaf.until)
        for find in leaf.levels if after < until else ():
            is_unit = find == leaf.sequence
            room = window.row_room if is_unit else window.room
            following = or_end(find, leaf.end)
            found = find(after, until, window.room)
            if found is not None and self._is_worth(found, following, window, room):
                return found
            if is_unit and before:
                reach = self._ruler.reach(before, room)
                if following(leaf.start, reach, room) is not None:
                    return before
        return 0

    def units(self, after: int, until: int) -> list[int]:
        """Return the places in a stretch that begin a block, sentence, line or row."""
        found = self.places.between(after, until)
        text_end = self._lines.trimmed(after, until, QUOTE_BLANKS)
        leaf = self._leaves.ending(text_end)
        until = min(until, text_end + 1)
        begin = max(after, leaf.start)
        find = leaf.sequence
        last_place = find(begin, until - 1, 0) if begin < until else None
        while last_place is not None:
            found.append(last_place)
            last_place = find(begin, last_place - 1, 0)
        return sorted(found)

    def _grapheme(self, window: Window, leaf: Leaf) -> int:
        """Return the furthest place between grapheme clusters."""
        source, after = self._lines.source, window.after
        least = leaf.marks_end if window.splits_cluster else leaf.least
        until = max(after + 1, least, min(window.inner, self._lines.end))
        if after < leaf.until < until:
            until = leaf.until
        place = floor_grapheme(source, until, after)
        if place > after:
            prose = leaf.prose
            return prose.outside_atom(after, place, window.room) if prose else place
        return until if window.splits_cluster else first_cluster_end(source, after)


def fills_enough(start: int, place: int, until: int) -> bool:
    """Whether a piece that ends at a place fills enough of what it might hold."""
    return (place - start) * _LEAST_FILL >= until - start


def first_cluster_end(source: str, start: int) -> int:
    """Return the end of the grapheme cluster at a position, if it is not endless."""
    stretch = source[start : start + _LONGEST_CLUSTER]
    return start + ceil_grapheme(stretch, 1)


def or_end(find: Finder, end: int) -> Finder:
    """Return a finder that takes the end of its leaf for a place as well."""

    def found(after: int, until: int, room: float) -> int | None:
        return end if end <= until else find(after, until, room)

    return found
