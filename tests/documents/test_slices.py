"""From Documents back to chunks."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding

from langchain_mdsplit import (
    Chunk,
    MarkdownFragmentTextSplitter,
    MarkdownSectionTextSplitter,
    MarkdownTokenTextSplitter,
    RecursiveCharacterTextSplitter,
    SemanticChunker,
)
from langchain_mdsplit.documents.slices import as_chunk
from langchain_mdsplit.splitters.base import ChunkTextSplitter

SPLITTERS: dict[str, Callable[[], ChunkTextSplitter]] = {
    "fragment": lambda: MarkdownFragmentTextSplitter(9, 4, max_heading_level=2),
    "section": lambda: MarkdownSectionTextSplitter(60),
    "token": lambda: MarkdownTokenTextSplitter(30, 8, front_matter="metadata"),
    "semantic": lambda: SemanticChunker(DeterministicFakeEmbedding(size=8)),
}
TEXT = (
    "---\na: 1\n---\n\n# A {#a}\n\n> One two. Three. Four five six seven eight.\n\n"
    "Setext\n------\n\n#### Deep \\> down\n\n" + "Nine ten. " * 30
)


@pytest.mark.parametrize("name", SPLITTERS)
def test_chunks_come_back_as_they_were(name: str) -> None:
    splitter = SPLITTERS[name]()
    documents = splitter.create_documents([TEXT])
    expected = [replace(it, heading_levels=()) for it in splitter.split_chunks(TEXT)]
    assert len(expected) > 2
    assert list(map(as_chunk, documents)) == expected


def test_each_field_comes_back_of_some_splitter() -> None:
    chunks = [
        as_chunk(document)
        for make in SPLITTERS.values()
        for document in make().create_documents([TEXT])
    ]
    assert {chunk.level for chunk in chunks} == {0, 1, 2, 4}
    empty = Chunk("", 0, 0, 0)
    for name in ("anchor", "type", "part", "front_matter", "sentence_count", "overlap"):
        assert any(getattr(it, name) != getattr(empty, name) for it in chunks), name


def test_a_chunk_of_a_chunk_stands_in_the_first_source() -> None:
    parents = MarkdownTokenTextSplitter(40).create_documents([TEXT])
    splitter = MarkdownFragmentTextSplitter(9, front_matter="drop")
    for child in splitter.split_documents(parents):
        chunk = as_chunk(child)
        assert chunk.content_offset is not None
        end = chunk.content_offset + chunk.end_index - chunk.start_index
        held = chunk.text[chunk.content_offset : end]
        assert held == TEXT[chunk.start_index : chunk.end_index]


def test_without_a_count_the_length_is_in_characters() -> None:
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=50, chunk_overlap=0, add_start_index=True
    )
    documents = splitter.create_documents([TEXT])
    expected = splitter.split_chunks(TEXT)
    assert list(map(as_chunk, documents)) == expected


@pytest.mark.parametrize(
    ("metadata", "start"),
    [({}, 0), ({"start_index": 7}, 7), ({"end_index": "?", "label": "x"}, 0)],
)
def test_without_an_end_all_text_is_slice(metadata: dict[str, Any], start: int) -> None:
    chunk = as_chunk(Document("text", metadata=metadata))
    assert chunk == Chunk("text", 4, start, start + 4)


def test_what_is_no_slice_has_its_place_in_the_first_source() -> None:
    text = "one two;;three four;;five six;;seven eight;;nine"
    place = {"start_index": 600, "end_index": 600 + len(text), "content_offset": 0}
    parent = Document(page_content=text, metadata={"heading_path": "", **place})
    splitter = RecursiveCharacterTextSplitter(
        [";"],
        keep_separator=False,
        chunk_size=20,
        chunk_overlap=4,
        add_start_index=True,
    )
    chunks = [as_chunk(it) for it in splitter.split_documents([parent])]
    assert [chunk.content_offset for chunk in chunks] == [None, None, 0]
    assert [chunk.start_index for chunk in chunks] == [600, 621, 644]
