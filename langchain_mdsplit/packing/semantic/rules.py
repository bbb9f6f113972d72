"""What the semantic chunker is told: when a unit joins, when a chunk is too short."""

from dataclasses import dataclass
from typing import Any

from langchain_mdsplit.checks import check_integer, check_number


@dataclass(frozen=True, slots=True)
class MaxMinRule:
    """When a unit joins a group.

    Attributes:
        threshold: What the greatest similarity with a member must be above at least;
            None to read it off the document.
        init_const: By what the similarity of a second unit is multiplied.
        c: How much the least similarity of the members counts.
        window_size: How many of the last members have a say in that; None for all.
        max_sentences: The most members; None for any number.
    """

    threshold: float | None
    init_const: float = 1.5
    c: float = 0.9
    window_size: int | None = 5
    max_sentences: int | None = 15


@dataclass(frozen=True, slots=True)
class Sizes:
    """When a chunk is too short.

    Attributes:
        least: The least it should measure, in the measure's unit.
        least_characters: The least number of its characters.
        window: How many units of two neighbours are compared; None for all.
    """

    least: int = 0
    least_characters: int = 0
    window: int | None = None


def read_rule(
    threshold: float | None,
    init_const: Any,
    c: Any,
    window_size: Any,
    max_sentences: Any,
) -> MaxMinRule:
    """Return the rule that arguments make.

    Args:
        threshold: A similarity that has been checked, or None.
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
        threshold,
        check_number("init_const", init_const),
        check_number("c", c),
        _count_or_none("window_size", window_size, 2),
        _count_or_none("max_sentences", max_sentences, 1),
    )


def _count_or_none(name: str, value: Any, least: int) -> int | None:
    """Return an argument that is a number of units or None."""
    return None if value is None else check_integer(name, value, least, also=" or None")
