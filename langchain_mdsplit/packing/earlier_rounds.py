"""Memory of earlier rounds: plans whose room has not changed are reused.

A round differs from the one before it in how much room some chunks have. What stands
before one of them is planned as it was, and what stands after it is again from the
first place on where a chunk began before.
"""

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, TypeAlias, TypeVar

from langchain_mdsplit.packing.beginnings import Place
from langchain_mdsplit.packing.block_tree import BlockTree
from langchain_mdsplit.packing.budget import Budget, Changes
from langchain_mdsplit.packing.chunks import PackedChunk

_Key = TypeVar("_Key", bound=Hashable)
_Part = TypeVar("_Part")
Planned: TypeAlias = list[tuple[PackedChunk, Place]]
"""Chunks in order, each with where the next begins."""


class KeptParts(Generic[_Key, _Part]):
    """Plans of a document's parts, kept while the room in them is the same.

    Args:
        tree: The document's blocks and sections.
        parts_of: Returns the parts to plan again when the room in a block changes.
    """

    def __init__(
        self, tree: BlockTree, parts_of: Callable[[int], Iterable[_Key]]
    ) -> None:
        self._tree = tree
        self._parts_of = parts_of
        self._planned: dict[_Key, _Part] = {}
        self._budget: Budget | None = None

    def begin(self, budget: Budget) -> None:
        """Begin a round: forget the parts that have another room in it."""
        changes = budget.changes_since(self._budget)
        self._budget = budget
        if changes is None:
            self._planned.clear()
            return
        blocks = set(map(self._tree.block_at, changes.places))
        for block in blocks | changes.blocks:
            for part in self._parts_of(block):
                self._planned.pop(part, None)

    def part(self, key: _Key, plan: Callable[[], _Part]) -> _Part:
        """Return what was planned of a part, or plan it."""
        if key not in self._planned:
            self._planned[key] = plan()
        return self._planned[key]


class EarlierRound:
    """The chunks of a stretch of blocks, as far as a new round plans them the same.

    Args:
        planned: What was planned last.
        changed: Which of them have another room now, in order.
        repeats: Whether chunks repeat something of the one before.
    """

    def __init__(
        self, planned: Planned, changed: Sequence[int], *, repeats: bool
    ) -> None:
        self._planned = planned
        self._changed = changed
        self._repeats = repeats
        self._indices = {chunk.place: index for index, (chunk, _) in enumerate(planned)}

    def run(self, position: int, previous: PackedChunk | None) -> Planned:
        """Return the chunks from a position on that are planned as before.

        A chunk may end where it does because of the room of the next, so the one
        before the first with another room is not among them.

        Args:
            position: Where the first of them is to begin.
            previous: The chunk before it.
        """
        index = self._indices.get(position)
        if index is None:
            return []
        if self._repeats and index and self._planned[index - 1][0] != previous:
            return []
        following = bisect_left(self._changed, index)
        if following == len(self._changed):
            return self._planned[index:]
        return self._planned[index : max(index, self._changed[following] - 1)]


class EarlierRounds:
    """The last plans of the stretches of one document's blocks.

    Args:
        repeats: Whether chunks repeat something of the one before.
    """

    def __init__(self, *, repeats: bool) -> None:
        self._repeats = repeats
        self._plans: dict[tuple[int, int], tuple[Budget, Planned]] = {}
        self._budget: Budget | None = None
        self._changes: dict[Budget, Changes | None] = {}

    def note(self, first: int, stop: int, budget: Budget, planned: Planned) -> None:
        """Keep the plan of the blocks from one up to another."""
        self._plans[first, stop] = budget, planned

    def last(self, first: int, stop: int, budget: Budget) -> EarlierRound:
        """Return the last plan of the blocks from one up to another.

        Args:
            first: The first block.
            stop: The block after the last.
            budget: The budget of the new round.
        """
        before, planned = self._plans.get((first, stop), (budget, []))
        changes = self._changes_since(before, budget) if planned else None
        if changes is None:
            return EarlierRound([], [], repeats=self._repeats)
        places, blocks = changes
        changed = [
            index
            for index, (chunk, _) in enumerate(planned)
            if chunk.place in places or chunk.first in blocks or chunk.last in blocks
        ]
        return EarlierRound(planned, changed, repeats=self._repeats)

    def _changes_since(self, before: Budget, budget: Budget) -> Changes | None:
        """Return what differs between two budgets, compared once in a round."""
        if budget is not self._budget:
            self._budget, self._changes = budget, {}
        if before not in self._changes:
            self._changes[before] = budget.changes_since(before)
        return self._changes[before]
