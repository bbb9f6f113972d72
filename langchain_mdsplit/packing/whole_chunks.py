"""Whole blocks as one chunk, if they fit."""

from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.contexts import Context
from langchain_mdsplit.packing.drafts import Draft


def whole_chunk(
    draft: Draft, span: tuple[int, int], context: Context, budget: Budget
) -> PackedChunk | None:
    """Return the chunk of all blocks from one to another, if it fits.

    Args:
        draft: The document.
        span: The first block and the last.
        context: What stands before them.
        budget: How long chunks may be.

    Returns:
        The chunk; None if it is too long.
    """
    outline, (first, last) = draft.outline, span
    start = outline.blocks[first].start
    chunk = PackedChunk(
        first=first,
        last=last,
        start=start,
        end=outline.end_of(last),
        context=context.text,
        prefix=outline.indentation(first),
        place=start,
    )
    return chunk if draft.lengths.fit(chunk, budget) else None
