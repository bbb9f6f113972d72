"""Drafts of documents, all lengths in characters."""

from typing import Any

from langchain_mdsplit.counting import count_alone
from langchain_mdsplit.packing.drafts import Draft
from langchain_mdsplit.packing.lengths.estimates import estimate_blocks
from langchain_mdsplit.packing.lengths.grain import Grain
from tests.packing.cutting.cut_pieces import CHARACTERS
from tests.packing.test_outline import outline_of


def draft_of(source: str, *, longest: int = 1000, **options: Any) -> Draft:
    """Return the draft of a source; longer blocks are counted line by line."""
    outline = outline_of(source)
    work = estimate_blocks(source, outline.blocks, Grain(longest), keeps_blanks=False)
    estimates = count_alone(work, CHARACTERS)
    return Draft(outline, estimates, CHARACTERS, **options)
