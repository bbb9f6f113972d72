"""Lines that open an admonition or container, which a cut must not stand after."""

import re

from langchain_mdsplit.markdown.syntax import LIST_MARKER
from langchain_mdsplit.packing.cutting.lines import QUOTE_BLANKS, BlockLines

_MARKS = ("!!!", "???", ":::")
OPENING_MARK = re.compile(r"!!!|\?\?\?|:{3,}+(?=[ \t]*+[\w{])")
"""What an opening line begins with, after the markers of the containers around it."""

_OPENING_LINE = re.compile(
    rf"[ \t>]*+(?:{LIST_MARKER}[ \t]++)*+(?:{OPENING_MARK.pattern})"
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
        """Whether the last line with text before a position opens something."""
        if not self._has_marks:
            return False
        lines = self._lines
        end = lines.trimmed(lines.starts[0], position, QUOTE_BLANKS)
        return self._end(lines.line_of(max(end - 1, 0))) <= end

    def _end(self, line: int) -> int:
        """Return where the mark of an opening line ends; of another, after it."""
        if line not in self._ends:
            lines = self._lines
            end = lines.line_end(line)
            found = _OPENING_LINE.match(lines.source, lines.starts[line], end)
            self._ends[line] = found.end() if found else end + 1
        return self._ends[line]
