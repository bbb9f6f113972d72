"""Plans checked against the real lengths of their chunks, and made again if need be.

Estimates are nearly always right, so nearly all documents need one round. A chunk that
is too long gets less room in the next; where many are, all get less. Lengths that no
estimate is right about end with chunks of single blocks, each measured.
"""

from collections.abc import Callable
from typing import TypeAlias

from langchain_mdsplit.counting import Counted
from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk

Plan: TypeAlias = Callable[[Budget], list[PackedChunk]]


def settle(
    plan: Plan, source: str, limit: int, factor: float = 1.0
) -> Counted[list[tuple[PackedChunk, int]]]:
    """Plan the chunks of a document until none is over the limit.

    Args:
        plan: Returns the chunks of the document for a budget.
        source: The document's text.
        limit: The limit of a chunk, in the measure's unit.
        factor: How much longer texts are than estimated, as far as is known.

    Yields:
        The chunks' texts, to be measured.

    Returns:
        The chunks in order with their lengths.
    """
    budget = Budget(limit, factor)
    lengths: dict[PackedChunk, int] = {}
    while True:
        chunks = plan(budget)
        new = [chunk for chunk in chunks if chunk not in lengths]
        counts = yield [chunk.text(source) for chunk in new]
        lengths.update(zip(new, counts, strict=True))
        over = {chunk: lengths[chunk] for chunk in chunks if lengths[chunk] > limit}
        if not over or budget.is_exact:
            return [(chunk, lengths[chunk]) for chunk in chunks]
        budget = budget.tightened(chunks, over)
