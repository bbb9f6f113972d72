"""Where a leaf may be cut, by kind: for each level of goodness the furthest place.

A finder takes what a cut must be after, what it may be up to, and the room of a piece
(stretches that fit into one are kept whole); it returns a position or None.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence

from langchain_mdsplit.markdown.nesting import Node
from langchain_mdsplit.packing.atoms import Span, atom_around, read_atoms
from langchain_mdsplit.packing.lines import BlockLines
from langchain_mdsplit.packing.ruler import Ruler
from langchain_mdsplit.text.graphemes import floor_grapheme

Finder = Callable[[int, int, float], int | None]

_CJK = "\u2e80-\u2fff\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_OPENING = "(（「『【《〈“‘〔［｛"
_CLOSING = r")）」』】》〉”’〕］｝、，。；：！？．・…ー々"
_WORD = re.compile(
    rf"(?<=\s)\S|(?<=[{_CJK}])[^\s{re.escape(_CLOSING)}]"
    rf"|(?<=[^\s{re.escape(_OPENING)}])[{_CJK}]"
)
_CLAUSE = re.compile(
    rf"(?<=[,;:)—–]\s)\S|(?<=[、，；：。！？．])[^\s{re.escape(_CLOSING)}]"
)
_CELL = re.compile(r"(?<=\|)\S|(?<=\|\s)\S|(?<=\|\s\s)\S")
_WINDOW = 128  # characters, first looked at for a match from the end
_PLAIN = re.compile(rf"[\x20-\x7e\n{_CJK}\u3001-\u3029\uff01-\uff5e]{{2}}")
_LOOKS_LIKE_A_BLOCK = re.compile(
    r"""
    \#{1,6}(?:\s|\Z) | (?:[-+*]|[0-9]{1,9}[.)])(?:\s|\Z) | > | \| | `{3} | ~{3}
    | <(?![a-z][a-z0-9+.-]*:) | (?:[-*_][ \t]*){3,}+(?:[\r\n]|\Z) | [=-]+[ \t]*(?:[\r\n]|\Z)
    | \[[^\]\r\n]{0,300}\]: | \$\$
    """,
    re.VERBOSE | re.IGNORECASE,
)
_OPENS_CONTAINER = re.compile(
    r"[ \t>]*(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]+)*(?:!!!|\?\?\?\+?|:{3,})[ \t]*\w"
)


def last_match(
    pattern: re.Pattern[str], source: str, after: int, until: int
) -> int | None:
    """Return the last start of a one-character match in `(after, until]`."""
    width = _WINDOW
    while after < until:
        first = max(after + 1, until + 1 - width)
        found = None
        for match in pattern.finditer(source, first, until + 1):
            found = match.start()
        if found is not None or first == after + 1:
            return found
        width *= 4
    return None


def is_grapheme_start(source: str, position: int, start: int) -> bool:
    """Whether no grapheme cluster is torn by a cut, counted from a cluster's start."""
    if _PLAIN.match(source, position - 1):
        return True
    return floor_grapheme(source, position, start) == position


def follows_opener(lines: BlockLines, position: int) -> bool:
    """Whether the last line before a position opens an admonition or container."""
    end = lines.trimmed(lines.starts[lines.line_of(max(position - 1, 0))], position)
    line = lines.line_of(max(end - 1, 0))
    while line > 0 and not lines.source[lines.starts[line] : end].strip():
        line -= 1
        end = lines.line_end(line)
    return bool(_OPENS_CONTAINER.match(lines.source, lines.starts[line], end))


class LineCuts:
    """Cuts between the lines of a leaf, and in front of words."""

    def __init__(self, lines: BlockLines, body_start: int, *, quoted: bool) -> None:
        self._lines = lines
        self._body_start = body_start
        self._blank = " \t\r\n\f\v>" if quoted else None

    def _is_blank(self, line: int) -> bool:
        lines = self._lines
        text = lines.source[lines.starts[line] : lines.line_end(line)]
        return not text.strip(self._blank)

    def line(self, after: int, until: int, room: float) -> int | None:  # noqa: ARG002
        """Return the furthest start of a line."""
        lines, after = self._lines, max(after, self._body_start)
        for line in range(lines.line_of(until), 0, -1):
            if lines.starts[line] <= after:
                return None
            if not self._is_blank(line):
                return lines.starts[line]
        return None

    def stanza(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a line after a blank one."""
        found = self.line(after, until, room)
        while found is not None:
            line = self._lines.line_of(found)
            if self._is_blank(line - 1):
                return found
            found = self.line(after, found - 1, room)
        return None

    def word(self, after: int, until: int, room: float) -> int | None:  # noqa: ARG002
        """Return the furthest start of a word."""
        found = last_match(_WORD, self._lines.source, after, until)
        while found is not None and not is_grapheme_start(
            self._lines.source, found, after
        ):
            found = last_match(_WORD, self._lines.source, after, found - 1)
        return found


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
        return self._accepted(self._last_sentence, after, until, room)

    def clause(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a clause."""
        return self._accepted(self._last(_CLAUSE), after, until, room)

    def word(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a word."""
        return self._accepted(self._last(_WORD), after, until, room)

    def line(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a line."""
        return self._accepted(self._last_line, after, until, room)

    def sentence_line(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a line that begins a sentence."""
        found = self.sentence(after, until, room)
        while found is not None and not self._begins_line(found):
            found = self.sentence(after, found - 1, room)
        return found

    def cell(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a table's cell."""
        return self._accepted(self._last(_CELL), after, until, room)

    def outside_atom(self, after: int, position: int, room: float) -> int:
        """Return a position, or the start of what it would tear."""
        atom = atom_around(self.atoms, position)
        if atom is None or atom[0] <= after or self._ruler.length(*atom) > room:
            return position
        return atom[0]

    def _begins_line(self, position: int) -> bool:
        start = self._lines.starts[self._lines.line_of(position)]
        return not self._lines.source[start:position].strip("> \t")

    def _last(self, pattern: re.Pattern[str]) -> Callable[[int, int], int | None]:
        source = self._lines.source
        return lambda after, until: last_match(pattern, source, after, until)

    def _last_sentence(self, after: int, until: int) -> int | None:
        index = bisect_right(self.sentences, until) - 1
        found = self.sentences[index] if index >= 0 else after
        return found if found > after else None

    def _last_line(self, after: int, until: int) -> int | None:
        line = self._lines.line_of(until)
        found = self._lines.starts[line]
        return found if line > 0 and found > after else None

    def _accepted(
        self,
        last: Callable[[int, int], int | None],
        after: int,
        until: int,
        room: float,
    ) -> int | None:
        """Return the furthest place that tears nothing and does not change its kind."""
        source = self._lines.source
        found = last(after, until)
        while found is not None:
            outside = self.outside_atom(after, found, room)
            if outside == found and self._is_good(source, found, after):
                return found
            found = last(after, min(outside, found - 1))
        return None

    def _is_good(self, source: str, position: int, after: int) -> bool:
        visible = self._lines.visible(position)
        if self._is_paragraph and (
            _LOOKS_LIKE_A_BLOCK.match(source, visible)
            or follows_opener(self._lines, position)
        ):
            return False
        return is_grapheme_start(source, position, after)


def blanked_markers(text: str) -> str:
    """Return a quote's text with spaces in place of its lines' markers."""
    return re.sub(
        r"(?<=[\r\n])[ \t]*>[ \t>]*", lambda match: " " * len(match[0]), text
    )


def leaf_levels(
    node: Node, lines: LineCuts, prose: ProseCuts, *, in_quote: bool
) -> tuple[Finder, ...]:
    """Return the levels of a leaf by its kind, best first."""
    if node.kind in {"code", "html", "yaml", "toml"}:
        return lines.stanza, lines.line, lines.word
    if node.kind == "math":
        return lines.line, lines.word
    if node.kind == "table":
        return lines.line, prose.cell, prose.word
    levels = prose.sentence, prose.clause, prose.word
    return (prose.sentence_line, prose.line, *levels) if in_quote else levels
