"""Cuts inside a long cell of a table: after line breaks and sentences, then clauses."""

from itertools import pairwise

import pytest

from langchain_mdsplit.packing.cutting.sentence_starts import cell_parts
from tests.packing.cutting.cut_pieces import (
    CHARACTERS,
    cut,
    cut_alone,
    cut_checked,
    first_block,
    text_of,
)

HEADER = "|a|b|\n|-|-|\n"
REST = f"{HEADER}| | "
KEYED = f"{HEADER}| c | "

CASES = {
    "sentences": (
        f"{HEADER}|c|One two. Three four. Five six.|",
        38,
        [f"{HEADER}|c|One two. Three four.", f"{KEYED}Five six.|"],
    ),
    "line breaks": (
        f"{HEADER}|c|one two<br>three four<br/>five<br />six|",
        44,
        [
            f"{HEADER}|c|one two<br>three four<br/>",
            f"{KEYED}five<br />six|",
        ],
    ),
    "a line break in upper case, and white space after it": (
        f"{HEADER}|c|one two<BR> three four five|",
        35,
        [f"{HEADER}|c|one two<BR>", f"{KEYED}three four five|"],
    ),
    "a sentence before a line break": (
        f"{HEADER}|c|One two. <br>Three four. |",
        36,
        [f"{HEADER}|c|One two. <br>", f"{KEYED}Three four. |"],
    ),
    "cells before sentences": (
        f"{HEADER}|c c c c c. C c|D d. E|",
        31,
        [f"{HEADER}|c c c c c. C c|", f"{REST}D d. E|"],
    ),
    "sentences that end with their cells": (
        f"{HEADER}|One. Two.|Three. Four five.|",
        28,
        [f"{HEADER}|One. Two.|", f"{REST}Three.", f"{REST}Four five.|"],
    ),
    "clauses before words": (
        f"{HEADER}|c|one two, three four five six|",
        35,
        [f"{HEADER}|c|", f"{KEYED}one two,", f"{KEYED}three four five", f"{KEYED}six|"],
    ),
    "words": (
        f"{HEADER}|c|one two three four five|",
        28,
        [f"{HEADER}|c|", f"{KEYED}one two", f"{KEYED}three four", f"{KEYED}five|"],
    ),
    "a line break in code": (
        f"{HEADER}|c|one `two<br>two` three|",
        31,
        [f"{HEADER}|c|", f"{KEYED}one", f"{KEYED}`two<br>two`", f"{KEYED}three|"],
    ),
    "in a quote": (
        "> |a|\n> |-|\n> |One two. Three four. Five.|",
        34,
        [
            "> |a|\n> |-|\n> |One two.",
            "> |a|\n> |-|\n> | Three four. Five.|",
        ],
    ),
    "in an item": (
        "- |a|\n  |-|\n  |One two. Three four. Five.|",
        34,
        [
            "- |a|\n  |-|\n  |One two.",
            "- |a|\n  |-|\n  | Three four. Five.|",
        ],
    ),
}


@pytest.mark.parametrize(("source", "limit", "expected"), CASES.values(), ids=CASES)
def test_pieces(source: str, limit: int, expected: list[str]) -> None:
    assert ["".join(piece) for piece in cut(source, limit)] == expected


@pytest.mark.parametrize("case", ["sentences", "line breaks"])
def test_pieces_with_other_line_endings(case: str) -> None:
    source, limit, expected = CASES[case]
    pieces = cut(source.replace("\n", "\r\n"), limit + 2)
    assert ["".join(piece).replace("\r\n", "\n") for piece in pieces] == expected


@pytest.mark.parametrize("case", CASES)
def test_promises_hold_at_any_limit(case: str) -> None:
    source = CASES[case][0]
    block = first_block(source)
    for limit in range(16, 80):
        cut_checked(source, block, limit, CHARACTERS)


def test_each_long_row_has_its_own_sentences() -> None:
    rows = "|c|One two. Three four.|\n" * 3
    texts = [text.removeprefix(HEADER) for _, text, _ in cut(HEADER + rows, 32)]
    parts = ["|c|One two.", "Three four.|"]
    assert texts == parts * 3


def test_a_sentence_splitter_replaces_ours() -> None:
    source = f"{HEADER}|c|one two; three four|"
    pieces = cut_alone(
        source,
        first_block(source),
        31,
        CHARACTERS,
        sentence_splitter=lambda text: [(0, text.index("two")), (11, len(text))],
    )
    assert text_of(source, pieces[-1]).endswith("three four|")


@pytest.mark.parametrize("mark", ["<br>", "<BR/>", "<br />", "<br\t/>"])
def test_a_part_begins_after_a_line_break(mark: str) -> None:
    row = f"|a{mark} b|"
    assert cell_parts(row, 5, None) == [5 + row.rindex("b")]


def test_no_part_begins_with_a_cell_or_a_line_break() -> None:
    row = "| One. | Two. <br>Three. | Four. |"
    starts = [0, 7, 14, 25, len(row)]
    assert [row[start : start + 1] for start in starts] == ["|", "|", "<", "|", ""]
    spans = list(pairwise(starts))
    assert cell_parts(row, 0, None) == cell_parts(row, 0, lambda _: spans) == [18]


@pytest.mark.parametrize("text", ["<b>", "<brr>", "< br>", "br", "<br"])
def test_what_is_no_line_break(text: str) -> None:
    assert cell_parts(f"|a{text} b|", 0, None) == []
