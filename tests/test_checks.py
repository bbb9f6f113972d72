"""Checks of single arguments: every branch, and what its message says."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.checks import (
    check_boolean,
    check_callable,
    check_choice,
    check_integer,
    check_iterable,
    check_number,
    check_text,
    check_type,
)
from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError


class NumberLike:
    """Is no `int`, and may stand where an index may."""

    def __index__(self) -> int:
        return 4


@given(number=st.integers(), minimum=st.integers(), width=st.integers(0, 5))
def test_an_integer_is_returned_exactly_if_it_is_in_range(
    number: int, minimum: int, width: int
) -> None:
    maximum = minimum + width
    if minimum <= number <= maximum:
        assert check_integer("n", number, minimum, maximum) == number
    else:
        with pytest.raises(ArgumentError, match=rf"^n must be {minimum} to {maximum},"):
            check_integer("n", number, minimum, maximum)


@pytest.mark.parametrize("value", [NumberLike(), np.int8(4), np.uint64(4), np.array(4)])
def test_what_has_an_index_becomes_an_int(value: Any) -> None:
    number = check_integer("n", value, 0)
    assert number == 4
    assert type(number) is int


def test_an_integer_without_maximum_may_be_huge() -> None:
    assert check_integer("n", 10**30, 1) == 10**30


def test_an_integer_below_the_minimum_says_what_is_allowed() -> None:
    with pytest.raises(ArgumentError, match=r"^n must be >= 1, got 0$") as caught:
        check_integer("n", 0, 1)
    assert not isinstance(caught.value, TypeError)


@pytest.mark.parametrize("value", [True, False, 1.0, "1", None, [1], np.float64(1)])
def test_no_integer_is_a_type_error(value: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^n must be an integer, got "):
        check_integer("n", value, 0)


@pytest.mark.parametrize("value", [int, np.array([1, 2])])
def test_what_only_looks_like_an_index_is_named(value: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^n must be an integer, got "):
        check_integer("n", value, 0)


@pytest.mark.parametrize("value", [True, False])
def test_a_boolean_is_returned(value: bool) -> None:  # noqa: FBT001
    assert check_boolean("flag", value) is value


@pytest.mark.parametrize("value", [0, 1, None, "True", np.True_])
def test_no_boolean_is_a_type_error(value: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^flag must be True or False, got "):
        check_boolean("flag", value)


def test_a_choice_is_returned() -> None:
    assert check_choice("mode", "b", ("a", "b")) == "b"


def test_no_choice_lists_the_choices() -> None:
    message = r"^mode must be one of a, b, got 'c'$"
    with pytest.raises(ArgumentError, match=message) as caught:
        check_choice("mode", "c", ("a", "b"))
    assert not isinstance(caught.value, ArgumentTypeError)


@pytest.mark.parametrize("value", [None, 1, ["a"], b"a"])
def test_a_choice_must_be_a_word(value: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^mode must be one of a, b, got "):
        check_choice("mode", value, ("a", "b"))


@pytest.mark.parametrize("value", [None, len, NumberLike, str.upper])
def test_a_callable_or_none_is_returned(value: Any) -> None:
    assert check_callable("f", value) is value


@pytest.mark.parametrize("value", [0, "len", False])
def test_what_cannot_be_called_is_a_type_error(value: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^f must be callable or None, got "):
        check_callable("f", value)


def test_a_text_is_returned_even_if_empty() -> None:
    assert check_text("text", "") == ""


@pytest.mark.parametrize("value", [None, b"bytes", ["a"], Path("a")])
def test_no_text_names_its_type(value: Any) -> None:
    message = rf"^text must be a str, not {type(value).__name__}: "
    with pytest.raises(ArgumentTypeError, match=message):
        check_text("text", value)


def test_what_else_is_allowed_is_said() -> None:
    with pytest.raises(ArgumentTypeError, match=r"^text must be a str or None, not "):
        check_text("text", 1, also=" or None")
    with pytest.raises(ArgumentTypeError, match=r"^n must be an integer or None, got "):
        check_integer("n", "1", 0, also=" or None")
    with pytest.raises(ArgumentError, match=r"^n must be 1 to 2 or None, got 3$"):
        check_integer("n", 3, 1, 2, also=" or None")


def test_a_number_becomes_a_float() -> None:
    number = check_number("x", 3)
    assert (number, type(number)) == (3.0, float)
    with pytest.raises(ArgumentTypeError, match=r"^x must be a number, got 'y'$"):
        check_number("x", "y")
    with pytest.raises(ArgumentError, match=r"^x must be finite, got inf$"):
        check_number("x", float("inf"))
    with pytest.raises(ArgumentError, match=r"^x must be finite, got 10{40,}…0$"):
        check_number("x", 10**400)


@pytest.mark.parametrize("value", [None, True, b"1", bytearray(b"1"), [1], 1j])
def test_what_is_no_number_is_refused(value: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^x must be a number, got "):
        check_number("x", value)


def test_what_cannot_be_a_number_is_refused() -> None:
    with pytest.raises(ArgumentTypeError, match=r"^x must be a number, got "):
        check_number("x", np.ones(2))


def test_a_value_of_one_of_several_types_is_returned() -> None:
    for value in (3, None):
        assert check_type("x", value, int | None, "an int or None") is value
    with pytest.raises(ArgumentTypeError, match=r"^x must be an int or None, not str:"):
        check_type("x", "3", int | None, "an int or None")


def test_a_long_value_is_cut_short() -> None:
    with pytest.raises(ArgumentTypeError, match="xxx") as caught:
        check_text("text", ["x" * 500])
    assert len(str(caught.value)) < 200


def test_several_items_are_not_consumed() -> None:
    items = iter("ab")
    assert check_iterable("items", items, "str") is items
    assert list(items) == ["a", "b"]


@pytest.mark.parametrize(
    ("value", "single"),
    [
        (None, str),
        (5, str),
        ("ab", str),
        (b"ab", str | bytes),
        (np.array(5), str),
    ],
)
def test_a_single_item_is_not_several(value: Any, single: Any) -> None:
    message = rf"^items must be an iterable of str, not {type(value).__name__}: "
    with pytest.raises(ArgumentTypeError, match=message):
        check_iterable("items", value, "str", single=single)


HUGE = 10**5000  # has more digits than Python writes


@pytest.mark.parametrize(
    "check",
    [
        lambda: check_integer("n", -HUGE, 1),
        lambda: check_number("n", HUGE),
        lambda: check_choice("n", "x" * 10**6, ("a", "b")),
        lambda: check_integer("n", "x" * 10**6, 1),
        lambda: check_boolean("n", "x" * 10**6),
        lambda: check_callable("n", "x" * 10**6),
    ],
)
def test_a_message_is_short_whatever_was_given(check: Callable[[], object]) -> None:
    with pytest.raises(ArgumentError, match=r"^n must be ") as raised:
        check()
    assert len(str(raised.value)) < 200
