"""Plans checked against the real lengths of their chunks, and made again if need be.

Estimates are nearly always right, so nearly all documents need one round. A chunk that
is too long gets less room in the next; where many are, all get less. Lengths that no
estimate is right about end with chunks of single blocks, each measured.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Protocol, TypeAlias

from langchain_mdsplit.counting import Counted
from langchain_mdsplit.packing.block_packer import BlockPacker
from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk

_FULL = 0.8  # a chunk that is so full need not be longer
_FAR_TOO_HIGH = 1.1
Plan: TypeAlias = Callable[[Budget], list[PackedChunk]]


class Planner(Protocol):
    """Plans the chunks of one document, but for its front matter."""

    @property
    def packer(self) -> BlockPacker:
        """What packs its blocks."""

    def plan(self, budget: Budget) -> list[PackedChunk]:
        """Return the chunks for a budget."""


def settle(
    plan: Plan,
    source: str,
    budget: Budget,
    estimate: Callable[[PackedChunk], float] | None,
) -> Counted[list[tuple[PackedChunk, int]]]:
    """Plan the chunks of a document until none is over the limit.

    Args:
        plan: Returns the chunks of the document for a budget.
        source: The document's text.
        budget: How long chunks may be, as far as is known.
        estimate: Returns the estimated length of a chunk, to give chunks more room that
            are far shorter; None to leave them as they are.

    Yields:
        The chunks' texts, to be measured.

    Returns:
        The chunks in order with their lengths.
    """
    lengths: dict[PackedChunk, int] = {}
    while True:
        chunks = plan(budget)
        new = [chunk for chunk in chunks if chunk not in lengths]
        counts = yield [chunk.text(source) for chunk in new]
        lengths.update(zip(new, counts, strict=True))
        found = [(chunk, lengths[chunk]) for chunk in chunks]
        over = {chunk: length for chunk, length in found if length > budget.limit}
        if budget.is_exact:
            return found
        if over:
            budget = budget.tightened(chunks, over)
            continue
        short = _too_short(found, budget, estimate) if estimate else {}
        if not short:
            return found
        budget = budget.loosened(short)


def _too_short(
    found: Sequence[tuple[PackedChunk, int]],
    budget: Budget,
    estimate: Callable[[PackedChunk], float],
) -> dict[PackedChunk, float]:
    """Return chunks that end inside a block because estimates are far too high.

    Args:
        found: The chunks with their lengths.
        budget: What they were planned with; each is planned longer once only.
        estimate: Returns the estimated length of a chunk.

    Returns:
        The chunks, each with how much more room it should have by estimate.
    """
    short: dict[PackedChunk, float] = {}
    for (chunk, length), (following, _) in pairwise(found):
        is_cut = following.first <= chunk.last
        if (
            not is_cut
            or length > _FULL * budget.limit
            or chunk.place in budget.extra
            or chunk.last in budget.measured_blocks
        ):
            continue
        ratio = estimate(chunk) / max(length, 1)
        if ratio > _FAR_TOO_HIGH:
            short[chunk] = (budget.limit - length) * ratio
    return short
