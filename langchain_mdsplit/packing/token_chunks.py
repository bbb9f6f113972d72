"""Chunks that carry the lines of their headings: sections, whole where they fit."""

from collections.abc import Sequence

from langchain_mdsplit.packing.block_packer import BlockPacker
from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunk_lengths import ChunkLengths
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.contexts import ContextRule, slice_begin
from langchain_mdsplit.packing.lengths.estimates import Estimates
from langchain_mdsplit.packing.lost_headings import with_lost_headings
from langchain_mdsplit.packing.outline import Outline
from langchain_mdsplit.packing.whole_chunks import whole_chunk


class TokenChunkPlanner:
    """Plans the chunks of one document section by section.

    A section with all its subsections that fits is one chunk; else its own content is
    packed, and each of its subsections planned.

    Args:
        outline: The document.
        estimates: The lengths of its blocks.
        contexts: What stands before each chunk.
        packer: Packs what does not fit.
        lengths: The lengths of its chunks.
        first: Its first block, after the front matter.
    """

    def __init__(
        self,
        outline: Outline,
        estimates: Estimates,
        contexts: ContextRule,
        packer: BlockPacker,
        *,
        lengths: ChunkLengths,
        first: int,
    ) -> None:
        self._outline = outline
        self._estimates = estimates
        self._contexts = contexts
        self._packer = packer
        self._lengths = lengths
        self._first = first

    def plan(self, budget: Budget) -> list[PackedChunk]:
        """Return the chunks for a budget."""
        chunks: list[PackedChunk] = []
        self._add_section(0, [], budget, chunks)
        return with_lost_headings(self._packer, chunks, self._first, budget)

    def _add_section(
        self,
        index: int,
        pending: Sequence[int],
        budget: Budget,
        chunks: list[PackedChunk],
    ) -> None:
        """Add the chunks of a section and of all below it; six levels at most.

        Args:
            index: The section.
            pending: The headings right before it that stand in no chunk yet.
            budget: How long chunks may be.
            chunks: What to add to.
        """
        section = self._outline.sections[index]
        first = max(section.first, self._first)
        if first < section.end and not budget.is_exact:
            whole = self._whole([*pending, first], section.end, budget)
            if whole is not None:
                chunks.append(whole)
                return
        children = self._outline.children[index]
        content = first + 1 if index else first
        if content < section.stop or (index and not children):
            begin = slice_begin(self._outline, self._contexts, [*pending, first])
            chunks += self._packer.pack(begin, section.stop, budget)
            pending = []
        elif index:
            pending = [*pending, first]
        for child in children:
            self._add_section(child, pending, budget, chunks)
            pending = []

    def _whole(
        self, headings: Sequence[int], stop: int, budget: Budget
    ) -> PackedChunk | None:
        """Return the chunk of a section with all below it, if it fits."""
        first = headings[-1]
        if not budget.may_fit(self._estimates.blocks(first, stop - 1)):
            return None
        first = slice_begin(self._outline, self._contexts, headings)
        context = self._contexts.before(first, is_inside=False)
        span = first, stop - 1
        return whole_chunk(self._outline, self._lengths, span, context, budget)
