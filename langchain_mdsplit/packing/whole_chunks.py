"""Whole blocks as one chunk, if they fit."""

from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunk_lengths import ChunkLengths
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.contexts import Context
from langchain_mdsplit.packing.outline import Outline


def whole_chunk(
    outline: Outline,
    lengths: ChunkLengths,
    span: tuple[int, int],
    context: Context,
    budget: Budget,
) -> PackedChunk | None:
    """Return the chunk of all blocks from one to another, if it fits.

    Args:
        outline: The document.
        lengths: The lengths of its chunks.
        span: The first block and the last.
        context: What stands before them.
        budget: How long chunks may be.

    Returns:
        The chunk; None if it is too long.
    """
    first, last = span
    start, end = outline.blocks[first].start, outline.end_of(last)
    prefix = outline.indentation(first)
    chunk = PackedChunk(first, last, start, end, context.text, prefix, place=start)
    return chunk if lengths.fit(chunk, budget) else None
