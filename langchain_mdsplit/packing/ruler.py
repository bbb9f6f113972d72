"""How long a stretch of a block is about, from one count of its lines.

Lengths in tokens do not add up exactly, so these are estimates to plan with: the
final string of every piece is measured.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator

from langchain_mdsplit.measure import Measure
from langchain_mdsplit.packing.lines import BlockLines

_LONG_LINE = 160  # characters; longer ones are counted in parts
_PART = 96
_MOST_WORD = 32  # how far a part may run on to end before white space
_SPACE = re.compile(r"\s")


class Ruler:
    """Estimated lengths from the start of a block to any position in it."""

    def __init__(self, lines: BlockLines, measure: Measure) -> None:
        """Measure the lines of a block once, in one batch."""
        source = lines.source
        self._positions = [lines.start, *_stops(lines), lines.end]
        bounds = zip(self._positions, self._positions[1:], strict=False)
        texts = [source[start:end] for start, end in bounds]
        empty, *counts = measure.count_many(["", *texts])
        self._sums = [0]
        for count in counts:
            self._sums.append(self._sums[-1] + max(0, count - empty))

    def length(self, start: int, end: int) -> float:
        """Return the estimated length of a stretch."""
        return self._at(end) - self._at(start)

    def _at(self, position: int) -> float:
        """Return the estimated length of what stands before a position."""
        index = bisect_right(self._positions, position) - 1
        if index < 0:
            return 0
        if index + 1 >= len(self._positions):
            return self._sums[-1]
        first, last = self._positions[index : index + 2]
        before, after = self._sums[index : index + 2]
        return before + (after - before) * (position - first) / (last - first)

    def reach(self, start: int, room: float) -> int:
        """Return about the furthest end of a stretch of so much length.

        Args:
            start: Where the stretch begins.
            room: The length it may have.

        Returns:
            A position up to the block's end; before the start if there is no room.
        """
        target = self._at(start) + room
        index = bisect_right(self._sums, target) - 1
        if index < 0:
            return self._positions[0]
        if index + 1 >= len(self._sums):
            return self._positions[-1]
        first, last = self._positions[index : index + 2]
        before, after = self._sums[index : index + 2]
        return first + int((last - first) * (target - before) / (after - before))


def _stops(lines: BlockLines) -> Iterator[int]:
    """Yield where one counted stretch ends and the next begins.

    Token counts add up best before a visible character at the start of a line, so a
    blank line belongs to the line before it.
    """
    source, end = lines.source, lines.end
    position = lines.start
    for start in [*lines.starts[1:], end]:
        if start < end and source[start] in "\r\n":
            continue
        while start - position > _LONG_LINE:
            space = _SPACE.search(
                source, position + _PART, position + _PART + _MOST_WORD
            )
            position = space.start() if space else position + _PART
            yield position
        if start < end:
            position = start
            yield position
