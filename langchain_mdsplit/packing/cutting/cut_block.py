"""One oversized block cut into valid pieces that fit a limit.

Pieces are planned with estimates from one count of the block, and their final texts
are counted many at a time.
"""

from collections.abc import Mapping, Sequence

from langchain_mdsplit.counting import Counted
from langchain_mdsplit.markdown.blocks import Block
from langchain_mdsplit.measure import Measure
from langchain_mdsplit.packing.cutting.costs import Costs
from langchain_mdsplit.packing.cutting.cut_plan import CutPlan
from langchain_mdsplit.packing.cutting.pieces import Allowance, Piece
from langchain_mdsplit.packing.cutting.repeating import repeating_piece
from langchain_mdsplit.packing.lengths.grain import grain_of
from langchain_mdsplit.packing.lengths.ruler import count_block
from langchain_mdsplit.text.sentence_splitter import SentenceSplitter

_FIRST_ROUND = 16  # pieces
_MOST_IN_ROUND = 4096
_FEW = 8  # pieces that a round may plan beyond twice what the last one confirmed
_TOO_SHORT = 0.8  # of what pieces should measure by estimate: then they are replanned
_MOST_REPLANS = 32  # rounds of one block whose pieces are planned again as too short
_OFTEN = 4  # estimates are raised where more than one in so many pieces is too long
_LEAST_RAISE = 1.01
_LEAST_SCALE = 1e-9

_Key = tuple[int, int | None]  # where a piece's own text and its slice begin


def cut_block(
    source: str,
    block: Block,
    limit: int,
    measure: Measure,
    *,
    overlap: int = 0,
    sentence_splitter: SentenceSplitter | None = None,
) -> Counted[list[Piece]]:
    r"""Cut a block into pieces that fit a limit, one piece if the whole of it fits.

    It asks for the lengths of many texts at a time.

    Args:
        source: The text the block is a part of.
        block: The block.
        limit: The length that a piece's text may have, in the measure's unit.
        measure: Measures the few texts that cannot wait.
        overlap: How much of a piece the next one may repeat, in the measure's unit.
        sentence_splitter: Finds sentences in place of `sentence_spans`.

    Yields:
        Texts to measure: first the stretches of the block, then final texts of pieces.

    Returns:
        The pieces in order. Their own texts hold every character of the block that is
        not white space once.

    Raises:
        LimitTooSmallError: Not even the smallest piece of the block fits.

    Example:
        >>> from langchain_mdsplit.counting import count_alone
        >>> from langchain_mdsplit.markdown.blocks import parse_blocks
        >>> from langchain_mdsplit.measure import LengthFunction
        >>> source = "1. one\n2. two\n   ```py\n   x = 1\n   y = 2\n   ```\n"
        >>> block = parse_blocks(source).blocks[0]
        >>> measure = LengthFunction(len)
        >>> for piece in count_alone(cut_block(source, block, 29, measure), measure):
        ...     text = source[piece.start : piece.end]
        ...     print((piece.prefix, text, piece.suffix))
        ('', '1. one', '')
        ('', '2. two', '')
        ('2. ', '```py\n   x = 1', '\n   ```')
        ('2. ```py\n   ', 'y = 2\n   ```', '')
    """
    part = grain_of(limit, measure).part
    ruler = yield from count_block(source, block, part)
    costs = Costs(measure, ruler.empty)
    plan = CutPlan(source, block, costs, ruler, sentence_splitter)
    return (yield from _Rounds(source, plan, limit, overlap).cut())


class _Rounds:
    """Rounds in which pieces are planned, counted together, and kept up to a misfit."""

    def __init__(self, source: str, plan: CutPlan, limit: int, overlap: int) -> None:
        self._source = source
        self._plan = plan
        self._limit = limit
        self._overlap = overlap
        self._room = plan.room(limit)
        self._pieces: list[Piece] = []
        self._counted: dict[_Key, Piece] = {}
        self._rooms: dict[_Key, float] = {}  # of pieces that were too long before
        self._repeated: dict[_Key, int | None] = {}
        self._scale = 1.0  # what measures are of estimates
        self._most = _FIRST_ROUND
        self._replans = _MOST_REPLANS

    def cut(self) -> Counted[list[Piece]]:
        """Cut the whole block."""
        while not self._pieces or self._pieces[-1].end < self._plan.end:
            keys, planned = self._plan_round()
            if planned:
                lengths = yield list(map(self._text, planned.values()))
                if self._is_rescaled(planned, lengths):
                    continue
                for (key, piece), length in zip(planned.items(), lengths, strict=True):
                    self._counted[key] = piece._replace(length=length)
            self._confirm(keys)
        return self._pieces

    def _text(self, piece: Piece) -> str:
        """Return the final text of a piece."""
        text = self._source[piece.start : piece.end]
        return f"{piece.prefix}{text}{piece.suffix}"

    def _plan_round(self) -> tuple[list[_Key], dict[_Key, Piece]]:
        """Return the next pieces up to one that does not fit, and the new ones of them.

        Those that were counted in an earlier round are taken from it where a piece
        that was cut anew ends as the one before did.
        """
        keys: list[_Key] = []
        planned: dict[_Key, Piece] = {}
        last = self._pieces[-1] if self._pieces else None
        while len(planned) < self._most and (last is None or last.end < self._plan.end):
            key = self._next(last)
            piece = self._counted.get(key)
            if piece is None:
                piece = self._planned(key)
                if piece is None:
                    break
                planned[key] = piece
            elif piece.length > self._limit:
                keys.append(key)
                break
            keys.append(key)
            last = piece
        return keys, planned

    def _next(self, last: Piece | None) -> _Key:
        """Return where the piece after another begins."""
        if last is None:
            return self._plan.start, None
        if self._overlap <= 0:
            return last.end, None
        own = last.start + last.overlap, last.end
        if own not in self._repeated:
            self._repeated[own] = self._plan.overlap_start(*own, self._overlap)
        return last.end, self._repeated[own]

    def _planned(self, key: _Key) -> Piece | None:
        """Return the piece that fits by estimate."""
        room = self._rooms.get(key, self._room / self._scale)
        start, overlap_start = key
        allowance = Allowance(self._limit, room)
        return repeating_piece(self._plan, start, allowance, overlap_start)

    def _is_rescaled(
        self, planned: Mapping[_Key, Piece], lengths: Sequence[int]
    ) -> bool:
        """Whether pieces are so short that they are planned anew.

        What measures are of estimates is noted if many pieces are too long.
        """
        before = self._limit - self._room
        ratio = (sum(lengths) - before * len(lengths)) / max(
            1, sum(piece.length for piece in planned.values())
        )
        too_long = sum(length > self._limit for length in lengths)
        if too_long > 1 and too_long * _OFTEN > len(lengths):
            self._scale *= max(ratio / self._scale, _LEAST_RAISE)
        is_whole = min(piece.end for piece in planned.values()) >= self._plan.end
        if ratio >= _TOO_SHORT * self._scale or is_whole or not self._replans:
            return False
        self._replans -= 1
        self._scale = max(ratio, _LEAST_SCALE)
        self._most = _FEW
        return True

    def _confirm(self, keys: Sequence[_Key]) -> None:
        """Keep the pieces that fit; what does not is planned anew, then measured."""
        confirmed = 0
        for key in keys:
            if self._counted[key].length > self._limit:
                break
            self._pieces.append(self._counted.pop(key))
            confirmed += 1
        self._most = min(_MOST_IN_ROUND, 2 * confirmed + _FEW)
        if confirmed < len(keys) and keys[confirmed] not in self._rooms:
            failed = self._counted.pop(keys[confirmed])
            self._rooms[keys[confirmed]] = self._smaller_room(failed)
        elif confirmed < len(keys) or not keys:
            start, repeated = self._next(self._pieces[-1] if self._pieces else None)
            exact = self._plan.piece(start, self._limit, overlap_start=repeated)
            self._pieces.append(exact)

    def _smaller_room(self, failed: Piece) -> float:
        """Return the room in which a piece that was too long should fit."""
        before = self._limit - self._room
        estimate = self._plan.estimate(failed)
        return estimate * self._room / max(1, failed.length - before)
