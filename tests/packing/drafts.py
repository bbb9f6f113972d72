"""Drafts of documents, all lengths in characters."""

from typing import Any

from langchain_mdsplit.counting import count_alone
from langchain_mdsplit.packing.drafts import Draft
from langchain_mdsplit.packing.lengths.estimates import estimate_blocks
from langchain_mdsplit.packing.lengths.grain import Grain
from tests.packing.cutting.cut_pieces import CHARACTERS
from tests.packing.test_block_tree import outline_of


def draft_of(source: str, *, longest: int = 1000, **options: Any) -> Draft:
    """Return the draft of a source; longer blocks are counted line by line."""
    tree = outline_of(source)
    work = estimate_blocks(source, tree.blocks, Grain(longest), keeps_blanks=False)
    estimates = count_alone(work, CHARACTERS)
    return Draft(tree, estimates, CHARACTERS, **options)
