"""What was planned in the round before, as far as a new round plans the same.

A round differs from the one before it in how much room some chunks have. What stands
before the first of them is planned as it was.
"""

from typing import NamedTuple, TypeAlias

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


class _Round(NamedTuple):
    """What was planned last for a stretch of blocks, and with which budget."""

    budget: Budget
    planned: Planned


class EarlierRounds:
    """The last plans of the stretches of one document's blocks."""

    def __init__(self) -> None:
        self._rounds: dict[tuple[int, int], _Round] = {}

    def note(self, first: int, stop: int, budget: Budget, planned: Planned) -> None:
        """Keep the plan of the blocks from one up to another."""
        self._rounds[first, stop] = _Round(budget, planned)

    def kept(self, first: int, stop: int, budget: Budget) -> Planned:
        """Return the chunks that are planned with a new budget as they were before.

        A chunk may end where it does because of the room of the next, so the one
        before the first with another room is not among them.
        """
        found = self._rounds.get((first, stop))
        if found is None or budget.differs_everywhere(found.budget):
            return []
        before, penalties = found.budget.penalties, budget.penalties
        measured = budget.measured - found.budget.measured
        for index, (chunk, _) in enumerate(found.planned):
            is_measured = chunk.first in measured or chunk.last in measured
            if is_measured or before.get(chunk.place) != penalties.get(chunk.place):
                return found.planned[: max(0, index - 1)]
        return list(found.planned)
