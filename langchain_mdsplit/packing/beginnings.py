"""How chunks begin: with which context, and with what of the chunk before."""

from typing import NamedTuple

from langchain_mdsplit.packing.block_tree import BlockTree
from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.contexts import Context, ContextRule
from langchain_mdsplit.packing.drafts import Draft
from langchain_mdsplit.packing.overlaps import OverlapFinder


class Place(NamedTuple):
    """Where the next chunk's own text begins: at a block, or inside of it."""

    block: int
    position: int
    is_inside: bool


def place_at(tree: BlockTree, block: int) -> Place:
    """Return the place at the start of a block, or after the last."""
    is_last = block == len(tree.blocks)
    position = len(tree.source) if is_last else tree.blocks[block].start
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
        """Return the chunk with this beginning.

        Args:
            last: The block that its slice ends in.
            end: Where it ends.
            suffix: What is added after it.
        """
        return PackedChunk(
            first=self.block,
            last=last,
            start=self.start,
            end=end,
            context=self.context.text,
            prefix=self.prefix,
            suffix=suffix,
            overlap=self.overlap,
            place=self.place,
        )


class BeginningReader:
    """Reads how chunks of one document that start at a block begin.

    Args:
        draft: The document.
        contexts: What stands before each chunk.
    """

    def __init__(self, draft: Draft, contexts: ContextRule) -> None:
        self._draft = draft
        self._contexts = contexts
        self._overlaps = OverlapFinder(draft)

    def at(self, place: Place, budget: Budget) -> Beginning:
        """Return how a chunk begins that repeats nothing."""
        block, start, _ = place
        context = self._contexts.before(block, is_inside=False)
        prefix = self._draft.tree.indentation(block)
        return Beginning(
            block=block,
            start=start,
            prefix=prefix,
            overlap=0,
            context=context,
            following=block,
            place=start,
            room=budget.at(start) - context.length - len(prefix),
            is_empty=True,
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
        tree, estimates = self._draft.tree, self._draft.estimates
        context = self._contexts.before(beginning.block, is_inside=True)
        room = budget.at(beginning.start) - context.length
        last = tree.last_kept_with(beginning.block)
        group = estimates.blocks(beginning.block, last)
        allowed = min(self._draft.overlap, room - group if group < room else room - 1)
        found = self._overlaps.start(previous, allowed) if allowed > 0 else None
        if found is None:
            return None
        block, start = found
        plan = self._draft.plans.of(block)
        start, prefix = plan.opening(start, budget.limit)
        if tree.swallows_next(block, prefix, start):
            return None
        used = plan.cost(prefix) + estimates.ruler.length(start, beginning.start)
        return beginning._replace(
            block=block,
            start=start,
            prefix=prefix,
            overlap=previous.end - start,
            context=context,
            room=room - used,
        )
