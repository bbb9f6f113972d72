"""Paragraphs and code fences at top level, which have one leaf and no containers.

Around their pieces stands nothing but the fence, and nothing but the levels of the leaf
says where they end.
"""

from langchain_mdsplit.packing.cutting.cut_points import CutPoints, fills_enough, or_end
from langchain_mdsplit.packing.cutting.cutter import Cutter
from langchain_mdsplit.packing.cutting.fences import Fence
from langchain_mdsplit.packing.cutting.leaves import Leaf
from langchain_mdsplit.packing.cutting.pieces import Allowance, Piece
from langchain_mdsplit.packing.cutting.plain_pieces import PlainPieces, fitting_piece

LEAF_KINDS = frozenset({"paragraph", "code"})


def read_leaf_pieces(cutter: Cutter) -> PlainPieces | None:
    """Return what plans the pieces of a block that is one leaf, if it is plain to read.

    Args:
        cutter: What cuts the block.
    """
    lines = cutter.lines
    nesting = lines.nesting
    is_alone = nesting.starts == [lines.start] == lines.starts[:1]
    if not is_alone or nesting.ends[0] < lines.end or nesting.indented:
        return None
    leaf = cutter.leaves.ending(lines.end)
    if nesting.kinds == ["paragraph"] and leaf.prose is not None:
        return _ParagraphPieces(cutter, leaf)
    fence = cutter.frames.fence(0)
    if nesting.kinds == ["code"] and fence is not None:
        return _FencePieces(cutter, leaf, fence)
    return None


class _ParagraphPieces:
    """Pieces of a paragraph: sentences, clauses, words."""

    def __init__(self, cutter: Cutter, leaf: Leaf) -> None:
        self._cutter = cutter
        self._leaf = leaf

    def piece(self, start: int, allowance: Allowance) -> Piece | None:
        """Return the best piece that begins at a position, if it is plain."""
        lines, ruler = self._cutter.lines, self._cutter.ruler
        end, room = lines.end, allowance.room
        start = lines.visible(start)
        if room <= 0 or lines.source.startswith(">", start):
            return None
        piece = fitting_piece(start, end, ruler.length(start, end), room)
        if piece is not None:
            return piece
        reach = max(start + 1, min(ruler.reach(start, room), end))
        until = lines.visible(reach)
        if until >= end:
            return None
        window = start, until, reach
        place = _best(self._cutter.points, self._leaf, start, window, room)
        if place is None:
            return None
        text_end = lines.trimmed(start, place)
        return fitting_piece(start, text_end, ruler.length(start, text_end), room)


class _FencePieces:
    """Pieces of a code fence: its lines, between fences."""

    def __init__(self, cutter: Cutter, leaf: Leaf, fence: Fence) -> None:
        self._cutter = cutter
        self._leaf = leaf
        self._fence = fence
        self._suffix = "\n" + fence.mark

    def piece(self, start: int, allowance: Allowance) -> Piece | None:
        """Return the best piece that begins at a position, if it is plain."""
        lines, ruler = self._cutter.lines, self._cutter.ruler
        cost, room = self._cutter.costs.of, allowance.room
        end, prefix, left = lines.end, "", room
        first = lines.visible(start)
        if lines.source.startswith(">", first):
            return None
        if start > lines.start:
            line_start = lines.starts[lines.line_of(first)]
            if first < self._fence.body_start or line_start < start:
                return None
            start = line_start
            prefix = self._opening(allowance.limit)
            left = room - cost(prefix)
        if left <= 0:
            return None
        used = room - left
        length = ruler.length(start, end) + used
        piece = fitting_piece(start, end, length, room, prefix=prefix)
        if piece is not None:
            return piece
        place = self._line(start, first, left)
        if place is None:
            return None
        text_end = lines.trimmed(start, place)
        length = ruler.length(start, text_end) + cost(self._suffix) + used
        return fitting_piece(
            start, text_end, length, room, prefix=prefix, suffix=self._suffix
        )

    def _opening(self, limit: int) -> str:
        """Return the fence's opening line, with its info string if that is short."""
        fence = self._fence
        has_info = 4 * self._cutter.costs.of(fence.info) <= limit
        return f"{fence.mark}{fence.info if has_info else ''}\n"

    def _line(self, start: int, first: int, room: float) -> int | None:
        """Return the line before which a piece ends."""
        lines, ruler = self._cutter.lines, self._cutter.ruler
        reach = max(first + 1, min(ruler.reach(start, room), lines.end))
        if lines.visible(reach) >= lines.end:
            return None
        inner = reach
        if reach <= self._fence.body_end and reach < self._fence.end:
            closing = self._cutter.costs.of(self._suffix)
            closed = ruler.reach(start, room - closing)
            inner = max(first + 1, min(reach, closed))
        until = min(lines.visible(max(inner, first)), self._leaf.until)
        if first >= until:
            return None
        window = first, until, reach
        return _best(self._cutter.points, self._leaf, start, window, room)


def _best(
    points: CutPoints,
    leaf: Leaf,
    start: int,
    window: tuple[int, int, int],
    room: float,
) -> int | None:
    """Return the furthest place of the best level that is worth it, if one is.

    Args:
        points: The places in the block.
        leaf: The leaf.
        start: Where the piece begins.
        window: What the place must be after, what it may be up to, and about how far
            the piece may reach.
        room: The length that the piece may have.
    """
    after, until, reach = window
    for find in leaf.levels:
        place = find(after, until, room)
        if place is None:
            continue
        if fills_enough(start, place, reach):
            return place
        if points.keeps_following(place, or_end(find, leaf.end), room):
            return place
    return None
