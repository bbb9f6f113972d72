"""Lines that open an admonition or container, which a cut must not stand after."""

import re

from langchain_mdsplit.packing.cutting.lines import BlockLines

_MARKS = ("!!!", "???", ":::")
_OPENS = re.compile(
    r"[ \t>]*+(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]++)*+(?:!!!|\?\?\?|:{3,}+[ \t]*+\w)"
)


def may_open(source: str, start: int, end: int) -> bool:
    """Whether a stretch of a text holds the mark of an opening line at all."""
    return any(source.find(mark, start, end) >= 0 for mark in _MARKS)


class Openers:
    """The opening lines of one block, each read once."""

    def __init__(self, lines: BlockLines) -> None:
        self._lines = lines
        self._ends: dict[int, int] = {}
        self._has_marks = may_open(lines.source, lines.start, lines.end)

    def precede(self, position: int) -> bool:
        """Whether the last line before a position opens something."""
        if not self._has_marks:
            return False
        lines = self._lines
        end = lines.trimmed(lines.starts[0], position)
        return self._end(lines.line_of(max(end - 1, 0))) <= end

    def _end(self, line: int) -> int:
        """Return where the mark of an opening line ends; of another, after it."""
        if line not in self._ends:
            lines = self._lines
            end = lines.line_end(line)
            found = _OPENS.match(lines.source, lines.starts[line], end)
            self._ends[line] = found.end() if found else end + 1
        return self._ends[line]
