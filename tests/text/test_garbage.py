"""What is nothing but decoration, and what only looks like it."""

import string
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.errors import ArgumentTypeError
from langchain_mdsplit.text.garbage import is_garbage_chunk

MARKS = "-=_.*#|~`@!%^&*()[]{}\\/<>:+"
GARBAGE = (
    *("", " ", "\n\t", "\u3000\xa0", "\x1c"),
    *("--------", "-----------", "========", "********", "***", "---===---"),
    *("***---***", "- - -", "  ===\n\n---  ", MARKS, "+ [ ] < > \u2028 :"),
    *("ああああああああああ", "ああああああああああい", "……………", "\ufeff", "🦀🦀🦀"),
)
TEXT = (
    *("function foo() {}", "Hello World", "/* Section 1 ============ */"),
    *("// ---------- Header ----------", "/* TODO: fix this */", "-----a", "0"),
    *("こんにちは", "日本語のテキスト", "12345", "2024年", "aaaaaaaaaa"),
    *("Section 1: Introduction", "Chapter 5 - Summary", "é è ", "-'-", '"-"', "?!"),
    "ああああい",  # exactly 80 %
    "ああああ い",
    "い" + "あ" * 4 + " " * 50,  # white space around it does not count
)


@pytest.mark.parametrize("text", GARBAGE)
def test_garbage(text: str) -> None:
    assert is_garbage_chunk(text)


@pytest.mark.parametrize("text", TEXT)
def test_text(text: str) -> None:
    assert not is_garbage_chunk(text)


@pytest.mark.parametrize("count", [5, 35, 1000, 100_000])
def test_more_than_80_percent(count: int) -> None:
    same = count * 4 // 5
    exact = "あ" * same + "い" * (count - same)
    assert not is_garbage_chunk(exact)
    assert is_garbage_chunk("あ" + exact[:-1])


@given(st.text(st.sampled_from(MARKS + " \n\t\u3000"), max_size=20))
def test_decoration_is_garbage(text: str) -> None:
    assert is_garbage_chunk(text)


@given(st.text(), st.sampled_from(string.ascii_letters + string.digits), st.text())
def test_a_letter_or_digit_is_not(before: str, mark: str, after: str) -> None:
    assert not is_garbage_chunk(before + mark + after)


@pytest.mark.parametrize("wrong", [None, 3, b"a", ["a"]])
def test_what_is_no_text_is_refused(wrong: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^text must be a str, not "):
        is_garbage_chunk(wrong)
