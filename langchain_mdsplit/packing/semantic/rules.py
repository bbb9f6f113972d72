"""The arguments of Max-Min grouping, checked."""

from typing import Any

from langchain_mdsplit.checks import check_integer, check_number
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
        _count_or_none("window_size", window_size, 2),
        _count_or_none("max_sentences", max_sentences, 1),
    )


def _count_or_none(name: str, value: Any, least: int) -> int | None:
    """Return an argument that is a number of units or None."""
    return None if value is None else check_integer(name, value, least, also=" or None")
