"""A segment split at every place where a separator stands."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, compress, pairwise
from operator import add

from langchain_mdsplit.packing.recursive.rules import (
    RecursiveRules,
    Segment,
    Separator,
)
from langchain_mdsplit.packing.recursive.separators import cluster_matches
from langchain_mdsplit.text.graphemes import grapheme_spans


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of a segment; none is empty.

    Attributes:
        texts: Their texts.
        starts: Where they begin in the segment's text, code point indices.
        ends: Where they end.
        joiner: What stands between them in a chunk.
        are_contiguous: Whether each begins where the one before it ends and they are
            joined by nothing, so that a chunk is a slice.
        are_slices: Whether each is a slice of the segment's text.
    """

    texts: list[str]
    starts: Sequence[int]
    ends: Sequence[int]
    joiner: str = ""
    are_contiguous: bool = True
    are_slices: bool = True


def split_segment(
    segment: Segment, separator: Separator, rules: RecursiveRules
) -> Pieces:
    r"""Split a segment at each place where a separator stands.

    Args:
        segment: What to split.
        separator: The separator.
        rules: Whether separators are kept, and whether clusters are.

    Returns:
        The pieces in order.

    Raises:
        re.error: The separator is no regular expression but should be one.

    Example:
        >>> rules = RecursiveRules([], size=4, overlap=0, keep="end")
        >>> separator = Separator("\n", is_literal=True, next=None)
        >>> split_segment(Segment("a\n\nb", 0, 4, 0), separator, rules).texts
        ['a\n', '\n', 'b']
    """
    content = segment.content
    if not separator.text:
        if rules.graphemes:
            ends = [segment.start + end for _, end in grapheme_spans(content)]
            return _between(segment, ends)
        stops = range(segment.start, segment.end + 1)
        return Pieces(list(content), stops[:-1], stops[1:])
    if rules.graphemes:
        return _at_matches(
            segment, separator, cluster_matches(segment, separator, rules), rules
        )
    if separator.is_literal:
        return _at_literal(segment, content.split(separator.text), separator, rules)
    pattern = separator.text
    compiled = re.compile(f"({pattern})" if rules.keep else pattern)
    if compiled.groups > (1 if rules.keep else 0):
        return _with_groups(segment, compiled, separator, rules)
    spans = (match.span() for match in compiled.finditer(content))
    return _at_matches(segment, separator, spans, rules)


def _at_literal(
    segment: Segment, parts: list[str], separator: Separator, rules: RecursiveRules
) -> Pieces:
    """Return the pieces of a segment that a separator parts."""
    between = separator.text
    if rules.keep is None:
        step = len(between).__add__
        starts = accumulate(map(step, map(len, parts)), initial=segment.start)
        return _apart(list(filter(None, parts)), compress(starts, parts), separator)
    if rules.keep == "end":
        last = parts.pop()
        texts = [part + between for part in parts]
        texts += [last] if last else []
    else:
        texts = [between + part for part in parts]
        texts[0] = parts[0]
        if not parts[0]:
            del texts[0]
    stops = list(accumulate(map(len, texts), initial=segment.start))
    return Pieces(texts, stops[:-1], stops[1:])


def _at_matches(
    segment: Segment,
    separator: Separator,
    spans: Iterable[tuple[int, int]],
    rules: RecursiveRules,
) -> Pieces:
    """Return the pieces of a segment whose separators are at some spans of it."""
    start = segment.start
    if rules.keep == "start":
        return _between(segment, [start + first for first, _ in spans])
    if rules.keep == "end":
        return _between(segment, [start + last for _, last in spans])
    stops = [start]
    for first, last in spans:
        stops += (start + first, start + last)
    stops.append(segment.end)
    firsts, lasts = stops[::2], stops[1::2]
    texts = [
        segment.text[first:last] for first, last in zip(firsts, lasts, strict=True)
    ]
    return _apart(list(filter(None, texts)), compress(firsts, texts), separator)


def _apart(texts: list[str], starts: Iterable[int], separator: Separator) -> Pieces:
    """Return pieces between which the separator stands again when they are joined."""
    starts = list(starts)
    ends = list(map(add, starts, map(len, texts)))
    return Pieces(texts, starts, ends, separator.text, are_contiguous=False)


def _between(segment: Segment, stops: list[int]) -> Pieces:
    """Return the pieces of a segment between some indices of its text."""
    stops = list(dict.fromkeys([segment.start, *stops, segment.end]))
    texts = [segment.text[first:last] for first, last in pairwise(stops)]
    return Pieces(texts, stops[:-1], stops[1:])


def _with_groups(
    segment: Segment,
    pattern: re.Pattern[str],
    separator: Separator,
    rules: RecursiveRules,
) -> Pieces:
    """Return the pieces of a segment whose separator has groups of its own.

    `re.split` returns what each group matched as well, and LangChain takes that for
    text and separators in turn: pieces need not be slices then.

    Raises:
        TypeError: A group that took no part in a match is to be joined.
    """
    texts: list[str] = pattern.split(segment.content)
    spans: list[tuple[int, int]] = []
    last = 0
    for match in pattern.finditer(segment.content):
        groups = [match.span(group) for group in range(1, pattern.groups + 1)]
        spans += [(last, match.start()), *groups]
        last = match.end()
    spans.append((last, segment.end - segment.start))
    if rules.keep:
        texts, spans = _paired(texts, spans, at_end=rules.keep == "end")
    kept = [(text, *span) for text, span in zip(texts, spans, strict=True) if text]
    return Pieces(
        [text for text, _, _ in kept],
        [segment.start + first for _, first, _ in kept],
        [segment.start + last for _, _, last in kept],
        "" if rules.keep else separator.text,
        are_contiguous=False,
        are_slices=False,
    )


def _paired(
    texts: list[str], spans: list[tuple[int, int]], *, at_end: bool
) -> tuple[list[str], list[tuple[int, int]]]:
    """Return parts joined two by two, as LangChain does, and what they span.

    Raises:
        TypeError: One of them is a group that took no part in a match.
        IndexError: The last one has no other.
    """
    count = len(texts)
    firsts = range(0, count - 1, 2) if at_end else range(1, count, 2)
    joined = [texts[first] + texts[first + 1] for first in firsts]
    hulls = [_hull(spans[first : first + 2]) for first in firsts]
    if not at_end:
        return [texts[0], *joined], [spans[0], *hulls]
    rest = 2 if count % 2 == 0 else 1
    return joined + texts[-1:] * rest, hulls + spans[-1:] * rest


def _hull(spans: list[tuple[int, int]]) -> tuple[int, int]:
    """Return the smallest span that holds some spans."""
    return min(first for first, _ in spans), max(last for _, last in spans)
