"""P_k and adjusted mutual information against figures worked out by hand."""

import math
from collections.abc import Callable, Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.benchmarks.segment_metrics import (
    adjusted_mutual_information,
    window_error,
)

Measure = Callable[[Sequence[int], Sequence[int]], float]

SEGMENTS = st.lists(st.booleans(), min_size=1, max_size=14).map(
    lambda seams: [sum(seams[: index + 1]) for index in range(len(seams))]
)


@pytest.mark.parametrize(
    ("truth", "found", "expected"),
    [
        ([0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 0, 1, 1, 1, 1], 0),
        ([0, 0, 0, 0, 1, 1, 1, 1], [0] * 8, 2 / 6),
        ([0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 1, 1, 1, 1, 1], 2 / 6),
        ([0, 0, 0, 0, 1, 1, 1, 1], list(range(8)), 4 / 6),
        ([0, 0, 0, 0], [0, 0, 0, 1], 1 / 2),
        ([0], [0], 0),
    ],
    ids=["equal", "all in one", "one early", "all apart", "one segment", "one unit"],
)
def test_pairs_that_are_wrongly_together_or_apart_are_counted(
    truth: list[int], found: list[int], expected: float
) -> None:
    assert window_error(truth, found) == pytest.approx(expected)


def test_what_any_order_of_the_labels_reaches_is_worth_nothing() -> None:
    """Wherever the odd unit stands, the information is the same: that of chance."""
    for found in ([0, 1, 1, 1], [1, 1, 0, 1]):
        assert adjusted_mutual_information([0, 0, 1, 1], found) == pytest.approx(0)


def test_a_joined_pair_of_segments_is_worth_what_the_formula_says() -> None:
    """Three pairs, two of them joined: information and entropies by hand.

    Of the 15 ways to pair six units, the found pair is a true one in 3; else its units
    are of two true pairs. The information is `H(truth) - H(truth | found)`.
    """
    truth, found = [0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 1, 1]
    whole = math.log(3)
    information = whole - 4 / 6 * math.log(2)
    torn = whole - 2 / 6 * math.log(2) - 4 / 6 * (3 / 2 * math.log(2))
    expected = 1 / 5 * information + 4 / 5 * torn
    most = (whole + whole - 2 / 3 * math.log(2)) / 2
    assert adjusted_mutual_information(truth, found) == pytest.approx(
        (information - expected) / (most - expected)
    )


@pytest.mark.parametrize(
    ("truth", "found"),
    [([0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 2, 2]), ([0, 0, 1, 1, 1], [0, 1, 2, 2, 2])],
)
def test_expectation_equals_the_mean_over_all_permutations(
    truth: list[int], found: list[int]
) -> None:
    def information(labels: tuple[int, ...]) -> float:
        units = len(truth)
        joint = list(zip(truth, labels, strict=True))
        return sum(
            math.log(units * joint.count((a, b)) / (truth.count(a) * labels.count(b)))
            / units
            for a, b in joint
        )

    def entropy(labels: list[int]) -> float:
        return -sum(
            math.log(labels.count(label) / len(labels)) / len(labels)
            for label in labels
        )

    shuffled = [information(labels) for labels in permutations(found)]
    expected = sum(shuffled) / len(shuffled)
    most = (entropy(truth) + entropy(found)) / 2
    assert adjusted_mutual_information(truth, found) == pytest.approx(
        (information(tuple(found)) - expected) / (most - expected)
    )


@given(SEGMENTS)
def test_equal_segmentations_agree_fully(segments: list[int]) -> None:
    assert adjusted_mutual_information(segments, segments) == pytest.approx(1)
    assert window_error(segments, segments) == 0


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1))
def test_information_is_symmetric_and_at_most_one(pairs: list[tuple[int, int]]) -> None:
    ones, others = ([pair[side] for pair in pairs] for side in (0, 1))
    found = adjusted_mutual_information(ones, others)
    assert found <= 1 + 1e-9
    assert found == pytest.approx(adjusted_mutual_information(others, ones))


@pytest.mark.parametrize("found", [[0] * 12, list(range(12))])
def test_one_chunk_and_no_chunks_say_nothing(found: list[int]) -> None:
    truth = [0] * 5 + [1] * 7
    assert adjusted_mutual_information(truth, found) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("measure", [window_error, adjusted_mutual_information])
@pytest.mark.parametrize(("truth", "found"), [([], []), ([0], [0, 1])])
def test_labels_that_are_no_pairs_are_refused(
    measure: Measure, truth: list[int], found: list[int]
) -> None:
    with pytest.raises(ValueError, match="must be equal"):
        measure(truth, found)
