"""What retrieved character spans cover of the evidence for a question.

Recall, precision, IoU and precision-omega as in Smith and Troynikov, "Evaluating
Chunking Strategies for Retrieval", Chroma 2024, counted in characters instead of
tokens. A span is `(start, end)` in code points.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Place:
    """A piece of one document.

    Attributes:
        document: The document's name.
        start: Where the piece begins in it, a code point index.
        end: Where it ends.
    """

    document: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Scores:
    """How well the retrieved places answer one question.

    Attributes:
        recall: The part of the evidence that was retrieved.
        precision: The part of what was retrieved that is evidence; what was retrieved
            twice counts twice below the line.
        iou: What was retrieved of the evidence, by all that was retrieved and the rest
            of the evidence.
    """

    recall: float
    precision: float
    iou: float


def merge_spans(spans: Iterable[Span]) -> list[Span]:
    """Return the union of spans in order, as spans that do not touch each other."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if start >= end:
            continue
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


def total_length(spans: Iterable[Span]) -> int:
    """Return the sum of the spans' lengths."""
    return sum(end - start for start, end in spans)


def overlap_length(first: Iterable[Span], second: Iterable[Span]) -> int:
    """Return how many characters are both in one and in another set of spans."""
    ones, others = merge_spans(first), merge_spans(second)
    return (
        total_length(ones)
        + total_length(others)
        - total_length(merge_spans([*ones, *others]))
    )


def score(
    evidence: Sequence[Span], document: str, retrieved: Sequence[Place]
) -> Scores:
    """Return how well the retrieved places answer one question.

    Args:
        evidence: The spans that hold the answer, not empty.
        document: The document in which they are.
        retrieved: The places that were retrieved, of any document.

    Returns:
        The scores.
    """
    own = [
        (place.start, place.end) for place in retrieved if place.document == document
    ]
    wanted = total_length(merge_spans(evidence))
    taken = total_length((place.start, place.end) for place in retrieved)
    found = overlap_length(evidence, own)
    return Scores(
        recall=found / wanted,
        precision=found / taken if taken else 0.0,
        iou=found / (taken + wanted - found),
    )


def precision_omega(evidence: Sequence[Span], chunks: Iterable[Span]) -> float:
    """Return the precision if all chunks with evidence were retrieved, and no others.

    Evidence that is in no chunk counts as retrieved in vain.

    Args:
        evidence: The spans that hold the answer, not empty.
        chunks: The spans of all chunks of their document.

    Returns:
        The precision, an upper bound of what retrieval can reach.
    """
    wanted = merge_spans(evidence)
    touched = merge_spans(
        chunk for chunk in chunks if any(_shares(chunk, span) for span in wanted)
    )
    found = overlap_length(wanted, touched)
    return found / (total_length(touched) + total_length(wanted) - found)


def _shares(one: Span, other: Span) -> bool:
    """Whether two spans have a character in common."""
    return max(one[0], other[0]) < min(one[1], other[1])


def cut_to_budget(places: Iterable[Place], budget: int) -> list[Place]:
    """Return the first places that fit a budget, the last of them cut.

    Args:
        places: The places, best first.
        budget: How long they may be together (characters).

    Returns:
        The places.
    """
    kept: list[Place] = []
    left = budget
    for place in places:
        if left <= 0:
            break
        end = min(place.end, place.start + left)
        kept.append(Place(place.document, place.start, end))
        left -= end - place.start
    return kept
