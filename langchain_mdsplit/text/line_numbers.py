"""Lines and columns of positions in a text, counted from 1."""

import re
from bisect import bisect_right

_LINE_END = re.compile(r"\r\n?|\n")


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
        found = _LINE_END.finditer(text, 0, min(end + 1, len(text)))
        self._starts = [0, *(match.end() for match in found)]

    def line(self, index: int) -> int:
        """Return the line that a code point stands on."""
        return bisect_right(self._starts, index)

    def place(self, index: int) -> tuple[int, int]:
        """Return the line and the column of a code point."""
        line = self.line(index)
        return line, index - self._starts[line - 1] + 1
