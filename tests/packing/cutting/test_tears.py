"""What a cut tears that would fit into a piece of its own."""

from itertools import pairwise

import pytest

from langchain_mdsplit.counting import count_alone
from langchain_mdsplit.packing.cutting.costs import Costs
from langchain_mdsplit.packing.cutting.cut_plan import CutPlan
from langchain_mdsplit.packing.lengths.ruler import count_block
from tests.packing.cutting.cut_pieces import CHARACTERS, first_block

ROWS = ["| a | b |", "|---|---|", "| One. two | three. |", "| four | five. six |"]
TABLE = "\n".join(ROWS)


def torn(source: str, room: int, *, sentences: bool = False) -> list[str]:
    """Return what stands before each cut that tears something, `|` at the cut."""
    block = first_block(source)
    ruler = count_alone(count_block(source, block, 96), CHARACTERS)
    plan = CutPlan(source, block, Costs(CHARACTERS, 0), ruler, None)
    places = range(block.start + 1, block.end)
    return [
        source[block.start : place]
        for place in places
        if plan.tears(place, room, sentences=sentences)
    ]


@pytest.mark.parametrize(
    ("source", "room", "count"),
    [
        ("ab cd", 9, 2),
        ("a `b c` d", 9, 4),
        ("a `b c` d", 4, 0),
        ("a e\N{COMBINING ACUTE ACCENT} b", 9, 1),
        ("a e\N{COMBINING ACUTE ACCENT} b", 1, 0),
        ("日本語", 9, 0),
    ],
)
def test_characters_words_and_code(source: str, room: int, count: int) -> None:
    assert len(torn(source, room)) == count


def test_sentences_where_they_count() -> None:
    source = "A b. C d."
    assert torn(source, 9) == []
    found = ["A", "A ", "A b", "A b. C", "A b. C ", "A b. C d"]
    assert torn(source, 9, sentences=True) == found
    assert torn(source, 2, sentences=True) == []


@pytest.mark.parametrize("around", ["", "> ", "- ", "1. - "])
def test_rows_and_the_header_with_the_first_row(around: str) -> None:
    indent = around if around == "> " else " " * len(around)
    source = around + TABLE.replace("\n", f"\n{indent}")
    found = {len(before) for before in torn(source, 60, sentences=True)}
    inside = ("a |", "---|\n", "| One", "two", "three", "five", "six")
    assert {source.index(text) for text in inside} <= found
    assert source.index("| four") not in found


def test_a_row_that_is_too_long_is_torn_by_no_cut_but_in_a_word() -> None:
    found = torn(TABLE, 5)
    assert all(before[-1].isalnum() for before in found)
    assert all(len(a) < len(b) for a, b in pairwise(found))
