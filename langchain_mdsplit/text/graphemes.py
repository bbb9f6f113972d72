"""Grapheme clusters: what a reader takes for one character, and must not be cut."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import regex


@cache
def _cluster() -> "regex.Pattern[str]":
    r"""Return the pattern of one cluster.

    `\X` alone takes quadratic time on a run of flags: it counts back to its start.
    """
    import regex  # noqa: PLC0415  (import time)

    return regex.compile(
        r"""
        \p{RI}{1,2}+ (?! [\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}] )
      | \X
        """,
        regex.VERBOSE,
    )


@cache
def _sure_boundary() -> "regex.Pattern[str]":
    """Return the pattern of two code points that are surely in two clusters.

    The three letters are viramas, too: with them, a consonant may join what is before.
    """
    import regex  # noqa: PLC0415  (import time)

    return regex.compile(
        r"""(?r)
        [[\p{GCB=Other}\p{GCB=Control}\p{GCB=LF}\p{GCB=LV}\p{GCB=LVT}\p{GCB=V}\p{GCB=T}]
            --[\u1CF5\u1CF6\U00011A3A]]
        [\p{GCB=Other}\p{GCB=Control}\p{GCB=CR}\p{GCB=L}\p{GCB=LV}\p{GCB=LVT}\p{RI}]
        """,
        regex.VERBOSE | regex.VERSION1,
    )


def grapheme_spans(text: str) -> list[tuple[int, int]]:
    r"""Find the grapheme clusters of a text.

    Args:
        text: Any text.

    Returns:
        The spans `(start, end)` of the clusters, in characters; they tile the text.

    Example:
        >>> grapheme_spans("e\N{COMBINING ACUTE ACCENT}\r\n")
        [(0, 2), (2, 4)]

    Source:
        Unicode Standard Annex #29, section 3, extended grapheme clusters.
    """
    return [match.span() for match in _cluster().finditer(text)]


def floor_grapheme(text: str, index: int, start: int = 0) -> int:
    r"""Find the last grapheme boundary that is not after an index.

    Looks at the text between the nearest sure boundary before `index` and `index`, and
    never before `start`.

    Args:
        text: Any text.
        index: Where to look, in characters; cut back to the text's ends.
        start: A known boundary, in characters; nothing before it is looked at. Calls
            for one piece after another take linear time if each passes its own start.

    Returns:
        The largest boundary from `start` to `index`; `start` when `index` is before it.

    Example:
        >>> floor_grapheme("ae\N{COMBINING ACUTE ACCENT}x", 2)
        1
    """
    if index <= start:
        return start
    if index >= len(text):
        return len(text)
    before, after = text[index - 1], text[index]
    if before < "\x80" and after < "\x80":
        return index - 1 if before == "\r" and after == "\n" else index
    pair = _sure_boundary().search(text, start, index + 1)
    boundary = pair.start() + 1 if pair else start
    for match in _cluster().finditer(text, boundary, index + 1):
        if match.end() > index:
            break
        boundary = match.end()
    return boundary


def ceil_grapheme(text: str, index: int, start: int = 0) -> int:
    r"""Find the first grapheme boundary that is not before an index.

    Args:
        text: Any text.
        index: Where to look, in characters; cut back to the text's ends.
        start: A known boundary, in characters; nothing before it is looked at.

    Returns:
        The smallest boundary from `index` to the text's end; `start` when `index` is
        before it.

    Example:
        >>> ceil_grapheme("ae\N{COMBINING ACUTE ACCENT}x", 2)
        3
    """
    boundary = floor_grapheme(text, index, start)
    if boundary >= min(index, len(text)):
        return boundary
    cluster = _cluster().match(text, boundary)
    return cluster.end() if cluster else boundary
