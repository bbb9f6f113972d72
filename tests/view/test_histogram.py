from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.view.histogram import count_sizes, render_histogram
from tests.view.page_reader import read_page

SIZES = st.lists(st.integers(0, 5000), min_size=1)
LIMIT = st.none() | st.integers(1, 3000)


@given(SIZES, LIMIT)
def test_every_size_is_in_the_bin_of_its_range(
    sizes: list[int], limit: int | None
) -> None:
    for found in count_sizes(sizes, limit):
        inside = [size for size in sizes if found.first <= size <= found.last]
        assert found.count == len(inside)
        assert found.is_over == (limit is not None and found.first > limit)


@given(SIZES, LIMIT)
def test_the_bins_lie_next_to_each_other(sizes: list[int], limit: int | None) -> None:
    bins = count_sizes(sizes, limit)
    assert bins[0].first == 0
    assert bins[-1].last >= max(sizes)
    for before, after in pairwise(bins):
        assert after.first == before.last + 1
    assert sum(found.count for found in bins) == len(sizes)


@given(SIZES, LIMIT)
def test_the_limit_is_the_edge_of_a_bin(sizes: list[int], limit: int | None) -> None:
    edges = [found.last for found in count_sizes(sizes, limit) if not found.is_over]
    assert edges[-1] == (max(1, *sizes) if limit is None else limit)


@given(SIZES, LIMIT)
def test_bars_stay_inside_the_image(sizes: list[int], limit: int | None) -> None:
    page = read_page(f"<div>{render_histogram(sizes, limit, 'tokens')}</div>")
    for bar in page.named("rect"):
        left = float(bar.attributes["x"].rstrip("%"))
        width = float(bar.attributes["width"].rstrip("%"))
        assert left >= 0
        assert width > 0
        assert left + width <= 100
        assert float(bar.attributes["y"]) >= 0


def test_no_chunks_have_no_histogram() -> None:
    assert render_histogram([], 10, "tokens") == ""


@pytest.mark.parametrize(("limit", "lines"), [(None, 1), (5, 2)])
def test_a_limit_is_drawn_where_there_is_one(limit: int | None, lines: int) -> None:
    page = read_page(f"<div>{render_histogram([3, 9], limit, 'tokens')}</div>")
    assert len(page.named("line")) == lines
    assert len(page.of_class("over")) == (limit is not None)
