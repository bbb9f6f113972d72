"""The keys of metadata: what splitters write, and what goes by the list of them."""

import json

import pytest
from langchain_core.documents import Document

from langchain_mdsplit import MarkdownFragmentTextSplitter
from langchain_mdsplit.arrow.columns import CHUNK_COLUMNS
from langchain_mdsplit.documents.metadata_keys import (
    CHUNK_KEYS,
    PARENT_START,
    KeyRole,
    keys_of,
)
from langchain_mdsplit.documents.sources import read_source
from tests.documents.test_slices import SPLITTERS, TEXT


def test_splitters_write_these_keys_and_no_other() -> None:
    written: dict[str, set[type]] = {}
    for make in SPLITTERS.values():
        for document in make().create_documents([TEXT]):
            for key, value in document.metadata.items():
                written.setdefault(key, set()).add(type(value))
    assert written == {key: {found.type} for key, found in CHUNK_KEYS.items()}


def test_each_key_has_one_role() -> None:
    assert sorted(keys_of(*KeyRole)) == sorted(CHUNK_KEYS)
    assert sum(len(keys_of(role)) for role in KeyRole) == len(CHUNK_KEYS)


@pytest.mark.parametrize(
    ("label", "dropped"),
    [
        ("1-2", (KeyRole.PLACE, KeyRole.SOME)),
        ("1-content-1", (KeyRole.PLACE, KeyRole.SOME, KeyRole.FRAGMENT)),
    ],
)
def test_what_is_a_chunks_own_is_not_said_of_its_pieces(
    label: str, dropped: tuple[KeyRole, ...]
) -> None:
    metadata = {key: found.type() for key, found in CHUNK_KEYS.items()}
    metadata |= {"label": label, "end_index": 4, "theirs": 1}
    kept = read_source(Document("text", metadata=metadata)).metadata
    assert metadata.keys() - kept.keys() == set(keys_of(*dropped))
    assert kept.keys() - metadata.keys() == {PARENT_START}


def test_pieces_of_a_document_with_front_matter_keep_it() -> None:
    splitter = MarkdownFragmentTextSplitter(front_matter="metadata")
    first = splitter.create_documents([TEXT])
    children = splitter.split_documents(first)
    assert len(children) == len(first)
    assert {json.loads(it.metadata["front_matter"])["a"] for it in children} == {1}


def test_columns_are_the_keys_in_their_order() -> None:
    assert dict(CHUNK_COLUMNS) == {
        "text": "string",
        "start_index": "int64",
        "end_index": "int64",
        "content_offset": "int64",
        "chunk_index": "int64",
        "token_count": "int64",
        "heading_path": "string",
        "label": "string",
        "overlap": "int64",
        "type": "string",
        "part": "int64",
        "anchor": "string",
        "front_matter": "string",
        "sentence_count": "int64",
        "id": "string",
    }
    assert list(CHUNK_COLUMNS) == ["text", *CHUNK_KEYS, "id"]
