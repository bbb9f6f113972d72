"""Chunks with a breadcrumb: sections cut where they must be, then merged bottom-up."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from langchain_mdsplit.packing.block_packer import BlockPacker
from langchain_mdsplit.packing.breadcrumbs import Breadcrumbs
from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.drafts import Draft
from langchain_mdsplit.packing.earlier_rounds import KeptParts
from langchain_mdsplit.packing.merging import joined_chunk


class _Item(NamedTuple):
    """A chunk on its way up the tree of sections.

    Attributes:
        first: Its first block, headings included that stand in its breadcrumb.
        chunk: The chunk.
    """

    first: int
    chunk: PackedChunk


class SectionChunkPlanner:
    """Plans the chunks of one document from the innermost sections outwards.

    Args:
        draft: The document.
        breadcrumbs: What stands before each chunk.
        merges: Whether neighbours are merged.

    Attributes:
        packer: Packs what does not fit.
    """

    def __init__(self, draft: Draft, breadcrumbs: Breadcrumbs, *, merges: bool) -> None:
        self.packer = BlockPacker(draft, breadcrumbs)
        self._draft = draft
        self._tree = draft.tree
        self._lengths = draft.lengths
        self._breadcrumbs = breadcrumbs
        self._merges = merges
        self._kept: KeptParts[int, list[_Item]] = KeptParts(
            draft.tree, draft.tree.sections_at
        )

    def plan(self, budget: Budget) -> list[PackedChunk]:
        """Return the chunks for a budget."""
        self._kept.begin(budget)
        chunks = [item.chunk for item in self._items(0, [], budget)]
        return self.packer.with_lost_headings(chunks, budget)

    def _items(self, index: int, pending: Sequence[int], budget: Budget) -> list[_Item]:
        """Return the chunks of a section and of all below it; six levels at most.

        Args:
            index: The section.
            pending: The headings right before it that stand in no chunk yet.
            budget: How long chunks may be.
        """
        return self._kept.part(index, partial(self._new_items, index, pending, budget))

    def _new_items(
        self, index: int, pending: Sequence[int], budget: Budget
    ) -> list[_Item]:
        """Return the chunks of a section that has to be planned anew."""
        section = self._tree.sections[index]
        children = self._tree.children[index]
        own = max(section.first, self._draft.first)
        first = min([*pending, own])
        if own < section.end and (self._merges or not children):
            whole = self._whole(first, section.end - 1, budget)
            if whole is not None:
                return [whole]
        items: list[_Item] = []
        if own + (index > 0) < section.own_end or (index and not children):
            for item in self._own_items(first, section.own_end, budget):
                self._add(items, [item], budget)
            pending = []
        elif index:
            pending = [*pending, own]
        for child in children:
            self._add(items, self._items(child, pending, budget), budget)
            pending = []
        return items

    def _whole(self, first: int, last: int, budget: Budget) -> _Item | None:
        """Return the chunk of all blocks from first to last, if it fits."""
        length = self._draft.estimates.blocks(first, last)
        if budget.is_exact or not budget.may_fit(length):
            return None
        opening = self._breadcrumbs.opening(first, last)
        if opening is None:
            return None
        begin, context = opening
        chunk = self._draft.whole_chunk(begin, last, context.text, budget)
        return None if chunk is None else _Item(first, chunk)

    def _own_items(self, first: int, stop: int, budget: Budget) -> list[_Item]:
        """Return the chunks of a section's own text, its heading before the first."""
        opening = self._breadcrumbs.opening(first, stop - 1)
        begin = opening[0] if opening else first
        chunks = self.packer.pack(begin, stop, budget)
        return [
            _Item(first if place == 0 else chunk.first, chunk)
            for place, chunk in enumerate(chunks)
        ]

    def _add(self, items: list[_Item], added: Sequence[_Item], budget: Budget) -> None:
        """Add chunks to those before them, merged from left to right while they fit.

        Args:
            items: The chunks before.
            added: Chunks of which no two neighbours can be merged.
            budget: How long chunks may be.
        """
        count = 0
        if items and self._merges and not budget.is_exact:
            while count < len(added):
                joined = self._joined(items[-1], added[count], budget)
                if joined is None:
                    break
                items[-1] = joined
                count += 1
        items += added[count:]

    def _joined(self, item: _Item, following: _Item, budget: Budget) -> _Item | None:
        """Return two chunks as one, if that fits."""
        least = self._lengths.between(item.chunk.start, following.chunk.end)
        if least > budget.at(item.chunk.place) and not budget.may_fit(least):
            return None
        chunk = joined_chunk(self._tree, item.chunk, following.chunk)
        if chunk is None:
            return None
        starts_block = chunk.start == self._tree.blocks[chunk.first].start
        if starts_block and not chunk.overlap:
            opening = self._breadcrumbs.opening(item.first, chunk.last)
            if opening is None:
                return None
            begin, context = opening
            start = self._tree.blocks[begin].start
            prefix = self._tree.indentation(begin)
            chunk = chunk._replace(first=begin, start=start, prefix=prefix, place=start)
        else:
            common = self._tree.common(chunk.first, chunk.last)
            found = self._breadcrumbs.between(
                common, self._tree.owners[chunk.first], chunk.first
            )
            if found is None:
                return None
            context = found
        joined = chunk._replace(context=context.text)
        fits = self._lengths.fit(joined, budget)
        return _Item(item.first, joined) if fits else None
