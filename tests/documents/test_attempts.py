"""Work on several items: together, and one after the other where that fails."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.documents.attempts import (
    add_note,
    attempt,
    attempt_each,
    result_of,
)


class Halving:
    """Halves even numbers; keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Sequence[int]] = []

    def __call__(self, numbers: Sequence[int]) -> list[int]:
        self.asked.append(numbers)
        for number in numbers:
            if number % 2:
                raise LookupError(number)
        return [number // 2 for number in numbers]


@given(numbers=st.lists(st.integers(0, 9), max_size=6))
def test_each_item_has_its_result_or_its_error(numbers: list[int]) -> None:
    halve = Halving()
    found = list(attempt_each(numbers, halve))
    assert [number for number, _ in found] == numbers
    for number, result in found:
        if number % 2:
            assert isinstance(result, LookupError)
            assert result.args == (number,)
        else:
            assert result == number // 2
    is_alone = len(numbers) > 1 and any(number % 2 for number in numbers)
    assert halve.asked == [numbers, *([number] for number in numbers if is_alone)]


def test_nobody_who_stops_at_an_error_pays_for_the_rest() -> None:
    halve = Halving()
    for _, result in attempt_each([2, 3, 4], halve):
        if isinstance(result, Exception):
            break
    assert halve.asked == [[2, 3, 4], [2], [3]]


def test_errors_stand_for_themselves() -> None:
    for _, error in attempt_each([1, 3], Halving()):
        with pytest.raises(LookupError) as caught:
            result_of(error)
        assert caught.value is error
        assert caught.value.__context__ is None


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_what_ends_a_program_is_no_result(error: type[BaseException]) -> None:
    def end(_: object) -> None:
        raise error

    with pytest.raises(error):
        attempt(end, 1)
    with pytest.raises(error):
        list(attempt_each([1, 2], end))  # type: ignore[arg-type]


@dataclass(frozen=True)
class FrozenError(Exception):
    """An exception that takes no note."""


def test_a_note_is_added_where_it_can_be() -> None:
    frozen, error = FrozenError(), ValueError()
    for taken in (frozen, error):
        add_note(taken, "note")
    assert error.__notes__ == ["note"]
    assert not hasattr(frozen, "__notes__")
