"""What the benchmark says of many texts; single faults are tested with the CLI."""

from typing import Any

import pytest
from langchain_core.documents import Document

from langchain_mdsplit import TokenCounter
from tests.benchmarks.quality import SHORT, Quality, measure_quality


def chunk(text: str, **metadata: Any) -> Document:
    return Document(page_content=text, metadata=metadata)


def test_sizes_are_measured() -> None:
    texts, found = ["a " * 30], [[chunk("a " * 20), chunk("a")]]
    quality = measure_quality(texts, found, 10, TokenCounter())
    assert (quality.chunks, quality.over_limit, quality.short) == (2, 1, 1.0)
    assert quality.lost_characters == 9
    assert quality.fill is not None
    assert quality.fill > 1


def test_faults_of_all_texts_are_added() -> None:
    chunks = [chunk("```\na", start_index=0), chunk("# A"), chunk("|1|\n|2|")]
    quality = measure_quality(["```\na\n# A"] * 3, [chunks] * 3, 9, TokenCounter())
    assert (quality.chunks, quality.characters) == (9, 27)
    assert (quality.open_fences, quality.rows_without_header) == (3, 3)
    assert (quality.bare_headings, quality.wrong_offsets) == (3, 6)
    assert quality.lost_characters == 0


def test_texts_and_their_chunks_are_as_many() -> None:
    with pytest.raises(ValueError, match="zip"):
        measure_quality(["a"], [], 10, TokenCounter())


def test_shares_are_of_all_chunks() -> None:
    quality = Quality(400, 0, (SHORT - 1, SHORT, 400, 401), 0, 0, 0, 0, 0)
    assert (quality.short, quality.tiny, quality.over_limit) == (0.25, 0.25, 1)
    assert (quality.tokens, quality.mean) == (928, 232.0)
    assert quality.fill == pytest.approx(0.58)


def test_tiny_chunks_are_under_a_quarter_of_a_small_limit() -> None:
    quality = Quality(100, 0, (24, 25, 60), 0, 0, 0, 0, 0)
    assert quality.short == 1
    assert quality.tiny == pytest.approx(1 / 3)


def test_no_chunks_have_no_sizes() -> None:
    quality = measure_quality([""], [[]], 10, TokenCounter())
    assert (quality.chunks, quality.fill, quality.short, quality.tiny) == (0, 0, 0, 0)
    assert [quality.percentile(percent) for percent in (0, 50, 100)] == [0, 0, 0]


def test_without_a_limit_nothing_is_held_against_it() -> None:
    quality = Quality(None, 0, (10, 10_000), 0, 0, 0, 0, 0)
    assert (quality.fill, quality.over_limit, quality.tiny) == (None, None, 0.5)
