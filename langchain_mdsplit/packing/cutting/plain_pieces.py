"""Pieces of blocks that are plain to read, planned without looking at all levels.

What plans them returns the very piece that the search through all levels would, or
None where that has to be asked.
"""

from math import ceil
from typing import Protocol

from langchain_mdsplit.packing.cutting.piece_ends import ROUNDING
from langchain_mdsplit.packing.cutting.pieces import Allowance, Piece


class PlainPieces(Protocol):
    """Plans the pieces of one block that is plain to read."""

    def piece(self, start: int, allowance: Allowance) -> Piece | None:
        """Return the best piece that begins at a position, by estimate.

        Args:
            start: Where it begins: the block's start or a piece's end.
            allowance: How long it may be.

        Returns:
            The piece; None if it is not plain which it is.
        """


def fitting_piece(
    start: int,
    end: int,
    length: float,
    room: float,
    *,
    prefix: str = "",
    suffix: str = "",
) -> Piece | None:
    """Return a piece if it fits by estimate.

    Args:
        start: Where its slice begins.
        end: Where it ends.
        length: Its length, with what is added around it.
        room: The length that it may have.
        prefix: What is added before the slice.
        suffix: What is added after it.
    """
    length -= ROUNDING
    if length > room:
        return None
    return Piece(
        start=start,
        end=end,
        prefix=prefix,
        suffix=suffix,
        overlap=0,
        length=ceil(length),
    )
