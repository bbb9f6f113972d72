"""Inputs made to hang or crash: cut within the time every test has."""

import pytest

from langchain_mdsplit.errors import LimitTooSmallError
from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.measure import LengthFunction, Measure
from langchain_mdsplit.tokens import TokenCounter
from tests.packing.cutting.cut_pieces import (
    CHARACTERS,
    cut_alone,
    cut_checked,
    first_block,
)

TOKENS = TokenCounter()
SOURCES = {
    "nested quotes": "> " * 25_000 + "a",
    "nested quotes with text": "> " * 60 + "word " * 10_000,
    "deep lists": "".join("  " * depth + "* a\n" for depth in range(300)),
    "deep list on one line": "- " * 5_000 + "word. " * 5_000,
    "items": "- one two three\n" * 20_000,
    "items in items": "- a b\n  - c d\n    - e f\n" * 5_000,
    "rows": "|a|b|\n|-|-|\n" + "|one|two|\n" * 20_000,
    "no space": "x" * 1_000_000,
    "spaces": "a" + " " * 1_000_000 + "b",
    "spaces in a fence": "```\n" + " " * 300_000 + "x\n```",
    "one grapheme": "e" + "\u0301" * 50_000,
    "flags": "\U0001f1e9\U0001f1ea" * 50_000,
    "brackets": "[" * 50_000,
    "images": "![[]()" * 20_000,
    "one code span": "`" + "a " * 100_000 + "`",
    "one link": "[" + "a " * 100_000 + "](b)",
    "blank lines in an item": "- a\n" + "\n" * 200_000 + "  b",
    "blank lines in a fence": "```\n" + "\n" * 200_000 + "b\n```",
    "lazy lines": "> a\n" + "lazy words here\n" * 10_000,
    "code lines": "```py\n" + "x = 1\n" * 50_000 + "```",
    "one code line": "```\n" + "y" * 300_000 + "\n```",
    "a long info string": "```" + "y" * 100_000 + "\na\n```",
    "carriage returns": "a\rb\r" * 30_000,
    "surrogates": "\ud800 " * 30_000,
    "zeros": "\x00" * 50_000,
    "opening lines": "!!! note\n" * 10_000,
    "html": "<div>\n" + "<b>a</b> c\n" * 20_000 + "</div>",
    "front matter": "---\n" + "a: b\n" * 20_000 + "---\n",
    "a definition": "[a]: " + "x" * 100_000,
}
FITS_MOST = LengthFunction(lambda text: len(text.split()))


@pytest.mark.parametrize("measure", [CHARACTERS, TOKENS], ids=["characters", "tokens"])
@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_hostile(source: str, measure: Measure) -> None:
    for block in parse_blocks(source).blocks:
        assert cut_checked(source, block, 200, measure)


def test_a_word_without_end_is_one_piece_for_a_measure_of_words() -> None:
    source = "x" * 100_000
    (piece,) = cut_alone(source, first_block(source), 2, FITS_MOST)
    assert piece.length == 1


@pytest.mark.parametrize("times", [1, 4])
@pytest.mark.parametrize(
    "unit",
    ["- one two three\n", "One two three. ", "x", "> a b c\n", "a\n\n"],
    ids=["items", "prose", "no space", "quote", "blank lines"],
)
def test_what_is_measured_grows_with_the_input(unit: str, times: int) -> None:
    source = "- " + unit * (2_000 * times)
    seen = 0

    def count(text: str) -> int:
        nonlocal seen
        seen += len(text)
        return len(text)

    cut_alone(source, first_block(source), 100, LengthFunction(count))
    assert seen < 4 * len(source)


@pytest.mark.parametrize("source", [">>+\n   > >", ">>-\n>   >", "> a\n> > -\n>   >"])
@pytest.mark.parametrize("limit", range(1, 24))
def test_a_quote_that_ends_in_empty_markers_ends(source: str, limit: int) -> None:
    (block,) = parse_blocks(source).blocks
    try:
        pieces = cut_alone(source, block, limit, CHARACTERS)
    except LimitTooSmallError:
        return
    ends = [piece.end for piece in pieces]
    assert ends == sorted(set(ends))
