"""Ids of chunks: what they depend on, and what they do not."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document

from langchain_mdsplit import MarkdownFragmentTextSplitter, chunk_key
from langchain_mdsplit.documents.identity import (
    IdCounter,
    chunk_hash,
    numbered_id,
    source_id,
)
from langchain_mdsplit.errors import ArgumentTypeError, MissingIdError

ANY_TEXT = st.text(st.characters(exclude_categories=()))
PLACES = st.tuples(ANY_TEXT, ANY_TEXT, ANY_TEXT)
FEW_PLACES = st.tuples(*[st.sampled_from(["", "a", "b"])] * 3)


def ids(*documents: Document) -> list[str]:
    splitter = MarkdownFragmentTextSplitter(add_ids=True)
    return [chunk_key(chunk) for chunk in splitter.split_documents(documents)]


def chunk_id(source: str, path: str, own_text: str, occurrence: int) -> str:
    return numbered_id(chunk_hash(source, path, own_text), occurrence)


def source(text: str, document_id: str | None = None, **metadata: Any) -> Document:
    return Document(page_content=text, metadata=metadata, id=document_id)


@given(place=PLACES, occurrence=st.integers(0, 10**9))
def test_an_id_is_a_uuid_in_its_usual_form(
    place: tuple[str, str, str], occurrence: int
) -> None:
    found = chunk_id(*place, occurrence)
    assert str(UUID(found)) == found
    assert UUID(found).version == 5


@given(one=PLACES, other=PLACES)
def test_ids_are_equal_exactly_if_all_parts_are(
    one: tuple[str, str, str], other: tuple[str, str, str]
) -> None:
    assert (chunk_id(*one, 0) == chunk_id(*other, 0)) == (one == other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("ab", "c", ""), ("a", "bc", "")),
        (("", "a", ""), ("a", "", "")),
        (("a\0", "b", ""), ("a", "\0b", "")),
        (("", "", "\0"), ("", "", "")),
        (("", "", "\ud800"), ("", "", "\udc00")),
        (("", "", "\ud83d\ude00"), ("", "", "😀")),
        (("", "", "é"), ("", "", "e\u0301")),
        (("", "", "a\r\n"), ("", "", "a\n")),
    ],
)
def test_what_only_looks_equal_differs(
    one: tuple[str, str, str], other: tuple[str, str, str]
) -> None:
    assert chunk_id(*one, 0) != chunk_id(*other, 0)


def test_occurrences_differ() -> None:
    assert len({chunk_id("s", "p", "t", number) for number in range(50)}) == 50


@given(places=st.lists(FEW_PLACES, max_size=20))
def test_a_counter_counts_the_equal_ones(
    places: Sequence[tuple[str, str, str]],
) -> None:
    counter = IdCounter()
    hashed = [Document("", id=chunk_hash(*place)) for place in places]
    halves = hashed[: len(hashed) // 2], hashed[len(hashed) // 2 :]
    found = [document.id for half in halves for document in counter.number(half)]
    assert found == [
        chunk_id(*place, places[:index].count(place))
        for index, place in enumerate(places)
    ]
    assert len(set(found)) == len(found)


def test_counters_begin_anew() -> None:
    found = [
        IdCounter().number([Document("", id=chunk_hash("s", "p", "t"))])[0].id
        for _ in range(2)
    ]
    assert found == [chunk_id("s", "p", "t", 0)] * 2


@pytest.mark.parametrize("own", [None, "", "7", chunk_id("s", "p", "t", 0), "e6" * 16])
def test_what_is_no_hash_stays_an_id(own: str | None) -> None:
    assert IdCounter().number([Document("", id=own)])[0].id == own


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a.md", "source:a.md"),
        (Path("a.md"), "source:a.md"),
        (0, "source:0"),
        (False, "source:False"),
        (7.5, "source:7.5"),
        (["a", 1], "source:['a', 1]"),
    ],
)
def test_the_source_comes_first_whatever_its_type(value: Any, expected: str) -> None:
    assert source_id({"source": value}, "id", "text") == expected


@pytest.mark.parametrize("metadata", [{}, {"source": None}, {"source": ""}])
def test_the_documents_id_comes_next(metadata: dict[str, Any]) -> None:
    assert source_id(metadata, "7", "text") == "id:7"


@pytest.mark.parametrize("document_id", [None, ""])
def test_the_text_and_its_number_stand_in(document_id: str | None) -> None:
    found = source_id({}, document_id, "text")
    assert found == source_id({"chunk_index": 0}, document_id, "text")
    others = [
        source_id({"chunk_index": 1}, document_id, "text"),
        source_id({}, document_id, "text\0"),
        source_id({}, document_id, "\ud800"),
    ]
    assert len({found, *others}) == 4


def test_kinds_of_source_do_not_mix() -> None:
    found = {source_id({"source": "7"}, None, ""), source_id({}, "7", "")}
    assert len(found) == 2


@pytest.mark.parametrize(
    "place",
    [{"source": "a.md"}, {"document_id": "7"}],
    ids=["source", "id"],
)
def test_an_edit_changes_the_ids_of_what_it_changes(place: dict[str, str]) -> None:
    before = ids(source("# A\n\nfirst\n\n# B\n\nlast\n", **place))
    after = ids(source("New.\n\n# A\n\nother\n\n# B\n\nlast\n", **place))
    assert [chunk in before for chunk in after] == [False, True, False, True, True]


def test_a_renamed_heading_changes_the_ids_under_it_alone() -> None:
    before = ids(source("# A\n\none\n\n# B\n\ntwo\n", source="a"))
    after = ids(source("# A\n\none\n\n# C\n\ntwo\n", source="a"))
    assert [chunk in before for chunk in after] == [True, True, False, False]


def test_an_overlap_does_not_count() -> None:
    splitter = MarkdownFragmentTextSplitter(
        chunk_size=4,
        chunk_overlap=2,
        add_ids=True,
        length_function=lambda text: len(text.split()),
    )
    text = "One a. Two b. Three c."
    first, second = splitter.create_documents([text], [{"source": "s"}])
    assert (first.page_content, second.page_content) == (text[:13], text[7:])
    assert second.metadata["overlap"] == len("Two b.")
    assert second.id == chunk_id("source:s", "", " Three c.", 0)


def test_surrogates_and_nul_have_ids() -> None:
    assert len(set(ids(source("a\ud800\n\nb\0\n\n\udfff\n", source="s")))) == 3


def test_equal_texts_without_a_source_differ_by_occurrence() -> None:
    assert len(set(ids(source("text"), source("text")))) == 2


def test_equal_texts_of_different_documents_differ() -> None:
    first, second = ids(source("text", "1"), source("text", "2"))
    assert (first, second) == (*ids(source("text", "1")), *ids(source("text", "2")))
    assert first != second


def test_other_metadata_does_not_count() -> None:
    one = ids(source("text", source="s", page=1))
    assert one == ids(source("text", source="s", tags=["a"]))


def test_equal_parents_of_one_text_give_children_of_their_own() -> None:
    twice = MarkdownFragmentTextSplitter().split_text("text\n\ntext\n")
    parents = [source(text, chunk_index=index) for index, text in enumerate(twice)]
    assert set(ids(parents[0])).isdisjoint(ids(parents[1]))


@pytest.mark.parametrize("document_id", [None, ""])
def test_a_key_needs_an_id_that_is_not_empty(document_id: str | None) -> None:
    with pytest.raises(MissingIdError, match="add_ids=True"):
        chunk_key(Document(page_content="x", id=document_id))


@pytest.mark.parametrize("wrong", [None, "x", 3])
def test_a_key_is_that_of_a_document(wrong: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=f"a Document, not .*: {wrong!r}"):
        chunk_key(wrong)
