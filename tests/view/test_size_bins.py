"""The ranges in which the page and the command line count sizes."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.view.size_bins import count_sizes

SIZES = st.lists(st.integers(0, 5000), min_size=1)
LIMIT = st.none() | st.integers(1, 3000)
PARTS = st.integers(1, 4)


@given(SIZES, LIMIT, PARTS)
def test_every_size_is_in_the_bin_of_its_range(
    sizes: list[int], limit: int | None, parts: int
) -> None:
    for found in count_sizes(sizes, limit, parts):
        inside = [size for size in sizes if found.first <= size <= found.last]
        assert found.count == len(inside)
        assert found.is_over == (limit is not None and found.first > limit)


@given(SIZES, LIMIT, PARTS)
def test_the_bins_lie_next_to_each_other(
    sizes: list[int], limit: int | None, parts: int
) -> None:
    bins = count_sizes(sizes, limit, parts)
    assert bins[0].first == 0
    assert bins[-1].last >= max(sizes)
    for before, after in pairwise(bins):
        assert after.first == before.last + 1
    assert sum(found.count for found in bins) == len(sizes)


@given(SIZES, LIMIT, PARTS)
def test_the_limit_is_the_edge_of_a_bin(
    sizes: list[int], limit: int | None, parts: int
) -> None:
    bins = count_sizes(sizes, limit, parts)
    if limit is not None:
        assert limit in [found.last for found in bins]
        assert bins[-1].is_over == (max(sizes) > limit)


@given(SIZES, LIMIT, PARTS)
def test_bins_of_parts_are_bins_of_ranges_cut_further(
    sizes: list[int], limit: int | None, parts: int
) -> None:
    whole = count_sizes(sizes, limit)
    cut = count_sizes(sizes, limit, parts)
    assert {found.last for found in whole} <= {found.last for found in cut}
    for outer in whole:
        inner = [it for it in cut if outer.first <= it.first and it.last <= outer.last]
        assert outer.count == sum(found.count for found in inner)
        assert len(inner) == (
            1 if outer.is_over else min(parts, outer.last - max(outer.first - 1, 0))
        )


@pytest.mark.parametrize(
    ("largest", "limit", "tops"),
    [
        (90, 80, [10, 20, 30, 40, 50, 60, 70, 80, 90]),
        (9, 80, [10, 20, 30, 40, 50, 60, 70, 80]),
        (3, 3, [1, 2, 3]),
        (100, None, [16, 32, 64, 128]),
        (16, None, [16]),
        (0, None, [16]),
    ],
)
def test_ranges_are_even_up_to_a_limit_and_double_without_one(
    largest: int, limit: int | None, tops: list[int]
) -> None:
    assert [found.last for found in count_sizes([largest], limit)] == tops


def test_without_sizes_all_bins_are_empty() -> None:
    assert [found.count for found in count_sizes([], 8)] == [0] * 8
    assert [found.count for found in count_sizes([], None)] == [0]
