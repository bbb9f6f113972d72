"""Chunks that carry the lines of their headings: sections, whole where they fit."""

from collections.abc import Sequence
from functools import partial

from langchain_mdsplit.packing.block_packer import BlockPacker
from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.contexts import HeadingContexts
from langchain_mdsplit.packing.drafts import Draft
from langchain_mdsplit.packing.earlier_rounds import KeptParts
from langchain_mdsplit.packing.merging import Merger


class TokenChunkPlanner:
    """Plans the chunks of one document section by section.

    A section with all its subsections that fits is one chunk; else its own content is
    packed, and each of its subsections planned.

    Args:
        draft: The document.
        contexts: What stands before each chunk.
        least: A chunk that measures less is merged with one beside it.

    Attributes:
        packer: Packs what does not fit.
    """

    def __init__(self, draft: Draft, contexts: HeadingContexts, least: int) -> None:
        self.packer = BlockPacker(draft, contexts)
        self._draft = draft
        self._tree = draft.tree
        self._contexts = contexts
        self._merger = Merger(draft, least) if least else None
        self._kept: KeptParts[int, list[PackedChunk]] = KeptParts(
            draft.tree, draft.tree.sections_at
        )

    def plan(self, budget: Budget) -> list[PackedChunk]:
        """Return the chunks for a budget."""
        self._kept.begin(budget)
        chunks = self._chunks(0, [], budget)
        chunks = self.packer.with_lost_headings(chunks, budget)
        return self._merger.merge(chunks, budget) if self._merger else chunks

    def _chunks(
        self, index: int, pending: Sequence[int], budget: Budget
    ) -> list[PackedChunk]:
        """Return the chunks of a section and of all below it; six levels at most.

        Args:
            index: The section.
            pending: The headings right before it that stand in no chunk yet.
            budget: How long chunks may be.
        """
        return self._kept.part(index, partial(self._new_chunks, index, pending, budget))

    def _new_chunks(
        self, index: int, pending: Sequence[int], budget: Budget
    ) -> list[PackedChunk]:
        """Return the chunks of a section that has to be planned anew."""
        section = self._tree.sections[index]
        first = max(section.first, self._draft.first)
        if first < section.end and not budget.is_exact:
            whole = self._whole([*pending, first], section.end, budget)
            if whole is not None:
                return [whole]
        children = self._tree.children[index]
        chunks: list[PackedChunk] = []
        content = first + 1 if index else first
        if content < section.own_end or (index and not children):
            begin = self._contexts.slice_begin([*pending, first])
            chunks += self.packer.pack(begin, section.own_end, budget)
            pending = []
        elif index:
            pending = [*pending, first]
        for child in children:
            chunks += self._chunks(child, pending, budget)
            pending = []
        return chunks

    def _whole(
        self, headings: Sequence[int], stop: int, budget: Budget
    ) -> PackedChunk | None:
        """Return the chunk of a section with all below it, if it fits."""
        first = headings[-1]
        if not budget.may_fit(self._draft.estimates.blocks(first, stop - 1)):
            return None
        first = self._contexts.slice_begin(headings)
        context = self._contexts.before(first, is_inside=False)
        return self._draft.whole_chunk(first, stop - 1, context.text, budget)
