"""The sentences of paragraphs that hold nothing but words, found without parsing them.

Most paragraphs of most documents are such, and reading one takes ten times as long.
"""

import re

from langchain_mdsplit.markdown.blocks import Block
from langchain_mdsplit.packing.cutting.block_starts import may_begin_block
from langchain_mdsplit.packing.cutting.line_cuts import is_grapheme_start
from langchain_mdsplit.packing.cutting.openers import may_open
from langchain_mdsplit.text.sentence_tailoring import tailored_breaks
from langchain_mdsplit.text.visible import next_visible

_NOT_PLAIN = re.compile(r"[`\[<$]|://|mailto:|www\.")  # code, links, tags, addresses
_ASCII_STOP = re.compile(r"[.!?][^.!?\sA-Za-z0-9]*+\s")


def plain_sentence_starts(source: str, block: Block) -> list[int] | None:
    r"""Return where the sentences of a plain paragraph begin, the first left out.

    Args:
        source: The text the block is a part of.
        block: A block.

    Returns:
        The positions, in order; None where the block must be read.

    Example:
        >>> source = "One. Two\nand more. Three."
        >>> plain_sentence_starts(source, Block("paragraph", 0, 25, 0, 25))
        [5, 19]
        >>> plain_sentence_starts("`One. Two.`", Block("paragraph", 0, 11, 0, 11))
    """
    start, end = block.start, block.end
    if block.kind != "paragraph" or _NOT_PLAIN.search(source, start, end):
        return None
    if may_open(source, start, end):
        return None
    text = source[start:end]
    is_ascii = text.isascii()
    if is_ascii and not _ASCII_STOP.search(text):
        return []
    starts: list[int] = []
    for place in tailored_breaks(text):
        position = start + next_visible(text, place)
        if position == end:
            break
        if may_begin_block(source, position):
            return None
        if is_ascii or is_grapheme_start(source, position, start):
            starts.append(position)
    return starts
