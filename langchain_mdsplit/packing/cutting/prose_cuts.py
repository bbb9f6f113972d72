"""Cuts in running text: in front of sentences, clauses and words."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from math import inf
from typing import NamedTuple

from langchain_mdsplit.packing.cutting.atoms import Span, atom_around, read_atoms
from langchain_mdsplit.packing.cutting.barren_stretches import BarrenStretches
from langchain_mdsplit.packing.cutting.block_starts import BLOCK_MARK, RULE
from langchain_mdsplit.packing.cutting.line_cuts import (
    CLOSING_MARKS,
    WORD,
    is_grapheme_start,
    matches_backwards,
)
from langchain_mdsplit.packing.cutting.lines import BlockLines
from langchain_mdsplit.packing.cutting.openers import Openers
from langchain_mdsplit.packing.cutting.quote_markers import QuoteMarkers
from langchain_mdsplit.packing.cutting.sentence_starts import (
    blanked_markers,
    sentence_starts,
)
from langchain_mdsplit.packing.lengths.ruler import Ruler
from langchain_mdsplit.text.sentence_splitter import SentenceSplitter

_CLAUSE = re.compile(
    rf"(?<=[,;:)—–]\s)\S|(?<=[、，；：。！？．])[^\s{re.escape(CLOSING_MARKS)}]"
)
_RULE_REST = re.compile(r"[-*_ \t]*+")


class Prose(NamedTuple):
    """A leaf of running text.

    Attributes:
        start: Where it begins.
        body_start: Where its content begins, of a table its first row.
        end: Where its text ends.
        kind: What kind of leaf it is.
        is_quoted: Whether it stands in a quote, whose markers its lines begin with.
    """

    start: int
    body_start: int
    end: int
    kind: str
    is_quoted: bool


class ProseCuts:
    """Cuts in running text: sentences, clauses, words."""

    def __init__(
        self,
        lines: BlockLines,
        ruler: Ruler,
        openers: Openers,
        prose: Prose,
        sentence_splitter: SentenceSplitter | None,
    ) -> None:
        self._lines = lines
        self._ruler = ruler
        self._openers = openers
        self._prose = prose
        self._sentence_splitter = sentence_splitter
        self._quotes = QuoteMarkers(lines, prose.start)
        self._run: Span = (0, 0)
        self._barren = BarrenStretches()

    @cached_property
    def atoms(self) -> list[Span]:
        """What is best kept whole."""
        lines, prose = self._lines, self._prose
        return read_atoms(lines.source, prose.start, prose.end, lines.nesting.atoms)

    @cached_property
    def sentences(self) -> Sequence[int]:
        """Where sentences begin."""
        prose = self._prose
        text = self._lines.source[prose.start : prose.end]
        if prose.is_quoted:
            text = blanked_markers(text)
        return sentence_starts(text, prose.start, self._sentence_splitter)

    def sentence_starts(self) -> list[int]:
        """Return where sentences begin that could begin a piece, but for the first."""
        return self.accepted(self.sentences)

    def accepted(self, places: Iterable[int]) -> list[int]:
        """Return the places at which a piece could begin that tears nothing."""
        start = self._prose.start
        return [
            place
            for place in places
            if place > start
            and self._torn(place, inf) is None
            and self._keeps_kind(place)
            and is_grapheme_start(self._lines.source, place, start)
        ]

    def sentence(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a sentence."""
        return self._accepted("sentence", self._sentences, (after, until), room)

    def sentence_line(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a line that begins a sentence."""
        return self._accepted("first", self._sentence_lines, (after, until), room)

    def line(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a line."""
        return self._accepted("line", self._line_starts, (after, until), room)

    def clause(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a clause."""
        find = partial(matches_backwards, _CLAUSE, self._lines.source)
        return self._accepted("clause", find, (after, until), room)

    def word(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a word."""
        find = partial(matches_backwards, WORD, self._lines.source)
        return self._accepted("word", find, (after, until), room)

    def outside_atom(self, after: int, position: int, room: float) -> int:
        """Return a position, or the start of what it would tear."""
        atom = self._torn(position, room)
        return position if atom is None or atom[0] <= after else atom[0]

    def _torn(self, position: int, room: float) -> Span | None:
        """Return what a cut would tear though it fits into a piece, if there is any."""
        atom = atom_around(self.atoms, position)
        if atom is None or self._ruler.length(*atom) > room:
            return None
        return atom

    def _begins_line(self, position: int) -> bool:
        start = self._lines.starts[self._lines.line_of(position)]
        return self._lines.trimmed(start, position, "> \t") == start

    def _line_starts(self, after: int, until: int) -> Iterator[int]:
        """Yield the starts of lines in a stretch, last first."""
        lines = self._lines
        first, last = lines.line_of(after) + 1, lines.line_of(until)
        return (lines.starts[line] for line in range(last, first - 1, -1))

    def _sentence_lines(self, after: int, until: int) -> Iterator[int]:
        """Yield the starts of lines that begin a sentence, last first."""
        return filter(self._begins_line, self._sentences(after, until))

    def _sentences(self, after: int, until: int) -> Iterator[int]:
        """Yield the starts of sentences in a stretch, last first."""
        index = bisect_right(self.sentences, until) - 1
        while index >= 0 and self.sentences[index] > after:
            yield self.sentences[index]
            index -= 1

    def _accepted(
        self,
        level: str,
        find: Callable[[int, int], Iterable[int]],
        window: Span,
        room: float,
    ) -> int | None:
        """Return the furthest place that tears nothing and does not change its kind.

        What a piece begins with is torn only where the piece cannot end after it.
        Stretches without a place are looked through once, not for each piece again.
        """
        after, until = window
        bound, is_barren = None, True
        for place in find(after, self._barren.before(level, until)):
            if bound is not None and place > bound:
                continue
            atom = self._torn(place, room)
            bound = place
            if atom:
                is_barren = False
                if atom[0] > after or atom[1] <= until:
                    bound = atom[0]
            if bound <= after:
                return None
            if bound != place or not self._keeps_kind(place):
                continue
            if is_grapheme_start(self._lines.source, place, after):
                if is_barren:
                    self._barren.note(level, place, until)
                return place
            is_barren = False  # counted from elsewhere a cluster may begin there
        if is_barren:
            self._barren.note(level, after, until)
        return None

    def _keeps_kind(self, position: int) -> bool:
        """Whether what stands at a position is the same kind of block on its own."""
        source, prose = self._lines.source, self._prose
        if prose.kind == "heading" and source[prose.start] == "#":
            return True  # a piece of such a heading gets its mark
        content = self._quotes.content(position)
        return not (
            BLOCK_MARK.match(source, content)
            or self._is_rule(content)
            or self._openers.precede(position)
        )

    def _is_rule(self, position: int) -> bool:
        """Whether nothing follows up to the line's end but marks of a rule."""
        lines, source = self._lines, self._lines.source
        if not RULE.match(source, position):
            return False
        if not self._run[0] <= position < self._run[1]:
            line_start = lines.starts[lines.line_of(position)]
            rest = _RULE_REST.match(source, position)
            self._run = (
                lines.trimmed(line_start, position, "-*_ \t"),
                rest.end() if rest else position,
            )
        end = self._run[1]
        return end >= len(source) or source[end] in "\r\n"
