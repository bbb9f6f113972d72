"""RecursiveCharacterTextSplitter: offsets, metadata, and where it departs."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document
from langchain_text_splitters import RecursiveCharacterTextSplitter as LangChainSplitter

from langchain_mdsplit import MdSplitError, RecursiveCharacterTextSplitter
from langchain_mdsplit.errors import MetadatasLengthError
from tests.shared_data import corpus_files, read_source
from tests.splitters.test_recursive_equality import (
    COUNT,
    cases,
    count_bytes,
    count_words,
)


def documents_of(text: str, **arguments: Any) -> list[Document]:
    """Return the Documents of a text, with offsets."""
    splitter = RecursiveCharacterTextSplitter(add_start_index=True, **arguments)
    return splitter.create_documents([text])


def assert_honest(text: str, documents: list[Document]) -> None:
    """Check that offsets say what is true."""
    for document in documents:
        metadata = document.metadata
        start, end = metadata["start_index"], metadata["end_index"]
        assert 0 <= start < end <= len(text)
        if "content_offset" in metadata:
            assert metadata["content_offset"] == 0
            assert text[start:end] == document.page_content


@given(cases())
def test_offsets_are_honest(case: tuple[str, dict[str, Any]]) -> None:
    text, arguments = case
    try:
        expected = RecursiveCharacterTextSplitter(**arguments).split_text(text)
    except Exception:  # noqa: BLE001  (what LangChain raises, see the tests of equality)
        return
    documents = documents_of(text, **arguments)
    assert [document.page_content for document in documents] == expected
    assert_honest(text, documents)


@given(
    st.text("ab \n"),
    st.integers(1, 20),
    st.sampled_from((len, count_words, COUNT)),
    st.booleans(),
)
def test_kept_separators_make_slices(
    text: str, size: int, length: Any, strip: Any
) -> None:
    documents = documents_of(
        text,
        chunk_size=size,
        chunk_overlap=size // 2,
        length_function=length,
        strip_whitespace=strip,
    )
    assert_honest(text, documents)
    assert all("content_offset" in document.metadata for document in documents)
    starts = [document.metadata["start_index"] for document in documents]
    assert starts == sorted(starts)


@given(st.text("ab ,\n"), st.integers(1, 12))
def test_chunks_without_overlap_hold_each_character_once(text: str, size: int) -> None:
    documents = documents_of(text, chunk_size=size, chunk_overlap=0)
    spans = [(it.metadata["start_index"], it.metadata["end_index"]) for it in documents]
    assert all(before[1] <= after[0] for before, after in itertools.pairwise(spans))
    held = "".join(text[start:end] for start, end in spans)
    assert "".join(held.split()) == "".join(text.split())


@pytest.mark.parametrize("overlap", [0, 20])
def test_offsets_of_the_corpus(overlap: int) -> None:
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=100, chunk_overlap=overlap, add_start_index=True
    )
    for path in corpus_files():
        text = read_source(path)
        documents = splitter.create_documents([text])
        assert_honest(text, documents)
        assert all("content_offset" in item.metadata for item in documents)


def test_equal_chunks_have_their_own_offsets() -> None:
    text = "w1 " * 9
    documents = documents_of(text, chunk_size=6, chunk_overlap=3)
    starts = [document.metadata["start_index"] for document in documents]
    assert starts == list(range(0, 27, 3))
    texts = [document.page_content for document in documents]
    assert texts == ["w1 w1"] * 8 + ["w1"]


def test_joined_chunks_have_the_span_of_their_pieces() -> None:
    text = "aa--bb---cc  dd"
    documents = documents_of(
        text,
        separators=["-+"],
        is_separator_regex=True,
        keep_separator=False,
        chunk_size=8,
        chunk_overlap=0,
    )
    first, second = documents
    assert first.page_content == "aa-+bb"
    assert first.metadata == {"start_index": 0, "end_index": 6}
    assert second.page_content == "cc  dd"
    assert second.metadata == {"start_index": 9, "end_index": 15, "content_offset": 0}


def test_a_joined_chunk_may_be_a_slice() -> None:
    text = "a,b,,c"
    options: dict[str, Any] = {"separators": [","], "keep_separator": False}
    one, two = documents_of(text, **options, chunk_size=3, chunk_overlap=0)
    assert one.metadata == {"start_index": 0, "end_index": 3, "content_offset": 0}
    assert two.metadata == {"start_index": 5, "end_index": 6, "content_offset": 0}
    (whole,) = documents_of(text, **options, chunk_size=9, chunk_overlap=0)
    assert whole.page_content == "a,b,c"
    assert whole.metadata == {"start_index": 0, "end_index": 6}


@pytest.mark.parametrize("length", [len, count_bytes])
def test_a_group_in_a_separator_repeats_text_that_is_no_slice(length: Any) -> None:
    documents = documents_of(
        "1xy2 3xy4",
        separators=["(x)y", " ", ""],
        is_separator_regex=True,
        keep_separator="end",
        chunk_size=3,
        chunk_overlap=0,
        length_function=length,
    )
    found = [(item.page_content, *item.metadata.values()) for item in documents]
    assert found == [
        ("1xy", 0, 3, 0),
        ("x2", 1, 6),
        ("3", 1, 6),
        ("xyx", 6, 8),
        ("4", 8, 9, 0),
    ]


def test_a_stale_content_offset_is_not_passed_on() -> None:
    splitter = RecursiveCharacterTextSplitter(
        [","], keep_separator=False, chunk_size=9, chunk_overlap=0, add_start_index=True
    )
    source = Document(page_content="a,,b", metadata={"content_offset": 3, "x": [1]})
    (document,) = splitter.split_documents([source])
    assert document.metadata == {"x": [1], "start_index": 0, "end_index": 4}
    assert source.metadata == {"content_offset": 3, "x": [1]}


def test_overlap_of_chunks_is_what_the_one_before_holds_too() -> None:
    splitter = RecursiveCharacterTextSplitter(chunk_size=9, chunk_overlap=4)
    text = "aa bb cc dd ee"
    chunks = splitter.split_chunks(text)
    assert [(chunk.text, chunk.overlap) for chunk in chunks] == [
        ("aa bb cc", 0),
        ("cc dd ee", 2),
    ]
    assert [chunk.token_count for chunk in chunks] == [8, 8]
    assert chunks[0].headings == ()


def test_lazily_one_document_is_read_at_a_time() -> None:
    read = []

    def sources() -> Iterator[Document]:
        for number in range(3):
            read.append(number)
            yield Document(page_content="a b c")

    chunks = RecursiveCharacterTextSplitter(
        chunk_size=2, chunk_overlap=0
    ).lazy_split_documents(sources())
    next(chunks)
    assert read == [0]


def test_a_progress_bar_counts_the_documents(
    capsys: pytest.CaptureFixture[str],
) -> None:
    splitter = RecursiveCharacterTextSplitter(show_progress=True)
    splitter.create_documents(["a", "b"])
    assert "RecursiveCharacterTextSplitter" in capsys.readouterr().err


class TestDepartures:
    """The four things in which it is not LangChain's class."""

    @pytest.mark.parametrize(
        ("arguments", "overlap"),
        [
            ({}, 200),
            ({"chunk_size": 1000}, 200),
            ({"chunk_size": 200}, 200),
            ({"chunk_size": 199}, 39),
            ({"chunk_size": 100}, 20),
            ({"chunk_size": 4}, 0),
            ({"chunk_size": 100, "chunk_overlap": 3}, 3),
        ],
    )
    def test_an_omitted_overlap_fits(
        self, arguments: dict[str, Any], overlap: int
    ) -> None:
        splitter = RecursiveCharacterTextSplitter(**arguments)
        explicit = LangChainSplitter(**{**arguments, "chunk_overlap": overlap})
        assert splitter._chunk_overlap == overlap
        text = "word and word " * 400
        assert splitter.split_text(text) == explicit.split_text(text)

    @pytest.mark.parametrize("metadatas", [[], [{}], [{}] * 3])
    def test_metadatas_must_be_as_many_as_texts(self, metadatas: list[Any]) -> None:
        splitter = RecursiveCharacterTextSplitter()
        with pytest.raises(MetadatasLengthError) as caught:
            splitter.create_documents(["a", "b"], metadatas)
        assert isinstance(caught.value, IndexError)
        assert isinstance(caught.value, MdSplitError)
