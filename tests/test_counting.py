"""Work that asks for lengths: alone, and several pieces of it together."""

from collections.abc import Sequence
from typing import Any

import pytest

from langchain_mdsplit.counting import Counted, count_alone, count_together
from langchain_mdsplit.measure import LengthFunction


class Batches:
    """A measure in characters that notes what it was asked at a time."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def __call__(self, text: str) -> int:
        return len(text)

    def count_many(self, texts: Sequence[str]) -> list[int]:
        self.asked.append(list(texts))
        return [len(text) for text in texts]


def total(*rounds: Sequence[str]) -> Counted[int]:
    """Add up the lengths of some rounds of texts."""
    found = 0
    for texts in rounds:
        found += sum((yield texts))
    return found


def failing_work() -> Counted[int]:
    """Ask once, then fail."""
    (length,) = yield ["a"]
    return length // 0


def test_work_alone_is_answered_round_by_round() -> None:
    measure = Batches()
    assert count_alone(total(["a", "bc"], ["def"]), measure) == 6
    assert measure.asked == [["a", "bc"], ["def"]]


def test_several_pieces_of_work_share_each_round() -> None:
    measure = Batches()
    works = [total(["a"]), total(), total(["bc", ""], [], ["def"]), total(["g"], ["h"])]
    assert count_together(works, measure) == [1, 0, 5, 2]
    assert measure.asked == [["a", "bc", "", "g"], ["h"], ["def"]]


def test_no_work_gives_no_results() -> None:
    assert count_together([], Batches()) == []


def test_an_error_of_the_measure_and_of_the_work_passes_through() -> None:
    def failing(_text: Any) -> Any:
        msg = "no length"
        raise RuntimeError(msg)

    with pytest.raises(RuntimeError, match="no length"):
        count_alone(total(["a"]), LengthFunction(failing))
    with pytest.raises(ZeroDivisionError):
        count_alone(failing_work(), Batches())
