"""Blocks that are plain to read are cut as the search through all levels cuts them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.markdown.blocks import Block, parse_blocks
from langchain_mdsplit.markdown.nesting import read_nesting
from langchain_mdsplit.measure import LengthFunction, Measure
from langchain_mdsplit.packing.cutting.pieces import Allowance, Piece
from langchain_mdsplit.packing.cutting.plain_lists import read_items
from langchain_mdsplit.tokens import TokenCounter
from tests.packing.cutting.cut_pieces import CHARACTERS, cut_plan, first_block
from tests.packing.cutting.test_cutting_promises import sources
from tests.properties.markdown_texts import PIECES
from tests.shared_data import corpus_files, read_source

EVERY = 12  # of the corpus's files, one in so many
TOKENS = TokenCounter()
WORDS = LengthFunction(lambda text: len(text.split()))
ITEM_LINES = (
    *("- a", "- b c", "-  d", "-     e", "-", "- ", "- - f", "- ---", "---", "- > g"),
    *("* h", "+ i", "1. j", "2. k", "10. l", "1) m", "-\tn", " - o", "  - p", "   - q"),
    *("", "  ", "\t", "\tr", "  s", "    t", "      u", "v", "   1. w", "  # x", "# y"),
    *("  ```", "```", "    ```", "  | a |", "  |---|", "- | z", "- |--", "|--", "> q"),
    *("  <div>", "- <div>", "</div>", "- <!--", "  -->", "[x]: y", "- [x]: y", "  ==="),
    *("- [^1]: n", "[^1]: n", "- $$", "  $$", "- `b", "  c`", "***", "* * *", "_ _ _"),
)


def items_by_parser(source: str, block: Block) -> list[int]:
    """Return where a list's own items begin, as the parser says."""
    nesting = read_nesting(source, block)
    assert nesting.kinds[0] == "list"
    assert nesting.depths.count(0) == 1
    columns = zip(nesting.starts, nesting.depths, strict=True)
    return [start for start, depth in columns if depth == 1]


def check_items(source: str) -> int:
    """Check the items of all lists of a source; return how many were plain to read."""
    count = 0
    for block in parse_blocks(source).blocks:
        items = read_items(source, block) if block.kind == "list" else None
        if items is not None:
            assert items == items_by_parser(source, block)
            count += 1
    return count


def test_items_of_the_corpus_are_those_that_the_parser_finds() -> None:
    files = corpus_files()
    assert sum(check_items(read_source(path)) for path in files) > len(files)


@given(
    st.lists(st.sampled_from(ITEM_LINES), max_size=12),
    st.sampled_from(["\n", "\n", "\n", "\r\n", "\r"]),
    st.sampled_from(["", "- a\n", "1. a\n", "9. a\n10. b\n"]),
)
def test_items_of_anything_are_those_that_the_parser_finds(
    lines: list[str], line_ending: str, begin: str
) -> None:
    check_items(begin + line_ending.join(lines))


@given(st.text("-*+1. \tab\n\r>`|<$:[]^#=_", max_size=40), st.sampled_from(["", "- "]))
def test_items_of_any_characters_are_those_that_the_parser_finds(
    text: str, begin: str
) -> None:
    check_items(begin + text)


@pytest.mark.parametrize(
    ("source", "items"),
    [
        ("- a\n- b\n", [0, 4]),
        ("- a\n\n  b\n\n\tc\n- d", [0, 13]),
        ("- a\r\n\r\n- b\r\n", [0, 7]),
        ("9. a\n10. b\n    c\n", [0, 5]),
        ("- a\n -  b\n", None),
        ("- a\nb\n", None),
        ("10. a\n  11. b\n", None),
        ("- a\r- b", None),
        ("-\n- b", None),
        (" - a\n - b", None),
    ],
)
def test_which_lists_are_plain(source: str, items: list[int] | None) -> None:
    assert read_items(source, first_block(source)) == items


def check_pieces(source: str, block: Block, limit: int, measure: Measure) -> int:
    """Check the pieces of a block for some rooms; return how many were plain."""
    plan, general = (cut_plan(source, block, measure) for _ in range(2))
    vars(general)["_plain"] = None
    plain, count = plan._plain, 0
    start, room = plan.start, limit / 3
    while plain and start < plan.end:
        allowance = Allowance(limit, room)
        expected = general.planned_piece(start, allowance)
        found = plain.piece(start, allowance)
        assert found in (None, expected)
        assert plan.planned_piece(start, allowance) == expected
        count += found is not None
        start = expected.end if expected else plan.end
        room = limit * (1 - start % 5 / 8)
    return count


@pytest.mark.parametrize("limit", [24, 90, 300])
@pytest.mark.parametrize("measure", [CHARACTERS, WORDS, TOKENS])
def test_pieces_of_the_corpus(limit: int, measure: Measure) -> None:
    count = 0
    for source in ("\n\n".join(PIECES), *map(read_source, corpus_files()[::EVERY])):
        for block in parse_blocks(source).blocks:
            count += check_pieces(source, block, limit, measure)
    assert count > 10


@given(source=sources(), limit=st.integers(4, 60))
def test_pieces_of_anything(source: str, limit: int) -> None:
    for block in parse_blocks(source).blocks:
        check_pieces(source, block, limit, CHARACTERS)


@given(
    st.lists(st.sampled_from(ITEM_LINES), max_size=30),
    st.sampled_from(["- a\n", "```py\n", "A b. "]),
    st.integers(4, 60),
)
def test_pieces_of_any_lines(lines: list[str], begin: str, limit: int) -> None:
    source = begin + "\n".join(lines)
    for block in parse_blocks(source).blocks:
        check_pieces(source, block, limit, CHARACTERS)


def plain_piece(source: str, start: int, room: int) -> Piece | None:
    plan = cut_plan(source, first_block(source))
    assert plan._plain is not None
    return plan._plain.piece(start, Allowance(100, room))


def test_whole_items_are_plain() -> None:
    source = "- a b c\n- d e f\n- g h i"
    assert plain_piece(source, 0, 16) == Piece(0, 15, "", "", 0, 15)
    assert plain_piece(source, 15, 16) == Piece(16, 23, "", "", 0, 7)
    assert plain_piece(source, 0, 5) is None


def test_lines_between_fences_are_plain() -> None:
    source = "```py\na = 1\n\nb = 2\nc = 3\n```"
    assert plain_piece(source, 0, 16) == Piece(0, 11, "", "\n```", 0, 15)
    assert plain_piece(source, 11, 20) == Piece(13, 18, "```py\n", "\n```", 0, 15)


def test_sentences_are_plain() -> None:
    source = "One two. Three four. Five six."
    assert plain_piece(source, 0, 25) == Piece(0, 20, "", "", 0, 20)
    assert plain_piece(source, 20, 25) == Piece(21, 30, "", "", 0, 9)
