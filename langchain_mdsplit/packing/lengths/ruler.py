"""How long a stretch of the source is about, from one count of its lines.

Lengths in tokens do not add up exactly, so these are estimates to plan with: the
final string of every piece is measured.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise

from langchain_mdsplit.counting import Counted
from langchain_mdsplit.markdown.blocks import Block
from langchain_mdsplit.packing.lengths.exact_units import exact_unit
from langchain_mdsplit.packing.lengths.short_stretches import has_lost_much, share_out
from langchain_mdsplit.text.line_numbers import line_starts

_LONG_LINE = 5 / 3  # parts; longer lines are counted in parts
_MOST_WORD = 32  # characters that a part may run on to end before white space
_SPACE = re.compile(r"\s")
_BLANKS = " \t"
_RUN = re.compile(r"[ \t]{0,1024}+-{0,1024}+")


class Ruler:
    """Estimated lengths between any two positions of a stretch of the source.

    Args:
        positions: Where the measured stretches begin, in order, and where the last
            ends.
        counts: Their lengths, in the measure's unit.
        empty: The length of the empty text, which is taken off each of them: some
            tokenizers add tokens of their own to every text.
        source: The source. With it, lengths inside a stretch are exact for measures of
            words and bytes too, which are recognised by the counts.

    Example:
        >>> ruler = Ruler([10, 20, 40], [5, 10])
        >>> ruler.length(15, 40), ruler.reach(15, 7.5)
        (12.5, 30)
    """

    __slots__ = ("_positions", "_source", "_sums", "_unit", "empty")

    def __init__(
        self,
        positions: Sequence[int],
        counts: Sequence[float],
        *,
        empty: int = 0,
        source: str = "",
    ) -> None:
        if empty:
            counts = [max(0, count - empty) for count in counts]
        self.empty = empty
        self._positions = positions
        self._sums = [0, *accumulate(counts)]
        self._source = source
        self._unit = exact_unit(source, positions, counts) if source else None

    @property
    def sums(self) -> Sequence[float]:
        """The lengths from the first position up to each of them."""
        return self._sums

    def length(self, start: int, end: int) -> float:
        """Return the estimated length of a stretch."""
        return self._at(end) - self._at(start)

    def _at(self, position: int) -> float:
        """Return the length of what stands before a position."""
        positions, sums = self._positions, self._sums
        index = bisect_right(positions, position)
        if index == 0:
            return 0
        if index == len(positions):
            return sums[-1]
        first, before = positions[index - 1], sums[index - 1]
        if self._unit:
            return before + self._unit.count(self._source[first:position])
        rise = (sums[index] - before) * (position - first)
        return before + rise / (positions[index] - first)

    def reach(self, start: int, room: float) -> int:
        """Return about the furthest end of a stretch of a length.

        Args:
            start: Where the stretch begins.
            room: The length it may have.

        Returns:
            A position up to the end of what was measured; before the start if there is
            no room.
        """
        positions, sums = self._positions, self._sums
        target = self._at(start) + room
        index = bisect_right(sums, target)
        if index == 0:
            return positions[0]
        if index == len(sums):
            return positions[-1]
        first, before = positions[index - 1], sums[index - 1]
        if self._unit:
            text = self._source[first : positions[index]]
            return first + self._unit.reach(text, int(target - before))
        run = (positions[index] - first) * (target - before)
        return first + int(run / (sums[index] - before))


def count_block(source: str, block: Block, part: int) -> Counted[Ruler]:
    """Return the ruler of one block.

    Args:
        source: The text the block is a part of.
        block: The block.
        part: A long line is counted in parts of about so many characters.

    Yields:
        The stretches of the block, to be measured.

    Returns:
        The ruler.
    """
    stops = ruler_stops(source, block.start, block.end, part)
    return (yield from count_stretches(source, [block.start, *stops, block.end]))


def count_stretches(source: str, positions: Sequence[int]) -> Counted[Ruler]:
    """Return the ruler of stretches next to each other.

    Args:
        source: The text.
        positions: Where they begin, in order, and where the last ends.

    Yields:
        The stretches, to be measured.

    Returns:
        The ruler.
    """
    texts = [source[start:end] for start, end in pairwise(positions)]
    empty, *counts = yield ["", *texts]
    if not has_lost_much(texts, counts, empty):
        return Ruler(positions, counts, empty=empty, source=source)
    shares = yield from share_out(texts, empty)
    return Ruler(positions, shares, empty=empty)


def ruler_stops(source: str, start: int, end: int, part: int) -> list[int]:
    r"""Return where one counted stretch of a text ends and the next begins.

    Token counts add up best before a visible character at the start of a line, so a
    blank line belongs to the line before it; long lines are counted in parts.

    Args:
        source: The text.
        start: Where the stretch that is to be counted in parts begins.
        end: Where it ends.
        part: A long line is counted in parts of about so many characters.

    Returns:
        The positions inside it, in order.

    Example:
        >>> ruler_stops("one\ntwo\n\nthree", 0, 14, 96)
        [4, 9]
    """
    starts = [
        place
        for place in line_starts(source, start, end)
        if place < end and source[place] not in "\r\n"
    ]
    bounds = zip([start, *starts], [*starts, end], strict=True)
    long = int(_LONG_LINE * part)
    long_lines = [bound for bound in bounds if bound[1] - bound[0] > long]
    if long_lines:
        for bound in long_lines:
            starts += _parts(source, *bound, part, long)
        starts.sort()
    return starts


def _parts(source: str, start: int, end: int, part: int, long: int) -> list[int]:
    """Return the stops in a long line."""
    stops = []
    while end - start > long:
        start = _part_end(source, start, end, part)
        if start < end:
            stops.append(start)
    return stops


def _part_end(source: str, start: int, end: int, part: int) -> int:
    """Return where the part of a line ends that begins at a position.

    Runs of blanks and of dashes count little and are not parted, such as those that
    align the cells of a table: a part ends before a run, or begins with it.
    """
    run = _RUN.match(source, start, end)
    stop = max(start + part, run.end() + 1 if run else start)
    if stop >= end:
        return end
    space = _SPACE.search(source, stop, min(stop + _MOST_WORD, end))
    stop = space.start() if space else stop
    if source[stop - 1] not in "- \t":
        return stop
    kept = len(source[start:stop].rstrip("-").rstrip(_BLANKS))
    return start + kept if kept else stop
