"""Cuts in running text: in front of sentences, clauses and words."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator

from langchain_mdsplit.packing.atoms import Span, atom_around, read_atoms
from langchain_mdsplit.packing.line_cuts import (
    CLOSING_MARKS,
    WORD,
    is_grapheme_start,
    matches_backwards,
)
from langchain_mdsplit.packing.lines import BlockLines
from langchain_mdsplit.packing.ruler import Ruler

_CLAUSE = re.compile(
    rf"(?<=[,;:)—–]\s)\S|(?<=[、，；：。！？．])[^\s{re.escape(CLOSING_MARKS)}]"
)
_CELL = re.compile(r"(?<=\|)\S|(?<=\|\s)\S|(?<=\|\s\s)\S")
_LOOKS_LIKE_A_BLOCK = re.compile(
    r"""
    \#{1,6}(?:\s|\Z) | (?:[-+*]|[0-9]{1,9}[.)])(?:\s|\Z) | > | \| | `{3} | ~{3}
    | <(?![a-z][a-z0-9+.-]*:) | (?:[-*_][ \t]*){3,}+(?:[\r\n]|\Z)
    | [=-]+[ \t]*(?:[\r\n]|\Z)
    | \[[^\]\r\n]{0,300}\]: | \$\$
    """,
    re.VERBOSE | re.IGNORECASE,
)
_OPENS_CONTAINER = re.compile(
    r"[ \t>]*(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]+)*(?:!!!|\?\?\?|:{3,}[ \t]*\w)"
)


def follows_opener(lines: BlockLines, position: int) -> bool:
    """Whether the last line before a position opens an admonition or container."""
    end = lines.trimmed(lines.starts[lines.line_of(max(position - 1, 0))], position)
    line = lines.line_of(max(end - 1, 0))
    while line > 0 and not lines.source[lines.starts[line] : end].strip():
        line -= 1
        end = lines.line_end(line)
    return bool(_OPENS_CONTAINER.match(lines.source, lines.starts[line], end))


class ProseCuts:
    """Cuts in running text: sentences, clauses, words."""

    def __init__(
        self,
        lines: BlockLines,
        ruler: Ruler,
        span: Span,
        sentences: Callable[[], list[int]],
        *,
        is_paragraph: bool,
    ) -> None:
        self._lines = lines
        self._ruler = ruler
        self._span = span
        self._read_sentences = sentences
        self._is_paragraph = is_paragraph
        self._atoms: list[Span] | None = None
        self._starts: list[int] | None = None

    @property
    def atoms(self) -> list[Span]:
        """What is best kept whole, read at first use."""
        if self._atoms is None:
            lines = self._lines
            parsed = lines.nesting.atoms
            self._atoms = read_atoms(lines.source, *self._span, parsed)
        return self._atoms

    @property
    def sentences(self) -> list[int]:
        """Where sentences begin, read at first use."""
        if self._starts is None:
            self._starts = self._read_sentences()
        return self._starts

    def sentence(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a sentence."""
        return self._accepted(self._sentences(after, until), after, room)

    def sentence_line(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a line that begins a sentence."""
        sentences = filter(self._begins_line, self._sentences(after, until))
        return self._accepted(sentences, after, room)

    def line(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a line."""
        lines = self._lines
        first, last = lines.line_of(after) + 1, lines.line_of(until)
        starts = (lines.starts[line] for line in range(last, first - 1, -1))
        return self._accepted(starts, after, room)

    def clause(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a clause."""
        return self._accepted(self._matches(_CLAUSE, after, until), after, room)

    def word(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a word."""
        return self._accepted(self._matches(WORD, after, until), after, room)

    def cell(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a table's cell."""
        return self._accepted(self._matches(_CELL, after, until), after, room)

    def outside_atom(self, after: int, position: int, room: float) -> int:
        """Return a position, or the start of what it would tear."""
        atom = atom_around(self.atoms, position)
        if atom is None or atom[0] <= after or self._ruler.length(*atom) > room:
            return position
        return atom[0]

    def _begins_line(self, position: int) -> bool:
        start = self._lines.starts[self._lines.line_of(position)]
        return not self._lines.source[start:position].strip("> \t")

    def _matches(
        self, pattern: re.Pattern[str], after: int, until: int
    ) -> Iterator[int]:
        return matches_backwards(pattern, self._lines.source, after, until)

    def _sentences(self, after: int, until: int) -> Iterator[int]:
        """Yield the starts of sentences in a stretch, last first."""
        index = bisect_right(self.sentences, until) - 1
        while index >= 0 and self.sentences[index] > after:
            yield self.sentences[index]
            index -= 1

    def _accepted(self, places: Iterable[int], after: int, room: float) -> int | None:
        """Return the furthest place that tears nothing and does not change its kind."""
        bound = None
        for place in places:
            if bound is not None and place > bound:
                continue
            bound = self.outside_atom(after, place, room)
            if bound == place and self._is_good(place, after):
                return place
        return None

    def _is_good(self, position: int, after: int) -> bool:
        source = self._lines.source
        content = self._lines.content(self._lines.visible(position))
        if self._is_paragraph and (
            _LOOKS_LIKE_A_BLOCK.match(source, content)
            or follows_opener(self._lines, position)
        ):
            return False
        return is_grapheme_start(source, position, after)


def blanked_markers(text: str) -> str:
    """Return a quote's text with spaces in place of its lines' markers."""
    return re.sub(r"(?<=[\r\n])[ \t]*>[ \t>]*", lambda match: " " * len(match[0]), text)
