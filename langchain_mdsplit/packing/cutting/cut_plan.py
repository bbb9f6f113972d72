"""The pieces of one block, each cut or planned as the one before it left off."""

import re
from functools import cached_property

from langchain_mdsplit.errors import LimitTooSmallError
from langchain_mdsplit.markdown.blocks import Block
from langchain_mdsplit.markdown.syntax import LIST_MARKER
from langchain_mdsplit.packing.cutting.costs import Costs
from langchain_mdsplit.packing.cutting.cutter import Cutter, read_cutter
from langchain_mdsplit.packing.cutting.lines import LINED_KINDS
from langchain_mdsplit.packing.cutting.pieces import Allowance, Piece
from langchain_mdsplit.packing.cutting.plain_leaves import LEAF_KINDS, read_leaf_pieces
from langchain_mdsplit.packing.cutting.plain_lists import read_list_pieces
from langchain_mdsplit.packing.cutting.plain_pieces import PlainPieces
from langchain_mdsplit.packing.cutting.tears import is_torn
from langchain_mdsplit.packing.lengths.ruler import Ruler
from langchain_mdsplit.text.sentence_splitter import SentenceSplitter

_LINED = LINED_KINDS | {"definition"}
_ITEM = re.compile(rf"\s*+{LIST_MARKER}[ \t]")
_ONLY_MARKS = re.compile(rf"(?:[\s>|]|(?:{LIST_MARKER}|\#{{1,6}})(?=\s|\Z))*+")


class CutPlan:
    """Cuts one block piece by piece; each piece may have its own limit and context.

    A plan is for one block, and for one thread: it remembers what it has read of it.

    Args:
        source: The text the block is a part of.
        block: The block.
        costs: The lengths of what is added around pieces, and what measures texts.
        ruler: The lengths of stretches of the source, those of the block among them.
        sentence_splitter: Finds sentences in place of `sentence_spans`.
    """

    def __init__(
        self,
        source: str,
        block: Block,
        costs: Costs,
        ruler: Ruler,
        sentence_splitter: SentenceSplitter | None,
    ) -> None:
        self._source = source
        self._block = block
        self._sentence_splitter = sentence_splitter
        self._ruler = ruler
        self._costs = costs

    @cached_property
    def _cutter(self) -> Cutter:
        """What cuts any block; it is read when something asks for it."""
        return read_cutter(
            self._source,
            self._block,
            self._sentence_splitter,
            ruler=self._ruler,
            costs=self._costs,
        )

    @cached_property
    def _plain(self) -> PlainPieces | None:
        """What plans the pieces of a block that is plain to read, if it is."""
        block = self._block
        if block.kind == "list":
            return read_list_pieces(self._source, block, self._ruler)
        if block.kind in LEAF_KINDS:
            return read_leaf_pieces(self._cutter)
        return None

    @property
    def start(self) -> int:
        """Where the block's text begins."""
        return self._block.start

    @property
    def end(self) -> int:
        """Where the block's text ends: the end of its last piece."""
        return self._block.end

    def cost(self, text: str) -> int:
        """Return the length that a text around many pieces adds to each."""
        return self._costs.of(text)

    def room(self, limit: int, context: str = "") -> int:
        """Return what a context leaves of a limit, by estimate."""
        return limit - self._ruler.empty - self.cost(context)

    def estimate(self, piece: Piece) -> float:
        """Return the estimated length of a piece, without what stands before it."""
        added = self.cost(piece.prefix) + self.cost(piece.suffix)
        return added + self._ruler.length(piece.start, piece.end)

    def piece(
        self,
        start: int,
        limit: int,
        context: str = "",
        overlap_start: int | None = None,
    ) -> Piece:
        """Return the best piece that begins at a position, measured.

        Args:
            start: Where its own text begins: the block's start or a piece's end.
            limit: The length that its text may have, in the measure's unit.
            context: What stands before it.
            overlap_start: Where its slice begins, if it repeats what is before.

        Returns:
            The piece.

        Raises:
            LimitTooSmallError: Not even the smallest piece fits.
        """
        cutter = self._cutter
        own = cutter.starts.own_frame(start, is_continued=_ends_inside_line(context))
        allowance = Allowance(limit, self.room(limit, context))
        too_small: list[int] = []
        for begin in cutter.starts.possible(own, start, allowance, overlap_start):
            found = cutter.ends.best_piece(begin._replace(limit=limit, context=context))
            if isinstance(found, Piece):
                return found
            too_small.append(found.smallest)
        msg = (
            f"chunk_size={limit} cannot hold the smallest piece of the block at "
            f"position {own.start}: it must be at least {min(too_small)}"
        )
        raise LimitTooSmallError(msg)

    def planned_piece(
        self,
        start: int,
        allowance: Allowance,
        *,
        is_continued: bool = False,
        overlap_start: int | None = None,
    ) -> Piece | None:
        """Return the best piece that begins at a position, by estimate.

        No slice of the source is measured, only what is added to it.

        Args:
            start: Where its own text begins: the block's start or a piece's end.
            allowance: How long it may be.
            is_continued: Whether text stands directly before the block in its line.
            overlap_start: Where its slice begins, if it repeats what is before.

        Returns:
            The piece; None if by estimate not even the smallest fits.
        """
        if overlap_start is None and self._plain is not None:
            piece = self._plain.piece(start, allowance)
            if piece is not None:
                return piece
        cutter = self._cutter
        own = cutter.starts.own_frame(start, is_continued=is_continued)
        for begin in cutter.starts.possible(own, start, allowance, overlap_start):
            if begin.room > 0:
                found = cutter.ends.best_piece(begin)
                if isinstance(found, Piece):
                    return found
        return None

    def tears(self, position: int, room: float, *, sentences: bool) -> bool:
        """Whether a cut tears what would fit into a piece of its own; see `is_torn`.

        Args:
            position: Where it is, in the block.
            room: The length that a piece may have.
            sentences: Whether a sentence counts as well.
        """
        if position >= self._block.end:
            return False
        is_line_end = self._source[position] in "\r\n"
        if is_line_end and (self._block.kind in _LINED or self._is_item(position)):
            return False
        return is_torn(self._cutter, position, room, sentences=sentences)

    def _is_item(self, position: int) -> bool:
        """Whether a line's end stands before an item of a list."""
        end = self._block.end
        return _ITEM.match(self._source, position, end) is not None

    def opening(self, start: int, limit: int) -> tuple[int, str]:
        """Return how a slice that runs on beyond the block begins.

        Args:
            start: Where it should begin, in the block.
            limit: The length that the whole chunk may have, in the measure's unit.

        Returns:
            Where it begins, and what is added before it.
        """
        return self._cutter.opening(start, limit)

    def overlap_start(self, start: int, end: int, overlap: int) -> int | None:
        """Return where a piece that repeats the end of another begins.

        Args:
            start: Where the own text of the piece before begins.
            end: Where it ends.
            overlap: The most that is repeated, in the measure's unit.

        Returns:
            The start of a sentence, line, row or block in it, None if none is near
            enough to its end.
        """
        first = max(start, self._ruler.reach(end, -overlap) - 1)
        least = first
        frames = self._cutter.frames
        for place in self._cutter.points.units(first, end):
            if place < least:
                continue  # it would be too long
            frame = frames.at(place, first + 1)
            if frames.at(frame.start).markers != frame.markers:
                continue  # it would begin with marks that the added ones stand for
            repeated = self._source[frame.start : end]
            length = self._costs.measure(repeated)
            if length <= overlap:
                return None if _ONLY_MARKS.fullmatch(repeated) else frame.start
            estimate = self._ruler.length(frame.start, end)
            least = self._ruler.reach(end, -estimate * overlap / length)
        return None


def _ends_inside_line(context: str) -> bool:
    return bool(context) and context[-1] not in "\r\n"
