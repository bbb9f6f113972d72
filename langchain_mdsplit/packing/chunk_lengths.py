"""The estimated lengths of chunks, with what stands around their slices."""

from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.cutting.costs import Costs
from langchain_mdsplit.packing.lengths.ruler import Ruler


class ChunkLengths:
    """Estimates the chunks of one document; for one thread, as it remembers.

    Args:
        source: The document's text.
        ruler: The lengths of all stretches of it.
        costs: The lengths of contexts and frames; measures chunks that may just fit.
    """

    def __init__(self, source: str, ruler: Ruler, costs: Costs) -> None:
        self._source = source
        self._ruler = ruler
        self._costs = costs
        self._measured: dict[PackedChunk, int] = {}

    def between(self, start: int, end: int) -> float:
        """Return the estimated length of a stretch of the source."""
        return self._ruler.length(start, end)

    def of(self, chunk: PackedChunk) -> float:
        """Return the estimated length of a chunk's text."""
        around = (chunk.context, chunk.prefix, chunk.suffix)
        added = sum(map(self._costs.of, around))
        return added + self._ruler.length(chunk.start, chunk.end)

    def fit(self, chunk: PackedChunk, budget: Budget) -> bool:
        """Whether a chunk is not too long.

        Estimates are a little too high where much is added up: a chunk that nearly
        fits is measured.
        """
        length = self.of(chunk)
        if length <= budget.at(chunk.place):
            return True
        if not budget.may_fit(length) or chunk.place in budget.extra:
            return False
        measured = self._measured.get(chunk)
        if measured is None:
            measured = self._measured[chunk] = self._costs.measure(
                chunk.text(self._source)
            )
        return measured <= budget.limit
