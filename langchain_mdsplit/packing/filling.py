"""Filling a chunk with what follows its beginning: blocks, and a part of the next."""

import re

from langchain_mdsplit.markdown.syntax import LIST_MARKER
from langchain_mdsplit.packing.beginnings import Beginning, Place, place_at
from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.contexts import ContextRule
from langchain_mdsplit.packing.cutting.block_starts import may_begin_block
from langchain_mdsplit.packing.cutting.lines import LINED_KINDS
from langchain_mdsplit.packing.cutting.pieces import Allowance, Piece
from langchain_mdsplit.packing.drafts import Draft
from langchain_mdsplit.text.visible import next_visible

_LEAST_FILL = 4  # where a quarter of a chunk is left, a part of a block may fill it
_LITTLE = 4  # what introduces a block may take a quarter of a chunk to go with it
_MARKERS = re.compile(rf"(?:[ \t]*+(?:>|{LIST_MARKER}(?=\s|\Z)))++")


class Filler:
    """Fills the chunks of one document.

    Args:
        draft: The document.
        contexts: What stands before each chunk.
    """

    def __init__(self, draft: Draft, contexts: ContextRule) -> None:
        self._tree = draft.tree
        self._blocks = draft.tree.blocks
        self._estimates = draft.estimates
        self._plans = draft.plans
        self._contexts = contexts

    def fill(
        self, beginning: Beginning, stop: int, budget: Budget
    ) -> tuple[PackedChunk, Place] | None:
        """Fill a chunk with what fits into it.

        Args:
            beginning: How it begins.
            stop: The block that it must end before.
            budget: How long chunks may be.

        Returns:
            The chunk and where the next begins; None if nothing fits.
        """
        following = reach = beginning.following
        if following < stop:
            reach = self._estimates.furthest(following, stop, beginning.room)
        if reach < stop:
            return self._fill_up_to(reach, beginning, budget)
        if beginning.is_empty and reach == following:
            return None
        return self._ended(beginning, reach)

    def _fill_up_to(
        self, reach: int, beginning: Beginning, budget: Budget
    ) -> tuple[PackedChunk, Place] | None:
        """Fill a chunk with what is before a block that does not fit, or a part of it.

        Args:
            reach: The block.
            beginning: How the chunk begins.
            budget: How long chunks may be.
        """
        following, end = beginning.following, reach
        while end > following and self._goes_with_next(
            end - 1, reach, beginning, budget
        ):
            end -= 1
        is_bare = beginning.is_empty and end == following
        left = beginning.room - self._estimates.between(following, reach)
        if is_bare or self._is_worth_filling(end, reach, left, budget):
            piece = self._first_piece(beginning, reach, left, budget, is_bare=is_bare)
            if piece is not None:
                return self.with_piece(beginning, reach, piece)
        if is_bare:
            end = reach  # headings whose text does not fit with them
            if end == following:
                return None
        parted = self._before_introduction(beginning, end, budget)
        return parted or self._ended(beginning, end)

    def _ended(self, beginning: Beginning, end: int) -> tuple[PackedChunk, Place]:
        """Return a chunk that ends before a block."""
        last = max(end - 1, beginning.block)
        chunk = beginning.chunk(last, self._tree.end_of(last))
        return chunk, place_at(self._tree, end)

    def _goes_with_next(
        self, block: int, reach: int, beginning: Beginning, budget: Budget
    ) -> bool:
        """Whether a block goes with the next, into the chunk after this one.

        What introduces it does where it takes little room, and so does what it closes;
        directly before `reach` the former does where both fit and what stays is not too
        little.

        Args:
            block: The block.
            reach: The block of which only a part fits.
            beginning: How the chunk begins.
            budget: How long chunks may be.
        """
        if self._tree.keeps_with_next(block):
            return True
        introduces = self._tree.introduces_next(block)
        if not introduces and not self._tree.is_closed_by_next(block):
            return False
        most = budget.at(self._blocks[block].start)
        if self._estimates.blocks(block, reach - 1) * _LITTLE <= most:
            return not self._tears_by_joining(block, reach, most)
        if not introduces:
            return False
        stays = self._estimates.between(beginning.following, block)
        if block < reach - 2 or (beginning.is_empty and stays * _LITTLE < most):
            return False
        context = self._contexts.before(block, is_inside=False)
        return context.length + self._estimates.blocks(block, reach) <= most

    def _tears_by_joining(self, block: int, reach: int, most: float) -> bool:
        """Whether a fence or HTML fits, but not with what goes before it."""
        if self._blocks[reach].kind not in LINED_KINDS:
            return False
        most -= self._contexts.before(block, is_inside=False).length
        following = self._estimates.blocks(reach, reach)
        return following <= most < self._estimates.blocks(block, reach)

    def _before_introduction(
        self, beginning: Beginning, end: int, budget: Budget
    ) -> tuple[PackedChunk, Place] | None:
        """Return the chunk without the sentence or item that introduces what follows.

        There is one if that takes little room and then stands with what it introduces.

        Args:
            beginning: How the chunk begins.
            end: The block that it could end before.
            budget: How long chunks may be.
        """
        block = end - 1
        found = self._blocks[block]
        if beginning.start > found.start or not self._tree.ends_introducing(block):
            return None
        plan = self._plans.of(block)
        length = self._estimates.ruler.length(found.start, found.end)
        piece = plan.planned_piece(
            found.start,
            Allowance(budget.limit, length - 1),
            is_continued=beginning.start < found.start,
        )
        if piece is None or not found.start == piece.start < piece.end < found.end:
            return None
        rest = self._estimates.ruler.length(piece.end, found.end)
        most = budget.at(found.start)
        if rest * _LITTLE > most or plan.tears(piece.end, most, sentences=True):
            return None
        context = self._contexts.before(block, is_inside=True).length
        room, following = most - context, self._estimates.blocks(end, end)
        if room - rest < following <= room:
            return None
        return self.with_piece(beginning, block, piece)

    def _is_worth_filling(
        self, end: int, reach: int, left: float, budget: Budget
    ) -> bool:
        """Whether a chunk that could end is better filled with a part of a block.

        It is where that block, with what must not be parted from it, is too long for a
        chunk anyway.

        Args:
            end: The block that the chunk could end before.
            reach: The block, of which only a part fits.
            left: The length that is left for that part.
            budget: How long chunks may be.
        """
        if left * _LEAST_FILL < budget.limit or self._tree.keeps_with_next(reach):
            return False
        context = self._contexts.before(end, is_inside=False)
        length = context.length + self._estimates.blocks(end, reach)
        return length > budget.at(self._blocks[end].start)

    def _first_piece(
        self,
        beginning: Beginning,
        block: int,
        room: float,
        budget: Budget,
        *,
        is_bare: bool,
    ) -> Piece | None:
        """Return the first piece of a block that follows others in a chunk.

        There is none if it would tear what fits into the next chunk (after nothing but
        headings a sentence may be torn), or leave text to it that alone is another kind
        of block, or fits only without the block's indentation, which stands in the
        slice in any case.
        """
        if room <= 0:
            return None
        start, plan = self._blocks[block].start, self._plans.of(block)
        is_continued = beginning.start < start
        allowance = Allowance(budget.limit, room)
        piece = plan.planned_piece(start, allowance, is_continued=is_continued)
        if piece is None or not is_continued:
            return piece
        if piece.start > start:
            return None
        context = self._contexts.before(block, is_inside=False)
        whole = budget.at(start) - context.length
        if not self._parts_badly(block, piece, whole, sentences=not is_bare):
            return piece
        alone = plan.planned_piece(start, Allowance(budget.limit, whole))
        if alone is None:
            return piece
        is_no_better = self._parts_badly(block, alone, whole, sentences=not is_bare)
        return piece if is_no_better else None

    def _parts_badly(
        self, block: int, piece: Piece, whole: float, *, sentences: bool
    ) -> bool:
        """Whether a piece is markers alone, tears something, or ends before a block.

        That is what looks like a block, and would be one where it begins a chunk.
        """
        source, found = self._tree.source, self._blocks[block]
        markers = _MARKERS.match(source, found.start, found.end)
        if markers and piece.end <= markers.end() and piece.end < found.end:
            return True
        if self._plans.of(block).tears(piece.end, whole, sentences=sentences):
            return True
        if found.kind != "paragraph" or piece.end == found.end:
            return False
        following = next_visible(source, piece.end, found.end)
        return following < found.end and may_begin_block(source, following)

    def with_piece(
        self, beginning: Beginning, block: int, piece: Piece
    ) -> tuple[PackedChunk, Place]:
        """Return a chunk that ends with the first piece of a block.

        Args:
            beginning: How it begins.
            block: The block.
            piece: The piece.

        Returns:
            The chunk and where the next begins.
        """
        if beginning.start == self._blocks[block].start:
            beginning = beginning._replace(start=piece.start, prefix=piece.prefix)
        if piece.end < self._plans.of(block).end:
            chunk = beginning.chunk(block, piece.end, piece.suffix)
            return chunk, Place(block, piece.end, is_inside=True)
        chunk = beginning.chunk(block, self._tree.end_of(block))
        return chunk, place_at(self._tree, block + 1)
