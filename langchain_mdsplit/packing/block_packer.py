"""Filling chunks with the blocks of one section, cutting those that do not fit.

All lengths here are estimates: whoever asks measures the final texts, and asks again
with less room where one of them is too long.
"""

from collections.abc import Iterable, Iterator

from langchain_mdsplit.errors import LimitTooSmallError
from langchain_mdsplit.packing.beginnings import (
    Beginning,
    BeginningReader,
    Place,
    place_at,
)
from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.contexts import NO_CONTEXT, Context, ContextRule
from langchain_mdsplit.packing.cutting.pieces import Allowance, Piece
from langchain_mdsplit.packing.cutting.repeating import repeating_piece
from langchain_mdsplit.packing.drafts import Draft
from langchain_mdsplit.packing.earlier_rounds import EarlierRounds, Planned
from langchain_mdsplit.packing.filling import Filler


class BlockPacker:
    """Packs stretches of one document's blocks into chunks; for one thread.

    Args:
        draft: The document.
        contexts: What stands before each chunk.
    """

    def __init__(self, draft: Draft, contexts: ContextRule) -> None:
        self._draft = draft
        self._tree = draft.tree
        self._blocks = draft.tree.blocks
        self._contexts = contexts
        self._earlier = EarlierRounds(repeats=draft.overlap > 0)
        self._filler = Filler(draft, contexts)
        self._beginnings = BeginningReader(draft, contexts)

    def pack(self, first: int, stop: int, budget: Budget) -> list[PackedChunk]:
        """Pack the blocks from one up to another, as many into each chunk as fit.

        Args:
            first: The first block.
            stop: The block after the last.
            budget: How long chunks may be.

        Returns:
            The chunks in order.

        Raises:
            LimitTooSmallError: Not even the smallest piece of a block fits.
        """
        earlier = self._earlier.last(first, stop, budget)
        planned: Planned = []
        previous, place = None, place_at(self._tree, first)
        while place.block < stop:
            planned += earlier.run(place.position, previous) or [
                self._following(place, stop, budget, previous)
            ]
            previous, place = planned[-1]
        self._earlier.note(first, stop, budget, planned)
        return [chunk for chunk, _ in planned]

    def with_lost_headings(
        self, chunks: Iterable[PackedChunk], budget: Budget
    ) -> list[PackedChunk]:
        """Return chunks of a document with those headings that no context holds.

        A chunk without room for its context leaves them out.

        Args:
            chunks: The chunks in order.
            budget: How long chunks may be.
        """
        first, complete = self._draft.first, list[PackedChunk]()
        for chunk in chunks:
            if chunk.first > first and not chunk.context:
                complete += self.pack(first, chunk.first, budget)
            complete.append(chunk)
            first = chunk.last + 1
        return complete

    def chunks_from(
        self,
        place: Place,
        stop: int,
        budget: Budget,
    ) -> Iterator[tuple[PackedChunk, Place]]:
        """Yield the chunks from a place up to a block, as they are asked for.

        Args:
            place: Where the first one's own text begins.
            stop: The block after the last.
            budget: How long chunks may be.

        Yields:
            Each chunk with where the next begins.
        """
        previous = None
        while place.block < stop:
            previous, place = self._following(place, stop, budget, previous)
            yield previous, place

    def _following(
        self, place: Place, stop: int, budget: Budget, previous: PackedChunk | None
    ) -> tuple[PackedChunk, Place]:
        """Return the chunk that begins at a place, and where the next begins."""
        inside = place.block if place.is_inside else None
        if budget.is_measured(place.position, inside):
            return self._measured(place, budget)
        if place.is_inside:
            return self._go_on(place, stop, budget, previous)
        return self._begin(place, stop, budget, previous)

    def _begin(
        self, place: Place, stop: int, budget: Budget, previous: PackedChunk | None
    ) -> tuple[PackedChunk, Place]:
        """Return the chunk that begins at a block, with overlap if there is room."""
        beginning = self._beginnings.at(place, budget)
        if previous is not None and self._draft.overlap > 0:
            repeating = self._beginnings.repeating(beginning, previous, budget)
            found = repeating and self._filler.fill(repeating, stop, budget)
            if found:
                return found
        found = self._filler.fill(beginning, stop, budget)
        return found or self._cut(place, budget, beginning.context)

    def _go_on(
        self, place: Place, stop: int, budget: Budget, previous: PackedChunk | None
    ) -> tuple[PackedChunk, Place]:
        """Return the chunk that begins inside a block."""
        block, position, _ = place
        context = self._contexts.before(block, is_inside=True)
        room = budget.at(position) - context.length
        plan, overlap = self._draft.plans.of(block), self._draft.overlap
        repeated = None
        if previous is not None and overlap > 0:
            own_start = max(previous.own_start, self._blocks[block].start)
            repeated = plan.overlap_start(own_start, position, overlap)
        allowance = Allowance(budget.limit, room)
        piece = repeating_piece(plan, position, allowance, repeated)
        if piece is None:
            return self._cut(place, budget, context)
        if piece.end < plan.end:
            return _chunk_of(piece, place, context), Place(
                block, piece.end, is_inside=True
            )
        if self._tree.swallows_next(block, piece.prefix, piece.start):
            return _chunk_of(piece, place, context), place_at(self._tree, block + 1)
        used = plan.cost(piece.prefix) + self._draft.estimates.ruler.length(
            piece.start, self._blocks[block].outer_end
        )
        beginning = Beginning(
            block=block,
            start=piece.start,
            prefix=piece.prefix,
            overlap=piece.overlap,
            context=context,
            following=block + 1,
            place=position,
            room=room - used,
            is_empty=False,
        )
        return self._filler.fill(beginning, stop, budget) or self._cut(
            place, budget, context
        )

    def _measured(self, place: Place, budget: Budget) -> tuple[PackedChunk, Place]:
        """Return a chunk of one block, with the headings before it if they fit."""
        context = self._contexts.before(place.block, is_inside=place.is_inside)
        last = place.block
        if not place.is_inside:
            last = self._tree.last_kept_with(last)
        if last == place.block:
            return self._cut(place, budget, context)
        start = self._blocks[last].start
        before = context.text + self._tree.source[place.position : start]
        try:
            piece = self._draft.plans.of(last).piece(start, budget.limit, before)
        except LimitTooSmallError:
            return self._cut(place, budget, context)
        if piece.start > start:
            return self._cut(place, budget, context)
        chunk, following = self._filler.with_piece(
            self._beginnings.at(place, budget), last, piece
        )
        # White space that would be kept after the block has not been measured.
        return chunk._replace(end=piece.end), following

    def _cut(
        self, place: Place, budget: Budget, context: Context
    ) -> tuple[PackedChunk, Place]:
        """Return a chunk that is one piece, measured; without context if it must."""
        plan = self._draft.plans.of(place.block)
        try:
            piece = plan.piece(place.position, budget.limit, context.text)
        except LimitTooSmallError:
            if not context.text:
                raise
            context = NO_CONTEXT
            piece = plan.piece(place.position, budget.limit)
        chunk = _chunk_of(piece, place, context)
        if piece.end < plan.end:
            return chunk, Place(place.block, piece.end, is_inside=True)
        return chunk, place_at(self._tree, place.block + 1)


def _chunk_of(piece: Piece, place: Place, context: Context) -> PackedChunk:
    """Return the chunk that is one piece of a block."""
    return PackedChunk(
        first=place.block,
        last=place.block,
        start=piece.start,
        end=piece.end,
        context=context.text,
        prefix=piece.prefix,
        suffix=piece.suffix,
        overlap=piece.overlap,
        place=place.position,
    )
