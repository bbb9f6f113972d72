"""Lists that are read line by line: cut between their items where whole items fit.

In such a list every line at the margin begins an item, with the same marker, and every
other is blank or as far indented as the content of the items: whatever the items hold,
the next of them begins with the next line at the margin (CommonMark 0.31.2, sections
5.2 and 5.3).
"""

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache

from langchain_mdsplit.markdown.blocks import Block
from langchain_mdsplit.packing.cutting.openers import may_open
from langchain_mdsplit.packing.cutting.pieces import Allowance, Piece
from langchain_mdsplit.packing.cutting.plain_pieces import PlainPieces, fitting_piece
from langchain_mdsplit.packing.lengths.ruler import Ruler
from langchain_mdsplit.text.visible import next_visible

_MARKER = re.compile(r"(?:([-+*])|([0-9]{1,9})([.)]))( {1,4})(?=\S)")
_LONE_CARRIAGE_RETURN = re.compile(r"\r(?!\n)")
_MOST_MARKERS = 64


def read_items(source: str, block: Block) -> list[int] | None:
    r"""Return where the items of a plain list begin; None for other lists.

    Args:
        source: The text the list is a part of.
        block: The list.

    Returns:
        The starts of its own items (not of those inside of them); None where only the
        parser can tell.

    Example:
        >>> source = "- a\n- b\n\n  - c\n"
        >>> read_items(source, Block("list", 0, 14, 0, 15))
        [0, 4]
    """
    start, end = block.start, block.end
    is_indented = source[start - 1 : start] not in ("", "\n", "\r")
    if is_indented or _LONE_CARRIAGE_RETURN.search(source, start, end):
        return None
    marker = _MARKER.match(source, start, end)
    if marker is None:
        return None
    mark, item = marker[1] or marker[3], _item_pattern(marker)
    items: list[int] = []
    while start < end:
        found = item.match(source, start, end)
        if found is None:  # another width, of numbers from 10 on for example
            marker = _MARKER.match(source, start, end)
            if marker is None or mark != (marker[1] or marker[3]):
                return None
            item = _item_pattern(marker)
            found = item.match(source, start, end)
            if found is None:
                return None
        items.append(start)
        start = found.end()
    return items


def _item_pattern(marker: re.Match[str]) -> re.Pattern[str]:
    """Return the pattern of an item with such a marker and the lines it holds."""
    bullet, digits, delimiter, spaces = marker.groups()
    return _pattern(bullet or delimiter, len(digits or ""), len(spaces))


@lru_cache(_MOST_MARKERS)
def _pattern(mark: str, digits: int, spaces: int) -> re.Pattern[str]:
    """Return the pattern of an item by what its marker is made of."""
    number = rf"[0-9]{{{digits}}}" if digits else ""
    marker = rf"{number}{re.escape(mark)}[ ]{{{spaces}}}(?=\S)"
    width = digits + len(mark) + spaces
    other = rf"(?:[ ]{{{width}}}|\t).*+|[ \t\r]*+(?=\n|\Z)"
    return re.compile(rf"{marker}.*+(?:\n(?:{other}))*+(?:\n|\Z)")


def read_list_pieces(source: str, block: Block, ruler: Ruler) -> PlainPieces | None:
    """Return what plans the pieces of a list, if it is plain to read.

    Args:
        source: The text the list is a part of.
        block: The list.
        ruler: The lengths of stretches of the source.
    """
    if may_open(source, block.start, block.end):
        return None
    items = read_items(source, block)
    return _ListPieces(source, block.end, items, ruler) if items else None


class _ListPieces:
    """Pieces of a list that are whole items."""

    def __init__(self, source: str, end: int, items: list[int], ruler: Ruler) -> None:
        self._source = source
        self._end = end
        self._items = items
        self._ruler = ruler

    def piece(self, start: int, allowance: Allowance) -> Piece | None:
        """Return the best piece that begins at a position, if it is whole items."""
        items, end, ruler = self._items, self._end, self._ruler
        room = allowance.room
        start = next_visible(self._source, start, end)
        index = bisect_left(items, start)
        if room <= 0 or index == len(items) or items[index] != start:
            return None
        piece = fitting_piece(start, end, ruler.length(start, end), room)
        if piece is not None:
            return piece
        reach = max(start + 1, min(ruler.reach(start, room), end))
        until = next_visible(self._source, reach, end)
        place = items[bisect_right(items, until) - 1]
        if place <= start or until >= end:
            return None
        text_end = start + len(self._source[start:place].rstrip())
        return fitting_piece(start, text_end, ruler.length(start, text_end), room)
