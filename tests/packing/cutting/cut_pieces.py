"""Cutting blocks in tests: one call for a whole source, and what must always hold."""

from collections.abc import Iterable
from typing import Any

from langchain_mdsplit.counting import count_alone
from langchain_mdsplit.errors import LimitTooSmallError
from langchain_mdsplit.markdown.blocks import Block, parse_blocks
from langchain_mdsplit.markdown.nesting import read_nesting
from langchain_mdsplit.measure import LengthFunction, Measure
from langchain_mdsplit.packing.cutting.costs import Costs
from langchain_mdsplit.packing.cutting.cut_block import cut_block
from langchain_mdsplit.packing.cutting.cut_plan import CutPlan
from langchain_mdsplit.packing.cutting.pieces import Piece
from langchain_mdsplit.packing.lengths.grain import grain_of
from langchain_mdsplit.packing.lengths.ruler import count_block
from tests.properties.readings import read

CHARACTERS = LengthFunction(len)


def first_block(source: str) -> Block:
    """Return a source's first block."""
    return parse_blocks(source).blocks[0]


def cut_plan(source: str, block: Block, measure: Measure = CHARACTERS) -> CutPlan:
    """Return the plan of a block that is measured for itself."""
    work = count_block(source, block, grain_of(100, measure).part)
    ruler = count_alone(work, measure)
    return CutPlan(source, block, Costs(measure, ruler.empty), ruler, None)


def cut_alone(
    source: str, block: Block, limit: int, measure: Measure, **options: Any
) -> list[Piece]:
    """Return the pieces of a block that is cut with no other."""
    work = cut_block(source, block, limit, measure, **options)
    return count_alone(work, measure)


def cut(source: str, limit: int, overlap: int = 0) -> list[tuple[str, str, str]]:
    """Return prefix, slice and suffix of the pieces of a source's first block."""
    pieces = cut_alone(source, first_block(source), limit, CHARACTERS, overlap=overlap)
    return [
        (piece.prefix, source[piece.start : piece.end], piece.suffix)
        for piece in pieces
    ]


def text_of(source: str, piece: Piece) -> str:
    """Return a piece's final text."""
    return piece.prefix + source[piece.start : piece.end] + piece.suffix


def assert_promises(
    source: str,
    block: Block,
    pieces: Iterable[Piece],
    limit: int,
    measure: Measure,
) -> None:
    """Assert that pieces fit, are trimmed, and hold the block's text once, in order."""
    own_text, last_end = "", block.start
    for piece in pieces:
        final = text_of(source, piece)
        assert piece.length == measure(final) <= limit, piece
        text = source[piece.start : piece.end]
        assert text == text.rstrip(), piece
        assert text[0] not in "\r\n", piece
        own_start = piece.start + piece.overlap
        assert last_end <= own_start < piece.end, piece
        own_text += source[own_start : piece.end]
        last_end = piece.end
    whole = source[block.start : block.end]
    assert "".join(own_text.split()) == "".join(whole.split())


def cut_checked(
    source: str,
    block: Block,
    limit: int,
    measure: Measure,
    *,
    overlap: int = 0,
) -> list[Piece]:
    """Cut a block and assert the promises; no pieces where the limit is too small."""
    try:
        pieces = cut_alone(source, block, limit, measure, overlap=overlap)
    except LimitTooSmallError:
        assert is_too_small(source, block, limit, measure), (block, limit)
        return []
    assert_promises(source, block, pieces, limit, measure)
    return pieces


def is_too_small(source: str, block: Block, limit: int, measure: Measure) -> bool:
    """Whether a block has a code fence, or a code point that is over a limit alone."""
    nesting = read_nesting(source, block)
    codes = {index for index, kind in enumerate(nesting.kinds) if kind == "code"}
    if codes - nesting.indented:
        return True
    visible = "".join(source[block.start : block.end].split())
    return max(measure.count_many(list(visible))) > limit


def kinds(source: str, *, has_front_matter: bool = True) -> dict[int, tuple[str, ...]]:
    """Return the containers and the leaf around each position of a source."""
    nodes = read(source, is_document=has_front_matter).nodes
    return {place: node.kinds for place, node in enumerate(nodes) if node.kinds}


def assert_kinds_kept(source: str, limit: int) -> None:
    """Assert that in a source's pieces all words stand in what they stood in."""
    at = kinds(source)
    for piece in cut_checked(source, first_block(source), limit, CHARACTERS):
        text = text_of(source, piece)
        alone = kinds(text)
        for position in range(piece.start, piece.end):
            if source[position].isalnum():
                moved = position - piece.start + len(piece.prefix)
                assert alone[moved] == at[position], text
