"""What a chunk repeats of the one before it: trailing blocks, sentences, lines."""

from langchain_mdsplit.measure import Measure
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.lengths.estimates import Estimates
from langchain_mdsplit.packing.outline import Outline
from langchain_mdsplit.packing.plans import CutPlans


class OverlapFinder:
    """Finds where chunks of one document begin that repeat what is before.

    Args:
        outline: The document.
        estimates: The lengths of its blocks.
        plans: Cuts its blocks.
        measure: Measures what would be repeated.
        most: The most that is repeated, in the measure's unit.
    """

    def __init__(
        self,
        outline: Outline,
        estimates: Estimates,
        plans: CutPlans,
        measure: Measure,
        most: int,
    ) -> None:
        self.most = most
        self._outline = outline
        self._estimates = estimates
        self._plans = plans
        self._measure = measure

    def start(self, previous: PackedChunk, overlap: float) -> tuple[int, int] | None:
        """Return where the text begins that is repeated of a chunk that ends a block.

        It is never repeated across a heading.

        Args:
            previous: The chunk.
            overlap: The most that is repeated, in the measure's unit.

        Returns:
            The block and the position, None if there is nothing short enough.
        """
        blocks, estimates = self._outline.blocks, self._estimates
        end = previous.end
        found: tuple[int, int] | None = None
        block = previous.last
        while block >= previous.first and blocks[block].kind != "heading":
            start = blocks[block].start
            is_whole = start >= previous.own_start
            room = overlap - (estimates.ruler.length(found[1], end) if found else 0)
            if is_whole and estimates.ruler.length(start, end) <= overlap:
                found = block, start
                block -= 1
                continue
            text_end = min(blocks[block].end, end)
            first = max(start, previous.own_start)
            place = self._plans.of(block).overlap_start(first, text_end, int(room))
            if place is not None and self._fits(place, end, overlap):
                return block, place
            break
        return found if found and self._fits(found[1], end, overlap) else None

    def _fits(self, start: int, end: int, overlap: float) -> bool:
        """Whether a stretch is within a length, measured."""
        return self._measure(self._outline.source[start:end]) <= overlap
