"""The cut plans of a document's blocks, a few of them kept."""

from langchain_mdsplit.counting import count_alone
from langchain_mdsplit.measure import Measure
from langchain_mdsplit.packing.cutting.cut_plan import CutPlan
from langchain_mdsplit.packing.lengths.estimates import Estimates
from langchain_mdsplit.packing.lengths.ruler import Ruler, count_block
from langchain_mdsplit.packing.outline import Outline
from langchain_mdsplit.text.sentence_splitter import SentenceSplitter

_MOST_PLANS = 32  # a plan holds what has been read of its block


class CutPlans:
    """Plans to cut the blocks of one document; for one thread."""

    def __init__(
        self,
        outline: Outline,
        estimates: Estimates,
        measure: Measure,
        sentence_splitter: SentenceSplitter | None,
    ) -> None:
        self._outline = outline
        self._estimates = estimates
        self._measure = measure
        self._sentence_splitter = sentence_splitter
        self._plans: dict[int, CutPlan] = {}

    def of(self, block: int) -> CutPlan:
        """Return the plan of a block."""
        if block not in self._plans:
            if len(self._plans) >= _MOST_PLANS:
                del self._plans[next(iter(self._plans))]
            self._plans[block] = CutPlan(
                self._outline.source,
                self._outline.blocks[block],
                self._measure,
                self._ruler(block),
                self._sentence_splitter,
            )
        return self._plans[block]

    def _ruler(self, block: int) -> Ruler:
        """Return a ruler that knows more of a block than its length."""
        estimates, outline = self._estimates, self._outline
        if estimates.is_fine(block):
            return estimates.ruler
        found = outline.blocks[block]
        work = count_block(outline.source, found, estimates.grain.part)
        return count_alone(work, self._measure)
