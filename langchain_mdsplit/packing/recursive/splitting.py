"""LangChain's recursive splitting, with the spans of what it cuts, in linear time.

A segment is split at the first separator that occurs in it; pieces under the limit are
merged greedily, the others are segments for the separators after that one. Segments
are worked on in rounds, so that the lengths of many pieces are asked for at once;
characters need no asking.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from operator import add
from typing import TypeAlias

from langchain_mdsplit.packing.recursive.characters import (
    can_search,
    cut_by_characters,
)
from langchain_mdsplit.packing.recursive.merging import merge_pieces
from langchain_mdsplit.packing.recursive.pieces import Pieces, split_segment
from langchain_mdsplit.packing.recursive.rules import (
    Cut,
    Cuts,
    Item,
    RecursiveRules,
    Segment,
    Separator,
)
from langchain_mdsplit.packing.recursive.separators import choose_separator
from langchain_mdsplit.packing.recursive.windows import can_window, cut_in_windows

_ROUND = 1 << 16
"""Characters split in one round at most: enough for a batch, little to hold."""

_Tree: TypeAlias = "list[Cut | _Tree]"
"""Cuts in order; a list stands where a segment is cut further."""

_Pending: TypeAlias = tuple[Segment, _Tree]


def split_recursively(text: str, rules: RecursiveRules) -> Cuts:
    r"""Split a text as LangChain's RecursiveCharacterTextSplitter does.

    Args:
        text: Any text.
        rules: Separators, limits and how lengths are measured.

    Returns:
        The chunks in order, each with the span of the pieces it was joined from.

    Example:
        >>> from langchain_mdsplit.packing.recursive.separators import read_separators
        >>> separators = read_separators(["\n", ""], is_regex=False)
        >>> rules = RecursiveRules(separators, size=4, overlap=0)
        >>> split_recursively("ab\ncdefg", rules).texts
        ['ab', 'cde', 'fg']
    """
    if can_search(rules):
        return cut_by_characters(text, rules)
    try:
        return _split_in_rounds(text, rules, _ROUND)
    except Exception:  # noqa: BLE001  (whatever a length function raises)
        # Of several faults the one that comes first in the text is to be raised.
        return _split_in_rounds(text, rules, 1)


def place_cuts(text: str, cuts: Cuts) -> Iterable[tuple[int, int, int | None]]:
    """Find what the texts of cuts are in the source.

    Args:
        text: The text that was split.
        cuts: Its cuts.

    Returns:
        For each the span, without white space that was stripped, and 0 where the cut's
        text is that slice; None where it was joined from pieces and is no slice.

    Example:
        >>> cuts = Cuts([0, 3], [5, 5], ["a,b", "b"])
        >>> list(place_cuts("a,, b", cuts))
        [(0, 5, None), (4, 5, 0)]
    """
    if not cuts.are_slices:
        return map(_place_cut, repeat(text), cuts.starts, cuts.ends, cuts.texts)
    # White space that was stripped is not what a text begins with.
    pairs = zip(cuts.starts, cuts.texts, strict=True)
    starts = [text.find(content[0], start) for start, content in pairs]
    ends = map(add, starts, map(len, cuts.texts))
    return zip(starts, ends, repeat(0), strict=False)


def _place_cut(
    text: str, start: int, end: int, content: str
) -> tuple[int, int, int | None]:
    """Find what the text of one cut is in the source."""
    raw = text[start:end]
    if raw == content:
        return start, end, 0
    kept = raw.strip()
    if not kept or content != content.strip():
        return start, end, None  # nothing was stripped of what was joined
    start += len(raw) - len(raw.lstrip())
    return start, start + len(kept), 0 if kept == content else None


def _split_in_rounds(text: str, rules: RecursiveRules, size: int) -> Cuts:
    """Split a text, in each round segments of so many characters together."""
    tree: _Tree = []
    pending: deque[_Pending] = deque([(Segment(text, 0, len(text), 0), tree)])
    while pending:
        smaller: list[_Pending] = []
        for items, branch in _cut_segments(_take_round(pending, size), rules):
            for item in items:
                if isinstance(item, Segment):
                    smaller.append((item, []))
                    branch.append(smaller[-1][1])
                else:
                    branch.append(item)
        pending.extendleft(reversed(smaller))
    return _flatten(tree)


def _take_round(pending: deque[_Pending], size: int) -> list[_Pending]:
    """Take one round's work off the front of what is pending."""
    taken: list[_Pending] = []
    while pending and size > 0:
        segment = pending[0][0]
        size -= segment.end - segment.start
        taken.append(pending.popleft())
    return taken


def _cut_segments(
    batch: Iterable[_Pending], rules: RecursiveRules
) -> Iterator[tuple[list[Item], _Tree]]:
    """Yield what becomes of each segment, with the list that it goes to."""
    split: list[tuple[Segment, Separator, Pieces, _Tree]] = []
    for segment, branch in batch:
        separator = choose_separator(segment, rules)
        if can_window(segment, separator, rules):
            items = cut_in_windows(segment, separator, rules)
            if items is not None:
                yield items, branch
                continue
        pieces = split_segment(segment, separator, rules)
        split.append((segment, separator, pieces, branch))
    lengths = rules.count_all(
        list(chain.from_iterable(pieces.texts for _, _, pieces, _ in split))
    )
    first = 0
    for segment, separator, pieces, branch in split:
        stop = first + len(pieces.texts)
        items = merge_pieces(segment, separator, pieces, lengths[first:stop], rules)
        yield items, branch
        first = stop


def _flatten(tree: _Tree) -> Cuts:
    """Return the cuts of a tree in order."""
    cuts = Cuts()
    stack = [iter(tree)]
    while stack:
        for item in stack[-1]:
            if isinstance(item, list):
                stack.append(iter(item))
                break
            cuts.add(*item)
        else:
            stack.pop()
    return cuts
