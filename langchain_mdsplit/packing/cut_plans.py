"""The cut plans of a document's blocks, a few of them kept."""

from langchain_mdsplit.counting import count_alone
from langchain_mdsplit.packing.block_tree import BlockTree
from langchain_mdsplit.packing.cutting.costs import Costs
from langchain_mdsplit.packing.cutting.cut_plan import CutPlan
from langchain_mdsplit.packing.lengths.estimates import Estimates
from langchain_mdsplit.packing.lengths.ruler import Ruler, count_block
from langchain_mdsplit.text.sentence_splitter import SentenceSplitter

_MOST_PLANS = 32  # a plan holds what has been read of its block


class CutPlans:
    """Plans to cut the blocks of one document; for one thread."""

    def __init__(
        self,
        tree: BlockTree,
        estimates: Estimates,
        costs: Costs,
        sentence_splitter: SentenceSplitter | None,
    ) -> None:
        self._tree = tree
        self._estimates = estimates
        self._costs = costs
        self._sentence_splitter = sentence_splitter
        self._plans: dict[int, CutPlan] = {}

    def of(self, block: int) -> CutPlan:
        """Return the plan of a block."""
        if block not in self._plans:
            if len(self._plans) >= _MOST_PLANS:
                del self._plans[next(iter(self._plans))]
            self._plans[block] = CutPlan(
                self._tree.source,
                self._tree.blocks[block],
                self._costs,
                self._ruler(block),
                self._sentence_splitter,
            )
        return self._plans[block]

    def _ruler(self, block: int) -> Ruler:
        """Return a ruler that knows more of a block than its length."""
        estimates, tree = self._estimates, self._tree
        if estimates.is_fine(block):
            return estimates.ruler
        found = tree.blocks[block]
        work = count_block(tree.source, found, estimates.grain.part)
        return count_alone(work, self._costs.measure)
