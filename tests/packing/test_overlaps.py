"""Overlaps: where what is repeated begins."""

import pytest

from langchain_mdsplit.counting import count_alone
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.lengths.estimates import estimate_blocks
from langchain_mdsplit.packing.lengths.grain import Grain
from langchain_mdsplit.packing.overlaps import OverlapFinder
from langchain_mdsplit.packing.plans import CutPlans
from tests.packing.cutting.cut_pieces import CHARACTERS
from tests.packing.test_outline import outline_of

SOURCE = "# A\n\nOne one. Two two.\n\nThree.\n\nFour. Five five.\n\nnext"


@pytest.mark.parametrize(
    ("most", "text"),
    [
        (5, None),
        (10, "Five five."),
        (16, "Four. Five five."),
        (24, "Three.\n\nFour. Five five."),
        (34, "Two two.\n\nThree.\n\nFour. Five five."),
        (99, "One one. Two two.\n\nThree.\n\nFour. Five five."),
    ],
)
def test_blocks_and_sentences_are_repeated_but_no_heading(
    most: int, text: str | None
) -> None:
    outline = outline_of(SOURCE)
    work = estimate_blocks(SOURCE, outline.blocks, Grain(1000), keeps_blanks=False)
    estimates = count_alone(work, CHARACTERS)
    plans = CutPlans(outline, estimates, CHARACTERS, None)
    finder = OverlapFinder(outline, estimates, plans, CHARACTERS, most)
    end = outline.blocks[3].end
    found = finder.start(PackedChunk(0, 3, 0, end), most)
    assert (found and SOURCE[found[1] : end]) == text
