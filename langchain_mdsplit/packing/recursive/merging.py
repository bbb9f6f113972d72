"""Pieces merged greedily into chunks, as LangChain merges them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from langchain_mdsplit.packing.recursive.pieces import Pieces
from langchain_mdsplit.packing.recursive.rules import (
    Cut,
    Item,
    RecursiveRules,
    Segment,
    Separator,
)
from langchain_mdsplit.text.graphemes import ceil_grapheme, floor_grapheme


def merge_pieces(
    segment: Segment,
    separator: Separator,
    pieces: Pieces,
    lengths: list[Any],
    rules: RecursiveRules,
) -> list[Item]:
    """Merge runs of pieces under the size; hand on or keep those that are over it.

    Args:
        segment: What was split.
        separator: The separator it was split at.
        pieces: Its pieces.
        lengths: Their lengths.
        rules: Limits and what is stripped.

    Returns:
        The chunks, and the pieces to split further, in order.
    """
    items, rest = merge_closed(segment, separator, pieces, lengths, rules)
    if rest < len(lengths):
        items += _join(segment, pieces, rest, len(lengths), rules)
    return items


def merge_closed(
    segment: Segment,
    separator: Separator,
    pieces: Pieces,
    lengths: list[Any],
    rules: RecursiveRules,
) -> tuple[list[Item], int]:
    """Merge runs of pieces as far as no piece after them could change what they are.

    Args:
        segment: What was split.
        separator: The separator it was split at.
        pieces: Its pieces.
        lengths: The lengths of all of them, or of the first ones.
        rules: Limits and what is stripped.

    Returns:
        The chunks, and the pieces to split further, in order; and which piece the last
        chunk, which is not among them, begins with.
    """
    items: list[Item] = []
    size = rules.size
    first, count = 0, len(lengths)
    # A length that cannot be compared (NaN) is no length under the size either.
    long = [at for at, length in enumerate(lengths) if not length < size]
    for stop in (*long, count):
        if first < stop:
            gap = rules.length(pieces.joiner)
            for begin, end in _ranges(lengths[first:stop], gap, rules):
                if first + end == count:
                    return items, first + begin
                items += _join(segment, pieces, first + begin, first + end, rules)
        if stop < count:
            items.append(_long_piece(segment, separator, pieces, stop))
        first = stop + 1
    return items, count


def _ranges(
    lengths: list[Any], gap: Any, rules: RecursiveRules
) -> Iterator[tuple[int, int]]:
    """Yield the ranges of pieces that are chunks."""
    if rules.has_integer_limits and type(gap) is int and gap >= 0:
        only_integers = set(map(type, lengths)) == {int}
        if only_integers and min(lengths) > 0:
            return _ranges_by_sums(lengths, gap, rules.size, rules.overlap)
    return _ranges_by_steps(lengths, gap, rules)


def _ranges_by_sums(
    lengths: list[int], gap: int, size: int, overlap: int
) -> Iterator[tuple[int, int]]:
    """Yield the ranges of pieces that are chunks, looking them up in sums of lengths.

    Every length is positive and under the size: so every chunk is within it, and the
    next chunk begins after it.
    """
    gaps = gap.__add__
    sums = list(accumulate(map(gaps, lengths) if gap else lengths, initial=0))
    count = len(lengths)
    begin = 0
    while True:
        end = bisect_right(sums, sums[begin] + size + gap, begin + 1) - 1
        yield begin, end
        if end == count:
            return
        least = max(sums[end] - overlap, sums[end + 1] - size) - gap
        begin = bisect_left(sums, least, begin + 1, end)


def _ranges_by_steps(
    lengths: list[Any], gap: Any, rules: RecursiveRules
) -> Iterator[tuple[int, int]]:
    """Yield the ranges of pieces that are chunks, adding up as LangChain does.

    Lengths may be zero, negative or no integers: so each sum is made of the same
    terms in the same order.

    Raises:
        IndexError: Lengths do not add up, and there is no piece left to drop.
    """
    size, overlap = rules.size, rules.overlap
    begin, total = 0, 0
    for at, length in enumerate(lengths):
        if total + length + (gap if at > begin else 0) > size:
            if total > size and rules.report:
                rules.report(total)
            if at > begin:
                yield begin, at
                while total > overlap or (
                    total + length + (gap if at > begin else 0) > size and total > 0
                ):
                    dropped = range(begin, at)[0]
                    total -= lengths[dropped] + (gap if at - begin > 1 else 0)
                    begin += 1
        total += length + (gap if at > begin else 0)
    yield begin, len(lengths)


def _join(
    segment: Segment, pieces: Pieces, begin: int, end: int, rules: RecursiveRules
) -> list[Cut]:
    """Return the chunk of a range of pieces; none where nothing is left of it."""
    start, stop = pieces.starts[begin], pieces.ends[end - 1]
    if pieces.are_contiguous:
        content = segment.text[start:stop]
    else:
        content = pieces.joiner.join(pieces.texts[begin:end])
    if rules.strip and rules.graphemes:
        first, last = _strip_clusters(content)
        content = content[first:last]
        if pieces.are_contiguous:
            start, stop = start + first, start + last
    elif rules.strip:
        content = content.strip()
    return [segment.cut(start, stop, content)] if content else []


def _strip_clusters(content: str) -> tuple[int, int]:
    """Return the span of a text without white space that is a cluster by itself."""
    first = len(content) - len(content.lstrip())
    last = len(content.rstrip())
    if first >= last:
        return 0, 0
    return floor_grapheme(content, first), ceil_grapheme(content, last)


def _long_piece(
    segment: Segment, separator: Separator, pieces: Pieces, at: int
) -> Item:
    """Return a piece that is not under the size, to be split further if it can be."""
    start, end, text = pieces.starts[at], pieces.ends[at], pieces.texts[at]
    if separator.next is None:
        return segment.cut(start, end, text)
    if pieces.are_slices:
        return Segment(segment.text, start, end, separator.next, segment.hull)
    hull = segment.hull or (start, end)
    return Segment(text, 0, len(text), separator.next, hull)
