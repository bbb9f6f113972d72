"""Max-Min semantic chunking: a unit joins the group before it, or begins another."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, inf
from typing import TypeAlias

from langchain_mdsplit.packing.semantic.rules import MaxMinRule
from langchain_mdsplit.packing.semantic.similarities import Similarities

_WIDEST_BAND = 64  # with more members, similarities are computed unit by unit
_Row: TypeAlias = Callable[[int, int], list[float]]


@dataclass(frozen=True, slots=True)
class Bonds:
    """Where groups begin and go on whatever the similarities are.

    Attributes:
        begins: Whether each unit begins a group.
        joins: Whether each unit is in the group of the one before it.
    """

    begins: Sequence[bool]
    joins: Sequence[bool]

    @classmethod
    def none(cls, count: int) -> "Bonds":
        """Return bonds that settle nothing about a number of units."""
        return cls([False] * count, [False] * count)


def max_min_ranges(
    similarities: Similarities,
    rule: MaxMinRule,
    thresholds: Sequence[float],
    bonds: Bonds,
) -> list[range]:
    """Group units in order.

    Args:
        similarities: The units' similarities.
        rule: When a unit joins a group, but for its threshold.
        thresholds: What each unit's greatest similarity must be above at least.
        bonds: What is settled without them.

    Returns:
        The groups: ranges of units, next to each other.

    Source:
        Kiss, Nagy, Szilagyi, Max-Min semantic chunking of documents for RAG
        application, Discover Computing 28 (2025), doi 10.1007/s10791-025-09638-7.
    """
    row = _row_reader(similarities, rule.max_sentences)
    starts: list[int] = []
    least: _LeastPair = _LeastPair(rule.window_size)
    size = 0
    runs = _run_lengths(bonds.joins)
    for unit in range(len(similarities)):
        before = row(unit, _compared(rule, size, is_member=bonds.joins[unit]))
        is_in = size > 0 and not bonds.begins[unit]
        if is_in and not bonds.joins[unit]:
            is_in = _is_within(rule, size + runs[unit]) and _joins(
                before, size, least.value, rule, thresholds[unit]
            )
        if is_in:
            least.add(before)
            size += 1
        else:
            starts.append(unit)
            least = _LeastPair(rule.window_size)
            size = 1
    return ranges_from(starts, len(similarities))


def ranges_from(starts: Sequence[int], count: int) -> list[range]:
    """Return the ranges of so many units that begin at some of them."""
    return [range(start, stop) for start, stop in pairwise([*starts, count])]


def _compared(rule: MaxMinRule, size: int, *, is_member: bool) -> int:
    """Return how many of a group's last members a unit is compared with.

    A run of headings may hold more than a group may, and be any length.
    """
    counts = [size if rule.max_sentences is None else min(size, rule.max_sentences)]
    if is_member and rule.window_size is not None:
        counts.append(rule.window_size)
    return min(counts)


def _joins(
    before: list[float], size: int, least: float, rule: MaxMinRule, threshold: float
) -> bool:
    """Whether a unit joins a group, by its similarities with the members."""
    if size == 1:
        return rule.init_const * before[0] > threshold
    bound = rule.c * least * _sigmoid(size)
    return max(before) > max(bound, threshold)


def _is_within(rule: MaxMinRule, size: int) -> bool:
    """Whether a group may have so many members."""
    return rule.max_sentences is None or size <= rule.max_sentences


def _run_lengths(joins: Sequence[bool]) -> list[int]:
    """Return how many units each one brings along: itself, and those that join it."""
    runs = [1] * len(joins)
    for unit in range(len(joins) - 1, 0, -1):
        if joins[unit]:
            runs[unit - 1] += runs[unit]
    return runs


def _sigmoid(size: int) -> float:
    """Return the logistic function of a group's size."""
    return 1.0 / (1.0 + exp(-size))


class _LeastPair:
    """The least similarity of all pairs among the last members of a group.

    Of each of these members the least similarity with a later one is kept, the last
    member first.
    """

    __slots__ = ("_leasts", "_window", "value")

    def __init__(self, window: int | None) -> None:
        self._window = window
        self._leasts = [inf]
        self.value = inf

    def add(self, before: list[float]) -> None:
        """Add a member by its similarities with those before it, the last first."""
        if self._window is None:
            self.value = min(self.value, *before)
            return
        pairs = zip(self._leasts, before, strict=False)
        self._leasts = [inf, *map(min, pairs)][: self._window]
        self.value = min(self._leasts)


def _row_reader(similarities: Similarities, most: int | None) -> _Row:
    """Return what tells a unit's similarities with those before it."""
    if most is None or most > _WIDEST_BAND:
        return lambda unit, size: similarities.with_range(unit, unit - size, unit)[
            ::-1
        ].tolist()
    rows = (
        row for _, band in similarities.bands(max(most - 1, 1)) for row in band.tolist()
    )
    return lambda _, size: next(rows)[:size]
