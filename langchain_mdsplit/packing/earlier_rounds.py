"""What was planned in the round before, as far as a new round plans the same.

A round differs from the one before it in how much room some chunks have. What stands
before one of them is planned as it was, and what stands after it is again from the
first place on where a chunk began before.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import TypeAlias

from langchain_mdsplit.packing.beginnings import Place
from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.outline import Outline

Planned: TypeAlias = list[tuple[PackedChunk, Place]]
"""Chunks in order, each with where the next begins."""


def changed_blocks(
    outline: Outline, before: Budget | None, after: Budget
) -> set[int] | None:
    """Return the blocks in which chunks have another room in a new round.

    Args:
        outline: The document.
        before: The budget of the round before, if there was one.
        after: The budget of the new one.

    Returns:
        The positions of the blocks; None where all chunks have another room.
    """
    if before is None or after.differs_everywhere(before):
        return None
    places = after.other_places(before)
    return {
        outline.block_at(place) for place in places
    } | after.measured ^ before.measured


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
        """Return the chunks that are planned from a position as they were before.

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
        self._rounds: dict[tuple[int, int], tuple[Budget, Planned]] = {}

    def note(self, first: int, stop: int, budget: Budget, planned: Planned) -> None:
        """Keep the plan of the blocks from one up to another."""
        self._rounds[first, stop] = budget, planned

    def last(self, first: int, stop: int, budget: Budget) -> EarlierRound:
        """Return the last plan of the blocks from one up to another.

        Args:
            first: The first block.
            stop: The block after the last.
            budget: The budget of the new round.
        """
        before, planned = self._rounds.get((first, stop), (budget, []))
        if budget.differs_everywhere(before):
            planned = []
        measured = budget.measured - before.measured
        changed = [
            index
            for index, (chunk, _) in enumerate(planned)
            if chunk.first in measured
            or chunk.last in measured
            or before.penalties.get(chunk.place) != budget.penalties.get(chunk.place)
        ]
        return EarlierRound(planned, changed, repeats=self._repeats)
