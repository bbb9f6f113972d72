"""The arguments of Max-Min grouping, checked."""

from math import isfinite
from operator import index
from typing import Any

from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError
from langchain_mdsplit.packing.semantic.max_min import MaxMinRule


def read_rule(
    hard_threshold: Any, init_const: Any, c: Any, window_size: Any, max_sentences: Any
) -> MaxMinRule:
    """Return the rule that arguments make.

    Args:
        hard_threshold: A similarity.
        init_const: What the similarity of a second unit is multiplied by.
        c: How much the members' least similarity counts.
        window_size: Of how many members that is taken, 2 or more; None for all.
        max_sentences: The most members, 1 or more; None for any number.

    Returns:
        The rule.

    Raises:
        ArgumentError: One of them is of the wrong type (an ArgumentTypeError) or out
            of range.
    """
    return MaxMinRule(
        check_number("hard_threshold", hard_threshold),
        check_number("init_const", init_const),
        check_number("c", c),
        _check_count("window_size", window_size, 2),
        _check_count("max_sentences", max_sentences, 1),
    )


def check_number(name: str, value: Any) -> float:
    """Return an argument that is a finite number, or raise where it is none.

    Args:
        name: The argument's name.
        value: What was given.

    Returns:
        The number.

    Raises:
        ArgumentError: It is no number (an ArgumentTypeError), or not finite.
    """
    if isinstance(value, str | bytes | bool) or not hasattr(value, "__float__"):
        msg = f"{name} must be a number, got {value!r}"
        raise ArgumentTypeError(msg)
    number = float(value)
    if not isfinite(number):
        msg = f"{name} must be finite, got {value!r}"
        raise ArgumentError(msg)
    return number


def _check_count(name: str, value: Any, least: int) -> int | None:
    """Return an argument that is a number of units or None."""
    if value is None:
        return None
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        msg = f"{name} must be an integer or None, got {value!r}"
        raise ArgumentTypeError(msg)
    count = index(value)
    if count < least:
        msg = f"{name} must be >= {least} or None, got {count}"
        raise ArgumentError(msg)
    return count
