"""Cuts in a table's row: in front of cells, and of sentences and lines in them."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial

from langchain_mdsplit.markdown.syntax import FENCE_MARKS
from langchain_mdsplit.packing.cutting.atoms import Span
from langchain_mdsplit.packing.cutting.line_cuts import matches_backwards
from langchain_mdsplit.packing.cutting.prose_cuts import ProseCuts
from langchain_mdsplit.packing.cutting.sentence_starts import cell_parts
from langchain_mdsplit.packing.cutting.table_rows import RowReader

_CELL = re.compile(r"(?<=\|)\S|(?<=\|\s)\S|(?<=\|\s\s)\S")
KEY_SHARE = 8
"""The first cell of a row is short if it takes an eighth of a piece at most."""

_MOST_BARS = 64  # characters that are looked at before and after a cut in a row
_ONLY_BARS = re.compile(rf"\|[ \t|]{{0,{_MOST_BARS}}}+(?:[\r\n]|\Z)")


class CellCuts(ProseCuts):
    """Cuts in the rows of a table: cells, what they hold, clauses, words.

    Its header is cut only where no row below it is within reach.
    """

    @cached_property
    def _rows(self) -> RowReader:
        """What reads the rows."""
        return RowReader(self._lines)

    @cached_property
    def _parts(self) -> dict[int, list[int]]:
        """Where sentences and lines in cells begin, of each line that was asked for."""
        return {}

    def cell(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a table's cell."""
        find = partial(matches_backwards, _CELL, self._lines.source)
        return self._accepted("cell", find, (after, until), room)

    def later_cell(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a cell in the last row of a stretch.

        The cell after a short one that begins the row is none: what is repeated before
        all that follows says nothing alone.
        """
        after = max(after, self._rows.at(until).start)
        place = self.cell(after, until, room)
        while place is not None and self._follows_key(place, room):
            place = self.cell(after, place - 1, room)
        return place

    def _follows_key(self, place: int, room: float) -> bool:
        """Whether nothing but a short first cell of its row stands before a place."""
        row = self._rows.at(place)
        if place <= row.key_end:
            return True
        length = self._ruler.length(row.key_start, row.key_start + len(row.key))
        return row.is_before_third(place) and length * KEY_SHARE <= room

    def cell_part(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a sentence or line in a table's cell."""
        return self._accepted("part", self._parts_of_cells, (after, until), room)

    def _parts_of_cells(self, after: int, until: int) -> Iterator[int]:
        """Yield the starts of sentences and lines in cells of a stretch, last first."""
        lines, known = self._lines, self._parts
        for line in range(lines.line_of(until), lines.line_of(after) - 1, -1):
            if line not in known:
                start, end = lines.starts[line], lines.line_end(line)
                row = lines.source[start:end]
                known[line] = cell_parts(row, start, self._sentence_splitter)
            parts = known[line]
            first, last = bisect_right(parts, after), bisect_right(parts, until)
            yield from reversed(parts[first:last])

    def _accepted(
        self,
        level: str,
        find: Callable[[int, int], Iterable[int]],
        window: Span,
        room: float,
    ) -> int | None:
        """Return the furthest place that tears nothing, and no header above rows."""
        after, until = window
        if until > self._prose.body_start:
            after = max(after, self._prose.body_start)
        return super()._accepted(level, find, (after, until), room)

    def _keeps_kind(self, position: int) -> bool:
        """Whether a cut leaves more than bars on both sides, and opens no fence.

        A fence would be open where the table's header has no room before it.
        """
        opens_fence = self._lines.source.startswith(FENCE_MARKS, position)
        return not (opens_fence or self._parts_bars(position))

    def _parts_bars(self, position: int) -> bool:
        """Whether a cut in a table's row leaves nothing but bars on one side of it."""
        lines = self._lines
        start = lines.starts[lines.line_of(position)]
        if _ONLY_BARS.match(lines.source, position, lines.end):
            return True
        nearest = max(start, position - _MOST_BARS)
        before = lines.source[nearest:position]
        return nearest == start and "|" in before and not before.strip("> \t|")
