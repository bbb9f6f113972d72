"""LangChain's methods on the base class, with a splitter that cuts at spaces."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document
from langchain_text_splitters import TextSplitter

from langchain_mdsplit import (
    MarkdownFragmentTextSplitter,
    MarkdownTokenTextSplitter,
    RecursiveCharacterTextSplitter,
)
from langchain_mdsplit.documents.excerpts import Excerpt
from langchain_mdsplit.documents.reading import read_sources
from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError
from langchain_mdsplit.markdown.sections import Section
from langchain_mdsplit.measure import LONGEST
from langchain_mdsplit.splitters.base import ChunkTextSplitter, split_each
from langchain_mdsplit.splitters.measured import MeasuredTextSplitter

ROOT = Section("0", (), (), None, -1, 0, 0, 0)


class WordTextSplitter(MeasuredTextSplitter):
    """Each word is a chunk; notes what it was asked."""

    asked: ClassVar[list[tuple[str, bool]]] = []

    def __init__(self, chunk_size: int | None = None, **options: Any) -> None:
        super().__init__(chunk_size, **{"length_function": len, **options})

    def _split_source(self, text: str, *, is_document_start: bool) -> Iterator[Excerpt]:
        self.asked.append((text, is_document_start))
        start = 0
        for word in text.split(" "):
            end = start + len(word)
            yield Excerpt(word, len(word), start, end, 0, ROOT, "0")
            start = end + 1


@pytest.fixture(autouse=True)
def asked() -> list[tuple[str, bool]]:
    WordTextSplitter.asked.clear()
    return WordTextSplitter.asked


@given(text=st.text("ab ", min_size=1))
def test_all_methods_say_the_same(text: str) -> None:
    splitter = WordTextSplitter()
    texts = splitter.split_text(text)
    assert " ".join(texts) == text
    assert [chunk.text for chunk in splitter.split_chunks(text)] == texts
    documents = splitter.create_documents([text])
    assert [document.page_content for document in documents] == texts
    assert splitter.split_documents([Document(page_content=text)]) == documents


def test_what_does_not_say_how_to_split_is_no_splitter() -> None:
    abstract: Any = ChunkTextSplitter
    with pytest.raises(TypeError, match="_split_source"):
        abstract(100)


def test_a_text_is_read_from_its_documents_start(asked: list[tuple[str, bool]]) -> None:
    splitter = WordTextSplitter()
    splitter.split_text("a")
    splitter.split_chunks("b")
    splitter.create_documents(["c"])
    splitter.split_documents([Document(page_content="d")])
    assert asked == [("a", True), ("b", True), ("c", True), ("d", True)]


@pytest.mark.parametrize("start", [0, 1, 2])
def test_a_chunk_is_read_from_where_it_began(
    asked: list[tuple[str, bool]], start: int
) -> None:
    place = {"start_index": start, "end_index": start + 1, "content_offset": 5}
    chunk = Document(page_content="# A\n\na", metadata={"heading_path": "", **place})
    WordTextSplitter().split_documents([chunk])
    assert asked == [("a", start == 0)]


def test_front_matter_may_follow_a_byte_order_mark(
    asked: list[tuple[str, bool]],
) -> None:
    text = "---\nk: v\n---"
    place = {"start_index": 1, "end_index": 1 + len(text), "content_offset": 0}
    chunk = Document(page_content=text, metadata={"heading_path": "", **place})
    WordTextSplitter().split_documents([chunk])
    assert asked == [(text, True)]


def test_no_limit_stands_where_langchain_wants_a_size() -> None:
    splitter = WordTextSplitter()
    assert splitter.limit is None
    assert splitter._chunk_size == LONGEST
    assert WordTextSplitter(7).limit == 7


def test_the_greatest_limit_is_a_limit() -> None:
    assert WordTextSplitter(LONGEST).limit == LONGEST


def test_without_a_limit_there_is_no_overlap() -> None:
    with pytest.raises(ArgumentError, match="chunk_overlap must be 0"):
        WordTextSplitter(chunk_overlap=1)


def test_lengths_come_from_the_length_function() -> None:
    splitter = WordTextSplitter(length_function=lambda text: 2 * len(text))
    assert splitter._length_function("abc") == 6


def test_metadatas_may_be_any_iterable() -> None:
    metadatas = ({"page": page} for page in (1, 2))
    documents = WordTextSplitter().create_documents(iter(["a b", "c"]), metadatas)
    assert [item.metadata["page"] for item in documents] == [1, 1, 2]


def test_a_text_of_create_documents_is_never_a_second_pass() -> None:
    place = {"start_index": 5, "end_index": 6, "content_offset": 2}
    (document,) = WordTextSplitter().create_documents(
        ["# a"[2:]], [{"heading_path": "A", **place}]
    )
    assert document.metadata["start_index"] == 0
    assert document.metadata["heading_path"] == ""
    assert "parent_start_index" not in document.metadata


def test_metadatas_are_copied_deeply() -> None:
    tags = [["a"]]
    first, second = WordTextSplitter().create_documents(["x y"], [{"tags": tags}])
    first.metadata["tags"][0].append("b")
    assert second.metadata["tags"] == tags == [["a"]]


def test_lazy_splitting_fails_where_the_wrong_one_comes() -> None:
    wrong: Any = [Document(page_content="a"), None]
    chunks = WordTextSplitter().lazy_split_documents(wrong)
    assert next(chunks).page_content == "a"
    with pytest.raises(ArgumentTypeError, match=r"^documents\[1\] .* NoneType"):
        next(chunks)


def test_one_document_is_not_several() -> None:
    wrong: Any = Document(page_content="a")
    with pytest.raises(ArgumentTypeError, match="not Document"):
        WordTextSplitter().split_documents(wrong)


@pytest.mark.parametrize("value", [None, 5])
def test_documents_that_are_no_iterable_are_named(value: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^documents must be an iterable"):
        WordTextSplitter().split_documents(value)


async def test_async_splitting_leaves_the_event_loop_free() -> None:
    release = threading.Event()

    def documents() -> Iterator[Document]:
        release.wait(timeout=10)
        yield Document(page_content="a b")

    splitting = asyncio.create_task(WordTextSplitter().asplit_documents(documents()))
    await asyncio.sleep(0)
    assert not splitting.done()
    release.set()
    assert [item.page_content for item in await splitting] == ["a", "b"]


def test_calls_do_not_count_on_from_each_other() -> None:
    splitter = WordTextSplitter(add_ids=True)
    document = Document(page_content="a a", metadata={"source": "s"})
    first, again = (
        splitter.split_documents([document]),
        splitter.split_documents(iter([document])),
    )
    assert [item.id for item in first] == [item.id for item in again]
    assert first[0].id != first[1].id


@pytest.mark.parametrize("key", ["part", "overlap"])
def test_texts_and_documents_are_given_the_same_metadata(key: str) -> None:
    metadata = {key: "theirs"}
    (one,) = WordTextSplitter().create_documents(["a"], [metadata])
    (other,) = WordTextSplitter().split_documents(
        [Document(page_content="a", metadata=metadata)]
    )
    assert one == other


def test_progress_counts_documents(capsys: pytest.CaptureFixture[str]) -> None:
    splitter = WordTextSplitter(show_progress=True)
    splitter.split_documents([Document(page_content="a b")] * 3)
    assert "3/3" in capsys.readouterr().err


@pytest.mark.parametrize("value", [None, set(), ()])
def test_no_special_tokens_may_be_allowed(value: Any) -> None:
    splitter = WordTextSplitter.from_tiktoken_encoder(
        allowed_special=value, disallowed_special=value or (), length_function=None
    )
    assert splitter.split_text("a b") == ["a", "b"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("allowed_special", {"<|endoftext|>"}), ("disallowed_special", {"<|x|>"})],
)
def test_special_tokens_have_no_meaning(name: str, value: Any) -> None:
    with pytest.raises(ArgumentError, match=f"{name} has no meaning"):
        WordTextSplitter.from_tiktoken_encoder(**{name: value}, length_function=None)


def test_the_constructors_pass_the_other_arguments_on() -> None:
    splitter = WordTextSplitter.from_tiktoken_encoder(
        length_function=None, chunk_size=9, chunk_overlap=2, add_start_index=False
    )
    assert (splitter.limit, splitter._chunk_overlap) == (9, 2)
    (document,) = splitter.create_documents(["a"])
    assert "start_index" not in document.metadata


@pytest.mark.parametrize(
    ("make", "limit"),
    [
        (MarkdownFragmentTextSplitter, None),
        (lambda: MarkdownFragmentTextSplitter(7), 7),
        (MarkdownTokenTextSplitter, 800),
        (lambda: RecursiveCharacterTextSplitter(chunk_size=50), 50),
    ],
)
def test_a_limit_is_the_size_that_was_given(
    make: Callable[[], ChunkTextSplitter], limit: int | None
) -> None:
    assert make().limit == limit


def test_the_measure_is_the_splitters() -> None:
    by_words = MarkdownTokenTextSplitter(9, length_function=lambda t: len(t.split()))
    assert by_words.measure("three short words") == 3
    assert RecursiveCharacterTextSplitter().measure is len


@pytest.mark.parametrize("name", ["limit", "measure", "heading_keys"])
def test_what_a_splitter_goes_by_is_read_only(name: str) -> None:
    splitters = MarkdownTokenTextSplitter(), RecursiveCharacterTextSplitter()
    for splitter in splitters:
        with pytest.raises(AttributeError):
            setattr(splitter, name, getattr(splitter, name))


def test_the_base_alone_adds_the_fewest_public_names() -> None:
    public = {name for name in dir(ChunkTextSplitter) if not name.startswith("_")}
    assert public - set(dir(TextSplitter)) == {
        "as_runnable",
        "asplit_documents",
        "heading_keys",
        "lazy_split_documents",
        "limit",
        "measure",
        "split_chunks",
    }


@pytest.mark.parametrize(
    "splitter",
    [
        WordTextSplitter(),
        MarkdownTokenTextSplitter(8),
        RecursiveCharacterTextSplitter(chunk_size=2, add_start_index=True),
    ],
    ids=lambda splitter: type(splitter).__name__,
)
def test_what_the_base_keeps_every_splitter_has(splitter: ChunkTextSplitter) -> None:
    """A constructor that calls another than the next would leave something out."""
    for name in ("_metadata_options", "_show_progress", "limit", "measure"):
        assert hasattr(splitter, name)
    assert splitter._metadata_options.add_start_index


def test_documents_of_each_are_numbered_by_whoever_asks() -> None:
    splitter = WordTextSplitter(add_ids=True)
    documents = [Document("a a", metadata={"source": "s"}), Document("a", id="7")]
    found = list(split_each(splitter, read_sources(documents)))
    assert [source.position for source, _ in found] == [0, 1]
    hashes = [it.id for _, each in found if isinstance(each, list) for it in each]
    assert hashes[0] == hashes[1] != hashes[2]
