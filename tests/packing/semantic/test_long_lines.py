"""Lines as long as paragraphs are units of their own; wrapped lines are not."""

import pytest

from langchain_mdsplit.packing.semantic.long_lines import long_line_starts
from tests.packing.semantic.documents import texts_of

LONG = "word " * 60 + "end"


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_a_line_after_a_long_one_is_a_unit(ending: str) -> None:
    lines = ["= Title =", LONG, f"and {LONG}"]
    assert texts_of(ending.join(lines)) == lines


def test_wrapped_lines_are_not_units() -> None:
    source = "\n".join(["A sentence that is", "wrapped by hand"] * 20)
    assert texts_of(source) == [source]


def test_a_line_that_would_be_no_paragraph_begins_no_unit() -> None:
    source = f"{LONG}\n2. and so on\n{LONG}"
    assert texts_of(source) == [f"{LONG}\n2. and so on", LONG]


def test_a_code_span_over_two_lines_is_not_torn() -> None:
    source = f"{LONG} `a\nb` {LONG}\nnext `c`"
    assert texts_of(source) == [f"{LONG} `a\nb` {LONG}", "next `c`"]


def test_only_the_paragraph_is_looked_at() -> None:
    source = f"one\ntwo\n\n{LONG}\nthree"
    assert long_line_starts(source, 0, 7) == []
    assert long_line_starts(source, 9, len(source)) == [source.index("three")]
