"""Markers of quotes at the beginnings of lines, and marks that are text."""

import time

import pytest

from langchain_mdsplit.packing.cutting.lines import read_lines
from langchain_mdsplit.packing.cutting.quote_markers import QuoteMarkers
from tests.packing.cutting.cut_pieces import (
    CHARACTERS,
    cut_checked,
    first_block,
    kinds,
)


def content(source: str, position: int) -> str:
    """Return what is read first at a position of a source's first block."""
    lines = read_lines(source, first_block(source))
    return source[QuoteMarkers(lines, source.index("w")).content(position) :]


@pytest.mark.parametrize(
    ("source", "last"),
    [
        ("> w\n> > b", "> b"),
        (" w\n    > b", "> b"),
        ("> w\n    > b", "> b"),
        ("> w\n   > b", "b"),
        ("> w\n>\t> b", "> b"),
        ("> > w\n> > b", "b"),
        ("> > w\n>> > b", "> b"),
        ("> > w\n>\t> b", "b"),
        ("> > w\n>     > b", "> b"),
        ("- > w\n  > b", "b"),
        ("10.   > w\n      > b", "b"),
        ("- w\n      > b", "> b"),
        ("> - w\n     > b", "> b"),
        ("> - w\n> b", "b"),
        ("> - > w\n>   > b", "b"),
        ("> - > w\n      > b", "> b"),
    ],
)
def test_as_many_markers_are_passed_over_as_there_are_quotes(
    source: str, last: str
) -> None:
    assert content(source, source.index("\n") + 1) == last


@pytest.mark.parametrize("quote", ["", "> ", "> > ", "- ", "- > ", "> - "])
def test_a_mark_in_a_line_is_text(quote: str) -> None:
    source = f"{quote}w! > n two"
    assert content(source, source.rindex(">")) == "> n two"
    assert content(source, source.rindex(">") - 1) == "> n two"


def test_a_position_among_markers_is_before_what_follows_them() -> None:
    source = "> > w\n> > b"
    assert [content(source, place) for place in range(6, 10)] == ["b"] * 4


@pytest.mark.parametrize(
    "source",
    [
        "> w\n>     b c d",
        "> w\n>\t\tb c d",
        "> > w\n> >     b c d",
        "> > w\n>     b c d",
        "- > w\n  >     b c d",
        "> - w\n>       b c d",
        "> ::: w\n>     v:\n>         b c d",
    ],
)
def test_a_line_far_from_its_marker_is_no_code(source: str) -> None:
    at = kinds(source)
    for limit in range(8, 16):
        for piece in cut_checked(source, first_block(source), limit, CHARACTERS):
            alone = kinds(f"{piece.prefix}{source[piece.start : piece.end]}")
            for position in range(piece.start, piece.end):
                moved = position - piece.start + len(piece.prefix)
                if source[position].isalnum() and 2 * len(piece.prefix) < limit:
                    assert alone[moved][-1] == at[position][-1], piece


def test_a_long_line_is_looked_at_once() -> None:
    """Each of many marks in it was a reason to look at what it begins with."""
    source = "> w\n" + " " * 200_000 + "> " * 20_000
    lines = read_lines(source, first_block(source))
    markers = QuoteMarkers(lines, 2)
    began = time.process_time()
    for position in range(200_004, lines.end, 2):
        assert markers.content(position) == position
    assert time.process_time() - began < 1
