from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.text.graphemes import (
    ceil_grapheme,
    floor_grapheme,
    grapheme_spans,
)
from tests.shared_data import load_cases

ACUTE = "\N{COMBINING ACUTE ACCENT}"
ZWJ = "\N{ZERO WIDTH JOINER}"
FLAG_LETTER = "\N{REGIONAL INDICATOR SYMBOL LETTER A}"
FAMILY = f"👩{ZWJ}👩{ZWJ}👧"
JAMO = "\u1100\u1161\u11a8"
CONJUNCT = "\u0915\u094d\u0937\u093f"

# Newer Unicode takes the check mark for no pictograph any more.
NOT_JOINED_ANY_MORE = f"\u2701{ZWJ}\u2701"

NASTY_ALPHABET = (
    f"ab \r\n\t\0\u2028é漢가각{ACUTE}{ZWJ}\u200c{FLAG_LETTER}{JAMO}{CONJUNCT}👩🏽\ufe0f"
    "\u2701\u0903\u0e33\u0600\u070f\u0d4e\u1cf5\u1b13\u1b44\U00011a3a\ud800"
)
nasty_texts = st.text(NASTY_ALPHABET, max_size=30) | st.text(max_size=10)


def conformance_cases() -> list[object]:
    changed = pytest.mark.xfail(reason="Unicode changed this case after 15.0")
    return [
        pytest.param(
            case["text"],
            case["breaks"],
            marks=[changed] if case["text"] == NOT_JOINED_ANY_MORE else [],
        )
        for case in load_cases("data/grapheme_break_test.json")
    ]


def boundaries(text: str) -> list[int]:
    return [0, *(end for _, end in grapheme_spans(text))]


@pytest.mark.parametrize(("text", "breaks"), conformance_cases())
def test_the_unicode_standards_own_cases(text: str, breaks: list[int]) -> None:
    assert boundaries(text) == breaks


@pytest.mark.parametrize(
    "cluster",
    ["a", f"e{ACUTE}", "\r\n", "\n", FAMILY, FLAG_LETTER * 2, JAMO, CONJUNCT, "👩🏽"],
)
def test_a_cluster_among_letters_is_one_span(cluster: str) -> None:
    end = 1 + len(cluster)
    text = f"x{cluster}y"
    assert grapheme_spans(text) == [(0, 1), (1, end), (end, end + 1)]
    for inside in range(2, end):
        assert floor_grapheme(text, inside) == 1
        assert ceil_grapheme(text, inside) == end


def test_flags_pair_from_the_start_of_their_run() -> None:
    text = "x" + FLAG_LETTER * 7
    assert [floor_grapheme(text, index) for index in range(9)] == [
        *(0, 1, 1, 3, 3, 5, 5, 7, 8),
    ]


def test_indices_outside_the_text_are_cut_back_to_its_ends() -> None:
    assert floor_grapheme("abc", -1) == ceil_grapheme("abc", -1) == 0
    assert floor_grapheme("abc", 9) == ceil_grapheme("abc", 9) == 3
    assert floor_grapheme("", 0) == ceil_grapheme("", 5) == 0
    assert floor_grapheme("abc", 1, start=2) == ceil_grapheme("abc", 1, start=2) == 2


@given(nasty_texts)
def test_spans_tile_the_text(text: str) -> None:
    position = 0
    for start, end in grapheme_spans(text):
        assert start == position < end
        position = end
    assert position == len(text)


@given(nasty_texts, st.data())
def test_floor_and_ceil_agree_with_the_list_of_all_boundaries(
    text: str,
    data: st.DataObject,
) -> None:
    known = boundaries(text)
    index = data.draw(st.integers(0, len(text)))
    start = data.draw(st.sampled_from([bound for bound in known if bound <= index]))
    assert floor_grapheme(text, index, start) == max(b for b in known if b <= index)
    assert ceil_grapheme(text, index, start) == min(b for b in known if b >= index)


def test_floor_agrees_for_every_three_characters() -> None:
    for text in map("".join, product(NASTY_ALPHABET, repeat=3)):
        known = boundaries(text)
        for index in (1, 2):
            assert floor_grapheme(text, index) == max(b for b in known if b <= index)


@pytest.mark.parametrize(
    ("unit", "count"),
    [
        (ACUTE, 1),
        (f"👩{ZWJ}", 1),
        (FLAG_LETTER, 200_000),
        ("\u0915\u094d", 1),
        ("\u1100", 1),
    ],
    ids=["marks", "emoji", "flags", "conjunct", "hangul"],
)
def test_a_very_long_run_is_walked_piece_by_piece_in_linear_time(
    unit: str,
    count: int,
) -> None:
    text = unit * (400_000 // len(unit))
    assert len(grapheme_spans(text)) == count
    position = pieces = 0
    while position < len(text):
        floor = floor_grapheme(text, position + 101, position)
        position = floor if floor > position else min(position + 101, len(text))
        pieces += 1
    assert pieces >= len(text) // 101
    assert ceil_grapheme(text, 1) == (2 if count > 1 else len(text))
