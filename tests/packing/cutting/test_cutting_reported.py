"""Faults of cutting that were reported once, each kept with others of its kind."""

import pytest

from langchain_mdsplit.measure import LengthFunction
from tests.packing.cutting.cut_pieces import (
    CHARACTERS,
    assert_promises,
    cut,
    cut_alone,
    first_block,
    kinds,
    text_of,
)

_OUTER_ITEM = "w62x w63x w64x! w71x w72x w73x w74x w75x w76x? w86x w87x w88x w89x w90x"
_LONG_TEXT = "one two three four five six seven eight nine ten"

ALONE = {
    "code in a quote": (
        ">     aaaa bbbb\n>     cccc dddd\n>     eeee ffff\n",
        30,
        0,
    ),
    "words of code in a quote": (">     aaaa bbbb\n>     cccc dddd\n", 14, 0),
    "code in a quote in an item": (
        "- > a\n  >\n  >     aaaa bbbb\n  >     cccc dddd\n  >     eeee ffff\n",
        30,
        0,
    ),
    "code in an item in a quote": (
        "> - a\n>\n>       aaaa bbbb\n>       cccc dddd\n>       eeee ffff\n",
        30,
        0,
    ),
    "code that begins an item, a paragraph after it": (
        "1.  aaaa bbbb cccc dddd\n\n        code\n    text after it\n",
        40,
        0,
    ),
    "a quote with code in an item further in": (
        (
            "   *      1.    *?\n       - aaaa bbbb cccc.\n"
            "            >     dddd eeee ffff\n            >     gggg hhhh iiii\n"
        ),
        70,
        0,
    ),
    "repeated code in a quote": (
        (
            "> | a | b |\n> |---|---|\n> | c | d |\n>\n"
            ">     aaaa bbbb\n>     cccc dddd\n>     eeee\n>\n"
            ">    7.    - ffff gggg hhhh\n"
        ),
        100,
        40,
    ),
    "repeated text of an item in a quote": (
        "> 1. aaaa bbbb\n>\n>    ccc ddd eee fff ggg\n>    hhh iii\n",
        40,
        10,
    ),
    "repeated code of an item in a quote": (
        (
            "> 1. aaaa bbbb cccc.\n>    dddd eeee.\n> 2. ffff gggg.\n>\n"
            ">        hhhh iiii\n>        jjjj kkkk\n>        llll\n>\n"
            "> mmmm nnnn oooo,\n"
        ),
        120,
        60,
    ),
    "a repeated table": (
        f"> | w1x |\n> |---|\n> | w4x |\n>\n> + {_LONG_TEXT}\n>   {_LONG_TEXT}\n",
        110,
        43,
    ),
    "items in an indented item": (
        (
            f"   *   {_OUTER_ITEM}.\n       + w220x w221x w222x w223x w224x\n"
            "       + | a | b |\n         |---|---|\n         | c | d |"
        ),
        130,
        0,
    ),
    "items further in than a heading after them": (
        (
            "> + | a | b |\n>   | c | d |\n"
            ">      *  aaaa bbbb cccc dddd eeee ffff gggg\n"
            ">      *  hhhh iiii jjjj\n>   ###### kkkk\n"
        ),
        100,
        0,
    ),
    "an item after a fence that leaves no room for its quote's markers": (
        (
            "> >    8.    99. | |\n> >               `````js title=x\n"
            "> >                 aaaa bbbb cccc dddd eeee ffff\n"
            "> >                   gggg hhhh iiii jjjj kkkk llll\n"
            "> >               `````\n> >\n> >          101.. mmmm!"
        ),
        164,
        0,
    ),
    "a paragraph after items further in": (
        f"2. {_LONG_TEXT}\n     *  aaaa bbbb cccc dddd\n\n   eeee ffff gggg\n",
        60,
        0,
    ),
}


@pytest.mark.parametrize(("source", "limit", "overlap"), ALONE.values(), ids=ALONE)
def test_a_piece_alone_has_the_same_kinds(
    source: str, limit: int, overlap: int
) -> None:
    block = first_block(source)
    expected = kinds(source)
    pieces = cut_alone(source, block, limit, CHARACTERS, overlap=overlap)
    assert len(pieces) > 1
    assert_promises(source, block, pieces, limit, CHARACTERS)
    for piece in pieces:
        text = text_of(source, piece)
        found = kinds(text, has_front_matter=False)
        for position in range(piece.start, piece.end):
            if source[position].isalpha():
                place = len(piece.prefix) + position - piece.start
                assert found[place] == expected[position], (text, source[position:])


def test_a_line_of_code_in_a_quote_begins_as_it_does() -> None:
    source = ">     aaaa bbbb\n>     cccc dddd\n>     eeee ffff\n"
    assert cut(source, 30) == [
        ("", ">     aaaa bbbb", ""),
        ("", ">     cccc dddd", ""),
        ("", ">     eeee ffff", ""),
    ]


def test_nothing_but_marks_is_repeated() -> None:
    source = "> 1. aaaa bbbb\n>\n>    ccc ddd eee fff ggg\n>    hhh iii\n"
    assert cut(source, 40, overlap=10) == cut(source, 40)


def test_a_link_that_a_piece_begins_with_stays_whole() -> None:
    source = (
        '> [link text here](http://x.y/z) <span class="a b"> **strong text** '
        "w. x, Sentence one."
    )
    assert cut(source, 41)[0] == ("", "> [link text here](http://x.y/z)", "")


def test_code_that_a_piece_begins_with_stays_whole() -> None:
    source = "`some lines\nof code` $$ aaaa + bbbb $$ and more text."
    assert cut(source, 24)[0][1].startswith("`some lines\nof code`")


def test_no_piece_holds_only_bars_of_a_row() -> None:
    row = "aaaaaaaaaa bbbbbbbbbb cccccccccc dddddddddd eeeeeeeeee"
    header = "| a |\n|---|"
    source = f"{header}\n| {row} |\n| x |\n| y |\n"
    for limit in range(30, 70):
        for _, text, _ in cut(source, limit):
            assert text.removeprefix(header).strip("|\n ") or text == header, limit


@pytest.mark.parametrize("limit", [20, 150])
def test_pieces_measured_in_words_are_full(limit: int) -> None:
    source = " ".join("x" * (1 + index * index * 7 % 13) for index in range(1000))
    measure = LengthFunction(lambda text: len(text.split()))
    pieces = cut_alone(source, first_block(source), limit, measure)
    full = sum(piece.length == limit for piece in pieces[:-1])
    assert full * 2 > len(pieces[:-1])
    assert min(piece.length for piece in pieces[:-1]) >= limit - 1
