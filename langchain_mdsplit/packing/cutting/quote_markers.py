"""The markers of quotes that a paragraph's lines begin with, told from its own `>`."""

import re
from functools import cached_property

from langchain_mdsplit.packing.cutting.lines import BlockLines

_ANY = re.compile(r"[ \t>]*+")
_MARK = r" {0,3}+>[ \t]?"  # what is indented by four is text (CommonMark section 5.1)
_QUOTE = "blockquote"
_MARK_IN_ITEM = r"[ \t]*+>[ \t]?"  # an item's lines are indented by its width


class QuoteMarkers:
    """The markers of the quotes around one leaf.

    Args:
        lines: The block that the leaf is in.
        start: Where the leaf begins.
    """

    def __init__(self, lines: BlockLines, start: int) -> None:
        self._lines = lines
        self._start = start
        self._last = (-1, 0)  # a line and where its markers end

    def content(self, position: int) -> int:
        """Return the first visible character at or after a position.

        Markers that its line begins with are passed over, unless nothing follows them.
        """
        lines = self._lines
        visible = lines.visible(position)
        if not lines.source.startswith(">", visible):
            return visible
        return max(self._end(lines.line_of(visible)), visible)

    def _end(self, line: int) -> int:
        """Return where a line's markers end; its start where nothing follows them."""
        if line != self._last[0]:
            lines = self._lines
            start, end = lines.starts[line], lines.line_end(line)
            found = self._pattern.match(lines.source, start, end)
            after = found.end() if found else start
            self._last = line, after if after < end else start
        return self._last[1]

    @cached_property
    def _containers(self) -> list[str] | None:
        """The kinds of the containers around the leaf; None if they nest too deep."""
        index = self._lines.nesting.innermost(self._start)
        around = self._lines.containers(index, self._start + 1)
        return None if around is None else [node.kind for node in around]

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """As many markers as there are quotes; in an item only after all outer ones."""
        kinds = self._containers
        if kinds is None:
            return _ANY
        items = [place for place, kind in enumerate(kinds) if kind != _QUOTE]
        outer = items[0] if items else len(kinds)
        inner = len(kinds) - outer - len(items)
        held = rf"(?:{_MARK}){{{outer}}}(?:{_MARK_IN_ITEM}){{0,{inner}}}+"
        return re.compile(rf"(?:{held}|(?:{_MARK}){{0,{outer}}}+)[ \t]*+")
