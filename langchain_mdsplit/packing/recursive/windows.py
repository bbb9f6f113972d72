"""A long segment, split and merged without holding all of its pieces in memory."""

from langchain_mdsplit.packing.recursive.merging import merge_closed, merge_pieces
from langchain_mdsplit.packing.recursive.pieces import split_segment
from langchain_mdsplit.packing.recursive.rules import (
    Item,
    RecursiveRules,
    Segment,
    Separator,
)

WINDOW = 1 << 14
"""Characters whose pieces are in memory together, unless a chunk is longer."""


def can_window(segment: Segment, separator: Separator, rules: RecursiveRules) -> bool:
    """Whether a segment is long, and its pieces are the same from any of them on.

    Args:
        segment: What to split.
        separator: The separator to split it at.
        rules: Whether separators are kept, and whether clusters are.

    Returns:
        Whether `cut_in_windows` may be asked.
    """
    is_long = segment.end - segment.start > 2 * WINDOW
    is_plain = separator.is_literal and not rules.graphemes
    return is_long and is_plain and rules.has_integer_limits


def cut_in_windows(
    segment: Segment, separator: Separator, rules: RecursiveRules
) -> list[Item] | None:
    r"""Split a segment and merge its pieces, a window of it at a time.

    Of each window the last piece may go on, and so may the last chunk: the next window
    begins with the first piece of that chunk.

    Args:
        segment: What to split.
        separator: The separator.
        rules: Limits and what is kept and stripped.

    Returns:
        The chunks, and the pieces to split further, in order; None where lengths are
        not all integers over 0, so that more than the first piece tells what follows.

    Example:
        >>> rules = RecursiveRules([], size=4, overlap=0)
        >>> separator = Separator("\n", is_literal=True, next=None)
        >>> cut_in_windows(Segment("a\nb\nc", 0, 5, 0), separator, rules)
        [(0, 3, 'a\nb'), (3, 5, 'c')]
    """
    items: list[Item] = []
    start, width = segment.start, WINDOW
    while True:
        stop = min(start + width, segment.end)
        part = segment._replace(start=start, end=stop)
        pieces = split_segment(part, separator, rules)
        is_last = stop == segment.end
        lengths = rules.count_all(pieces.texts if is_last else pieces.texts[:-1])
        if set(map(type, lengths)) - {int} or min(lengths, default=1) < 1:
            return None
        if is_last:
            return items + merge_pieces(part, separator, pieces, lengths, rules)
        closed, rest = merge_closed(part, separator, pieces, lengths, rules)
        items += closed
        following = pieces.starts[rest] if pieces.texts else start
        width = WINDOW if following > start else 2 * width
        start = following
