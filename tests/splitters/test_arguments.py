"""Checks of inherited arguments: every branch, and what its message says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.errors import ArgumentError
from langchain_mdsplit.splitters.arguments import check_overlap, check_unused


def test_an_unused_argument_may_have_its_default() -> None:
    check_unused("separator", "x", "x")


def test_an_unused_argument_may_have_nothing_else() -> None:
    message = r"^separator has no meaning here: leave it at 'x', got 'y'$"
    with pytest.raises(ArgumentError, match=message):
        check_unused("separator", "y", "x")


@given(size=st.integers(1, 50), overlap=st.integers(-5, 60))
def test_an_overlap_is_allowed_up_to_the_chunk_size(size: int, overlap: int) -> None:
    if 0 <= overlap <= size:
        assert check_overlap(overlap, size) == overlap
    else:
        with pytest.raises(ArgumentError, match=r"^chunk_overlap must be .* got "):
            check_overlap(overlap, size)


def test_an_overlap_over_the_chunk_size_names_both() -> None:
    message = r"^chunk_overlap must be at most chunk_size \(3\), got 4$"
    with pytest.raises(ArgumentError, match=message):
        check_overlap(4, 3)


def test_without_a_chunk_size_there_is_no_overlap() -> None:
    assert check_overlap(0, None) == 0
    message = r"^chunk_overlap must be 0 without a chunk_size, got 1$"
    with pytest.raises(ArgumentError, match=message):
        check_overlap(1, None)
