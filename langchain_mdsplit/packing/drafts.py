"""A document on its way into chunks: what all who plan them share."""

from langchain_mdsplit.measure import Measure
from langchain_mdsplit.packing.block_tree import BlockTree
from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunk_lengths import ChunkLengths
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.cut_plans import CutPlans
from langchain_mdsplit.packing.cutting.costs import Costs
from langchain_mdsplit.packing.lengths.estimates import Estimates
from langchain_mdsplit.text.sentence_splitter import SentenceSplitter


class Draft:
    """A document that is being packed; for one thread, as its parts remember.

    Args:
        tree: The document's blocks and sections.
        estimates: The lengths of its blocks.
        measure: Measures texts.
        overlap: The most that a chunk repeats, in the measure's unit.
        first: Its first block, after the front matter.
        sentence_splitter: Finds sentences in place of `sentence_spans`.

    Attributes:
        costs: The lengths of what stands around its chunks.
        lengths: The lengths of its chunks.
        plans: Cut its blocks.
    """

    def __init__(
        self,
        tree: BlockTree,
        estimates: Estimates,
        measure: Measure,
        *,
        overlap: int = 0,
        first: int = 0,
        sentence_splitter: SentenceSplitter | None = None,
    ) -> None:
        self.tree = tree
        self.estimates = estimates
        self.measure = measure
        self.overlap = overlap
        self.first = first
        self.costs = Costs(measure, estimates.ruler.empty)
        self.lengths = ChunkLengths(tree.source, estimates.ruler, self.costs)
        self.plans = CutPlans(tree, estimates, self.costs, sentence_splitter)

    def whole_chunk(
        self, first: int, last: int, context: str, budget: Budget
    ) -> PackedChunk | None:
        """Return the chunk of all blocks from one to another, if it fits."""
        tree = self.tree
        start = tree.blocks[first].start
        chunk = PackedChunk(
            first=first,
            last=last,
            start=start,
            end=tree.end_of(last),
            context=context,
            prefix=tree.indentation(first),
            place=start,
        )
        return chunk if self.lengths.fit(chunk, budget) else None
