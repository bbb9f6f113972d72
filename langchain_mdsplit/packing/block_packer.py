"""Filling chunks with the blocks of one section, cutting those that do not fit.

All lengths here are estimates: whoever asks measures the final texts, and asks again
with less room where one of them is too long.
"""

from collections.abc import Iterator

from langchain_mdsplit.errors import LimitTooSmallError
from langchain_mdsplit.measure import Measure
from langchain_mdsplit.packing.beginnings import Beginning, BeginningReader, Place
from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.contexts import NO_CONTEXT, Context, ContextRule
from langchain_mdsplit.packing.cutting.pieces import Piece, tears_word
from langchain_mdsplit.packing.cutting.prose_cuts import may_begin_block
from langchain_mdsplit.packing.earlier_rounds import EarlierRounds
from langchain_mdsplit.packing.lengths.estimates import Estimates
from langchain_mdsplit.packing.outline import Outline
from langchain_mdsplit.packing.overlaps import OverlapFinder
from langchain_mdsplit.packing.plans import CutPlans
from langchain_mdsplit.text.sentence_splitter import SentenceSplitter

_LEAST_FILL = 4  # where a quarter of a chunk is left, a part of a block may fill it


class BlockPacker:
    """Packs stretches of one document's blocks into chunks; for one thread.

    Args:
        outline: The document.
        estimates: The lengths of its blocks.
        contexts: What stands before each chunk.
        measure: Measures texts.
        overlap: The most that a chunk repeats, in the measure's unit.
        sentence_splitter: Finds sentences in place of `sentence_spans`.
    """

    def __init__(
        self,
        outline: Outline,
        estimates: Estimates,
        contexts: ContextRule,
        *,
        measure: Measure,
        overlap: int,
        sentence_splitter: SentenceSplitter | None,
    ) -> None:
        self._outline = outline
        self._blocks = outline.blocks
        self._estimates = estimates
        self._contexts = contexts
        self._plans = CutPlans(outline, estimates, measure, sentence_splitter)
        self._overlap = overlap
        self._earlier = EarlierRounds()
        overlaps = OverlapFinder(outline, estimates, self._plans, measure, overlap)
        self._beginnings = BeginningReader(
            outline, estimates, contexts, self._plans, overlaps
        )

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
        planned = self._earlier.kept(first, stop, budget)
        previous, place = planned[-1] if planned else (None, self._at(first))
        planned += self.chunks_from(place, stop, budget, previous)
        self._earlier.note(first, stop, budget, planned)
        return [chunk for chunk, _ in planned]

    def chunks_from(
        self,
        place: Place,
        stop: int,
        budget: Budget,
        previous: PackedChunk | None = None,
    ) -> Iterator[tuple[PackedChunk, Place]]:
        """Yield the chunks from a place up to a block, as they are asked for.

        Args:
            place: Where the first one's own text begins.
            stop: The block after the last.
            budget: How long chunks may be.
            previous: The chunk before, whose end may be repeated.

        Yields:
            Each chunk with where the next begins.
        """
        while place.block < stop:
            inside = place.block if place.is_inside else None
            if budget.is_measured(place.position, inside):
                previous, place = self._measured(place, budget)
            elif place.is_inside:
                previous, place = self._go_on(place, stop, budget, previous)
            else:
                previous, place = self._begin(place, stop, budget, previous)
            yield previous, place

    def _begin(
        self, place: Place, stop: int, budget: Budget, previous: PackedChunk | None
    ) -> tuple[PackedChunk, Place]:
        """Return the chunk that begins at a block, with overlap if there is room."""
        beginning = self._beginnings.at(place, budget)
        if previous is not None and self._overlap > 0:
            repeating = self._beginnings.repeating(beginning, previous, budget)
            found = repeating and self._fill(repeating, stop, budget)
            if found:
                return found
        found = self._fill(beginning, stop, budget)
        return found or self._cut(place, budget, beginning.context)

    def _go_on(
        self, place: Place, stop: int, budget: Budget, previous: PackedChunk | None
    ) -> tuple[PackedChunk, Place]:
        """Return the chunk that begins inside a block."""
        block, position, _ = place
        context = self._contexts.before(block, is_inside=True)
        room = budget.at(position) - context.length
        plan = self._plans.of(block)
        repeated = None
        if previous is not None and self._overlap > 0:
            own_start = max(previous.own_start, self._blocks[block].start)
            repeated = plan.overlap_start(own_start, position, self._overlap)
        piece = plan.planned_piece(position, budget.limit, room, overlap_start=repeated)
        if piece is None:
            return self._cut(place, budget, context)
        if piece.end < plan.end:
            return _chunk_of(piece, place, context), Place(
                block, piece.end, is_inside=True
            )
        used = plan.cost(piece.prefix) + self._estimates.ruler.length(
            piece.start, self._blocks[block].outer_end
        )
        beginning = Beginning(
            block,
            piece.start,
            piece.prefix,
            piece.overlap,
            context,
            block + 1,
            position,
            room - used,
            is_empty=False,
        )
        return self._fill(beginning, stop, budget) or self._cut(place, budget, context)

    def _fill(
        self, beginning: Beginning, stop: int, budget: Budget
    ) -> tuple[PackedChunk, Place] | None:
        """Return the chunk of a beginning with what fits into it, if anything does."""
        following = beginning.following
        estimates, room = self._estimates, beginning.room
        reach = following
        if following < stop:
            reach = estimates.furthest(following, stop, room)
        end = reach
        if reach < stop:
            while end > following and self._outline.holds_next(end - 1):
                end -= 1
            is_bare = beginning.is_empty and end == following
            if is_bare or self._is_worth_filling(end, reach, room, following, budget):
                left = room - estimates.between(following, reach)
                piece = self._first_piece(beginning, reach, left, budget)
                if piece is not None:
                    return self._with_piece(beginning, reach, piece)
            if is_bare:
                end = reach  # headings whose text does not fit with them
        if beginning.is_empty and end == following:
            return None
        last = max(end - 1, beginning.block)
        chunk = beginning.chunk(last, self._outline.end_of(last))
        return chunk, self._at(end)

    def _is_worth_filling(
        self, end: int, reach: int, room: float, following: int, budget: Budget
    ) -> bool:
        """Whether a chunk that could end is better filled with a part of a block.

        It is where that block, with what must not be parted from it, is too long for a
        chunk anyway.
        """
        if self._outline.holds_next(reach):
            return False
        left = room - self._estimates.between(following, reach)
        if left * _LEAST_FILL < budget.limit:
            return False
        context = self._contexts.before(end, is_inside=False)
        length = context.length + self._estimates.blocks(end, reach)
        return length > budget.at(self._blocks[end].start)

    def _first_piece(
        self, beginning: Beginning, block: int, room: float, budget: Budget
    ) -> Piece | None:
        """Return the first piece of a block that follows others in a chunk.

        There is none if it would tear a word that fits into the next chunk, or leave
        text to it that alone is another kind of block, or fits only without the block's
        indentation, which stands in the slice in any case.
        """
        if room <= 0:
            return None
        start, plan = self._blocks[block].start, self._plans.of(block)
        is_continued = beginning.start < start
        piece = plan.planned_piece(start, budget.limit, room, is_continued=is_continued)
        if piece is not None and is_continued and piece.start > start:
            return None
        if piece is None or not is_continued or not self._parts_badly(block, piece):
            return piece
        context = self._contexts.before(block, is_inside=False)
        alone = plan.planned_piece(
            start, budget.limit, budget.at(start) - context.length
        )
        return piece if alone is None or self._parts_badly(block, alone) else None

    def _parts_badly(self, block: int, piece: Piece) -> bool:
        """Whether a piece ends inside a word, or before what looks like a block."""
        source, found = self._outline.source, self._blocks[block]
        if tears_word(source, piece.end):
            return True
        if found.kind != "paragraph" or piece.end == found.end:
            return False
        rest = source[piece.end : found.end]
        return may_begin_block(source, found.end - len(rest.lstrip()))

    def _with_piece(
        self, beginning: Beginning, block: int, piece: Piece
    ) -> tuple[PackedChunk, Place]:
        """Return a chunk that ends with the first piece of a block."""
        if beginning.start == self._blocks[block].start:
            beginning = beginning._replace(start=piece.start, prefix=piece.prefix)
        if piece.end < self._plans.of(block).end:
            chunk = beginning.chunk(block, piece.end, piece.suffix)
            return chunk, Place(block, piece.end, is_inside=True)
        chunk = beginning.chunk(block, self._outline.end_of(block))
        return chunk, self._at(block + 1)

    def _measured(self, place: Place, budget: Budget) -> tuple[PackedChunk, Place]:
        """Return a chunk of one block, with the headings before it if they fit."""
        context = self._contexts.before(place.block, is_inside=place.is_inside)
        last = place.block
        if not place.is_inside:
            last = self._outline.held_with(last)
        if last == place.block:
            return self._cut(place, budget, context)
        start = self._blocks[last].start
        before = context.text + self._outline.source[place.position : start]
        try:
            piece = self._plans.of(last).piece(start, budget.limit, before)
        except LimitTooSmallError:
            return self._cut(place, budget, context)
        if piece.start > start:
            return self._cut(place, budget, context)
        chunk, following = self._with_piece(
            self._beginnings.at(place, budget), last, piece
        )
        # White space that would be kept after the block has not been measured.
        return chunk._replace(end=piece.end), following

    def _cut(
        self, place: Place, budget: Budget, context: Context
    ) -> tuple[PackedChunk, Place]:
        """Return a chunk that is one piece, measured; without context if it must."""
        plan = self._plans.of(place.block)
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
        return chunk, self._at(place.block + 1)

    def _at(self, block: int) -> Place:
        """Return the place at the start of a block, or after the last."""
        is_last = block == len(self._blocks)
        position = len(self._outline.source) if is_last else self._blocks[block].start
        return Place(block, position, is_inside=False)


def _chunk_of(piece: Piece, place: Place, context: Context) -> PackedChunk:
    """Return the chunk that is one piece of a block."""
    block, position, _ = place
    around = context.text, piece.prefix, piece.suffix
    return PackedChunk(
        block, block, piece.start, piece.end, *around, piece.overlap, position
    )
