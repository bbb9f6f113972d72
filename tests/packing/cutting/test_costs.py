"""Lengths of added text: each measured once, or not at all where it is known."""

from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.measure import LengthFunction
from langchain_mdsplit.packing import heading_fitter
from langchain_mdsplit.packing.cutting.costs import Costs
from langchain_mdsplit.tokens import TokenCounter

TOKENS = TokenCounter()


def test_a_text_is_measured_once_and_without_what_the_empty_text_has() -> None:
    measured: list[str] = []

    def length(text: str) -> int:
        measured.append(text)
        return len(text) + 2

    costs = Costs(LengthFunction(length), 2)
    assert [costs.of(text) for text in ("", "> ", "> ", "```")] == [0, 2, 2, 3]
    assert measured == ["> ", "```"]


def test_more_cells_than_were_too_many_are_not_measured() -> None:
    measured: list[str] = []

    def length(text: str) -> int:
        measured.append(text)
        return len(text)

    costs = Costs(LengthFunction(length), 0)
    assert costs.holds_cells(3, 6)
    assert not costs.holds_cells(4, 6)
    assert not costs.holds_cells(5, 6)
    assert costs.holds_cells(4, 8)
    assert measured == ["| " * 3, "| " * 4, "| " * 4]


@given(st.text(max_size=40), st.integers(0, 60))
def test_whatis_surely_within_a_length_is(text: str, most: int) -> None:
    if heading_fitter.is_surely_within(text, most, TOKENS):
        assert TOKENS(text) <= most


def test_of_other_measures_than_tokens_nothing_is_sure() -> None:
    assert heading_fitter.is_surely_within("a é", 4, TOKENS)
    assert not heading_fitter.is_surely_within("a é", 3, TOKENS)
    assert not heading_fitter.is_surely_within("a", 9, LengthFunction(len))
