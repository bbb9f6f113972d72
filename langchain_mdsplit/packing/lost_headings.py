"""Chunks for headings that stand in no chunk's context."""

from collections.abc import Sequence

from langchain_mdsplit.packing.block_packer import BlockPacker
from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk


def with_lost_headings(
    packer: BlockPacker, chunks: Sequence[PackedChunk], first: int, budget: Budget
) -> list[PackedChunk]:
    """Return chunks with those headings that stand in the context of none.

    That is where a chunk had no room for its context.

    Args:
        packer: Packs the headings.
        chunks: Chunks in order.
        first: The first block that must be in one of them.
        budget: How long chunks may be.

    Returns:
        The chunks in order, some of nothing but headings.
    """
    complete: list[PackedChunk] = []
    for chunk in chunks:
        if chunk.first > first and not chunk.context:
            complete += packer.pack(first, chunk.first, budget)
        complete.append(chunk)
        first = chunk.last + 1
    return complete
