"""Where a text stands in another one: all places, in linear time."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.documents.occurrences import occurrences


@given(text=st.text("ab", min_size=1, max_size=9), source=st.text("ab", max_size=60))
def test_no_place_is_missed(text: str, source: str) -> None:
    every = [at for at in range(len(source)) if source.startswith(text, at)]
    assert list(occurrences(text, source)) == every


@given(
    unit=st.text("ab", min_size=1, max_size=4),
    times=st.integers(1, 6),
    parts=st.lists(st.tuples(st.integers(0, 9), st.text("abc", max_size=5))),
)
def test_no_place_is_missed_among_repetitions(
    unit: str, times: int, parts: list[tuple[int, str]]
) -> None:
    text = unit * times
    source = "".join(unit * repeated + between for repeated, between in parts)
    every = [at for at in range(len(source)) if source.startswith(text, at)]
    assert list(occurrences(text, source)) == every


@pytest.mark.parametrize("unit", ["a", "ab", "| a | b |\n"])
def test_repetitions_take_linear_time(unit: str) -> None:
    """A search anew from each place would compare 10**11 characters."""
    text, source = unit * (400_000 // len(unit)), unit * (900_000 // len(unit))
    started = time.process_time()
    count = sum(1 for _ in occurrences(text, source))
    assert time.process_time() - started < 5
    assert count == (len(source) - len(text)) // len(unit) + 1
