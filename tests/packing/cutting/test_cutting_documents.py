"""Whole documents: the corpus and documents that are easily cut wrong."""

from pathlib import Path

import pytest

from langchain_mdsplit.markdown.blocks import Block, parse_blocks
from langchain_mdsplit.measure import LengthFunction, Measure
from langchain_mdsplit.tokens import TokenCounter
from tests.packing.cutting.cut_pieces import (
    CHARACTERS,
    cut_alone,
    cut_checked,
)
from tests.properties.markdown_texts import PIECES
from tests.shared_data import corpus_files, read_source

TOKENS = TokenCounter()
EVERY = 24  # of the corpus's files, one in so many


def documents(shared: Path) -> list[str]:
    """Return documents that are easily cut wrong."""
    files = sorted((shared / "data" / "tricky").glob("*.md"))
    return [read_source(file) for file in files]


def oversized(source: str, limit: int, measure: Measure) -> list[Block]:
    """Return the blocks of a source that are over a limit."""
    blocks = parse_blocks(source).blocks
    lengths = measure.count_many([source[block.start : block.end] for block in blocks])
    return [
        block for block, length in zip(blocks, lengths, strict=True) if length > limit
    ]


@pytest.mark.parametrize("limit", [16, 64, 200])
@pytest.mark.parametrize("measure", [CHARACTERS, TOKENS], ids=["characters", "tokens"])
def test_pieces_of_everything_at_once(limit: int, measure: Measure) -> None:
    source = "\n\n".join(PIECES)
    for block in oversized(source, limit, measure):
        cut_checked(source, block, limit, measure, overlap=limit // 4)


@pytest.mark.parametrize("limit", [16, 64, 200])
@pytest.mark.parametrize("measure", [CHARACTERS, TOKENS], ids=["characters", "tokens"])
def test_tricky_documents(limit: int, measure: Measure, shared: Path) -> None:
    for source in documents(shared):
        for block in oversized(source, limit, measure):
            cut_checked(source, block, limit, measure)


@pytest.mark.parametrize("limit", [64, 200])
def test_corpus(limit: int) -> None:
    files = corpus_files()[::EVERY]
    if not files:
        pytest.skip("no shared truth data: set MDSPLIT_SHARED")
    for file in files:
        source = read_source(file)
        for block in oversized(source, limit, TOKENS):
            cut_checked(source, block, limit, TOKENS, overlap=limit // 8)


def test_a_length_function_sees_little_more_than_it_must() -> None:
    seen = 0

    def count(text: str) -> int:
        nonlocal seen
        seen += len(text)
        return TOKENS(text)

    shown = total = 0
    source = "\n\n".join(PIECES * 8)
    files = corpus_files()[::EVERY]
    for text in (source, *map(read_source, files)):
        for block in oversized(text, 100, TOKENS):
            for piece in cut_alone(text, block, 100, LengthFunction(count)):
                shown += piece.end - piece.start + len(piece.prefix + piece.suffix)
            total += block.end - block.start
    assert total < seen <= 1.25 * (total + shown)
