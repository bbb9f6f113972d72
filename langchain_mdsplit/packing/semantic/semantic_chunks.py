"""Chunks of groups: cut where they are too long, merged where they are too short."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter

from langchain_mdsplit.packing.block_packer import BlockPacker
from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunk_lengths import ChunkLengths
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.contexts import ContextRule
from langchain_mdsplit.packing.earlier_rounds import KeptParts
from langchain_mdsplit.packing.outline import Outline
from langchain_mdsplit.packing.semantic.grouping import Grouping
from langchain_mdsplit.packing.semantic.neighbours import NeighbourMerger
from langchain_mdsplit.packing.semantic.oversized import GroupCutter
from langchain_mdsplit.packing.semantic.parts import Part
from langchain_mdsplit.packing.semantic.units import Unit


@dataclass(frozen=True, slots=True)
class Sizes:
    """When a chunk is too short.

    Attributes:
        least: The least it should measure, in the measure's unit.
        least_characters: The least number of its characters.
        window: How many units of two neighbours are compared; None for all.
    """

    least: int = 0
    least_characters: int = 0
    window: int | None = None


class SemanticChunkPlanner:
    """Plans the chunks of one document; for one thread.

    Args:
        outline: The document.
        units: Its units.
        grouping: Their groups.
        lengths: The lengths of its chunks.
        contexts: What stands before the pieces of a unit that is cut.
        packer: Cuts units, and packs what no estimate is right about.
        sizes: When a chunk is too short.
        first: The first block, after the front matter.
    """

    def __init__(
        self,
        outline: Outline,
        units: Sequence[Unit],
        grouping: Grouping,
        *,
        lengths: ChunkLengths,
        contexts: ContextRule,
        packer: BlockPacker,
        sizes: Sizes,
        first: int,
    ) -> None:
        self._groups = grouping.groups
        self._kept: KeptParts[range, list[Part]] = KeptParts(
            outline, partial(_groups_at, grouping.groups, _blocks(grouping, units))
        )
        self._packer = packer
        self._blocks = range(first, len(outline.blocks))
        self._merges = bool(sizes.least or sizes.least_characters)
        self._cutter = GroupCutter(
            outline,
            units,
            grouping.similarities,
            lengths=lengths,
            contexts=contexts,
            packer=packer,
            least=sizes.least,
        )
        self._merger = NeighbourMerger(
            outline,
            grouping.similarities,
            lengths,
            least=sizes.least,
            least_characters=sizes.least_characters,
            window=sizes.window,
            paragraph_break=grouping.paragraph_break,
        )

    def plan(self, budget: Budget) -> list[PackedChunk]:
        """Return the chunks for a budget."""
        if budget.is_exact:
            return self._packer.pack(self._blocks.start, self._blocks.stop, budget)
        self._kept.begin(budget)
        parts: list[Part] = []
        for group in self._groups:
            parts += self._kept.part(group, partial(self._parts, group, budget))
        if self._merges:
            parts = self._merger.merged(parts, budget)
        return [part.chunk for part in parts]

    def _parts(self, group: range, budget: Budget) -> list[Part]:
        """Return the parts of a group, planned anew."""
        return list(self._cutter.parts(group, budget))


def _blocks(grouping: Grouping, units: Sequence[Unit]) -> list[tuple[int, int]]:
    """Return the first and the last block of each group."""
    return [(units[it[0]].first, units[it[-1]].last) for it in grouping.groups]


def _groups_at(
    groups: Sequence[range], blocks: Sequence[tuple[int, int]], block: int
) -> Iterator[range]:
    """Yield the groups that hold something of a block."""
    index = bisect_left(blocks, block, key=itemgetter(1))
    while index < len(groups) and blocks[index][0] <= block:
        yield groups[index]
        index += 1
