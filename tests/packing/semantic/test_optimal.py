"""The best groups, against all groups there are."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.packing.semantic.max_min import Bonds, ranges_from
from langchain_mdsplit.packing.semantic.optimal import optimal_ranges
from langchain_mdsplit.packing.semantic.similarities import Similarities
from tests.packing.semantic.naive import all_groupings, cosine
from tests.packing.semantic.test_max_min import bonds_for
from tests.packing.semantic.vectors import (
    CountedSimilarities,
    small_vectors,
    turned,
)


def fits(group: range, firsts: Sequence[int], bonds: Bonds) -> bool:
    """Whether a group is within its bounds, or cannot be any shorter."""
    is_one = all(bonds.joins[unit] for unit in group[1:])
    return group.start >= firsts[group[-1]] or is_one


def firsts_for(sizes: Sequence[int], limit: int) -> list[int]:
    """Return the first unit of the longest group that ends with each."""
    return [
        next(
            (at for at in range(unit + 1) if sum(sizes[at : unit + 1]) <= limit),
            unit + 1,
        )
        for unit in range(len(sizes))
    ]


@given(
    data=st.data(),
    vectors=small_vectors(1, 9),
    mean=st.sampled_from([0.0, 0.3, 0.8]),
    limit=st.integers(1, 25),
)
def test_no_grouping_is_worth_more(
    data: st.DataObject, vectors: list[list[int]], mean: float, limit: int
) -> None:
    count = len(vectors)
    bonds = data.draw(bonds_for(count))
    sizes = data.draw(st.lists(st.integers(1, 9), min_size=count, max_size=count))
    firsts = firsts_for(sizes, limit)

    def worth(groups: Sequence[range]) -> float:
        pairs = (pair for group in groups for pair in combinations(group, 2))
        return sum(
            (cosine(vectors[a], vectors[b]) - mean) / (1 - mean) for a, b in pairs
        )

    similarities = Similarities(np.array(vectors, float)).calibrated(mean)
    found = optimal_ranges(similarities, bonds, firsts)
    allowed = [
        groups
        for groups in all_groupings(count, bonds)
        if all(fits(group, firsts, bonds) for group in groups)
    ]
    assert found in allowed
    assert worth(found) == pytest.approx(max(map(worth, allowed)), abs=1e-9)


CASES: dict[str, tuple[list[float], int, list[int]]] = {
    "two subjects": ([0, 0.1, 0.1, 1.5, 0.1, 0.1], 9, [3, 3]),
    "alike, cut by the bound": ([0.0] * 7, 3, [1, 3, 3]),
    "all unlike": ([1.5] * 4, 9, [1, 1, 1, 1]),
    "one unit": ([0.0], 9, [1]),
    "none": ([], 9, []),
}


@pytest.mark.parametrize(("angles", "most", "sizes"), CASES.values(), ids=CASES)
def test_groups(angles: list[float], most: int, sizes: list[int]) -> None:
    similarities = Similarities(turned(angles)).calibrated(0.5)
    firsts = [max(0, unit + 1 - most) for unit in range(len(angles))]
    found = optimal_ranges(similarities, Bonds.none(len(angles)), firsts)
    assert [len(group) for group in found] == sizes


def test_of_groups_worth_the_same_the_last_is_the_longest() -> None:
    found = optimal_ranges(
        Similarities(np.zeros((5, 2))), Bonds.none(5), [0, 0, 0, 1, 2]
    )
    assert found == [range(2), range(2, 5)]


@pytest.mark.parametrize("run", [1, 2, 40, 3000])
def test_a_long_run_is_compared_once(run: int) -> None:
    """Of headings in a row, each was compared with all before it."""
    count, most = 6000, 15
    vectors = turned(np.random.default_rng(7).normal(0, 0.3, count).tolist())
    kinds = [place % run for place in range(count)]
    bonds = Bonds([not kind for kind in kinds], [kind > 0 for kind in kinds])
    if run == 1:
        bonds = Bonds.none(count)
    similarities = CountedSimilarities(vectors)
    firsts = [max(0, unit + 1 - most) for unit in range(count)]
    found = optimal_ranges(similarities, bonds, firsts)
    if run > 1:
        assert found == ranges_from(range(0, count, run), count)
    assert similarities.work <= (most + 1) * count


def test_what_follows_a_long_run_is_compared_with_what_may_be_in_its_group() -> None:
    """The run is over the most, so nothing joins it."""
    run, most = 3000, 15
    count = run + 200
    bonds = Bonds(
        [not place for place in range(count)],
        [0 < place < run for place in range(count)],
    )
    similarities = CountedSimilarities(turned([0.0] * count))
    firsts = [max(0, unit + 1 - most) for unit in range(count)]
    found = optimal_ranges(similarities, bonds, firsts)
    assert found[0] == range(run)
    assert {len(group) for group in found[2:]} == {most}
    assert similarities.work <= (most + 1) * count
