"""Recursive splitting: in linear time, whatever the text and the overlap."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from langchain_mdsplit.packing.recursive.rules import Cuts, RecursiveRules
from langchain_mdsplit.packing.recursive.separators import read_separators
from langchain_mdsplit.packing.recursive.splitting import split_recursively
from langchain_mdsplit.tokens import TokenCounter

DEFAULT = ("\n\n", "\n", " ", "")
SIZE = 4_000_000


def split(
    text: str,
    size: int,
    overlap: int,
    *,
    separators: Sequence[str] = DEFAULT,
    is_regex: bool = False,
    **options: Any,
) -> tuple[Cuts, float]:
    """Return the cuts of a text and the seconds they took."""
    read = read_separators(separators, is_regex=is_regex)
    rules = RecursiveRules(read, size, overlap, **options)
    start = time.process_time()
    cuts = split_recursively(text, rules)
    return cuts, time.process_time() - start


@pytest.mark.parametrize(("size", "overlap"), [(1000, 0), (1000, 200), (200, 40)])
@pytest.mark.parametrize("unit", ["a", " ", "\n", "\n\n\n", "a ", "\0", "日"])
def test_four_megabytes_take_less_than_a_second(
    unit: str, size: int, overlap: int
) -> None:
    cuts, seconds = split(unit * (SIZE // len(unit)), size, overlap)
    assert seconds < 1
    assert all(len(text) <= size for text in cuts.texts)
    is_blank = not unit.strip()
    assert (len(cuts.texts) == 0) == is_blank


@pytest.mark.parametrize("keep", ["start", "end"])
@pytest.mark.parametrize(
    "text", ["word " * 60_000, "a\n\n\nb " * 43_000, "a" * 300_000]
)
def test_large_chunks_with_large_overlap(text: str, keep: Any) -> None:
    cuts, seconds = split(text, 100_000, 50_000, keep=keep)
    assert seconds < 0.5
    assert 3 <= len(cuts.texts) <= 7


def test_large_overlap_of_pieces_that_are_joined() -> None:
    cuts, seconds = split("word " * 60_000, 100_000, 50_000, keep=None)
    assert seconds < 1
    assert 3 <= len(cuts.texts) <= 6


@pytest.mark.parametrize("length", [lambda text: len(text) / 1, str.__len__])
def test_large_overlap_of_other_lengths(length: Callable[[str], Any]) -> None:
    text = "word " * 60_000
    cuts, seconds = split(text, 100_000, 50_000, length=length)
    assert seconds < 2
    assert cuts.texts == split(text, 100_000, 50_000)[0].texts


@pytest.mark.parametrize("unit", ["a", " ", "word "])
def test_tokens_of_a_long_line(unit: str) -> None:
    counter = TokenCounter()
    options: dict[str, Any] = {"length": counter, "count_many": counter.count_many}
    seconds = []
    for size in (500_000, 1_000_000):
        text = unit * (size // len(unit))
        seconds.append(split(text, 512, 40, **options)[1])
    assert seconds[1] < 5
    assert seconds[1] < 4 * max(seconds[0], 0.05)


def test_many_separators_are_no_deep_recursion() -> None:
    separators = [chr(0x4E00 + number) for number in range(3000)]
    text = "".join(f"{separator}aa" for separator in separators)
    cuts, _ = split(text, 4, 0, separators=separators)
    assert "".join(cuts.texts) == text


def test_a_run_of_marks_is_one_cluster_and_searched_once() -> None:
    text = "a" + "\u0301" * 100_000 + "b"
    cuts, seconds = split(text, 5, 0, separators=["\u0301", ""], graphemes=True)
    assert cuts.texts == [text[:-1], "b"]
    assert seconds < 2
