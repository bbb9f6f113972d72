"""What a cut tears, though it would fit into a piece of its own."""

from bisect import bisect_left

from langchain_mdsplit.packing.cutting.atoms import atom_around
from langchain_mdsplit.packing.cutting.cutter import Cutter
from langchain_mdsplit.packing.cutting.leaves import Leaf
from langchain_mdsplit.packing.cutting.lines import QUOTE_BLANKS
from langchain_mdsplit.packing.cutting.prose_cuts import ProseCuts
from langchain_mdsplit.text.graphemes import ceil_grapheme, floor_grapheme

_FIRST_UNSPACED = "\u2e80"  # Chinese and Japanese scripts begin here


def _tears_word(source: str, position: int) -> bool:
    """Whether a cut is inside a word, of scripts that put spaces between words."""
    around = source[position - 1 : position + 1]
    return len(around) == 2 and around.isalnum() and max(around) < _FIRST_UNSPACED


def is_torn(cutter: Cutter, position: int, room: float, *, sentences: bool) -> bool:
    """Whether a cut tears a word, or what would fit into a piece of its own.

    That is a character, a link, code in text, a formula, a table's row below its
    header, its header, and that with the first row.

    Args:
        cutter: What cuts the block.
        position: Where the cut is.
        room: The length that a piece may have, in the measure's unit.
        sentences: Whether a sentence counts as well.
    """
    lines = cutter.lines
    if _tears_word(lines.source, position):
        return True
    start = floor_grapheme(lines.source, position, lines.start)
    if start < position:
        cluster = start, ceil_grapheme(lines.source, position, start)
        if cutter.ruler.length(*cluster) <= room:
            return True
    leaf, following = cutter.leaves.ending(position), lines.visible(position)
    if leaf.prose is None or not leaf.start < following < leaf.end:
        return False
    atom = atom_around(leaf.prose.atoms, following)
    if atom is not None and cutter.ruler.length(*atom) <= room:
        return True
    if leaf.body_start > leaf.start:
        return _tears_table(cutter, leaf, following, room)
    return sentences and _tears_sentence(cutter, leaf, leaf.prose, following, room)


def _tears_sentence(
    cutter: Cutter, leaf: Leaf, prose: ProseCuts, position: int, room: float
) -> bool:
    """Whether a cut in running text tears a sentence that would fit."""
    starts = prose.sentences
    index = bisect_left(starts, position)
    end = starts[index] if index < len(starts) else leaf.end
    start = starts[index - 1] if index else leaf.start
    return end > position and cutter.ruler.length(start, end) <= room


def _tears_table(cutter: Cutter, leaf: Leaf, position: int, room: float) -> bool:
    """Whether a cut tears a table's header, parts it from rows, or tears one of them.

    A row must fit below the header, unless that is too long to be repeated.
    """
    lines, length = cutter.lines, cutter.ruler.length
    body_start, line = leaf.body_start, lines.line_of(position)
    header = length(leaf.start, body_start)
    if position < body_start:
        return header <= room
    start, end = lines.starts[line], lines.line_end(line)
    row = length(start, end)
    if lines.trimmed(leaf.start, position, QUOTE_BLANKS) <= body_start:
        return header + row <= room
    if lines.trimmed(start, position, QUOTE_BLANKS) <= start:
        return False
    return row + (header if 2 * header < room else 0) <= room
