"""Lines and columns: every line ending, every position."""

from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.text.line_numbers import LineNumbers

TEXTS = st.text(st.sampled_from("ab\r\n\x0c\x85\u2028"), max_size=12)


def slow_place(text: str, index: int) -> tuple[int, int]:
    """Return a place by counting."""
    line = column = 1
    for position in range(index):
        is_crlf = text[position : position + 2] == "\r\n"
        ends = text[position] == "\n" or (text[position] == "\r" and not is_crlf)
        line, column = (line + 1, 1) if ends else (line, column + 1)
    return line, column


@given(text=TEXTS, data=st.data())
def test_places_are_counted(text: str, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(text)))
    assert LineNumbers(text).place(index) == slow_place(text, index)
    assert LineNumbers(text, index).place(index) == slow_place(text, index)
