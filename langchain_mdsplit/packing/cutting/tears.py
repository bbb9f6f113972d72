"""What a cut tears, though it would fit into a piece of its own."""

from bisect import bisect_left
from collections.abc import Iterator

from langchain_mdsplit.packing.cutting.atoms import Span, atom_around
from langchain_mdsplit.packing.cutting.cutter import Cutter
from langchain_mdsplit.packing.cutting.leaves import Leaf
from langchain_mdsplit.packing.cutting.lines import QUOTE_BLANKS, BlockLines
from langchain_mdsplit.text.graphemes import ceil_grapheme, floor_grapheme

_FIRST_UNSPACED = "\u2e80"  # Chinese and Japanese scripts begin here


def _tears_word(source: str, position: int) -> bool:
    """Whether a cut is inside a word, of scripts that put spaces between words."""
    around = source[position - 1 : position + 1]
    return len(around) == 2 and around.isalnum() and max(around) < _FIRST_UNSPACED


def is_torn(cutter: Cutter, position: int, room: float, *, sentences: bool) -> bool:
    """Whether a cut tears a word, or what would fit into a piece of its own.

    That is a character, a link, code in text, a formula, a table's row, and its header
    with the first row.

    Args:
        cutter: What cuts the block.
        position: Where the cut is.
        room: The length that a piece may have, in the measure's unit.
        sentences: Whether a sentence counts as well.
    """
    if _tears_word(cutter.lines.source, position):
        return True
    torn = _spans_around(cutter, position, sentences=sentences)
    return any(cutter.ruler.length(*span) <= room for span in torn)


def _spans_around(cutter: Cutter, position: int, *, sentences: bool) -> Iterator[Span]:
    """Yield what a cut tears, long or short."""
    lines = cutter.lines
    start = floor_grapheme(lines.source, position, lines.start)
    if start < position:
        yield start, ceil_grapheme(lines.source, position, start)
    leaf, following = cutter.leaves.ending(position), lines.visible(position)
    if leaf.prose is None or not leaf.start < following < leaf.end:
        return
    atom = atom_around(leaf.prose.atoms, following)
    if atom is not None:
        yield atom
    if leaf.body_start > leaf.start:  # a table, which has a header
        yield from _rows_around(lines, leaf, following)
    elif sentences:
        starts = leaf.prose.sentences
        index = bisect_left(starts, following)
        end = starts[index] if index < len(starts) else leaf.end
        if end > following:
            yield starts[index - 1] if index else leaf.start, end


def _rows_around(lines: BlockLines, leaf: Leaf, position: int) -> Iterator[Span]:
    """Yield the row of a table that a cut tears, or the header it parts from rows."""
    body_start, line = leaf.body_start, lines.line_of(position)
    if lines.trimmed(leaf.start, position, QUOTE_BLANKS) <= body_start:
        yield leaf.start, lines.line_end(lines.line_of(body_start))
    elif lines.trimmed(lines.starts[line], position, QUOTE_BLANKS) > lines.starts[line]:
        yield lines.starts[line], lines.line_end(line)
