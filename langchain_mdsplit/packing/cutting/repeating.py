"""Pieces that repeat the end of the one before them, where that tears nothing."""

from langchain_mdsplit.packing.cutting.cut_plan import CutPlan
from langchain_mdsplit.packing.cutting.pieces import Allowance, Piece


def repeating_piece(
    plan: CutPlan, start: int, allowance: Allowance, overlap_start: int | None
) -> Piece | None:
    """Return the best piece that begins at a position, by estimate, with its overlap.

    It repeats nothing if for that it would tear what would fit.

    Args:
        plan: The plan of its block.
        start: Where its own text begins: the block's start or a piece's end.
        allowance: How long it may be.
        overlap_start: Where its slice begins, None if it repeats nothing.

    Returns:
        The piece; None if by estimate not even the smallest fits.
    """
    room = allowance.room
    piece = plan.planned_piece(start, allowance, overlap_start=overlap_start)
    if piece is None or not piece.overlap or not _tears(plan, piece, room):
        return piece
    alone = plan.planned_piece(start, allowance)
    return piece if alone is None or _tears(plan, alone, room) else alone


def _tears(plan: CutPlan, piece: Piece, room: float) -> bool:
    """Whether a piece ends inside of what would fit into a piece of its own."""
    return plan.tears(piece.end, room, sentences=True)
