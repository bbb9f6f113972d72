"""A separator is found where splitting from left to right finds it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.packing.recursive.rules import Cuts, RecursiveRules
from langchain_mdsplit.packing.recursive.searching import ambiguous_run, searchable
from langchain_mdsplit.packing.recursive.separators import read_separators
from langchain_mdsplit.packing.recursive.splitting import place_cuts, split_recursively


def places(pattern: str, text: str) -> list[int]:
    """Return where a text without overlaps holds a pattern."""
    return [match.start() for match in re.finditer(f"(?={re.escape(pattern)})", text)]


@given(st.text("ab\0\x01", max_size=30), st.text("ab\0", min_size=1, max_size=4))
def test_marks_stand_where_the_text_is_split(text: str, separator: str) -> None:
    haystack, needle = searchable(text, separator)
    assert len(haystack) == len(text)
    assert len(needle) == len(separator)
    expected = [match.start() for match in re.finditer(re.escape(separator), text)]
    assert places(needle, haystack) == expected


@pytest.mark.parametrize("separator", ["\n", "\n\n", "aba", "ab", "---"])
def test_what_needs_no_marks_is_searched_as_it_is(separator: str) -> None:
    text = f"one{separator}two{separator}three"
    assert searchable(text, separator) == (text, separator)


@given(st.text("ab", max_size=20), st.sampled_from(("aa", "bbb")))
def test_a_run_tells_where_a_separator_is_ambiguous(text: str, separator: str) -> None:
    run = ambiguous_run(separator)
    first = [match.start() for match in re.finditer(re.escape(separator), text)]
    if run not in text:
        assert places(separator, text) == first


@pytest.mark.parametrize("keep", ["start", "end"])
@pytest.mark.parametrize("count", range(1, 9))
def test_runs_of_newlines_are_split_in_pairs_from_the_left(
    count: int, keep: str
) -> None:
    text = "aa" + "\n" * count + "bb" + "\n" * count + "cc"
    separators = read_separators(["\n\n"], is_regex=False)
    rules = RecursiveRules(separators, 4, 0, keep=keep, strip=False)  # type: ignore[arg-type]
    assert "".join(split_recursively(text, rules).texts) == text
    pattern = r"\n\n|\Z"
    ends = [match.end() for match in re.finditer(pattern, text)]
    starts = [0, *(match.start() for match in re.finditer(pattern, text))]
    cuts = split_recursively(text, rules)
    allowed = {0, *ends} if keep == "end" else {*starts, len(text)}
    assert {*cuts.starts, *cuts.ends} <= allowed


def test_a_cut_that_is_stripped_of_white_space_has_the_span_of_its_text() -> None:
    text = "\u3000a b \n"
    for are_slices in (True, False):
        cuts = Cuts([0], [len(text)], ["a b"], are_slices)
        assert list(place_cuts(text, cuts)) == [(1, 4, 0)]
