"""Recall, precision, IoU and precision-omega against figures worked out by hand."""

from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.benchmarks.shared_tools import load_shared_tool
from tests.benchmarks.span_metrics import (
    Place,
    Span,
    cut_to_budget,
    merge_spans,
    overlap_length,
    precision_omega,
    score,
)

_EDGES = st.integers(0, 30)
SPANS = st.lists(st.tuples(_EDGES, _EDGES).map(lambda pair: (min(pair), max(pair) + 1)))


def tiles(edges: list[int]) -> list[Span]:
    """Return spans that follow each other, each second gap left out."""
    ordered = sorted(set(edges))
    return list(zip(ordered[::2], ordered[1::2], strict=False))


def in_document(*spans: Span, document: str = "a") -> list[Place]:
    return [Place(document, start, end) for start, end in spans]


@pytest.mark.parametrize(
    ("spans", "merged"),
    [
        ([], []),
        ([(3, 3)], []),
        ([(5, 9), (0, 5)], [(0, 9)]),
        ([(0, 9), (2, 4), (8, 12), (20, 21)], [(0, 12), (20, 21)]),
    ],
)
def test_spans_are_merged(spans: list[Span], merged: list[Span]) -> None:
    assert merge_spans(spans) == merged


@given(SPANS, SPANS)
def test_overlap_is_that_of_the_sets(first: list[Span], second: list[Span]) -> None:
    sets = [{i for span in spans for i in range(*span)} for spans in (first, second)]
    assert overlap_length(first, second) == len(sets[0] & sets[1])


def test_half_of_the_evidence_is_retrieved() -> None:
    """20 characters are wanted, 40 taken, 10 of them wanted."""
    found = score([(0, 10), (50, 60)], "a", in_document((0, 40)))
    assert (found.recall, found.precision, found.iou) == (10 / 20, 10 / 40, 10 / 50)


def test_characters_of_other_documents_only_count_as_taken() -> None:
    places = [*in_document((0, 10)), *in_document((0, 30), document="b")]
    found = score([(0, 10)], "a", places)
    assert (found.recall, found.precision, found.iou) == (1, 10 / 40, 10 / 40)


def test_what_is_retrieved_twice_is_taken_twice_and_found_once() -> None:
    found = score([(0, 10)], "a", in_document((0, 10), (5, 15)))
    assert (found.recall, found.precision, found.iou) == (1, 10 / 20, 10 / 20)


def test_evidence_that_overlaps_itself_can_be_found_in_full() -> None:
    assert score([(0, 10), (5, 20)], "a", in_document((0, 20))).recall == 1


def test_nothing_retrieved_scores_nothing() -> None:
    found = score([(0, 10)], "a", [])
    assert (found.recall, found.precision, found.iou) == (0, 0, 0)


@pytest.mark.parametrize(
    ("chunks", "expected"),
    [
        ([(0, 10), (10, 20), (20, 30)], 10 / 20),
        ([(0, 10), (10, 13), (13, 30)], 10 / 30),
        ([(5, 15)], 1.0),
        ([(5, 10)], 5 / 10),
        ([(0, 5), (15, 20)], 0.0),
        ([(0, 12), (8, 18)], 10 / 18),
    ],
    ids=["two", "three", "exact", "half lost", "all lost", "overlapping"],
)
def test_omega_is_the_precision_of_all_chunks_with_evidence(
    chunks: list[Span], expected: float
) -> None:
    assert precision_omega([(5, 15)], chunks) == pytest.approx(expected)


def test_the_last_place_is_cut_at_the_budget() -> None:
    places = in_document((0, 10), (20, 40), (50, 60))
    assert cut_to_budget(places, 15) == in_document((0, 10), (20, 25))
    assert cut_to_budget(places, 10) == in_document((0, 10))
    assert cut_to_budget(places, 100) == places


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    return load_shared_tool("metrics")


@given(
    st.lists(st.integers(0, 60), min_size=4).map(tiles),
    st.lists(st.integers(0, 60), min_size=4).map(tiles),
    st.booleans(),
)
def test_figures_equal_those_of_another_implementation(
    tool: ModuleType,
    evidence: list[Span],
    chunks: list[Span],
    own: bool,  # noqa: FBT001
) -> None:
    if not evidence:
        return
    document = "a" if own else "b"
    found = score(evidence, "a", in_document(*chunks, document=document))
    theirs = tool.score(evidence, "a", [(document, *chunk) for chunk in chunks])
    assert (found.recall, found.precision, found.iou) == pytest.approx(theirs)
    assert precision_omega(evidence, chunks) == pytest.approx(
        tool.omega(evidence, chunks)
    )
