"""What a row that is cut is about: its first cell, repeated before what follows."""

import re

import pytest

from langchain_mdsplit import MarkdownFragmentTextSplitter, MarkdownTokenTextSplitter
from tests.packing.cutting.cut_pieces import CHARACTERS, cut, cut_checked, first_block

HEADER = "| a | b |\n|---|---|\n"
LONG = "One two three. Four five six. Seven eight."

KEYED = {
    "with borders": f"{HEADER}| key | {LONG} |",
    "without borders": f"{HEADER}key | {LONG}",
    "code with a bar": f"{HEADER}| `a\\|b` | {LONG} |",
    "in a quote": "> " + f"{HEADER}| key | {LONG} |".replace("\n", "\n> "),
    "in an item": "- " + f"{HEADER}| key | {LONG} |".replace("\n", "\n  "),
    "after other rows": f"{HEADER}| x | y |\n| key | {LONG} |",
}
BARE = {
    "a first cell that is cut": f"| a |\n|---|\n| {LONG} |",
    "a first cell that is empty": f"{HEADER}| | {LONG} |",
    "a first cell that takes an eighth": f"{HEADER}| twelve words | {LONG} |",
    "a row of one cell": f"{HEADER}{LONG}",
}


@pytest.mark.parametrize("source", KEYED.values(), ids=KEYED)
def test_the_first_cell_stands_before_each_part_of_its_row(source: str) -> None:
    key = "`a\\|b`" if "`" in source else "key"
    cut_checked(source, first_block(source), 56, CHARACTERS)
    rows = ["".join(piece).split("\n")[-1] for piece in cut(source, 56)]
    later = [row for row in rows if "Four" in row or "Seven" in row]
    assert later
    assert all(f"| {key} | " in row or f"{key} | One" in row for row in later)


@pytest.mark.parametrize("source", BARE.values(), ids=BARE)
def test_nothing_else_is_repeated(source: str) -> None:
    texts = ["".join(piece) for piece in cut(source, 56)]
    assert len(texts) > 1
    joined = "".join(texts)
    assert joined.count("One two") == joined.count("Seven") == 1
    assert joined.count("twelve words") <= 1


def test_a_cell_in_the_middle_has_the_key_and_empty_cells() -> None:
    source = f"| a | b | c |\n|---|---|---|\n| k | x | {LONG} |"
    texts = ["".join(piece) for piece in cut(source, 60)]
    assert texts[-1] == "| a | b | c |\n|---|---|---|\n| k | | Seven eight. |"


@pytest.mark.parametrize("extra", [1, 3])
def test_cells_beyond_the_columns_stand_in_the_last_column(extra: int) -> None:
    source = f"{HEADER}| key | {LONG} |" + f" {LONG} |" * extra
    first, *later = ["".join(piece) for piece in cut(source, 56)]
    assert first.startswith(f"{HEADER}| key | One two")
    assert len(later) > extra
    assert all(text.startswith(f"{HEADER}| key | ") for text in later)
    assert not any(text.startswith(f"{HEADER}| key | |") for text in later)


def test_cells_beyond_the_one_column_stand_in_it() -> None:
    source = f"| a |\n|---|\n| {LONG} | {LONG} |"
    texts = ["".join(piece) for piece in cut(source, 36)]
    assert len(texts) > 3
    assert all(re.match(r"\| a \|\n\|---\|\n\| \w", text) for text in texts)


def test_a_key_gives_way_to_a_sentence_that_fits_without_it_only() -> None:
    sentence = "One two three four five six seven eight."
    source = f"{HEADER}| key | {sentence} {sentence} |"
    texts = ["".join(piece) for piece in cut(source, 68)]
    assert texts[-1] == f"{HEADER}| | {sentence} |"


def test_no_piece_is_a_key_alone() -> None:
    source = f"{HEADER}| key | {LONG} |\n| other | {LONG} |"
    for limit in range(60, 90):
        texts = ["".join(piece) for piece in cut(source, limit)]
        assert not any(text.endswith(("| key |", "| other |")) for text in texts)


WORDS = "Some words here are written. More words come after them, and so on. " * 3


def test_a_header_is_not_cut_for_a_long_first_row() -> None:
    header = "| key | a | b |\n|---|---|---|\n"
    source = f"{header}| k1 | {WORDS}| {WORDS}|\n"
    for size in (48, 64, 100):
        pieces = MarkdownFragmentTextSplitter(size).split_text(source)
        assert len(pieces) > 1
        assert all(piece.startswith(f"{header}| k1 |") for piece in pieces)


def test_a_row_that_fits_is_not_torn_for_the_next() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    row = "> | k1 | x | esc \\| |\n"
    source = (
        "> | h0 | h1 | h2 |\n> |---|---|---|\n"
        f"> | k0 | gamma. {family} `a epsilon, theta. gamma. b` {family} Delta "
        f"{family} beta eta 中文句子。另一句\uff01 `a theta. beta | zeta; b` eta |\n"
        f"{row}> | k2 | b` `a epsilon, esc {family} epsilon, Delta x x theta. \\| שלום "
        f"eta esc \\| {family} 中文句子。另一句\uff01 x theta. beta עולם. "
        "| [l](u) epsilon, gamma. epsilon, |\n"
    )
    pieces = MarkdownFragmentTextSplitter(100).split_text(source)
    assert sum(row in piece for piece in pieces) == 1


def test_no_piece_begins_with_a_cell_that_opens_a_fence() -> None:
    header = "| " + "long header " * 30 + " | b | c |\n|---|---|---|\n"
    words = "Some words are here. More come after them. "
    row = f"| k | {words * 4} | ~~~ x | {words * 3} |\n"
    pieces = MarkdownTokenTextSplitter(48).split_text(f"{header}{row}\nAfter *text*.\n")
    assert not any(piece.startswith("~~~") for piece in pieces)


def characters_measured(source: str) -> int:
    """Return how many characters are measured while a source is cut."""
    lengths: list[int] = []

    def count(text: str) -> int:
        lengths.append(len(text))
        return len(text)

    MarkdownFragmentTextSplitter(100, length_function=count).split_text(source)
    return sum(lengths)


@pytest.mark.parametrize("cell", [" cell |", " |", " One. |"])
def test_what_is_measured_of_a_wide_row_grows_with_it(cell: str) -> None:
    few, many = (
        characters_measured(f"{HEADER}| key | x |{cell * count} y |")
        for count in (1000, 4000)
    )
    assert many < 6 * few
