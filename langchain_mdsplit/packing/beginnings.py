"""How chunks begin: with which context, and with what of the chunk before."""

from typing import NamedTuple

from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.contexts import Context, ContextRule
from langchain_mdsplit.packing.lengths.estimates import Estimates
from langchain_mdsplit.packing.outline import Outline
from langchain_mdsplit.packing.overlaps import OverlapFinder
from langchain_mdsplit.packing.plans import CutPlans


class Place(NamedTuple):
    """Where the next chunk's own text begins: at a block, or inside of it."""

    block: int
    position: int
    is_inside: bool


def place_at(outline: Outline, block: int) -> Place:
    """Return the place at the start of a block, or after the last."""
    is_last = block == len(outline.blocks)
    position = len(outline.source) if is_last else outline.blocks[block].start
    return Place(block, position, is_inside=False)


class Beginning(NamedTuple):
    """How a chunk begins.

    Attributes:
        block: The block that its slice begins in.
        start: Where its slice begins.
        prefix: What a slice that begins inside a block needs before it.
        overlap: How many code points the chunk before also holds.
        context: What stands before that.
        following: The first block of which it holds nothing yet.
        place: Where it was to begin.
        room: The length that is left for that and what comes after.
        is_empty: Whether it holds nothing of its own yet.
    """

    block: int
    start: int
    prefix: str
    overlap: int
    context: Context
    following: int
    place: int
    room: float
    is_empty: bool

    def chunk(self, last: int, end: int, suffix: str = "") -> PackedChunk:
        """Return the chunk that begins so.

        Args:
            last: The block that its slice ends in.
            end: Where it ends.
            suffix: What is added after it.
        """
        return PackedChunk(
            self.block,
            last,
            self.start,
            end,
            self.context.text,
            self.prefix,
            suffix,
            self.overlap,
            self.place,
        )


class BeginningReader:
    """Reads how the chunks of one document begin that begin at a block."""

    def __init__(
        self,
        outline: Outline,
        estimates: Estimates,
        contexts: ContextRule,
        plans: CutPlans,
        overlaps: OverlapFinder,
    ) -> None:
        self._outline = outline
        self._estimates = estimates
        self._contexts = contexts
        self._plans = plans
        self._overlaps = overlaps

    def at(self, place: Place, budget: Budget) -> Beginning:
        """Return how a chunk begins that repeats nothing."""
        block, start, _ = place
        context = self._contexts.before(block, is_inside=False)
        prefix = self._outline.indentation(block)
        room = budget.at(start) - context.length - len(prefix)
        return Beginning(
            block, start, prefix, 0, context, block, start, room, is_empty=True
        )

    def repeating(
        self, beginning: Beginning, previous: PackedChunk, budget: Budget
    ) -> Beginning | None:
        """Return how a chunk begins that repeats the end of another.

        Args:
            beginning: How it begins without.
            previous: The chunk before it.
            budget: How long chunks may be.

        Returns:
            Its beginning; None if there is nothing to repeat, or no room.
        """
        context = self._contexts.before(beginning.block, is_inside=True)
        room = budget.at(beginning.start) - context.length
        last = self._outline.held_with(beginning.block)
        group = self._estimates.blocks(beginning.block, last)
        allowed = min(self._overlaps.most, room - group if group < room else room - 1)
        found = self._overlaps.start(previous, allowed) if allowed > 0 else None
        if found is None:
            return None
        block, start = found
        plan = self._plans.of(block)
        start, prefix = plan.opening(start, budget.limit)
        if self._outline.swallows_next(block, prefix, start):
            return None
        used = plan.cost(prefix) + self._estimates.ruler.length(start, beginning.start)
        return beginning._replace(
            block=block,
            start=start,
            prefix=prefix,
            overlap=previous.end - start,
            context=context,
            room=room - used,
        )
