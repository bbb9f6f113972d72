"""Max-Min grouping, against the recorded groups and a slow second writing of it."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from langchain_mdsplit.packing.semantic.max_min import (
    Bonds,
    max_min_ranges,
    ranges_from,
)
from langchain_mdsplit.packing.semantic.rules import MaxMinRule
from langchain_mdsplit.packing.semantic.similarities import Similarities
from tests.packing.semantic.naive import MaxMin
from tests.packing.semantic.vectors import (
    CountedSimilarities,
    small_vectors,
    turned,
)


@st.composite
def bonds_for(draw: st.DrawFn, count: int) -> Bonds:
    """Return bonds as headings make them: a unit never both begins and joins."""
    kinds = draw(st.lists(st.sampled_from("--bj"), min_size=count, max_size=count))
    joins = [kind == "j" and index > 0 for index, kind in enumerate(kinds)]
    return Bonds([kind == "b" for kind in kinds], joins)


RULES = st.builds(
    MaxMinRule,
    threshold=st.floats(-1, 1),
    init_const=st.floats(0.5, 2),
    c=st.floats(0.1, 2),
    window_size=st.none() | st.integers(2, 8),
    max_sentences=st.none() | st.integers(1, 20) | st.integers(63, 67),
)


def found_groups(
    vectors: object, rule: MaxMinRule, bonds: Bonds | None = None, mean: float = 0.0
) -> list[list[int]]:
    matrix = np.array(vectors, float)
    found = ranges(Similarities(matrix).calibrated(mean), rule, bonds)
    return list(map(list, found))


def ranges(
    similarities: Similarities, rule: MaxMinRule, bonds: Bonds | None = None
) -> list[range]:
    """Return the groups of units that have one threshold."""
    assert rule.threshold is not None
    count = len(similarities)
    thresholds = [rule.threshold] * count
    return max_min_ranges(similarities, rule, thresholds, bonds or Bonds.none(count))


@given(data=st.data(), vectors=small_vectors(1, 30), rule=RULES)
def test_groups_are_those_of_the_slow_writing(
    data: st.DataObject, vectors: list[list[int]], rule: MaxMinRule
) -> None:
    bonds = data.draw(bonds_for(len(vectors)))
    mean = data.draw(st.sampled_from([0.0, 0.4, -0.1]))
    slow = MaxMin(vectors, rule, mean)
    expected = slow.groups(bonds)
    assume(slow.margin > 1e-9)
    assert found_groups(vectors, rule, bonds, mean) == expected


@pytest.mark.parametrize("window", [2, 5, None])
@pytest.mark.parametrize("most", [1, 2, 15, 64, 65, None])
def test_long_groups(most: int | None, window: int | None) -> None:
    vectors = turned(np.random.default_rng(3).normal(0, 0.2, 110).tolist())
    slow = MaxMin(vectors.tolist(), MaxMinRule(0.2, 1.5, 0.9, window, most))
    expected = slow.groups()
    assert slow.margin > 1e-9
    assert most == 1 or max(map(len, expected)) > 1
    assert found_groups(vectors, slow.rule) == expected


@pytest.mark.parametrize("count", [1024, 1025, 2100])
def test_groups_do_not_depend_on_blocks(count: int) -> None:
    vectors = np.tile([[1.0, 0.0]] * 7 + [[0.0, 1.0]] * 4, (count, 1))[:count]
    groups = found_groups(vectors, MaxMinRule(0.6))
    assert {len(group) for group in groups[:-1]} == {7, 4}


SAME = [[1, 0]] * 40
BONDS: dict[str, tuple[list[int], list[int], list[int]]] = {
    "none": ([], [], [15, 15, 10]),
    "a heading begins": ([3], [], [3, 15, 15, 7]),
    "headings count as members": ([3], [4, 5], [3, 15, 15, 7]),
    "a run over the most": ([2], list(range(3, 23)), [2, 21, 15, 2]),
    "the most is reached in a bond": ([], [15], [14, 15, 11]),
}


@pytest.mark.parametrize(("begins", "joins", "sizes"), BONDS.values(), ids=BONDS)
@pytest.mark.parametrize("window", [5, None])
def test_bonds(
    begins: list[int], joins: list[int], sizes: list[int], window: int | None
) -> None:
    places = range(len(SAME))
    bonds = Bonds([at in begins for at in places], [at in joins for at in places])
    groups = found_groups(SAME, MaxMinRule(0.6, window_size=window), bonds)
    assert [len(group) for group in groups] == sizes


STRICT: dict[str, tuple[list[list[float]], MaxMinRule, int]] = {
    "second at the threshold": ([[1, 0], [1, 0]], MaxMinRule(1.5), 2),
    "second above it": ([[1, 0], [1, 0]], MaxMinRule(1.4999), 1),
    "third at the threshold": ([[1, 0]] * 3, MaxMinRule(1.0), 2),
    "third above it": ([[1, 0]] * 3, MaxMinRule(0.9999), 1),
    "orthogonal": ([[1, 0], [0, 1]], MaxMinRule(0.0), 2),
    "a zero vector is like nothing": ([[1, 0], [0, 0]], MaxMinRule(0.0), 2),
    "but above less than nothing": ([[1, 0], [0, 0]], MaxMinRule(-0.1), 1),
    "opposite": ([[1, 0], [-1, 0]], MaxMinRule(-0.9), 2),
}


@pytest.mark.parametrize(("vectors", "rule", "count"), STRICT.values(), ids=STRICT)
def test_joining_is_strict(
    vectors: list[list[float]], rule: MaxMinRule, count: int
) -> None:
    assert len(found_groups(vectors, rule)) == count


@pytest.mark.parametrize(("window", "sizes"), [(3, [4, 1]), (4, [5]), (None, [5])])
def test_only_the_window_has_a_say(window: int | None, sizes: list[int]) -> None:
    # Only the first is unlike the others: it lowers the bound while it is seen.
    vectors = turned(np.radians([0, 60, 2, 2, 30]).tolist())
    groups = found_groups(vectors, MaxMinRule(-9.0, 9.0, window_size=window))
    assert [len(group) for group in groups] == sizes


@pytest.mark.parametrize("most", [4, 70])
def test_the_first_member_counts_up_to_the_most(most: int) -> None:
    vectors = turned(
        np.radians([0, 20, 20, -55]).tolist()
    )  # the last is like the first
    rule = MaxMinRule(0.9, init_const=1.0, c=0.0, max_sentences=most)
    assert found_groups(vectors, rule) == [[0, 1, 2, 3]]


SIGMOIDS = [(2, 0.87, 2), (2, 0.89, 1), (3, 0.95, 2), (3, 0.96, 1), (9, 0.9998, 2)]


@pytest.mark.parametrize(("size", "similarity", "count"), SIGMOIDS)
def test_the_bound_rises_with_the_size(
    size: int, similarity: float, count: int
) -> None:
    vectors = turned([0.0] * size + [float(np.arccos(similarity))])
    rule = MaxMinRule(-9.0, init_const=9.0, c=1.0)
    assert len(found_groups(vectors, rule)) == count


def test_each_unit_has_its_own_threshold() -> None:
    similarities, bonds = Similarities(np.array(SAME[:4], float)), Bonds.none(4)
    thresholds = [9.0, 0.5, 9.0, 0.5]
    found = max_min_ranges(similarities, MaxMinRule(None), thresholds, bonds)
    assert found == [range(2), range(2, 4)]


def test_no_units() -> None:
    assert ranges(Similarities(np.zeros((0, 1))), MaxMinRule(0.6)) == []
    assert ranges_from([], 0) == []


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_scale_of_vectors_changes_nothing(dtype: type) -> None:
    vectors = turned([0.3] * 50)
    rule = MaxMinRule(0.6)
    found = [
        ranges(Similarities((vectors * scale).astype(dtype)), rule)
        for scale in (1.0, 1000.0, 0.001)
    ]
    assert 1 < len(found[0]) < 50
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(
    ("most", "window", "reach"),
    [(15, 5, 15), (100, 5, 5), (100, None, 100), (None, 5, 5)],
)
def test_a_long_run_is_compared_with_few(
    most: int | None, window: int | None, reach: int
) -> None:
    """Of headings in a row, each was compared with all before it."""
    count = 3000
    joins = [place > 0 for place in range(count)]
    similarities = CountedSimilarities(turned([0.1] * count))
    rule = MaxMinRule(0.6, window_size=window, max_sentences=most)
    bonds = Bonds([False] * count, joins)
    assert ranges(similarities, rule, bonds) == [range(count)]
    assert count < similarities.work <= (reach + 1) * count
