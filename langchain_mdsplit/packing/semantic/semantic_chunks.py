"""Chunks of groups: cut where they are too long, merged where they are too short."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import partial
from operator import itemgetter

from langchain_mdsplit.packing.block_packer import BlockPacker
from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.contexts import HeadingContexts
from langchain_mdsplit.packing.drafts import Draft
from langchain_mdsplit.packing.earlier_rounds import KeptParts
from langchain_mdsplit.packing.semantic.grouping import Grouping
from langchain_mdsplit.packing.semantic.neighbours import NeighbourMerger
from langchain_mdsplit.packing.semantic.oversized import GroupCutter, Part
from langchain_mdsplit.packing.semantic.rules import Sizes
from langchain_mdsplit.packing.semantic.units import Unit


class SemanticChunkPlanner:
    """Plans the chunks of one document; for one thread.

    Args:
        draft: The document.
        units: Its units.
        grouping: Their groups.
        contexts: What stands before the pieces of a unit that is cut.
        sizes: When a chunk is too short.

    Attributes:
        packer: Cuts units, and packs what no estimate is right about.
    """

    def __init__(
        self,
        draft: Draft,
        units: Sequence[Unit],
        grouping: Grouping,
        *,
        contexts: HeadingContexts,
        sizes: Sizes,
    ) -> None:
        self.packer = BlockPacker(draft, contexts)
        self._draft = draft
        self._groups = grouping.groups
        self._kept: KeptParts[range, list[Part]] = KeptParts(
            draft.tree,
            partial(_groups_at, grouping.groups, _blocks(grouping, units)),
        )
        self._merges = bool(sizes.least or sizes.least_characters)
        self._cutter = GroupCutter(
            draft,
            units,
            grouping.similarities,
            contexts=contexts,
            packer=self.packer,
            least=sizes.least,
        )
        self._merger = NeighbourMerger(draft, grouping, sizes)

    def plan(self, budget: Budget) -> list[PackedChunk]:
        """Return the chunks for a budget."""
        if budget.is_exact:
            stop = len(self._draft.tree.blocks)
            return self.packer.pack(self._draft.first, stop, budget)
        self._kept.begin(budget)
        parts: list[Part] = []
        for group in self._groups:
            parts += self._kept.part(group, partial(self._cutter.parts, group, budget))
        if self._merges:
            parts = self._merger.merged(parts, budget)
        return [part.chunk for part in parts]


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
