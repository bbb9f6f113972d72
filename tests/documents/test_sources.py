"""Documents as sources: chunks of ours are read without what was added to them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document

from langchain_mdsplit.documents.sources import DocumentSource, read_source

OURS = {"heading_path": "A", "start_index": 5, "end_index": 8, "content_offset": 5}
CONTENT = "# A\n\none"


def chunk(content: str, path: str, **metadata: Any) -> Document:
    """Return a chunk whose text is all slice."""
    place = {"start_index": 20, "end_index": 20 + len(content), "content_offset": 0}
    return Document(
        page_content=content, metadata={"heading_path": path, **place, **metadata}
    )


def test_a_chunk_of_ours_is_read_without_its_context() -> None:
    document = Document(page_content=CONTENT, metadata={**OURS, "page": 1}, id="7")
    assert read_source(document) == DocumentSource(
        text="one",
        metadata={"heading_path": "A", "page": 1, "parent_start_index": 5},
        document_id="7",
        path=("A",),
        parent_start=5,
    )


def test_escaped_titles_are_read_as_they_were() -> None:
    source = read_source(chunk("x", "a \\> b > \\\\"))
    assert source.path == ("a > b", "\\")


@pytest.mark.parametrize("key", sorted(OURS))
def test_without_one_of_the_keys_it_is_any_document(key: str) -> None:
    metadata: dict[str, Any] = {**OURS, "page": [1]}
    del metadata[key]
    source = read_source(Document(page_content=CONTENT, metadata=metadata))
    assert source == DocumentSource(CONTENT, metadata)
    assert source.is_document_start


@pytest.mark.parametrize(
    "wrong",
    [
        {"start_index": -1},
        {"content_offset": -1},
        {"content_offset": True, "end_index": 6},
        {"start_index": False},
        {"end_index": 8.0},
        {"end_index": "8"},
        {"content_offset": None},
        {"end_index": 9},
        {"content_offset": 6},
        {"end_index": 4},
        {"heading_path": None},
        {"heading_path": ["A"]},
    ],
)
def test_with_a_wrong_value_it_is_any_document(wrong: dict[str, Any]) -> None:
    metadata = {**OURS, **wrong}
    document = Document(page_content=CONTENT, metadata=dict(metadata))
    assert read_source(document) == DocumentSource(CONTENT, metadata)
    assert document.metadata == metadata


@given(offset=st.integers(-2, 10), start=st.integers(-2, 10), end=st.integers(-2, 10))
def test_a_source_is_all_of_the_text_or_the_slice(
    offset: int, start: int, end: int
) -> None:
    place = {"content_offset": offset, "start_index": start, "end_index": end}
    source = read_source(
        Document(page_content=CONTENT, metadata={"heading_path": "A", **place})
    )
    if source.parent_start is None:
        assert source.text == CONTENT
    else:
        before, after = source.frame
        stop = len(source.text) - after
        assert stop - before == end - start
        assert source.text[before:stop] == CONTENT[offset : offset + end - start]


@pytest.mark.parametrize(
    ("before", "expected"), [(100, 105), (0, 5), (-1, 5), (True, 5), ("x", 5)]
)
def test_starts_add_up_where_they_are_indices(before: Any, expected: int) -> None:
    metadata = {**OURS, "parent_start_index": before}
    source = read_source(Document(page_content=CONTENT, metadata=metadata))
    assert source.parent_start == expected
    assert source.metadata["parent_start_index"] == expected


def test_a_slice_without_headings_keeps_its_place() -> None:
    document = chunk("one", "", page=1)
    del document.metadata["heading_path"]
    assert read_source(document) == DocumentSource(
        text="one", metadata={"page": 1, "parent_start_index": 20}, parent_start=20
    )


def test_the_value_of_front_matter_stands_for_it() -> None:
    metadata = {"heading_path": "", "label": "frontmatter", "type": "yaml"}
    document = Document("{}", metadata={**metadata, "start_index": 1, "end_index": 9})
    source = read_source(document)
    assert (source.text, source.parent_start, source.stands_for) == ("{}", 1, 8)
    assert source.metadata.keys() == {"heading_path", "label", "parent_start_index"}


@pytest.mark.parametrize("label", ["1-2-content-3", "0-heading", "frontmatter"])
def test_of_a_fragment_type_and_part_are_not_passed_on(label: str) -> None:
    ours = {"label": label, "type": "code", "part": 2, "overlap": 1}
    assert read_source(chunk("x", "A", **ours)).metadata.keys() == {
        "heading_path",
        "label",
        "parent_start_index",
    }


@pytest.mark.parametrize(
    "label",
    ["1-2", None, "front matter", "x-heading", pytest.param(10**5000, id="huge")],
)
def test_of_other_chunks_the_type_is_the_users(label: Any) -> None:
    kept = read_source(chunk("x", "A", label=label, type="memo")).metadata
    assert kept["type"] == "memo"
