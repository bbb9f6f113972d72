"""Chunks that are too short to be of use, merged with those beside them."""

import re
from collections.abc import Sequence

from langchain_mdsplit.packing.block_tree import BlockTree
from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.drafts import Draft

_OPENING_LINE = re.compile(r"(?:\A|[\r\n])[ \t>]*+(?:`{3}|~{3}|<)")


def joined_chunk(
    tree: BlockTree, chunk: PackedChunk, following: PackedChunk
) -> PackedChunk | None:
    """Return two chunks as one, however long.

    Args:
        tree: The document's blocks and sections.
        chunk: A chunk.
        following: The next one.

    Returns:
        The chunk; None if the second would be read as a part of the first.
    """
    if _takes_in(tree, chunk, following):
        return None
    return chunk._replace(
        last=following.last, end=following.end, suffix=following.suffix
    )


def _takes_in(tree: BlockTree, chunk: PackedChunk, following: PackedChunk) -> bool:
    """Whether a chunk's first block would take in what follows it in both together."""
    block, prefix, start = chunk.first, chunk.prefix, chunk.start
    if start == tree.blocks[block].start:
        return False
    block_end, own_start = tree.blocks[block].end, following.own_start
    may_open = own_start < block_end and _OPENING_LINE.search(
        tree.source[start:own_start]
    )
    if may_open and tree.swallows(block, prefix, start, own_start):
        return True
    return following.end > block_end and tree.swallows_next(block, prefix, start)


class Merger:
    """Merges chunks that are shorter than a minimum with those beside them.

    Args:
        draft: The document.
        least: The minimum, in the measure's unit.
    """

    def __init__(self, draft: Draft, least: int) -> None:
        self._tree = draft.tree
        self._lengths = draft.lengths
        self._least = least

    def merge(self, chunks: Sequence[PackedChunk], budget: Budget) -> list[PackedChunk]:
        """Return the chunks, short ones merged, from left to right.

        Args:
            chunks: Chunks next to each other, in order.
            budget: How long chunks may be.

        Returns:
            The chunks; one stays short where merging it would be too long, or would
            leave its section's parent.
        """
        if budget.is_exact:
            return list(chunks)
        merged: list[PackedChunk] = []
        remaining = list(reversed(chunks))
        while remaining:
            chunk = remaining.pop()
            while remaining and self._lengths.of(chunk) < self._least:
                longer = self._joined(chunk, remaining[-1], budget)
                if longer is None or not self._may_take(chunk, remaining[-1]):
                    break
                chunk = longer
                remaining.pop()
            if merged and self._lengths.of(chunk) < self._least:
                longer = self._joined(merged[-1], chunk, budget)
                if longer is not None and self._may_join(merged[-1], chunk):
                    merged[-1] = longer
                    continue
            merged.append(chunk)
        return merged

    def _may_take(self, chunk: PackedChunk, following: PackedChunk) -> bool:
        """Whether the next chunk is of the same section, its first child or sibling."""
        sections = self._tree.sections
        section = sections[self._tree.common(chunk.first, chunk.last)]
        parent = max(section.parent, 0)
        return following.first < sections[parent].end

    def _may_join(self, previous: PackedChunk, chunk: PackedChunk) -> bool:
        """Whether the chunk before is of the same section or its parent.

        Or it is all of a sibling: the end of one would lose its heading's path.
        """
        tree = self._tree
        section = tree.common(chunk.first, chunk.last)
        before = tree.common(previous.first, previous.last)
        parent = tree.sections[section].parent
        if before in (section, parent):
            return True
        sibling = tree.sections[before]
        return sibling.parent == parent and previous.first == sibling.first

    def _joined(
        self, chunk: PackedChunk, following: PackedChunk, budget: Budget
    ) -> PackedChunk | None:
        """Return two chunks as one, if that is not too long."""
        joined = joined_chunk(self._tree, chunk, following)
        return joined if joined and self._lengths.fit(joined, budget) else None
