"""Lines and columns of positions in a text, counted from 1."""

import re
from bisect import bisect_right

_LINE_END = re.compile(r"\r\n?|\n")
_LINE_FEED = re.compile(r"\n")


def line_starts(text: str, start: int, end: int) -> list[int]:
    r"""Return where the lines of a stretch begin, after CR, LF or CRLF.

    A single literal character is searched for at C speed.

    Args:
        text: The text.
        start: Where the stretch begins.
        end: Where it ends.

    Returns:
        The positions in order, without the start; the end if a line ends there.

    Example:
        >>> line_starts("a\nb\r\nc\n", 0, 7)
        [2, 5, 7]
    """
    line_end = _LINE_END if text.find("\r", start, end) >= 0 else _LINE_FEED
    return [match.end() for match in line_end.finditer(text, start, end)]


class LineNumbers:
    r"""Where the lines of a text begin: after CR, LF or CRLF, as in Markdown.

    Args:
        text: The text; it is read once.
        until: Where the last position stands that will be asked about, by default the
            text's end.

    Example:
        >>> LineNumbers("a\nbc").place(3)
        (2, 2)

    Source:
        CommonMark 0.31.2, section 2.1.
    """

    def __init__(self, text: str, until: int | None = None) -> None:
        end = len(text) if until is None else until
        # One more character, so that a CRLF is not taken for a CR.
        self._starts = [0, *line_starts(text, 0, min(end + 1, len(text)))]

    def line(self, index: int) -> int:
        """Return the line that a code point stands on."""
        return bisect_right(self._starts, index)

    def place(self, index: int) -> tuple[int, int]:
        """Return the line and the column of a code point."""
        line = self.line(index)
        return line, index - self._starts[line - 1] + 1
