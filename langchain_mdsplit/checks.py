"""Checks of single arguments; the message of an error names the argument.

A message names the argument, what is allowed, and the value after "got", shortened, or
its type after "not".
"""

import operator
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from math import inf, isfinite
from typing import Any, TypeVar

from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError
from langchain_mdsplit.shortening import short_repr

_Word = TypeVar("_Word", bound=str)


def check_type(name: str, value: Any, kinds: Any, allowed: str) -> Any:
    """Return the value if it is of a type, else raise.

    Args:
        name: The argument's name; of one of several with its position.
        value: What was given.
        kinds: What `isinstance` takes.
        allowed: The same for the message.

    Returns:
        The value.

    Raises:
        ArgumentTypeError: It is of another type.
    """
    if not isinstance(value, kinds):
        kind = type(value).__name__
        msg = f"{name} must be {allowed}, not {kind}: {short_repr(value)}"
        raise ArgumentTypeError(msg)
    return value


def check_text(name: str, value: Any, *, also: str = "") -> str:
    """Return the value if it is a `str`, else raise.

    Args:
        name: The argument's name.
        value: What was given.
        also: What else the argument may be, for the message (" or None").

    Returns:
        The value.

    Raises:
        ArgumentTypeError: It is no `str`.
    """
    text: str = check_type(name, value, str, f"a str{also}")
    return text


def check_iterable(
    name: str, value: Any, items: str, *, single: Any = str
) -> Iterable[Any]:
    """Return an iterable of several items, or raise; a single item raises too.

    Args:
        name: The argument's name.
        value: What was given; it is not consumed.
        items: What it should hold, for the message.
        single: The type of a single one, if it is iterable itself.

    Returns:
        The value.

    Raises:
        ArgumentTypeError: It is no iterable, or a single item.
    """
    kinds = () if isinstance(value, single) else Iterable
    several: Iterable[Any] = check_type(name, value, kinds, f"an iterable of {items}")
    try:
        iter(several)
    except TypeError:  # an array of no dimensions has the method, but no items
        check_type(name, value, (), f"an iterable of {items}")
    return several


def check_integer(
    name: str, value: Any, minimum: int, maximum: int | None = None, *, also: str = ""
) -> int:
    """Return the value if it is an integer in a range, else raise.

    Args:
        name: The argument's name.
        value: What was given.
        minimum: The smallest value allowed.
        maximum: The largest value allowed; None for no limit.
        also: What else the argument may be, for the message (" or None").

    Returns:
        The value as an `int`.

    Raises:
        ArgumentError: It is no integer (an ArgumentTypeError), or out of range.
    """
    number = None
    if not isinstance(value, bool):
        with suppress(TypeError):
            number = operator.index(value)
    if number is None:
        msg = f"{name} must be an integer{also}, got {short_repr(value)}"
        raise ArgumentTypeError(msg)
    if number < minimum or (maximum is not None and number > maximum):
        allowed = f">= {minimum}" if maximum is None else f"{minimum} to {maximum}"
        msg = f"{name} must be {allowed}{also}, got {short_repr(number)}"
        raise ArgumentError(msg)
    return number


def check_number(name: str, value: Any) -> float:
    """Return the value if it is a finite number, else raise.

    Args:
        name: The argument's name.
        value: What was given.

    Returns:
        The number.

    Raises:
        ArgumentError: It is no number (an ArgumentTypeError), or not finite.
    """
    number = None
    if hasattr(value, "__float__") and not isinstance(value, bool):
        with suppress(TypeError, ValueError):
            number = _float(value)
    if number is None:
        msg = f"{name} must be a number, got {short_repr(value)}"
        raise ArgumentTypeError(msg)
    if not isfinite(number):
        msg = f"{name} must be finite, got {short_repr(value)}"
        raise ArgumentError(msg)
    return number


def _float(value: Any) -> float:
    """Return a number as a `float`, an integer that is too large as infinity."""
    try:
        return float(value)
    except OverflowError:
        return inf


def check_boolean(name: str, value: Any) -> bool:
    """Return the value if it is a `bool`, else raise.

    Args:
        name: The argument's name.
        value: What was given.

    Returns:
        The value.

    Raises:
        ArgumentTypeError: It is no `bool`.
    """
    if not isinstance(value, bool):
        msg = f"{name} must be True or False, got {short_repr(value)}"
        raise ArgumentTypeError(msg)
    return value


def check_choice(name: str, value: Any, allowed: Collection[_Word]) -> _Word:
    """Return the value if it is one of some words, else raise.

    Args:
        name: The argument's name.
        value: What was given.
        allowed: The words.

    Returns:
        The value.

    Raises:
        ArgumentError: It is no `str` (an ArgumentTypeError), or none of the words.
    """
    is_text = isinstance(value, str)
    for word in allowed:
        if is_text and word == value:
            return word
    msg = f"{name} must be one of {', '.join(allowed)}, got {short_repr(value)}"
    raise (ArgumentError if is_text else ArgumentTypeError)(msg)


def check_callable(name: str, value: Any) -> Callable[..., Any] | None:
    """Return the value if it is callable or None, else raise.

    Args:
        name: The argument's name.
        value: What was given.

    Returns:
        The value.

    Raises:
        ArgumentTypeError: It is neither.
    """
    if value is not None and not callable(value):
        msg = f"{name} must be callable or None, got {short_repr(value)}"
        raise ArgumentTypeError(msg)
    return value  # type: ignore[no-any-return]
