"""Stretches of prose that a cut should not tear: code spans, links, addresses."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

Span = tuple[int, int]

_UNPARSED = re.compile(
    r"""
    # A link whose target is defined in another block.
    !?\[[^\[\]\r\n]{0,300}+\](?:\[[^\[\]\r\n]{0,300}+\])?+
    # A bare address.
    | (?:https?|ftp|mailto):[^\s<>]++
    | (?<![\w.])www\.[^\s<>]++
    """,
    re.VERBOSE,
)


def read_atoms(source: str, start: int, end: int, parsed: Sequence[Span]) -> list[Span]:
    """Return the spans in a leaf's text that are best kept whole, in order.

    Args:
        source: The text the leaf is a part of.
        start: Where the leaf begins.
        end: Where it ends.
        parsed: The spans that the parser knows, in order, of the whole block.

    Returns:
        Spans that do not overlap.
    """
    first = bisect_left(parsed, (start, start))
    last = bisect_left(parsed, (end, end), first)
    found = [match.span() for match in _UNPARSED.finditer(source, start, end)]
    if not found:
        return list(parsed[first:last])
    return _united(sorted([*parsed[first:last], *found]))


def _united(spans: Iterable[Span]) -> list[Span]:
    """Return the spans with those that overlap made one."""
    united: list[Span] = []
    for start, end in spans:
        if united and start < united[-1][1]:
            united[-1] = (united[-1][0], max(end, united[-1][1]))
        else:
            united.append((start, end))
    return united


def atom_around(atoms: Sequence[Span], position: int) -> Span | None:
    """Return the span that a position is strictly inside of, if there is one."""
    index = bisect_left(atoms, (position,)) - 1
    if index >= 0 and atoms[index][0] < position < atoms[index][1]:
        return atoms[index]
    return None
