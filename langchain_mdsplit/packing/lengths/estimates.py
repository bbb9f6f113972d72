"""Estimated lengths of the blocks of a document, from one count of its source.

Each block is counted with the white space after it: token counts add up almost exactly
before a visible character at the start of a line. A block so long that it may have to
be cut is counted line by line, so that the same counts serve to cut it.
"""

from bisect import bisect_right
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from langchain_mdsplit.counting import Counted
from langchain_mdsplit.markdown.blocks import Block, first_line_start
from langchain_mdsplit.packing.lengths.grain import Grain
from langchain_mdsplit.packing.lengths.ruler import Ruler, count_stretches, ruler_stops


class Estimates:
    """How long the blocks of a document are about.

    Args:
        ruler: The lengths of all stretches of the source.
        starts: The estimated length of what stands before each block, and of all.
        ends: The same up to the end of each block's text.
        fine: The blocks that were counted line by line.
        grain: How finely the blocks were counted.
    """

    def __init__(
        self,
        ruler: Ruler,
        starts: Sequence[float],
        ends: Sequence[float],
        fine: AbstractSet[int],
        grain: Grain,
    ) -> None:
        self.ruler = ruler
        self.grain = grain
        self._starts = starts
        self._ends = ends
        self._fine = fine

    def is_fine(self, block: int) -> bool:
        """Whether the ruler knows more of a block than its length."""
        return block in self._fine

    def between(self, first: int, stop: int) -> float:
        """Return the length from the start of one block to the start of another."""
        return self._starts[stop] - self._starts[first]

    def blocks(self, first: int, last: int) -> float:
        """Return the length from the start of one block to the end of another."""
        return self._ends[last] - self._starts[first]

    def furthest(self, first: int, stop: int, room: float) -> int:
        """Return the first of some blocks up to which they do not fit."""
        return bisect_right(self._ends, self._starts[first] + room, first, stop)


def estimate_blocks(
    source: str, blocks: Sequence[Block], grain: Grain, *, keeps_blanks: bool
) -> Counted[Estimates]:
    """Estimate the lengths of a document's blocks.

    Args:
        source: The text the blocks are parts of.
        blocks: The blocks, tile next to tile.
        grain: How finely they are counted.
        keeps_blanks: Whether chunks keep the white space after their last block.

    Returns:
        The estimates.
    """
    positions, firsts, fine = _read_stops(source, blocks, grain)
    ruler = yield from count_stretches(source, positions)
    sums = ruler.sums
    starts = [sums[index] for index in firsts]
    if keeps_blanks:
        return Estimates(ruler, starts, starts[1:], fine, grain)
    ends = []
    for block, after in zip(blocks, firsts[1:], strict=True):
        start, end = positions[after - 1], positions[after]
        blank = (end - block.end) / (end - start)
        length = sums[after]
        ends.append(length - (length - sums[after - 1]) * blank)
    return Estimates(ruler, starts, ends, fine, grain)


def _read_stops(
    source: str, blocks: Sequence[Block], grain: Grain
) -> tuple[list[int], list[int], set[int]]:
    """Return where the counted stretches of a document begin and the last one ends.

    Returns:
        The positions, at which of them each block begins and the last one ends, and
        the blocks that are counted line by line.
    """
    bounds = [block.outer_start for block in blocks]
    bounds[0] = first_line_start(source, blocks[0])
    bounds.append(blocks[-1].outer_end)
    fine = [
        index
        for index, (start, end) in enumerate(pairwise(bounds))
        if end - start > grain.longest
    ]
    positions: list[int] = []
    firsts: list[int] = []
    done = 0
    for index in [*fine, len(blocks)]:
        count = len(positions)
        firsts += range(count, count + index + 1 - done)
        positions += bounds[done : index + 1]
        done = index + 1
        if index < len(blocks):
            start, end = bounds[index], bounds[done]
            positions += ruler_stops(source, start, end, grain.part)
    return positions, firsts, set(fine)
