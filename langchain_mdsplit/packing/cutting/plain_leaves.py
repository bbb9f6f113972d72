"""Paragraphs and code fences at top level, which have one leaf and no containers.

Around their pieces stands nothing but the fence, and nothing but the levels of the leaf
says where they end.
"""

from langchain_mdsplit.packing.cutting.costs import Costs
from langchain_mdsplit.packing.cutting.cut_points import CutPoints, fills_enough, or_end
from langchain_mdsplit.packing.cutting.cutter import Cutter
from langchain_mdsplit.packing.cutting.fences import Fence
from langchain_mdsplit.packing.cutting.leaves import Leaf
from langchain_mdsplit.packing.cutting.lines import BlockLines
from langchain_mdsplit.packing.cutting.pieces import Piece
from langchain_mdsplit.packing.cutting.plain_pieces import PlainPieces, fitting_piece
from langchain_mdsplit.packing.lengths.ruler import Ruler

LEAF_KINDS = frozenset({"paragraph", "code"})


def read_leaf_pieces(cutter: Cutter, ruler: Ruler, costs: Costs) -> PlainPieces | None:
    """Return what plans the pieces of a block that is one leaf, if it is plain to read.

    Args:
        cutter: What cuts the block.
        ruler: The lengths of stretches of the source.
        costs: The lengths of what is added around pieces.
    """
    lines = cutter.lines
    nesting = lines.nesting
    is_alone = nesting.starts == [lines.start] == lines.starts[:1]
    if not is_alone or nesting.ends[0] < lines.end or nesting.indented:
        return None
    leaf = cutter.leaves.ending(lines.end)
    if nesting.kinds == ["paragraph"] and leaf.prose is not None:
        return ParagraphPieces(lines, leaf, cutter.points, ruler)
    fence = cutter.frames.fence(0)
    if nesting.kinds == ["code"] and fence is not None:
        return FencePieces(lines, leaf, fence, cutter.points, ruler=ruler, costs=costs)
    return None


class ParagraphPieces:
    """Pieces of a paragraph: sentences, clauses, words."""

    def __init__(
        self, lines: BlockLines, leaf: Leaf, points: CutPoints, ruler: Ruler
    ) -> None:
        self._lines = lines
        self._leaf = leaf
        self._points = points
        self._ruler = ruler

    def piece(self, start: int, limit: int, room: float) -> Piece | None:  # noqa: ARG002
        """Return the best piece that begins at a position, if it is plain."""
        lines, ruler = self._lines, self._ruler
        end = lines.end
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
        place = _best(self._points, self._leaf, start, (start, until, reach), room)
        if place is None:
            return None
        text_end = lines.trimmed(start, place)
        return fitting_piece(start, text_end, ruler.length(start, text_end), room)


class FencePieces:
    """Pieces of a code fence: its lines, between fences."""

    def __init__(
        self,
        lines: BlockLines,
        leaf: Leaf,
        fence: Fence,
        points: CutPoints,
        *,
        ruler: Ruler,
        costs: Costs,
    ) -> None:
        self._lines = lines
        self._leaf = leaf
        self._fence = fence
        self._points = points
        self._ruler = ruler
        self._costs = costs
        self._suffix = "\n" + fence.mark

    def piece(self, start: int, limit: int, room: float) -> Piece | None:
        """Return the best piece that begins at a position, if it is plain."""
        lines, ruler = self._lines, self._ruler
        end, prefix, left = lines.end, "", room
        first = lines.visible(start)
        if lines.source.startswith(">", first):
            return None
        if start > lines.start:
            line_start = lines.starts[lines.line_of(first)]
            if first < self._fence.body_start or line_start < start:
                return None
            start = line_start
            prefix = self._opening(limit)
            left = room - self._costs.of(prefix)
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
        length = ruler.length(start, text_end) + self._costs.of(self._suffix) + used
        return fitting_piece(
            start, text_end, length, room, prefix=prefix, suffix=self._suffix
        )

    def _opening(self, limit: int) -> str:
        """Return the fence's opening line, with its info string if that is short."""
        fence = self._fence
        has_info = 4 * self._costs.of(fence.info) <= limit
        return f"{fence.mark}{fence.info if has_info else ''}\n"

    def _line(self, start: int, first: int, room: float) -> int | None:
        """Return the line before which a piece ends."""
        lines, ruler = self._lines, self._ruler
        reach = max(first + 1, min(ruler.reach(start, room), lines.end))
        if lines.visible(reach) >= lines.end:
            return None
        inner = reach
        if reach <= self._fence.body_end and reach < self._fence.end:
            closed = ruler.reach(start, room - self._costs.of(self._suffix))
            inner = max(first + 1, min(reach, closed))
        until = min(lines.visible(max(inner, first)), self._leaf.until)
        if first >= until:
            return None
        return _best(self._points, self._leaf, start, (first, until, reach), room)


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
