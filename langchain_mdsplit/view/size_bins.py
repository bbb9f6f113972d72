"""Sizes of chunks, counted in ranges: one rule for the page and the command line."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

_RANGES = 8  # up to the limit
_FIRST_RANGE = 16  # where there is no limit; shorter chunks are a line or less


@dataclass(frozen=True, slots=True)
class SizeBin:
    """How many chunks have a size in a range.

    Attributes:
        first: The smallest size.
        last: The largest size.
        count: How many chunks.
        is_over: Whether the sizes are over the limit.
    """

    first: int
    last: int
    count: int
    is_over: bool = False


def count_sizes(
    sizes: Sequence[int], limit: int | None, parts: int = 1
) -> list[SizeBin]:
    """Count sizes in eight ranges up to the limit, and in one for all over it.

    Without a limit each range ends at twice the size at which the one before ends.

    Args:
        sizes: The sizes.
        limit: The limit; None for none.
        parts: How many bins each of the ranges is cut into. Ranges of fewer sizes
            have a bin for each size.

    Returns:
        The bins in order; one over the limit only where there is something in it.

    Example:
        >>> [(b.first, b.last, b.count) for b in count_sizes([1, 2, 9], 2)]
        [(0, 1, 1), (2, 2, 1), (3, 9, 1)]
        >>> [(b.first, b.last, b.count) for b in count_sizes([1, 2, 9], None, parts=2)]
        [(0, 8, 2), (9, 16, 1)]
    """
    largest = max(sizes, default=0)
    tops = _cut(_ranges(largest, limit), parts)
    if largest > tops[-1]:
        tops.append(largest)
    counts = [0] * len(tops)
    for size in sizes:
        counts[bisect_left(tops, size)] += 1
    return [
        SizeBin(before + 1, top, count, is_over=limit is not None and top > limit)
        for (before, top), count in zip(pairwise((-1, *tops)), counts, strict=True)
    ]


def _ranges(largest: int, limit: int | None) -> list[int]:
    """Return the largest size of each range."""
    if limit is not None:
        even = {limit * number // _RANGES for number in range(1, _RANGES + 1)}
        return sorted(even - {0})
    tops = [_FIRST_RANGE]
    while tops[-1] < largest:
        tops.append(2 * tops[-1])
    return tops


def _cut(tops: Sequence[int], parts: int) -> list[int]:
    """Return the largest sizes of the parts of ranges that are cut evenly."""
    cut = {
        before + (top - before) * part // parts
        for before, top in pairwise((0, *tops))
        for part in range(1, parts + 1)
    }
    return sorted(cut - {0})
