"""Stretches of prose that a cut should not tear: code spans, links, addresses."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

Span = tuple[int, int]

# A link whose target is defined in another block.
_LINK = re.compile(r"\[[^\[\]\r\n]{0,300}+\](?:\[[^\[\]\r\n]{0,300}+\])?+")
_ADDRESS = re.compile(
    r"""
    :(?: (?<=https:) | (?<=http:) | (?<=ftp:) | (?<=mailto:) ) [^\s<>]++
    """,
    re.VERBOSE,
)
_FENCE = re.compile(r"`{3,}+[^`\r\n]*+[\r\n]")
_SCHEMES = ("https", "http", "ftp", "mailto")
_HOST = re.compile(r"www\.(?<![\w.]www\.)[^\s<>]++")


def read_atoms(source: str, start: int, end: int, parsed: Sequence[Span]) -> list[Span]:
    """Return the spans in a leaf's text that are best kept whole, in order.

    A code span whose first line would open a fence at the start of a piece is left out.

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
    atoms = [span for span in parsed[first:last] if not _FENCE.match(source, span[0])]
    links = list(_links(source, start, end))
    if links:
        atoms = _united(sorted([*atoms, *links]))
    bounds = [start, *chain.from_iterable(atoms), end]
    found = [
        address
        for gap in zip(bounds[::2], bounds[1::2], strict=True)
        for address in _addresses(source, *gap)
    ]
    return _united(sorted([*atoms, *found])) if found else atoms


def _links(source: str, start: int, end: int) -> Iterator[Span]:
    """Yield what may be links that the parser does not know in a block alone."""
    for match in _LINK.finditer(source, start, end):
        first = match.start()
        is_image = first > start and source[first - 1] == "!"
        yield first - is_image, match.end()


def _addresses(source: str, start: int, end: int) -> Iterator[Span]:
    """Yield the addresses that stand in the text as they are.

    Patterns that begin with literal characters are searched for at C speed.
    """
    for match in _ADDRESS.finditer(source, start, end):
        colon = match.start()
        scheme = next(it for it in _SCHEMES if source.endswith(it, 0, colon))
        yield max(start, colon - len(scheme)), match.end()
    for match in _HOST.finditer(source, start, end):
        yield match.span()


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
