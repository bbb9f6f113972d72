"""Rounds: plans are made again until each chunk fits, and that ends."""

from itertools import pairwise

import pytest

from langchain_mdsplit.counting import count_alone
from langchain_mdsplit.measure import LengthFunction
from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.rounds import settle
from langchain_mdsplit.splitters.semantic import SemanticChunker
from tests.small_embeddings import WordEmbeddings

SOURCE = "x" * 1000


def even_chunks(size: int) -> list[PackedChunk]:
    """Return chunks of a size, as long as the source."""
    return [
        PackedChunk(start // size, start // size, start, min(start + size, 1000))
        for start in range(0, 1000, size)
    ]


def span(chunk: PackedChunk) -> int:
    """Return the length of a chunk's slice."""
    return chunk.end - chunk.start


@pytest.mark.parametrize("excess", [1.0, 1.1, 1.5, 3.0])
def test_a_measure_above_the_estimates_settles_in_few_rounds(excess: float) -> None:
    budgets: list[Budget] = []

    def plan(budget: Budget) -> list[PackedChunk]:
        budgets.append(budget)
        return even_chunks(max(1, int(budget.limit / budget.factor)))

    measure = LengthFunction(lambda text: int(len(text) * excess))
    chunks = count_alone(settle(plan, SOURCE, Budget(60), span), measure)
    assert all(length <= 60 for _, length in chunks)
    assert len(budgets) <= 3
    assert len(chunks) <= 1000 * excess / 60 * 1.3


def test_one_chunk_that_is_too_long_gets_less_room_alone() -> None:
    budgets: list[Budget] = []

    def plan(budget: Budget) -> list[PackedChunk]:
        budgets.append(budget)
        size = int(budget.at(0))
        return [PackedChunk(0, 0, 0, size), PackedChunk(0, 0, size, 1000)]

    measure = LengthFunction(lambda text: len(text) + 7 if len(text) < 100 else 10)
    chunks = count_alone(settle(plan, SOURCE, Budget(50), span), measure)
    assert [length for _, length in chunks] == [50, 10]
    assert [budget.factor for budget in budgets] == [1.0, 1.0]
    assert budgets[-1].extra == {0: -7}


def test_what_never_fits_is_measured_block_by_block() -> None:
    budgets: list[Budget] = []

    def plan(budget: Budget) -> list[PackedChunk]:
        budgets.append(budget)
        return even_chunks(10 if budget.is_exact else 100)

    measure = LengthFunction(lambda text: 99 if len(text) > 10 else 1)
    chunks = count_alone(settle(plan, SOURCE, Budget(20), span), measure)
    assert len(chunks) == 100
    assert [budget.is_exact for budget in budgets] == [False] * 40 + [True]


def test_no_text_is_measured_twice() -> None:
    seen: list[str] = []

    def count(text: str) -> int:
        seen.append(text)
        return 30 if len(text) == 20 else len(text)

    def plan(budget: Budget) -> list[PackedChunk]:
        end = 7 + int(budget.at(7))
        return [PackedChunk(0, 0, 0, 7), PackedChunk(0, 0, 7, end, place=7)]

    count_alone(settle(plan, SOURCE, Budget(20), span), LengthFunction(count))
    assert [len(text) for text in seen] == [7, 20, 10]


def test_a_chunk_that_ends_early_as_estimates_are_high_gets_more_room_once() -> None:
    budgets: list[Budget] = []

    def plan(budget: Budget) -> list[PackedChunk]:
        budgets.append(budget)
        size = int(budget.at(0))
        return [PackedChunk(0, 0, 0, size), PackedChunk(0, 0, size, 1000)]

    measure = LengthFunction(lambda text: len(text) // 2 if len(text) < 500 else 10)
    chunks = count_alone(settle(plan, SOURCE, Budget(50), span), measure)
    assert [length for _, length in chunks] == [50, 10]
    assert [budget.extra for budget in budgets] == [{}, {0: 50.0}]


@pytest.mark.parametrize("excess", [1, 3, 40])
def test_more_room_than_there_is_is_taken_back_in_few_rounds(excess: int) -> None:
    """Whatever a chunk is over its limit by, half of its additional room goes."""
    budgets: list[Budget] = []

    def plan(budget: Budget) -> list[PackedChunk]:
        budgets.append(budget)
        size = 300 if budget.at(0) > 50 else 50
        return [PackedChunk(0, 0, 0, size), PackedChunk(0, 0, size, 1000)]

    def measure(text: str) -> int:
        return {50: 5, 300: 50 + excess}.get(len(text), 10)

    chunks = count_alone(
        settle(plan, SOURCE, Budget(50), span), LengthFunction(measure)
    )
    assert [length for _, length in chunks] == [5, 10]
    assert len(budgets) < 15


def equal_pieces(place: int, size: int) -> list[PackedChunk]:
    """Return pieces of one block, the first of another size than the others."""
    starts = [0, *range(place, 1000, size)]
    ends = [*starts[1:], 1000]
    return [
        PackedChunk(0, 0, start, end, place=start)
        for start, end in zip(starts, ends, strict=True)
    ]


def test_a_block_whose_pieces_are_too_long_in_each_round_is_measured() -> None:
    budgets: list[Budget] = []

    def plan(budget: Budget) -> list[PackedChunk]:
        budgets.append(budget)
        if budget.is_measured(0, 0):
            return equal_pieces(10, 10)
        return equal_pieces(10 + len(budgets), 20)

    measure = LengthFunction(lambda text: len(text) + (len(text) > 19))
    chunks = count_alone(settle(plan, SOURCE, Budget(20), span), measure)
    assert all(length <= 20 for _, length in chunks)
    assert [budget.is_measured(500, 0) for budget in budgets] == [False] * 3 + [True]
    assert not budgets[-1].is_exact


def test_a_block_of_which_many_pieces_are_short_is_measured_at_once() -> None:
    budgets: list[Budget] = []

    def plan(budget: Budget) -> list[PackedChunk]:
        budgets.append(budget)
        return equal_pieces(20, 40 if budget.is_measured(0, 0) else 20)

    measure = LengthFunction(lambda text: len(text) // 4)
    chunks = count_alone(settle(plan, SOURCE, Budget(20), span), measure)
    assert len(budgets) == 2
    assert len(chunks) == 26


@pytest.mark.parametrize("limit", [11, 12, 16])
def test_marks_after_a_measured_piece_are_not_added_to_it(limit: int) -> None:
    code = "> xxxxx\n" * 3
    text = f"Intro.\n\n> ```\n{code}> ```\n>\n> after\n"
    rounds: list[Budget] = []
    tightened = Budget.tightened

    def noted(
        budget: Budget, chunks: list[PackedChunk], over: dict[PackedChunk, int]
    ) -> Budget:
        rounds.append(budget)
        return tightened(budget, chunks, over)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Budget, "tightened", noted)
        chunks = SemanticChunker(
            WordEmbeddings(), chunk_size=limit, length_function=len
        ).split_chunks(text)
    assert len(rounds) < 6
    assert all(len(chunk.text) <= limit for chunk in chunks)
    spans = [(chunk.start_index, chunk.end_index) for chunk in chunks]
    gaps = pairwise([0, *(place for span in spans for place in span), len(text)])
    assert not any(text[start:end].strip() for start, end in list(gaps)[::2])
