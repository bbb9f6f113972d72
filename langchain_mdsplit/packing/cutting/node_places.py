"""Places between the nodes of a block, each with the level of a cut there."""

from bisect import bisect_right

from langchain_mdsplit.markdown.nesting import ROWS
from langchain_mdsplit.packing.cutting.introductions import says_what_follows
from langchain_mdsplit.packing.cutting.line_cuts import Finder
from langchain_mdsplit.packing.cutting.lines import QUOTE_BLANKS, BlockLines
from langchain_mdsplit.packing.cutting.openers import Openers


class NodePlaces:
    """The places before the nodes of a block; the lower a level, the better a cut."""

    def __init__(self, lines: BlockLines, openers: Openers) -> None:
        self._openers = openers
        nesting = lines.nesting
        columns = zip(nesting.starts, nesting.firsts, nesting.kinds, strict=True)
        places = [
            (start, node, _level(lines, node))
            for node, (start, is_first, kind) in enumerate(columns)
            if not is_first and start > lines.start and kind not in ROWS
        ]
        self._places = [start for start, _, _ in places]
        self._levels = [level for _, _, level in places]
        self._kept_ends = {
            start: nesting.ends[node]
            for start, node, level in places
            if level > nesting.depths[node]
        }
        self.outermost = min(self._levels, default=0)
        self._worst = max(self._levels, default=0)
        self._kept_with_previous = [
            start
            for start, node, level in places
            if nesting.depths[node] == self.outermost < level
        ]

    def boundaries(self) -> list[int]:
        """Return the places between nodes, but for those after an opening line."""
        places = dict.fromkeys(self._places)
        return [place for place in places if not self._openers.precede(place)]

    def between(self, after: int, until: int) -> list[int]:
        """Return the places after one position and before another."""
        first = bisect_right(self._places, after)
        return self._places[first : bisect_right(self._places, until - 1)]

    def within(self, after: int, until: int) -> list[tuple[int, int]]:
        """Return places and levels, each further and of a worse level than the last."""
        found: list[tuple[int, int]] = []
        best = self._worst + 1
        index = bisect_right(self._places, until) - 1
        while index >= 0 and self._places[index] > after:
            level = self._levels[index]
            if level < best and not self._openers.precede(self._places[index]):
                found.append((self._places[index], level))
                best = level
                if level == self.outermost:
                    break
            index -= 1
        found.reverse()
        return found

    def next_of_level(self, level: int) -> Finder:
        """Return the finder of a place as good as a level."""

        def find(after: int, until: int, _room: float) -> int | None:
            index = bisect_right(self._places, after)
            while index < len(self._places) and self._places[index] <= until:
                if self._levels[index] <= level:
                    return self._places[index]
                index += 1
            return None

        return find

    def keep_any_with_previous(self, after: int, until: int) -> bool:
        """Whether an outermost node between two places goes with what is before it."""
        index = bisect_right(self._kept_with_previous, after)
        return (
            index < len(self._kept_with_previous)
            and self._kept_with_previous[index] <= until
        )

    def first_end_inside(self, place: int) -> int | None:
        """Return where the first part of the node at a place ends.

        None where the node is not better cut inside than parted from what is before it.
        """
        end = self._kept_ends.get(place)
        if end is None:
            return None
        index = bisect_right(self._places, place)
        return min([end, *self._places[index : index + 1]])


def _level(lines: BlockLines, node: int) -> int:
    """Return the level of a cut before a node: how deep it is in its block.

    What is under a heading, a list in an item, and what a paragraph introduces are
    better cut further inside than parted from what stands before them.
    """
    nesting, before = lines.nesting, node - 1
    depth, kind = nesting.depths[node], nesting.kinds[node]
    if nesting.depths[before] != depth:
        return depth
    if nesting.kinds[before] == "heading":
        return depth + 2
    if kind == "paragraph" or nesting.kinds[before] != "paragraph":
        return depth
    if kind == "list" and nesting.kinds[nesting.parents[node]] == "listItem":
        return depth + 1
    start = nesting.starts[before]
    end = lines.trimmed(start, nesting.ends[before], QUOTE_BLANKS)
    return depth + says_what_follows(lines.source[start:end])
