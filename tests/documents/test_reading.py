"""What several Documents are called in errors, whoever raises, in all ways to split."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from threading import Lock
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings

from langchain_mdsplit import (
    HeadingTooLongError,
    MarkdownFragmentTextSplitter,
    MarkdownSectionTextSplitter,
    MarkdownTokenTextSplitter,
    RecursiveCharacterTextSplitter,
    SemanticChunker,
)
from langchain_mdsplit.documents.reading import place_note, read_sources
from langchain_mdsplit.documents.sources import DocumentSource
from langchain_mdsplit.errors import (
    ArgumentTypeError,
    EmbeddingError,
    LimitTooSmallError,
)
from langchain_mdsplit.splitters.base import ChunkTextSplitter, split_each

TEXTS = (
    "# A\n\none two",
    "",
    "# B\n\nthree",
    "# C\n\nraise it",
    "four",
    "raise it again",
)
NOTE = "while splitting document 3 (source: '3.md')"


def documents() -> list[Document]:
    return [
        Document(text, metadata={"source": f"{n}.md"}) for n, text in enumerate(TEXTS)
    ]


def strict_length(text: str) -> int:
    """Return a text's length; raise where it says so."""
    if "raise" in text:
        raise LookupError(text)
    return len(text)


def strict_sentences(text: str) -> list[tuple[int, int]]:
    """Return a text as one sentence; raise where it says so."""
    return [(0, strict_length(text))]


class StrictEmbeddings(Embeddings):
    """Embeds texts by their lengths; raises where one says so."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.batches.append(texts)
        return [[float(strict_length(text)), 1.0] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


class ShortEmbeddings(StrictEmbeddings):
    """Returns what is no vector of a text that says so."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.batches.append(texts)
        return [[float("nan" if "raise" in text else 1), 1.0] for text in texts]


STRICT: dict[str, Any] = {"length_function": strict_length}
RAISING: Mapping[str, Callable[[], ChunkTextSplitter]] = {
    "token": lambda: MarkdownTokenTextSplitter(99, **STRICT),
    "token, sentences": lambda: MarkdownTokenTextSplitter(
        8, length_function=len, sentence_splitter=strict_sentences
    ),
    "section": lambda: MarkdownSectionTextSplitter(99, **STRICT),
    "fragment": lambda: MarkdownFragmentTextSplitter(99, **STRICT),
    "recursive": lambda: RecursiveCharacterTextSplitter(chunk_size=9, **STRICT),
    "semantic, length": lambda: SemanticChunker(
        WorkingEmbeddings(), chunk_size=99, **STRICT
    ),
    "semantic, sentences": lambda: SemanticChunker(
        WorkingEmbeddings(), sentence_splitter=strict_sentences
    ),
    "semantic, embeddings": lambda: SemanticChunker(StrictEmbeddings()),
    "semantic, batches of two": lambda: SemanticChunker(
        StrictEmbeddings(), batch_size=2
    ),
    "semantic, vectors": lambda: SemanticChunker(ShortEmbeddings()),
}


class WorkingEmbeddings(StrictEmbeddings):
    """Embeds any text."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[float(len(text)), 1.0] for text in texts]


WAYS: Mapping[str, Callable[[ChunkTextSplitter], Any]] = {
    "split": lambda splitter: splitter.split_documents(documents()),
    "split an iterator": lambda splitter: splitter.split_documents(iter(documents())),
    "split async": lambda splitter: asyncio.run(splitter.asplit_documents(documents())),
    "transform": lambda splitter: splitter.transform_documents(documents()),
    "transform async": lambda splitter: asyncio.run(
        _awaited(splitter.atransform_documents, documents())
    ),
    "chain": lambda splitter: splitter.as_runnable().invoke(documents()),
    "chain async": lambda splitter: asyncio.run(
        splitter.as_runnable().ainvoke(documents())
    ),
    "lazily": lambda splitter: list(splitter.lazy_split_documents(documents())),
}


async def _awaited(method: Callable[..., Any], *arguments: Any) -> Any:
    """Return what an awaitable that is no coroutine returns."""
    return await method(*arguments)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", RAISING)
def test_an_error_names_the_document_it_is_about(name: str, way: str) -> None:
    with pytest.raises((LookupError, EmbeddingError)) as caught:
        WAYS[way](RAISING[name]())
    assert caught.value.__notes__ == [NOTE]
    assert "raise" in str(caught.value)


@pytest.mark.parametrize("name", RAISING)
def test_an_error_of_texts_names_the_text(name: str) -> None:
    with pytest.raises((LookupError, EmbeddingError)) as caught:
        RAISING[name]().create_documents(list(TEXTS))
    assert caught.value.__notes__ == ["while splitting text 3 (source: None)"]


@pytest.mark.parametrize("name", RAISING)
def test_those_before_and_after_it_are_split(name: str) -> None:
    found = [
        "raised" if isinstance(each, Exception) else [it.page_content for it in each]
        for _, each in split_each(RAISING[name](), read_sources(documents()))
    ]
    expected = [RAISING[name]().split_text(text) for text in (*TEXTS[:3], TEXTS[4])]
    assert found == [*expected[:3], "raised", expected[3], "raised"]


@pytest.mark.parametrize("name", RAISING)
def test_an_error_about_one_text_has_no_note(name: str) -> None:
    with pytest.raises((LookupError, EmbeddingError)) as caught:
        RAISING[name]().split_text(TEXTS[3])
    assert not hasattr(caught.value, "__notes__")


def test_an_error_of_ours_names_the_document_it_is_about() -> None:
    given = [Document("a"), Document("```" + "x" * 50 + "\ncode\n```", id="7")]
    splitter = MarkdownTokenTextSplitter(4, length_function=len)
    with pytest.raises(LimitTooSmallError) as caught:
        splitter.split_documents(given)
    assert caught.value.__notes__ == ["while splitting document 1 (source: '7')"]


def test_metadata_that_cannot_be_copied_is_named() -> None:
    given = [Document("a"), Document("b", metadata={"source": "b", "own": Lock()})]
    for splitter in (MarkdownTokenTextSplitter(), RecursiveCharacterTextSplitter()):
        with pytest.raises(TypeError, match="pickle") as caught:
            splitter.split_documents(given)
        assert caught.value.__notes__ == ["while splitting document 1 (source: 'b')"]


@pytest.mark.parametrize("source", ["tea.md", None])
def test_an_error_about_a_heading_names_the_source(source: str | None) -> None:
    metadata = {} if source is None else {"source": source}
    long = Document(f"# {'tea ' * 9}\n\n{'Steep it. ' * 9}", metadata=metadata)
    splitter = MarkdownTokenTextSplitter(40, length_function=len)
    with pytest.raises(HeadingTooLongError) as caught:
        splitter.split_documents([Document("a"), long])
    end = "position 0" if source is None else "position 0 in tea.md"
    assert str(caught.value).endswith(end)
    note = f"while splitting document 1 (source: {source!r})"
    assert caught.value.__notes__ == [note]


def test_together_nothing_is_asked_for_twice() -> None:
    embeddings = StrictEmbeddings()
    SemanticChunker(embeddings).split_documents(documents()[:3])
    assert len(embeddings.batches) == 1


def test_an_embedder_that_is_down_is_asked_once_more() -> None:
    class Down(StrictEmbeddings):
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            self.batches.append(texts)
            raise ConnectionError

    embeddings = Down()
    with pytest.raises(ConnectionError) as caught:
        SemanticChunker(embeddings).split_documents(documents())
    assert list(map(len, embeddings.batches)) == [8, 2]
    assert caught.value.__notes__ == ["while splitting document 0 (source: '0.md')"]


def test_a_document_by_itself_is_asked_about_once() -> None:
    asked: list[str] = []

    def count(text: str) -> int:
        asked.append(text)
        return strict_length(text)

    with pytest.raises(LookupError):
        MarkdownTokenTextSplitter(99, length_function=count).split_documents(
            documents()[3:4]
        )
    assert asked == [TEXTS[3]]


def test_an_error_of_the_input_names_no_document() -> None:
    def broken() -> Iterator[Document]:
        yield Document("a")
        msg = "disk"
        raise OSError(msg)

    for name in RAISING:
        for way in ("split_documents", "lazy_split_documents"):
            with pytest.raises(OSError, match="disk") as caught:
                list(getattr(RAISING[name](), way)(broken()))
            assert not hasattr(caught.value, "__notes__")


def test_documents_are_read_when_they_are_asked_for() -> None:
    wrong: Any = [Document("a"), "b"]
    sources = read_sources(wrong)
    assert next(sources).text == "a"
    with pytest.raises(ArgumentTypeError, match=r"^documents\[1\] .*Document"):
        next(sources)


@pytest.mark.parametrize(
    ("source", "note"),
    [
        (DocumentSource("", {}), "while splitting document 0 (source: None)"),
        (DocumentSource("", {}, "7"), "while splitting document 0 (source: '7')"),
        (
            DocumentSource("", {"source": "a"}, "7", position=5, is_text=True),
            "while splitting text 5 (source: 'a')",
        ),
    ],
)
def test_a_note_says_which_it_is(source: DocumentSource, note: str) -> None:
    assert place_note(source) == note
