"""Pieces planned with estimates: as good as measured ones, and few texts measured."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.counting import count_together
from langchain_mdsplit.errors import LimitTooSmallError
from langchain_mdsplit.markdown.blocks import Block, parse_blocks
from langchain_mdsplit.measure import LengthFunction, Measure
from langchain_mdsplit.packing.cutting.costs import Costs
from langchain_mdsplit.packing.cutting.cut_block import cut_block
from langchain_mdsplit.packing.cutting.cut_plan import CutPlan
from langchain_mdsplit.packing.cutting.pieces import Allowance, Piece
from langchain_mdsplit.packing.lengths.ruler import Ruler, ruler_stops
from langchain_mdsplit.tokens import TokenCounter
from tests.packing.cutting.cut_pieces import (
    CHARACTERS,
    cut_alone,
    cut_checked,
    cut_plan,
    first_block,
    text_of,
)
from tests.packing.cutting.test_cutting_promises import sources
from tests.properties.markdown_texts import PIECES
from tests.shared_data import corpus_files, read_source

EVERY = 60  # of the corpus's files, one in so many
TOKENS = TokenCounter()
FENCE = "```py\n" + "x = 1\n" * 8 + "```"


def utf8(text: str) -> int:
    return len(text.encode(errors="surrogatepass"))


def texts() -> list[str]:
    """Return documents of every kind of block."""
    return ["\n\n".join(PIECES), *map(read_source, corpus_files()[::EVERY])]


def oversized(limit: int, measure: Measure) -> list[tuple[str, Block]]:
    """Return the blocks over a limit, each with its source."""
    return [
        (source, block)
        for source in texts()
        for block in parse_blocks(source).blocks
        if measure(source[block.start : block.end]) > limit
    ]


def measured_pieces(
    source: str, block: Block, limit: int, measure: Measure, overlap: int = 0
) -> list[Piece]:
    """Return a block's pieces, each of them measured for itself."""
    plan = cut_plan(source, block, measure)
    pieces = [plan.piece(plan.start, limit)]
    while pieces[-1].end < plan.end:
        last = pieces[-1]
        own = last.start + last.overlap
        repeated = plan.overlap_start(own, last.end, overlap) if overlap else None
        pieces.append(measured_piece(plan, last.end, limit, repeated))
    return pieces


def measured_piece(
    plan: CutPlan, start: int, limit: int, overlap_start: int | None
) -> Piece:
    """Return a piece that repeats nothing if for that it would tear what fits."""
    piece, room = plan.piece(start, limit, "", overlap_start), plan.room(limit)
    if not piece.overlap or not plan.tears(piece.end, room, sentences=True):
        return piece
    alone = plan.piece(start, limit)
    return piece if plan.tears(alone.end, room, sentences=True) else alone


@pytest.mark.parametrize("overlap", [0, 12])
@pytest.mark.parametrize("limit", [32, 100, 400])
@pytest.mark.parametrize("function", [len, utf8])
def test_planned_ends_are_those_of_measured_pieces(
    function: Callable[[str], int], limit: int, overlap: int
) -> None:
    measure = LengthFunction(function)
    for source, block in oversized(limit, measure):
        pieces = cut_alone(source, block, limit, measure, overlap=overlap)
        assert pieces == measured_pieces(source, block, limit, measure, overlap)


@given(source=sources(), limit=st.integers(8, 50), overlap=st.integers(0, 6))
def test_planned_ends_of_anything(source: str, limit: int, overlap: int) -> None:
    for block in parse_blocks(source).blocks:
        try:
            measured = measured_pieces(source, block, limit, CHARACTERS, overlap)
        except LimitTooSmallError:
            continue
        pieces = cut_alone(source, block, limit, CHARACTERS, overlap=overlap)
        assert pieces == measured


MEASURES: dict[str, tuple[Callable[[str], int], int, float]] = {
    "words": (lambda text: len(text.split()), 12, 1.01),
    "words and two": (lambda text: len(text.split()) + 2, 14, 1.01),
    "quarters of characters": (lambda text: len(text) // 4, 25, 1.02),
    "tokens": (TOKENS, 50, 1.03),
    "not monotone": (lambda text: len(text) - len(text) % 7 // 2, 100, 1.02),
}
"""Each with a limit, and how many more pieces there may be than when measured."""


@pytest.mark.parametrize(("function", "limit", "most"), MEASURES.values(), ids=MEASURES)
def test_planned_pieces_are_full(
    function: Callable[[str], int], limit: int, most: float
) -> None:
    measure = LengthFunction(function)
    planned = measured = 0
    for source, block in oversized(limit, measure):
        planned += len(cut_checked(source, block, limit, measure))
        measured += len(measured_pieces(source, block, limit, measure))
    assert measured <= planned * 1.02
    assert planned <= measured * most


ODD: dict[str, Callable[[str], int]] = {
    "one length for all": lambda text: 7 if text else 0,
    "less and less": lambda text: int(len(text) ** 0.5),
    "more and more": lambda text: int(len(text) ** 1.2),
    "now and then twice": lambda text: len(text) * (1 + (len(text) % 5 == 0)),
}


@pytest.mark.parametrize("limit", [8, 30, 100])
@pytest.mark.parametrize("function", ODD.values(), ids=ODD)
def test_odd_measures(function: Callable[[str], int], limit: int) -> None:
    measure = LengthFunction(function)
    source = "\n\n".join(PIECES)
    for block in parse_blocks(source).blocks:
        cut_checked(source, block, limit, measure)


@pytest.mark.parametrize("times", [1, 4])
@pytest.mark.parametrize("function", ODD.values(), ids=ODD)
def test_odd_measures_see_what_grows_with_the_input(
    function: Callable[[str], int], times: int
) -> None:
    source = "One more sentence stands here. " * (400 * times)
    seen = 0

    def count(text: str) -> int:
        nonlocal seen
        seen += len(text)
        return function(text)

    cut_alone(source, first_block(source), 100, LengthFunction(count))
    assert seen < 12 * len(source)


@pytest.mark.parametrize("overlap", [0, 8])
@pytest.mark.parametrize("limit", [32, 64, 200])
@pytest.mark.parametrize("function", [len, TOKENS], ids=["characters", "tokens"])
def test_a_length_function_sees_each_text_about_once(
    function: Callable[[str], int], limit: int, overlap: int
) -> None:
    seen = total = 0

    def count(text: str) -> int:
        nonlocal seen
        seen += len(text)
        return function(text)

    measure = LengthFunction(count)
    for source, block in oversized(limit, LengthFunction(function)):
        pieces = cut_alone(source, block, limit, measure, overlap=overlap)
        total += block.end - block.start
        total += sum(len(text_of(source, piece)) for piece in pieces)
    assert total / 2 < seen <= 1.25 * total


def test_blocks_cut_together_are_cut_as_alone() -> None:
    blocks = oversized(40, TOKENS)[:50]
    works = [cut_block(source, block, 40, TOKENS) for source, block in blocks]
    together = count_together(works, TOKENS)
    assert together == [
        cut_alone(source, block, 40, TOKENS) for source, block in blocks
    ]


def test_a_plan_with_a_ruler_measures_no_slice() -> None:
    source = "text\n\n- one two three\n- four five six\n\n" + FENCE
    blocks = parse_blocks(source).blocks
    positions = [0, *ruler_stops(source, 0, len(source), 96), len(source)]
    counts = [end - start for start, end in pairwise(positions)]
    measured: list[str] = []

    def count(text: str) -> int:
        measured.append(text)
        return len(text)

    ruler = Ruler(positions, counts)
    for block in blocks[1:]:
        plan = CutPlan(source, block, Costs(LengthFunction(count), 0), ruler, None)
        position = plan.start
        while position < plan.end:
            piece = plan.planned_piece(position, Allowance(24, 24))
            assert piece is not None
            text = text_of(source, piece)
            assert piece.length == len(text) <= 24
            position = piece.end
    assert measured
    assert not any("x" in text or "four" in text for text in measured)


def test_room_is_what_counts_and_the_limit_decides_what_is_added() -> None:
    plan = cut_plan(FENCE, first_block(FENCE))
    first = plan.planned_piece(0, Allowance(100, 24))
    assert first is not None
    assert (first.end, first.suffix, first.length) == (17, "\n```", 21)
    second = plan.planned_piece(first.end, Allowance(100, 24))
    assert second is not None
    assert (second.prefix, second.suffix, second.length) == ("```py\n", "\n```", 21)
    assert plan.planned_piece(first.end, Allowance(100, 8)) is None


def test_a_planned_list_that_goes_on_after_its_indentation() -> None:
    source = "  - a b c\n  - d e f"
    plan = cut_plan(source, first_block(source))
    alone = plan.planned_piece(plan.start, Allowance(20, 12))
    after = plan.planned_piece(plan.start, Allowance(20, 12), is_continued=True)
    assert alone is not None
    assert after is not None
    assert (alone.prefix, after.prefix) == ("  ", "")


def test_an_opening_for_a_slice_that_runs_on() -> None:
    plan = cut_plan(FENCE, first_block(FENCE))
    assert plan.opening(12, 100) == (12, "```py\n")
    assert plan.opening(0, 100) == (0, "")
