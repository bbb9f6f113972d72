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
    may_begin = np.array([not joins for joins in bonds.joins], bool)
    for run in ranges_from(np.flatnonzero(may_begin).tolist(), count):
        if bonds.begins[run.start]:
            lowest = run.start
        first = max(lowest, min(firsts[run[-1]], run.start))
        worth = _grown(similarities, worth[first - low :], first, run)
        low = first
        bests = best[first : run.stop]
        total = np.where(may_begin[first : run.stop], bests, -inf) + worth
        choice = int(np.argmax(total))
        best[run.stop], begin[run[-1]] = total[choice], first + choice
    starts: list[int] = []
    end = count
    while end > 0:
        end = begin[end - 1]
        starts.append(end)
    return ranges_from(starts[::-1], count)


def _grown(
    similarities: Similarities, worth: NDArray[np.float64], first: int, run: range
) -> NDArray[np.float64]:
    """Return the worth of each group with a run added, and of the run alone.

    A run is units that are never parted: what they are worth to each other is so in
    every grouping, and is left out. Compared one by one with all before them, the
    units of a long run would take time that grows with its square.
    """
    alone = np.zeros(len(run))
    if first == run.start:
        return alone
    added = similarities.sums_with(run, first, run.start).astype(np.float64)
    sums = np.cumsum(added[::-1])[::-1]
    return np.concatenate((worth + sums, alone))
