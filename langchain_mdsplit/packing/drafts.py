"""A document on its way into chunks: what all who plan them share."""

from dataclasses import dataclass

from langchain_mdsplit.measure import Measure
from langchain_mdsplit.packing.chunk_lengths import ChunkLengths
from langchain_mdsplit.packing.lengths.estimates import Estimates
from langchain_mdsplit.packing.outline import Outline
from langchain_mdsplit.packing.plans import CutPlans
from langchain_mdsplit.text.sentence_splitter import SentenceSplitter


@dataclass(frozen=True, slots=True)
class Draft:
    """A document that is being packed; for one thread, as its parts remember.

    Attributes:
        outline: The document.
        estimates: The lengths of its blocks.
        lengths: The lengths of its chunks.
        plans: Cut its blocks.
        measure: Measures texts.
        overlap: The most that a chunk repeats, in the measure's unit.
        first: Its first block, after the front matter.
    """

    outline: Outline
    estimates: Estimates
    lengths: ChunkLengths
    plans: CutPlans
    measure: Measure
    overlap: int
    first: int


def begin_draft(
    outline: Outline,
    estimates: Estimates,
    measure: Measure,
    *,
    overlap: int = 0,
    first: int = 0,
    sentence_splitter: SentenceSplitter | None = None,
) -> Draft:
    """Return the draft of a document of which nothing is planned yet.

    Args:
        outline: The document.
        estimates: The lengths of its blocks.
        measure: Measures texts.
        overlap: The most that a chunk repeats, in the measure's unit.
        first: Its first block, after the front matter.
        sentence_splitter: Finds sentences in place of `sentence_spans`.
    """
    return Draft(
        outline=outline,
        estimates=estimates,
        lengths=ChunkLengths(outline.source, estimates.ruler, measure),
        plans=CutPlans(outline, estimates, measure, sentence_splitter),
        measure=measure,
        overlap=overlap,
        first=first,
    )
