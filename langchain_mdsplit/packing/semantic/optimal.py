"""The best groups of all: those whose members are most alike, under a size limit."""

from collections.abc import Sequence
from math import inf

import numpy as np
from numpy.typing import NDArray

from langchain_mdsplit.packing.semantic.max_min import Bonds, ranges_from
from langchain_mdsplit.packing.semantic.similarities import Similarities


def optimal_ranges(
    similarities: Similarities, bonds: Bonds, firsts: Sequence[int]
) -> list[range]:
    """Group units so that the similarities inside of groups add up to the most.

    Each similarity counts by how much it is above the mean of the document, so that
    groups of units that are less alike than usual are worth less than nothing. Of
    groupings worth the same, that with the longest last group is taken.

    Args:
        similarities: The units' similarities, 0 for what is usual.
        bonds: Where groups begin and go on in any case.
        firsts: For each unit the first that may be in a group that ends with it.

    Returns:
        The groups: ranges of units, next to each other.
    """
    count = len(similarities)
    best = np.zeros(count + 1)  # of the groups of all units before each
    begin = [0] * count  # where the group begins that ends with each
    worth = np.zeros(0)  # of groups from `low` on that end with the unit before
    low = lowest = 0
    cluster = 0  # where the units begin that are not parted from this one
    may_begin = np.array([not joins for joins in bonds.joins], bool)
    for unit in range(count):
        if bonds.begins[unit]:
            lowest = unit
        if not bonds.joins[unit]:
            cluster = unit
        first = max(lowest, min(firsts[unit], cluster))
        worth = _grown(similarities, worth[first - low :], first, unit)
        low = first
        total = np.where(may_begin[first : unit + 1], best[first : unit + 1], -inf)
        total += worth
        choice = int(np.argmax(total))
        best[unit + 1], begin[unit] = total[choice], first + choice
    starts: list[int] = []
    end = count
    while end > 0:
        end = begin[end - 1]
        starts.append(end)
    return ranges_from(starts[::-1], count)


def _grown(
    similarities: Similarities, worth: NDArray[np.float64], first: int, unit: int
) -> NDArray[np.float64]:
    """Return what groups are worth that a unit is added to, and that of it alone."""
    if first == unit:
        return np.zeros(1)
    added = similarities.with_range(unit, first, unit).astype(np.float64)
    sums = np.cumsum(added[::-1])[::-1]
    return np.append(worth + sums, 0.0)
