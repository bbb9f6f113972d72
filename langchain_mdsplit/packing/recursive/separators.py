"""Which separator a segment is split at, and where in it that separator stands."""

import re
from collections.abc import Callable, Iterator, Sequence

from langchain_mdsplit.packing.recursive.rules import (
    RecursiveRules,
    Segment,
    Separator,
)
from langchain_mdsplit.text.graphemes import ceil_grapheme

_SPECIAL_CHARACTERS = frozenset(r"\.^$*+?{}[]|()")


def read_separators(separators: Sequence[str], *, is_regex: bool) -> list[Separator]:
    r"""Read the separators once, for all segments of all texts.

    Args:
        separators: Where to split, in the order of preference; `""` is everywhere.
        is_regex: Whether they are regular expressions.

    Returns:
        For each what it means to split at it.

    Example:
        >>> read_separators(["\n", "\n#+ ", ""], is_regex=True)[0]
        Separator(text='\n', is_literal=True, next=1, pattern=None)
    """
    read = []
    for position, text in enumerate(separators, 1):
        is_literal = not is_regex or _SPECIAL_CHARACTERS.isdisjoint(text)
        following = position if text and position < len(separators) else None
        pattern = None if is_literal else _compile(text)
        read.append(Separator(text, is_literal, following, pattern))
    return read


def choose_separator(segment: Segment, rules: RecursiveRules) -> Separator:
    """Find the first separator that is in a segment.

    Args:
        segment: What to split.
        rules: Separators, and whether clusters must not be cut.

    Returns:
        The separator; the last one where none is in the segment.

    Raises:
        re.error: A separator is no regular expression but should be one.

    Example:
        >>> rules = RecursiveRules(read_separators(";,", is_regex=False), 4, 0)
        >>> choose_separator(Segment("a,b", 0, 3, 0), rules)
        Separator(text=',', is_literal=True, next=None, pattern=None)
    """
    for position in range(segment.first, len(rules.separators)):
        separator = rules.separators[position]
        if not separator.text or _is_in(segment, separator, rules):
            return separator
    return rules.separators[-1]._replace(next=None)


def cluster_matches(
    segment: Segment, separator: Separator, rules: RecursiveRules
) -> Iterator[tuple[int, int]]:
    """Find where a segment can be split without cutting a grapheme cluster.

    Args:
        segment: What to split.
        separator: The separator.
        rules: Whether separators are kept.

    Yields:
        The spans of the separators at which clusters end or begin as well, as indices
        of the segment's content.
    """
    pattern = re.escape(separator.text) if separator.is_literal else separator.text
    content = segment.content
    starts_cluster, ends_cluster = _cluster_test(content), _cluster_test(content)
    for match in re.finditer(pattern, content):
        starts, ends = starts_cluster(match.start()), ends_cluster(match.end())
        if (starts or rules.keep == "end") and (ends or rules.keep == "start"):
            yield match.span()


def _compile(text: str) -> re.Pattern[str] | None:
    """Compile a pattern; an invalid one raises only where it is used."""
    try:
        return re.compile(text)
    except Exception:  # noqa: BLE001  (an error, an overflow, or a warning as an error)
        return None


def _is_in(segment: Segment, separator: Separator, rules: RecursiveRules) -> bool:
    """Whether a separator is in a segment, where it can be split."""
    if rules.graphemes:
        return any(True for _ in cluster_matches(segment, separator, rules))
    if separator.is_literal:
        return segment.text.find(separator.text, segment.start, segment.end) >= 0
    return separator.search(segment.content)


def _cluster_test(content: str) -> Callable[[int], bool]:
    """Return a test whether an index is between clusters; indices must not fall."""
    boundary = 0

    def is_boundary(index: int) -> bool:
        nonlocal boundary
        if index > boundary:
            boundary = ceil_grapheme(content, index, boundary)
        return index == boundary

    return is_boundary
