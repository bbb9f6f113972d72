"""Cuts between the lines of a leaf and in front of its words: code, HTML, rows.

A finder takes what a cut must be after, what it may be up to, and the room of a piece
(stretches that fit into one are kept whole); it returns the furthest place or None.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator

from langchain_mdsplit.markdown.syntax import FENCE_MARKS
from langchain_mdsplit.packing.cutting.lines import QUOTE_BLANKS, BlockLines
from langchain_mdsplit.text.graphemes import floor_grapheme

Finder = Callable[[int, int, float], int | None]

_CJK = (
    "\u2e80-\u2fff\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_OPENING = "(（「『【《〈“‘〔［｛"
CLOSING_MARKS = r")）」』】》〉”’〕］｝、，。；：！？．・…ー々"
WORD = re.compile(
    rf"(?<=\s)\S|(?<=[{_CJK}])[^\s{re.escape(CLOSING_MARKS)}]"
    rf"|(?<=[^\s{re.escape(_OPENING)}])[{_CJK}]"
)
_WINDOW = 32  # characters, first looked at for a match from the end
_PLAIN = re.compile(rf"[\x20-\x7e\n{_CJK}\u3001-\u3029\uff01-\uff5e]{{2}}")


def matches_backwards(
    pattern: re.Pattern[str], source: str, after: int, until: int
) -> Iterator[int]:
    """Yield the starts in `(after, until]` of one-character matches, last first."""
    width = _WINDOW
    while after < until:
        first = max(after + 1, until + 1 - width)
        found = [match.start() for match in pattern.finditer(source, first, until + 1)]
        yield from reversed(found)
        until = first - 1
        width *= 4


def is_grapheme_start(source: str, position: int, start: int) -> bool:
    """Whether no grapheme cluster is torn by a cut, counted from a cluster's start."""
    if _PLAIN.match(source, position - 1):
        return True
    return floor_grapheme(source, position, start) == position


class LineCuts:
    """Cuts between the lines of a leaf, and in front of words."""

    def __init__(
        self, lines: BlockLines, body_start: int, end: int, *, quoted: bool
    ) -> None:
        self._lines = lines
        self._body_start = body_start
        self._end = end
        self._blank = QUOTE_BLANKS if quoted else None
        self._stanzas: list[int] | None = None

    def line(self, after: int, until: int, room: float) -> int | None:  # noqa: ARG002
        """Return the furthest start of a line."""
        lines, after = self._lines, max(after, self._body_start)
        for line in range(lines.line_of(until), 0, -1):
            if lines.starts[line] <= after:
                return None
            if not self._is_blank(line):
                return lines.starts[line]
        return None

    def stanza(self, after: int, until: int, room: float) -> int | None:  # noqa: ARG002
        """Return the furthest start of a line after a blank one."""
        if self._stanzas is None:
            self._stanzas = self._read_stanzas()
        index = bisect_right(self._stanzas, until) - 1
        if index < 0 or self._stanzas[index] <= max(after, self._body_start):
            return None
        return self._stanzas[index]

    def _is_blank(self, line: int) -> bool:
        lines = self._lines
        text = lines.source[lines.starts[line] : lines.line_end(line)]
        return not text.strip(self._blank)

    def _read_stanzas(self) -> list[int]:
        """Return where lines after blank ones begin."""
        lines, stanzas, after_blank = self._lines, [], False
        first, last = lines.line_of(self._body_start), lines.line_of(self._end - 1)
        for line in range(first, last + 1):
            is_blank = self._is_blank(line)
            if after_blank and not is_blank:
                stanzas.append(lines.starts[line])
            after_blank = is_blank
        return stanzas

    def word(self, after: int, until: int, room: float) -> int | None:  # noqa: ARG002
        """Return the furthest start of a word."""
        source = self._lines.source
        for found in matches_backwards(WORD, source, after, until):
            is_fence = source.startswith(FENCE_MARKS, found)
            if not is_fence and is_grapheme_start(source, found, after):
                return found
        return None
