"""Chunks of other splitters are found in their source."""

import pytest
from langchain_core.documents import Document

from tests.benchmarks.chunk_spans import chunk_spans, find_in_order

TEXT = "# A\n\nOne  two.\n\n# A\n\nOne two.\n"


def test_changed_white_space_is_no_obstacle() -> None:
    spans = find_in_order(TEXT, ["# A  \nOne two.", "# A\nOne", "two."])
    assert [TEXT[slice(*span)] for span in spans] == [
        "# A\n\nOne  two.",
        "# A\n\nOne",
        "two.",
    ]


def test_characters_that_cannot_be_seen_are_no_obstacle() -> None:
    assert find_in_order("a\u200bb\u00a0c", ["ab", "c"]) == [(0, 3), (4, 5)]


def test_repeated_text_is_found_after_the_chunk_before() -> None:
    assert find_in_order("a b a b a b", ["ab", "ab", "ab"]) == [(0, 3), (4, 7), (8, 11)]


def test_a_chunk_may_overlap_the_one_before() -> None:
    assert find_in_order("abcdef", ["abcd", "cdef"]) == [(0, 4), (2, 6)]


def test_chunks_without_anything_visible_have_no_length() -> None:
    assert find_in_order("a b", ["a", " ", "b"]) == [(0, 1), (0, 0), (2, 3)]


def test_text_that_is_not_there_is_reported() -> None:
    with pytest.raises(ValueError, match="not found"):
        find_in_order("a b c", ["a", "d"])


def test_offsets_are_believed_and_trimmed() -> None:
    chunk = Document("# A\n\ntwo.", metadata={"start_index": 8, "end_index": 16})
    assert chunk_spans(TEXT, [chunk]) == [(10, 14)]


def test_added_context_is_not_looked_for() -> None:
    chunk = Document("Path\n\ntwo.", metadata={"content_offset": 6})
    assert chunk_spans(TEXT, [chunk]) == [(10, 14)]
