"""Length functions that round short texts down to nothing are estimated as well."""

from collections.abc import Callable

import pytest

from langchain_mdsplit.packing.lengths.short_stretches import has_lost_much
from langchain_mdsplit.splitters.block_packing import BlockPackingTextSplitter
from langchain_mdsplit.splitters.section import MarkdownSectionTextSplitter
from langchain_mdsplit.splitters.token import MarkdownTokenTextSplitter

LINES = "\n".join(str(1000 + number) for number in range(1000))
PARAGRAPHS = LINES.replace("\n", "\n\n")
DIGITS = "\n".join(str(number % 10) for number in range(2000))
ITEMS = "\n\n".join(f"item {number:06d} text" for number in range(1000))


def quarter(text: str) -> int:
    return len(text) // 4


def quarter_or_one(text: str) -> int:
    return max(1, len(text) // 4)


def at_least_sixty(text: str) -> int:
    return max(60, len(text))


@pytest.mark.parametrize(
    "splitter", [MarkdownTokenTextSplitter, MarkdownSectionTextSplitter]
)
@pytest.mark.parametrize(
    ("measure", "limit", "text"),
    [
        (quarter_or_one, 40, LINES),
        (quarter_or_one, 40, PARAGRAPHS),
        (quarter, 40, f"```\n{DIGITS}\n```\n"),
        (quarter, 40, DIGITS.replace("\n", "\n\n")),
        (at_least_sixty, 300, ITEMS),
    ],
    ids=["lines", "paragraphs", "code", "digits", "a least length"],
)
def test_chunks_are_full_and_little_is_measured(
    splitter: type[BlockPackingTextSplitter],
    measure: Callable[[str], int],
    limit: int,
    text: str,
) -> None:
    measured = 0

    def length(part: str) -> int:
        nonlocal measured
        measured += len(part)
        return measure(part)

    chunks = splitter(limit, length_function=length).split_chunks(text)
    final = sum(len(chunk.text) for chunk in chunks)
    assert measured < 3 * (len(text) + final)
    assert all(measure(chunk.text) <= limit for chunk in chunks)
    assert sum(chunk.token_count for chunk in chunks) > 0.8 * limit * len(chunks)


def test_blank_stretches_and_a_few_that_measure_nothing_are_as_they_are() -> None:
    assert not has_lost_much(["\n\n", "one two three"], [0, 3], 0)
    assert not has_lost_much(["a", "one two three"], [0, 3], 0)
    assert not has_lost_much([], [], 0)
    assert has_lost_much(["a", "b", "one two three"], [2, 2, 5], 2)
