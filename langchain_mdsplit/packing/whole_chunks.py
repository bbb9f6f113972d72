"""Whole blocks as one chunk, if they fit."""

from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.contexts import Context
from langchain_mdsplit.packing.lengths.estimates import Estimates
from langchain_mdsplit.packing.outline import Outline


def whole_chunk(
    outline: Outline,
    estimates: Estimates,
    span: tuple[int, int],
    context: Context,
    budget: Budget,
) -> PackedChunk | None:
    """Return the chunk of all blocks from one to another, if it fits by estimate.

    Args:
        outline: The document.
        estimates: The lengths of its blocks.
        span: The first block and the last.
        context: What stands before them.
        budget: How long chunks may be.

    Returns:
        The chunk; None if it is too long.
    """
    first, last = span
    start = outline.blocks[first].start
    prefix = outline.indentation(first)
    length = context.length + estimates.blocks(first, last) + len(prefix)
    if length > budget.at(start):
        return None
    end = outline.end_of(last)
    return PackedChunk(first, last, start, end, context.text, prefix, place=start)
