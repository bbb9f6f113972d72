"""Texts and values that are made short."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.shortening import ELLIPSIS, short_repr, shorten

ANY_TEXT = st.text(st.characters(exclude_categories=()))


@given(ANY_TEXT, st.integers(1, 20), st.booleans())
def test_a_text_fits_its_length_and_says_what_is_missing(
    text: str,
    most: int,
    keep_end: bool,  # noqa: FBT001  (Hypothesis)
) -> None:
    short = shorten(text, most, keep_end=keep_end)
    assert len(short) <= most
    if len(text) <= most:
        assert short == text
    elif keep_end:
        assert short[0] == ELLIPSIS
        assert text.endswith(short[1:])
    else:
        assert short[-1] == ELLIPSIS
        assert text.startswith(short[:-1])


def test_no_white_space_stands_beside_an_ellipsis() -> None:
    assert shorten("one two", 5) == "one…"
    assert shorten("one two", 5, keep_end=True) == "…two"
    assert shorten(" " * 9, 5) == "…"


@given(st.one_of(ANY_TEXT, st.binary(), st.lists(st.integers())), st.integers(2, 30))
def test_a_value_fits_its_length_and_keeps_its_last_character(
    value: object, most: int
) -> None:
    short = short_repr(value, most)
    written = repr(value)
    assert len(short) <= most
    assert short[-1] == written[-1]
    if len(written) <= most:
        assert short == written
    else:
        assert short[-2] == ELLIPSIS
        assert written.startswith(short[:-2])


@pytest.mark.parametrize(
    ("value", "beginning", "end"),
    [
        ("x" * 99, "'xx", "…'"),
        ("it's " * 99, '"it', '…"'),
        (b"x" * 99, "b'x", "…'"),
        ([1] * 99, "[1,", "…]"),
        ({1: "x" * 99}, "{1:", "…}"),
    ],
)
def test_a_long_value_is_closed(value: object, beginning: str, end: str) -> None:
    short = short_repr(value)
    assert len(short) == 80
    assert (short[:3], short[-2:]) == (beginning, end)


def test_of_what_cannot_be_written_the_type_is_named() -> None:
    assert short_repr(10**5000) == "<int>"
