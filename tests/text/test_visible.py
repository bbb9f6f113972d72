"""Where the next visible character stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.text.visible import next_visible


@pytest.mark.parametrize(
    ("text", "start", "end", "expected"),
    [
        ("ab", 0, None, 0),
        ("  b", 0, None, 2),
        ("  b", 0, 2, 2),
        ("a ", 1, None, 2),
        ("", 0, None, 0),
        ("a\u2028\xa0\x1f\u3000b", 1, None, 5),
    ],
)
def test_the_next_visible_character_is_found(
    text: str, start: int, end: int | None, expected: int
) -> None:
    assert next_visible(text, start, end) == expected


@given(st.text(" \n\t\x0c\x85\xa0ab"), st.data())
def test_all_before_it_is_white_space(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = next_visible(text, start, end)
    assert start <= found <= end
    assert text[start:found].strip() == ""
    assert found == end or not text[found].isspace()
