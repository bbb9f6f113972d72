"""Overlaps: where what is repeated begins."""

import pytest

from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.overlaps import OverlapFinder
from tests.packing.drafts import draft_of

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
    draft = draft_of(SOURCE, overlap=most)
    end = draft.tree.blocks[3].end
    found = OverlapFinder(draft).start(PackedChunk(0, 3, 0, end), most)
    assert (found and SOURCE[found[1] : end]) == text
