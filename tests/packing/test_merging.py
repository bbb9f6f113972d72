"""Merging: which neighbour a short chunk takes, and what it leaves alone."""

import pytest

from langchain_mdsplit import MarkdownTokenTextSplitter
from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.merging import Merger
from tests.packing.drafts import draft_of

SOURCE = "# A\n\naa\n\n## B\n\nbb\n\n## C\n\ncc\n\n# D\n\n" + "d" * 30


def merged(spans: list[tuple[int, int]], limit: int, least: int) -> list[str]:
    """Return the texts of chunks of some blocks of the source, merged."""
    draft = draft_of(SOURCE)
    blocks, merger = draft.tree.blocks, Merger(draft, least)
    chunks = [
        PackedChunk(first, last, blocks[first].start, blocks[last].end)
        for first, last in spans
    ]
    return [chunk.text(SOURCE) for chunk in merger.merge(chunks, Budget(limit))]


@pytest.mark.parametrize(
    ("limit", "least", "sizes"),
    [
        (100, 0, [2, 2, 2, 2]),
        (100, 8, [4, 2, 2]),
        (100, 11, [6, 2]),
        (12, 10, [2, 2, 2, 2]),
        (100, 25, [6, 2]),
        (100, 33, [8]),
    ],
)
def test_short_chunks_are_merged_from_left_to_right(
    limit: int, least: int, sizes: list[int]
) -> None:
    found = merged([(0, 1), (2, 3), (4, 5), (6, 7)], limit, least)
    assert [len(text.split("\n\n")) for text in found] == sizes
    assert "\n\n".join(found) == SOURCE


def test_an_exact_budget_merges_nothing() -> None:
    merger = Merger(draft_of(SOURCE), 90)
    chunks = [PackedChunk(0, 1, 0, 7), PackedChunk(2, 3, 9, 17)]
    assert merger.merge(chunks, Budget(100, is_exact=True)) == chunks


SENTENCE = "The service reads its settings at start and keeps them as long as it runs. "


def merged_sections(source: str) -> list[tuple[str, int]]:
    """Return the heading path and the length of each chunk, short ones merged."""
    splitter = MarkdownTokenTextSplitter(200, min_chunk_size=50)
    return [
        (" > ".join(chunk.headings), chunk.token_count)
        for chunk in splitter.split_chunks(source)
    ]


def test_a_last_short_section_joins_the_one_before_it() -> None:
    source = f"# T\n\n{SENTENCE * 11}\n\n## A\n\n{SENTENCE * 6}\n\n## License\n\nMIT\n"
    assert [path for path, _ in merged_sections(source)] == ["T", "T"]


def test_a_short_section_joins_the_one_before_where_the_next_is_full() -> None:
    source = f"## A\n\n{SENTENCE * 6}\n\n## License\n\nMIT\n\n## B\n\n{SENTENCE * 12}"
    assert all(length >= 50 for _, length in merged_sections(source))
