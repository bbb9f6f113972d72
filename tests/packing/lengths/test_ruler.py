"""Estimated lengths, exact for measures that add up."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.packing.lengths.ruler import Ruler, ruler_stops

ADDITIVE: dict[str, Callable[[str], int]] = {
    "characters": len,
    "words": lambda text: len(text.split()),
    "bytes": lambda text: len(text.encode()),
}
TEXTS = st.lists(
    st.sampled_from(
        ["word ", "two words ", "\n", "\r\n", "\r", "é", "天气 ", "x" * 150]
    ),
    min_size=1,
).map("".join)


def ruler_of(source: str, function: Callable[[str], int]) -> Ruler:
    positions = [0, *ruler_stops(source, 0, len(source), 96), len(source)]
    counts = [function(source[start:end]) for start, end in pairwise(positions)]
    return Ruler(positions, counts, source=source)


@given(source=TEXTS)
def test_stops_are_inside_in_order_and_near_each_other(source: str) -> None:
    stops = ruler_stops(source, 0, len(source), 96)
    bounds = [0, *stops, len(source)]
    assert bounds == sorted(set(bounds))
    for stop in stops:
        assert source[stop - 1 : stop + 1] != "\r\n"
    lines = [end - start for start, end in pairwise(bounds)]
    assert max(lines) <= 160


@pytest.mark.parametrize("run", [" " * 60, "-" * 60, " \t" * 500])
def test_runs_of_blanks_and_dashes_are_not_parted(run: str) -> None:
    source = f"| one{run} two{run}| three {run}four |"
    bounds = [0, *ruler_stops(source, 0, len(source), 16), len(source)]
    parts = [source[start:end] for start, end in pairwise(bounds)]
    assert sum(run in part for part in parts) == 3
    assert max(map(len, parts)) <= len(run) + 48


def test_a_mix_of_blanks_and_dashes_is_no_run() -> None:
    source = "x" + " " * 500 + "- " * 262
    bounds = [0, *ruler_stops(source, 0, len(source), 32), len(source)]
    assert max(end - start for start, end in pairwise(bounds[2:])) <= 96


def test_endless_runs_are_parted() -> None:
    stops = ruler_stops(" " * 9000, 0, 9000, 16)
    assert all(end - start < 1100 for start, end in pairwise([0, *stops, 9000]))


def test_a_blank_line_belongs_to_the_line_before_it() -> None:
    source = "a\n\nb\r\n\r\nc\rd\n  e\n"
    assert ruler_stops(source, 0, len(source), 96) == [3, 8, 10, 12]
    assert ruler_stops(source, 3, 11, 96) == [8, 10]


@pytest.mark.parametrize("function", ADDITIVE.values(), ids=ADDITIVE)
@pytest.mark.parametrize(
    "unit", ["one word after the other ", "天气 很好 abc\n", "a b\n"]
)
def test_lengths_of_additive_measures_are_exact(
    unit: str, function: Callable[[str], int]
) -> None:
    source = unit * 50
    ruler = ruler_of(source, function)
    words = [at for at in range(1, len(source), 96) if source[at - 1].isspace()]
    for start in words[::7]:
        for end in words[::11]:
            if start <= end:
                length = function(source[start:end])
                assert ruler.length(start, end) == length
                assert function(source[start : ruler.reach(start, length)]) == length


def test_the_length_of_the_empty_text_is_taken_off() -> None:
    ruler = Ruler([0, 10, 20], [12, 2], empty=2)
    assert (ruler.length(0, 10), ruler.length(10, 20)) == (10, 0)


def test_reach_is_kept_to_what_was_measured() -> None:
    ruler = Ruler([10, 20], [5])
    assert (ruler.reach(15, 100), ruler.reach(15, -100)) == (20, 10)
    assert (ruler.length(0, 15), ruler.length(15, 99)) == (2.5, 2.5)
