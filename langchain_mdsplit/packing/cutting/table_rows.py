"""A table's header, and the cells of one of its rows."""

import re
from bisect import bisect_left, bisect_right
from typing import NamedTuple

from langchain_mdsplit.packing.cutting.lines import BlockLines

_CELL_BORDER = re.compile(r"(?<!\\)\|")
_MARKERS = re.compile(r"[> \t]*+")


class TableRow(NamedTuple):
    """One row of a table.

    Attributes:
        line: Its line.
        start: Where it begins, after the markers of the containers around it.
        borders: Where the bars between its cells stand, and those around them.
        has_first_border: Whether one stands before its first cell.
        key: The text of its first cell.
        key_start: Where that text begins.
        key_end: Where that cell ends.
    """

    line: int
    start: int
    borders: list[int]
    has_first_border: bool
    key: str
    key_start: int
    key_end: int

    def cells_before(self, position: int) -> int:
        """Return how many of its cells begin before a position in it."""
        if position <= self.start:
            return 0
        return bisect_left(self.borders, position) + (not self.has_first_border)

    def is_before_third(self, position: int) -> bool:
        """Whether a position stands in its first or second cell."""
        index = bisect_right(self.borders, self.key_end)
        return index == len(self.borders) or position <= self.borders[index]


class RowReader:
    """Reads the rows of one block's tables; that which was asked for last is kept."""

    def __init__(self, lines: BlockLines) -> None:
        self._lines = lines
        self._last: TableRow | None = None

    def at(self, position: int) -> TableRow:
        """Return the row that a position stands in."""
        line = self._lines.line_of(position)
        if self._last is None or self._last.line != line:
            self._last = _read_row(self._lines, line)
        return self._last


def _read_row(lines: BlockLines, line: int) -> TableRow:
    """Return a table's row."""
    source, end = lines.source, lines.line_end(line)
    markers = _MARKERS.match(source, lines.starts[line], end)
    start = markers.end() if markers else lines.starts[line]
    borders = [found.start() for found in _CELL_BORDER.finditer(source, start, end)]
    has_first = source.startswith("|", start, end)
    key_end = next(iter(borders[has_first:]), end)
    cell = source[start + has_first : key_end].lstrip()
    key_start = key_end - len(cell)
    return TableRow(line, start, borders, has_first, cell.rstrip(), key_start, key_end)


class TableHeader(NamedTuple):
    """The header of a table.

    Attributes:
        text: Its header and delimiter rows, `""` where there are none.
        end: Where the first row begins.
        columns: How many cells its rows have; renderers leave out what is beyond.
    """

    text: str
    end: int
    columns: int


def read_header(lines: BlockLines, table: int) -> TableHeader:
    """Return a table's header."""
    rows = lines.nesting.rows(table)
    if not rows:
        return TableHeader("", lines.nesting.ends[table], 0)
    delimiter = lines.line_of(rows[0]) + 1
    end = min(lines.line_end(delimiter), lines.nesting.ends[table])
    text = lines.source[rows[0] : end].rstrip("\r\n")
    dashes = lines.source[lines.starts[delimiter] : end].strip("> \t\r\n|")
    return TableHeader(text, end, dashes.count("|") + 1)
