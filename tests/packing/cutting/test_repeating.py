"""Pieces that repeat the end of the one before tear nothing for it."""

import pytest

from tests.packing.cutting.cut_pieces import CHARACTERS, cut_checked, first_block

HEADER = "| name | what it does |\n|---|---|\n"
ROWS = "\n".join(f"| number {row} | {'word ' * (3 + row % 5)}|" for row in range(20))


@pytest.mark.parametrize(("limit", "overlap"), [(110, 50), (120, 50)])
def test_no_row_is_torn_so_that_another_is_repeated(limit: int, overlap: int) -> None:
    source = HEADER + ROWS
    pieces = cut_checked(
        source, first_block(source), limit, CHARACTERS, overlap=overlap
    )
    assert any(piece.overlap for piece in pieces)
    assert all(f"{source}\n"[piece.end] == "\n" for piece in pieces)
