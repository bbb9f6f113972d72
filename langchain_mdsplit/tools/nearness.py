"""Nearness: the names that are most like one that was not found."""

import heapq
from collections.abc import Callable, Sequence
from typing import TypeVar

from langchain_mdsplit.markdown.labels import section_numbers

_COMPARED = 80  # code points of a text that are compared with others
_DIGITS = 9  # of a number that are compared
_Thing = TypeVar("_Thing")


def nearest(
    wanted: str, things: Sequence[_Thing], text_of: Callable[[_Thing], str], most: int
) -> list[_Thing]:
    """Return the things whose texts share the most runs of letters with another text.

    Args:
        wanted: The text that was looked for.
        things: The things.
        text_of: Returns the text of one of them.
        most: How many to return at most.

    Returns:
        Those that share something, the nearest first.

    Example:
        >>> nearest("instal", ["Usage", "Install", "Notes"], str, 2)
        ['Install']
    """
    runs = _runs(wanted)

    def likeness(thing: _Thing) -> float:
        others = _runs(text_of(thing))
        return 2 * len(runs & others) / (len(runs) + len(others))

    rated = ((likeness(thing), -index) for index, thing in enumerate(things))
    return [
        things[-index] for rating, index in heapq.nlargest(most, rated) if rating > 0
    ]


def nearest_labels(
    wanted: str, things: Sequence[_Thing], label_of: Callable[[_Thing], str], most: int
) -> list[_Thing]:
    """Return the things whose labels have the numbers nearest to those of another.

    Args:
        wanted: The label that was looked for: numbers with `-` between them.
        things: The things.
        label_of: Returns the label of one of them.
        most: How many to return at most.

    Returns:
        The things, the nearest first.

    Example:
        >>> nearest_labels("1-3", ["1", "1-1", "1-2", "2"], str, 2)
        ['1-2', '1-1']
    """
    numbers = section_numbers(wanted)

    def distance(thing: _Thing) -> tuple[int, int, int]:
        others = section_numbers(label_of(thing))
        shared = 0
        for other, number in zip(others, numbers, strict=False):
            if other != number:
                break
            shared += 1
        gap = abs(_number(others, shared) - _number(numbers, shared))
        return -shared, gap, abs(len(others) - len(numbers))

    return heapq.nsmallest(most, things, key=distance)


def _number(numbers: Sequence[str], index: int) -> int:
    """Return one number of a label; 0 if it has fewer."""
    return int(numbers[index][:_DIGITS]) if index < len(numbers) else 0


def _runs(text: str) -> set[str]:
    """Return the runs of two letters of a text, its ends included."""
    padded = f" {text[:_COMPARED].casefold()} "
    return {padded[at : at + 2] for at in range(len(padded) - 1)}
