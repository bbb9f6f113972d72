"""Visible characters: all that are no white space."""

import re

_VISIBLE = re.compile(r"\S")


def next_visible(text: str, start: int, end: int | None = None) -> int:
    """Return where the next visible character stands.

    Args:
        text: Any text.
        start: Where to look from, a code point index.
        end: Where to stop; None for the text's end.

    Returns:
        A code point index from the start on; the end where there is none.

    Example:
        >>> next_visible("a  b", 1), next_visible("a  ", 1)
        (3, 3)
    """
    stop = len(text) if end is None else end
    if start < stop and not text[start].isspace():
        return start
    found = _VISIBLE.search(text, start, stop)
    return found.start() if found else stop
