"""RecursiveCharacterTextSplitter: a subclass's methods are called as LangChain does."""

import asyncio
import uuid
from collections.abc import Callable, Iterator, Mapping
from types import MethodType
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_text_splitters import Language
from langchain_text_splitters import RecursiveCharacterTextSplitter as LangChainSplitter

from langchain_mdsplit import MarkdownFragmentTextSplitter
from langchain_mdsplit import RecursiveCharacterTextSplitter as OurSplitter
from langchain_mdsplit.documents.attempts import result_of
from langchain_mdsplit.documents.identity import IdCounter
from langchain_mdsplit.documents.reading import read_sources
from langchain_mdsplit.errors import ArgumentError
from langchain_mdsplit.splitters.base import split_each

Row = tuple[str, dict[Any, Any]]
TEXTS = ("one two three\n\nfour five six", "one two", "")


def sources() -> list[Document]:
    return [Document(text, metadata={"tags": [n]}) for n, text in enumerate(TEXTS)]


def rows(documents: Any) -> list[Row]:
    return [(document.page_content, document.metadata) for document in documents]


ENTRIES: Mapping[str, Callable[[Any], Any]] = {
    "split_text": lambda splitter: splitter.split_text(TEXTS[0]),
    "create_documents": lambda splitter: rows(
        splitter.create_documents(list(TEXTS), [{"tags": [n]} for n in range(3)])
    ),
    "create_documents without metadatas": lambda splitter: rows(
        splitter.create_documents(list(TEXTS))
    ),
    "split_documents": lambda splitter: rows(splitter.split_documents(iter(sources()))),
    "split no documents": lambda splitter: rows(splitter.split_documents([])),
    "transform_documents": lambda splitter: rows(
        splitter.transform_documents(sources())
    ),
    "atransform_documents": lambda splitter: rows(
        asyncio.run(splitter.atransform_documents(sources()))
    ),
}


def marked(name: str, result: Any) -> Any:
    """Return a method's result so that it shows that it has been changed."""
    if name == "_join_docs":
        return f"{result}!"
    if name in STEPS:
        return [*result, f"{len(result)} before"]
    for document in result:
        document.metadata["calls"] = document.metadata.get("calls", 0) + 1
    return [*result, Document(f"{len(result)} before")]


def changed(base: type, name: str, calls: list[Any]) -> Callable[..., Any]:
    """Return a method that keeps its arguments and marks the result of its base's."""

    def method(self: Any, *arguments: Any, **named: Any) -> Any:
        calls.append((name, len(arguments), sorted(named)))
        return marked(name, getattr(base, name)(self, *arguments, **named))

    return method


STEPS = ("_split_text", "_merge_splits", "_join_docs", "split_text")
METHODS = (*STEPS, "create_documents", "split_documents", "transform_documents")


def outcome(
    base: type, name: str, entry: str, options: Mapping[str, Any], *, of_object: bool
) -> tuple[Any, list[Any]]:
    """Return what comes of a changed method, and how it was called."""
    calls: list[Any] = []
    method = changed(base, name, calls)
    cls = base if of_object else type("Mine", (base,), {name: method})
    splitter = cls(chunk_size=9, chunk_overlap=4, **options)
    if of_object:
        setattr(splitter, name, MethodType(method, splitter))
    return ENTRIES[entry](splitter), calls


@pytest.mark.parametrize("of_object", [False, True])
@pytest.mark.parametrize("add_start_index", [False, True])
@pytest.mark.parametrize("name", METHODS)
def test_methods_are_called_as_langchain_calls_them(
    name: str, *, add_start_index: bool, of_object: bool
) -> None:
    called = 0
    for entry in ENTRIES:
        theirs, ours = (
            outcome(
                base,
                name,
                entry,
                {"add_start_index": add_start_index},
                of_object=of_object,
            )
            for base in (LangChainSplitter, OurSplitter)
        )
        if add_start_index and name not in STEPS:  # our own offsets say more
            theirs, ours = map(without_places, (theirs, ours))
        assert ours == theirs, entry
        called += len(theirs[1])
    assert called


def without_places(found: tuple[Any, list[Any]]) -> tuple[Any, list[Any]]:
    """Return an outcome without the offsets of its chunks."""
    keys = {"start_index", "end_index", "content_offset"}
    return [
        row
        if isinstance(row, str)
        else (row[0], {key: row[1][key] for key in row[1] if key not in keys})
        for row in found[0]
    ], found[1]


def test_separators_of_a_language_are_the_subclasss() -> None:
    def separators(language: Language) -> list[str]:
        return ["-"] if language is Language.PYTHON else []

    text = "a-b def c"
    found = []
    for base in (LangChainSplitter, OurSplitter):
        methods = {"get_separators_for_language": staticmethod(separators)}
        cls: Any = type("Mine", (base,), methods)
        options = {"chunk_size": 2, "chunk_overlap": 0}
        splitter = cls.from_language(Language.PYTHON, **options)
        assert type(splitter) is cls
        found.append(splitter.split_text(text))
    assert found[0] == found[1] == ["a", "-b def c"]


class Tagged(OurSplitter):
    """Says of each chunk in which call it was made."""

    calls = 0

    def create_documents(self, texts: Any, metadatas: Any = None) -> list[Document]:
        self.calls += 1
        documents = super().create_documents(texts, metadatas)
        for document in documents:
            document.metadata["call"] = self.calls
        return documents


def lazily(splitter: Any, documents: Any, workers: int = 1) -> list[Document]:
    return list(splitter.lazy_split_documents(documents, workers=workers))


def test_lazily_one_document_is_created_at_a_time() -> None:
    read = []

    def documents() -> Iterator[Document]:
        for number, document in enumerate(sources()):
            read.append(number)
            yield document

    splitter = Tagged(chunk_size=9, chunk_overlap=0)
    chunks = splitter.lazy_split_documents(documents())
    assert next(chunks).metadata == {"tags": [0], "call": 1}
    assert read == [0]
    assert [chunk.metadata["call"] for chunk in chunks] == [1, 1, 1, 2]
    assert splitter.calls == 3


@pytest.mark.parametrize("workers", [1, 2])
def test_lazily_the_same_from_any_number_of_workers(workers: int) -> None:
    expected = rows(lazily(Tagged(chunk_size=9, chunk_overlap=0), sources()))
    splitter = Tagged(chunk_size=9, chunk_overlap=0)
    assert rows(lazily(splitter, sources(), workers)) == expected
    with pytest.raises(ArgumentError, match="workers"):
        lazily(splitter, sources(), workers=0)


def test_an_error_names_the_document_it_is_about() -> None:
    class Failing(OurSplitter):
        def create_documents(self, texts: Any, metadatas: Any = None) -> list[Document]:
            if "four" in texts[0]:
                raise KeyError(metadatas[0]["source"])
            return []

    documents = [Document("one", metadata={"source": "a"})]
    documents.append(Document("four", metadata={"source": "b"}))
    with pytest.raises(KeyError) as caught:
        lazily(Failing(), documents)
    assert caught.value.__notes__ == ["while splitting document 1 (source: 'b')"]


@pytest.mark.parametrize("name", ["split_text", "_split_text", "create_documents"])
def test_ids_are_counted_over_all_documents(name: str) -> None:
    same = [Document("one two", metadata={"source": "a"}) for _ in range(3)]
    options: Any = {"chunk_size": 9, "chunk_overlap": 0, "add_ids": True}
    expected = [
        document.id for document in OurSplitter(**options).split_documents(same)
    ]

    def method(self: Any, *arguments: Any, **named: Any) -> Any:
        return getattr(OurSplitter, name)(self, *arguments, **named)

    splitter: Any = type("Mine", (OurSplitter,), {name: method})(**options)
    assert [document.id for document in splitter.split_documents(same)] == expected
    assert [document.id for document in lazily(splitter, same)] == expected
    assert len({uuid.UUID(document_id) for document_id in expected if document_id}) == 3


def test_chunks_of_ours_are_created_from_what_they_hold_of_their_source() -> None:
    text = "# Tea\n\nBoil water, then steep."
    parents = MarkdownFragmentTextSplitter().split_documents([Document(text)])
    options: Any = {"chunk_size": 12, "chunk_overlap": 0, "add_start_index": True}
    expected = rows(OurSplitter(**options).split_documents(parents))
    found = rows(Tagged(**options).split_documents(parents))
    assert [(text, {**metadata, "call": 1}) for text, metadata in expected] == found
    assert len(found) == 3


def test_a_progress_bar_is_shown_once(capsys: pytest.CaptureFixture[str]) -> None:
    Tagged(show_progress=True).split_documents(sources())
    assert capsys.readouterr().err.count("3/3") == 1


@pytest.mark.parametrize("add_ids", [False, True])
def test_documents_that_are_split_each_are_created_too(*, add_ids: bool) -> None:
    options: Any = {"chunk_size": 9, "chunk_overlap": 0, "add_ids": add_ids}
    found = [
        IdCounter().number(result_of(each))
        for _, each in split_each(Tagged(**options), read_sources(sources()))
    ]
    alone = [OurSplitter(**options).split_documents([it]) for it in sources()]
    assert [[it.id for it in each] for each in found] == [
        [it.id for it in each] for each in alone
    ]
    assert [it.metadata["call"] for each in found for it in each] == [1, 1, 1, 1, 2]
