"""The estimated lengths of chunks, with what stands around their slices."""

from langchain_mdsplit.measure import Measure
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.cutting.costs import Costs
from langchain_mdsplit.packing.lengths.ruler import Ruler


class ChunkLengths:
    """Estimates the chunks of one document; for one thread, as it remembers.

    Args:
        ruler: The lengths of all stretches of the source.
        measure: Measures contexts and frames.
    """

    def __init__(self, ruler: Ruler, measure: Measure) -> None:
        self._ruler = ruler
        self._costs = Costs(measure, ruler.empty)

    def between(self, start: int, end: int) -> float:
        """Return the estimated length of a stretch of the source."""
        return self._ruler.length(start, end)

    def of(self, chunk: PackedChunk) -> float:
        """Return the estimated length of a chunk's text."""
        around = (chunk.context, chunk.prefix, chunk.suffix)
        added = sum(map(self._costs.of, around))
        return added + self._ruler.length(chunk.start, chunk.end)
