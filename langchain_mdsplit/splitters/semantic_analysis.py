"""Why a semantic chunker cut where it did: units, vectors, similarities, threshold."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from langchain_mdsplit.spans import Chunk

if TYPE_CHECKING:
    from langchain_mdsplit.packing.semantic.similarities import Floats


@dataclass(frozen=True, slots=True)
class SemanticUnit:
    """What was embedded as one: a sentence, a heading, a fence, a table.

    Attributes:
        text: The text, a slice of the source.
        start_index: Where it begins in the source, a code point index.
        end_index: Where it ends.
    """

    text: str
    start_index: int
    end_index: int


@dataclass(frozen=True, slots=True, eq=False)
class SemanticAnalysis:
    """What a semantic chunker found in one text.

    Attributes:
        units: The units in order.
        vectors: Their vectors as the embeddings returned them, those too large or too
            small for float32 scaled; of shape (units, dimensions).
        similarities: How alike each unit and the next are, of shape (units - 1,):
            `(cosine - baseline) / (1 - baseline)`.
        thresholds: What each of these must be above at least for the next unit to join
            the group; 0 for the strategy "optimal", which asks for none.
        baseline: The cosine that counts as 0: the mean of all pairs of units where
            similarities are calibrated, 0 for raw cosines.
        groups: The groups of units, before cutting and merging by size.
        chunks: The chunks.
    """

    units: tuple[SemanticUnit, ...]
    vectors: "Floats"
    similarities: "Floats"
    thresholds: tuple[float, ...]
    baseline: float
    groups: tuple[range, ...]
    chunks: tuple[Chunk, ...]
