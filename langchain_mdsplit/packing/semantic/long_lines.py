"""Paragraphs with lines too long to be wrapped ones: each such line is a unit."""

from itertools import pairwise

from langchain_mdsplit.packing.cutting.block_starts import may_begin_block
from langchain_mdsplit.text.line_numbers import line_starts
from langchain_mdsplit.text.visible import next_visible

_WIDEST = 240  # characters: text with longer lines is not wrapped by hand


def long_line_starts(source: str, start: int, end: int) -> list[int]:
    r"""Return where the lines of a paragraph begin but the first, if it has long ones.

    Where lines are as long as paragraphs, a line ending is no place at which a sentence
    was broken to fit: what follows it, a title or a paragraph, is another unit.

    Args:
        source: The text the paragraph is a part of.
        start: Where it begins.
        end: Where it ends.

    Returns:
        The first visible characters of the lines, in order; none of those that would be
        no paragraph if they began a chunk.

    Example:
        >>> long_line_starts("wrapped\nby hand", 0, 15)
        []
        >>> long_line_starts("Title\n" + "word " * 50, 0, 256)
        [6]
    """
    if end - start <= _WIDEST:
        return []
    ends = line_starts(source, start, end)
    bounds = [start, *ends, end]
    if max(after - before for before, after in pairwise(bounds)) <= _WIDEST:
        return []
    places = dict.fromkeys(next_visible(source, line, end) for line in ends)
    places.pop(end, None)
    return [place for place in places if not may_begin_block(source, place)]
