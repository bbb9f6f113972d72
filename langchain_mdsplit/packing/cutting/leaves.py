"""The leaves of a block with their levels of cuts, each read at first use.

Code is cut at blank lines, lines, white space; HTML also after rows and other blocks,
after items, and after cells; formulas at lines; tables at rows, cells, sentences in a
cell, clauses, words; prose at sentences, clauses, words, and in a quote between its
lines before that.
"""

from typing import NamedTuple

from langchain_mdsplit.packing.cutting.cell_cuts import CellCuts
from langchain_mdsplit.packing.cutting.frame_reader import FrameReader
from langchain_mdsplit.packing.cutting.html_cuts import HtmlCuts
from langchain_mdsplit.packing.cutting.line_cuts import Finder, LineCuts
from langchain_mdsplit.packing.cutting.lines import LINED_KINDS, BlockLines
from langchain_mdsplit.packing.cutting.openers import Openers
from langchain_mdsplit.packing.cutting.prose_cuts import Prose, ProseCuts
from langchain_mdsplit.packing.lengths.ruler import Ruler
from langchain_mdsplit.text.sentence_splitter import SentenceSplitter


class Leaf(NamedTuple):
    """A leaf as far as its cuts go.

    Attributes:
        start: Where it begins.
        body_start: Where its content begins.
        marks_end: Where the marks of a code fence end, which are never torn.
        least: The first place where it should be cut.
        until: The last place where it may be cut.
        end: Where it ends.
        levels: Its levels, best first.
        sequence: The level of its sentences, lines or rows.
        prose: Its text, if it is text.
    """

    start: int
    body_start: int
    marks_end: int
    least: int
    until: int
    end: int
    levels: tuple[Finder, ...]
    sequence: Finder
    prose: ProseCuts | None


class Leaves:
    """The leaves of one block."""

    def __init__(
        self,
        lines: BlockLines,
        frames: FrameReader,
        ruler: Ruler,
        openers: Openers,
        sentence_splitter: SentenceSplitter | None,
    ) -> None:
        self._lines = lines
        self._frames = frames
        self._ruler = ruler
        self._openers = openers
        self._split = sentence_splitter
        self._known: dict[int, Leaf] = {}

    def ending(self, end: int) -> Leaf:
        """Return the leaf that a stretch ends in, or a stand-in where there is none."""
        index = self._lines.leaf(min(end, self._lines.end) - 1)
        if index not in self._known:
            self._known[index] = self._read(index) if index >= 0 else self._none()
        return self._known[index]

    def sentence_starts(self) -> list[int]:
        """Return where the sentences of all paragraphs begin but for their first."""
        starts: list[int] = []
        for index, kind in enumerate(self._lines.nesting.kinds):
            prose = self._read(index).prose if kind == "paragraph" else None
            if prose is not None:
                starts += prose.sentence_starts()
        return starts

    def _none(self) -> Leaf:
        """Return the cuts of text that is in no leaf: markers, link definitions."""
        lines = self._lines
        start, end = lines.start, lines.end
        cuts = LineCuts(lines, start, end, quoted=False)
        return Leaf(
            start=start,
            body_start=start,
            marks_end=start,
            least=start,
            until=end,
            end=end,
            levels=(cuts.line, cuts.word),
            sequence=cuts.line,
            prose=None,
        )

    def _read(self, index: int) -> Leaf:
        """Read the cuts of a leaf."""
        lines = self._lines
        node = lines.nesting.node(index)
        chain = lines.containers(index, node.start + 1) or [node]
        quoted = any(part.kind == "blockquote" for part in chain)
        start, end = node.start, lines.trimmed(node.start, node.end)
        body_start, marks_end, least, until = self._bounds(index, start, end)
        cuts = LineCuts(lines, lines.visible(body_start), end, quoted=quoted)
        leaf = Leaf(
            start=start,
            body_start=body_start,
            marks_end=marks_end,
            least=least,
            until=until,
            end=end,
            levels=(cuts.stanza, cuts.line, cuts.word),
            sequence=cuts.line,
            prose=None,
        )
        if node.kind == "html":
            html = HtmlCuts(lines, start, end, cuts=cuts, quoted=quoted)
            return leaf._replace(levels=(cuts.stanza, *html.levels), sequence=html.line)
        if node.kind == "math":  # a formula has no blank lines
            return leaf._replace(levels=(cuts.line, cuts.word))
        if node.kind in LINED_KINDS:
            return leaf
        text = Prose(start, body_start, end, node.kind, quoted)
        if node.kind == "table":
            return self._with_cells(leaf, text, cuts)
        return self._with_prose(leaf, text, by_line=chain[-1].kind == "blockquote")

    def _with_cells(self, leaf: Leaf, text: Prose, rows: LineCuts) -> Leaf:
        """Return the leaf of a table with its cuts."""
        cells = CellCuts(self._lines, self._ruler, self._openers, text, self._split)
        row = self._row_finder(rows, leaf.start, leaf.body_start)
        parts = cells.later_cell, cells.cell_part, cells.cell
        levels = (row, *parts, cells.clause, cells.word)
        return leaf._replace(levels=levels, sequence=row, prose=cells)

    def _with_prose(self, leaf: Leaf, text: Prose, *, by_line: bool) -> Leaf:
        """Return the leaf of running text with its cuts."""
        prose = ProseCuts(self._lines, self._ruler, self._openers, text, self._split)
        levels: tuple[Finder, ...] = prose.sentence, prose.clause, prose.word
        if by_line:
            levels = prose.sentence_line, prose.line, *levels
        return leaf._replace(levels=levels, sequence=prose.sentence, prose=prose)

    def _bounds(self, index: int, start: int, end: int) -> tuple[int, int, int, int]:
        """Return a leaf's `body_start`, `marks_end`, `least` and `until`."""
        lines = self._lines
        if lines.nesting.kinds[index] == "table":
            return self._frames.header(index).end, start, start, end
        fence = self._frames.fence(index)
        if fence is None:
            return start, start, start, end
        marks_end = least = start
        if fence.required:
            marks_end = fence.info_start
            least = 1 + lines.content(lines.visible(marks_end))
        until = lines.trimmed(start, fence.body_end) - 1
        return fence.body_start, marks_end, least, until

    def _row_finder(self, cuts: LineCuts, start: int, body_start: int) -> Finder:
        """Return the finder of rows.

        The first row stays with the header, unless that is too long to be repeated.
        """
        header = self._ruler.length(start, body_start)

        def find(after: int, until: int, room: float) -> int | None:
            place = cuts.line(after, until, room)
            if place is None and 2 * header >= room and after < body_start <= until:
                return body_start
            return place

        return find
