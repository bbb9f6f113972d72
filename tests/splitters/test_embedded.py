"""What embeddings raise reaches whoever splits: called or awaited, in all ways."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings

from langchain_mdsplit import SemanticChunker
from langchain_mdsplit.errors import EmbeddingError

TEXT = "# Tea\n\nOne. Two. Three. Four.\n\n# Coffee\n\nFive. Six."


class Raising(Embeddings):
    """Raises at the second batch."""

    def __init__(self, error: BaseException) -> None:
        self.error = error
        self.calls = 0

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.calls += 1
        if self.calls == 2:
            raise self.error
        return [[1.0, 0.0] for _ in texts]

    def embed_query(self, text: str) -> list[float]:
        raise NotImplementedError(text)


class RaisingAwaited(Raising):
    """Raises in a coroutine of its own."""

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        return self.embed_documents(texts)


CALLED: Mapping[str, Callable[[SemanticChunker], Any]] = {
    "texts": lambda chunker: chunker.split_text(TEXT),
    "chunks": lambda chunker: chunker.split_chunks(TEXT),
    "analysis": lambda chunker: chunker.analyze(TEXT),
    "documents": lambda chunker: chunker.create_documents([TEXT, TEXT]),
    "lazily": lambda chunker: list(
        chunker.lazy_split_documents([Document(page_content=TEXT)])
    ),
    "runnable": lambda chunker: chunker.as_runnable().invoke(TEXT),
}
AWAITED: Mapping[str, Callable[[SemanticChunker], Any]] = {
    "documents": lambda chunker: chunker.asplit_documents(
        [Document(page_content=TEXT)]
    ),
    "transformed": lambda chunker: chunker.atransform_documents(
        [Document(page_content=TEXT)]
    ),
    "runnable": lambda chunker: chunker.as_runnable().ainvoke(TEXT),
}


def chunker_of(embeddings: Embeddings) -> SemanticChunker:
    return SemanticChunker(embeddings, batch_size=3)


def run(way: Callable[[SemanticChunker], Any], chunker: SemanticChunker) -> Any:
    """Await what a way to split returns."""

    async def awaited() -> Any:
        return await way(chunker)

    return asyncio.run(awaited())


ERRORS = (
    ValueError("own"),
    RuntimeError("own"),
    KeyError("own"),
    StopAsyncIteration("own"),
    EmbeddingError("own"),
    ConnectionError("own"),
)


@pytest.mark.parametrize("error", ERRORS, ids=repr)
@pytest.mark.parametrize("way", CALLED)
def test_own_errors_pass_unchanged(way: str, error: Exception) -> None:
    with pytest.raises(type(error)) as caught:
        CALLED[way](chunker_of(Raising(error)))
    assert caught.value is error


@pytest.mark.parametrize("error", ERRORS, ids=repr)
@pytest.mark.parametrize("kind", [Raising, RaisingAwaited])
@pytest.mark.parametrize("way", AWAITED)
def test_own_errors_pass_unchanged_where_awaited(
    way: str, kind: type[Raising], error: Exception
) -> None:
    with pytest.raises(type(error)) as caught:
        run(AWAITED[way], chunker_of(kind(error)))
    assert caught.value is error


def check_stopped(split: Callable[[], Any], error: StopIteration) -> None:
    """Check that a StopIteration can be told from others."""
    message = r"raised StopIteration for batch 2, which begins 'Three\.'"
    with pytest.raises(EmbeddingError, match=message) as caught:
        split()
    assert caught.value.__cause__ is error


@pytest.mark.parametrize("way", CALLED)
def test_a_stop_is_an_error_of_the_embeddings(way: str) -> None:
    """Where it passed a generator, it became a RuntimeError about that."""
    error = StopIteration("own")
    check_stopped(partial(CALLED[way], chunker_of(Raising(error))), error)


@pytest.mark.parametrize("kind", [Raising, RaisingAwaited])
@pytest.mark.parametrize("way", AWAITED)
def test_a_stop_is_an_error_of_the_embeddings_where_awaited(
    way: str, kind: type[Raising]
) -> None:
    error = StopIteration("own")
    check_stopped(partial(run, AWAITED[way], chunker_of(kind(error))), error)


def test_what_embeddings_return_is_checked() -> None:
    class Unordered(Raising):
        def embed_documents(self, texts: list[str]) -> Any:
            return {(float(place),) for place in range(len(texts))}

    chunker = chunker_of(Unordered(ValueError()))
    with pytest.raises(EmbeddingError, match="got a set for the 3 texts of batch 1"):
        chunker.split_text(TEXT)


class Encoding(Raising):
    """Keeps the texts that it is given, which UTF-8 has to hold, as models need it."""

    def __init__(self) -> None:
        super().__init__(ValueError())
        self.texts: list[str] = []

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.texts += texts
        return [[float(len(text.encode())), 1.0] for text in texts]


@pytest.mark.parametrize("way", [*CALLED, *AWAITED])
def test_surrogates_reach_no_embeddings(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "TEXT", "# T \udc80\n\nA \ud800 b. C.")
    embeddings = Encoding()
    chunker = SemanticChunker(embeddings)
    if way in CALLED:
        CALLED[way](chunker)
    else:
        run(AWAITED[way], chunker)
    once = ["# T \ufffd", "A \ufffd b.", "C."]
    assert embeddings.texts == once * (len(embeddings.texts) // 3)
    assert embeddings.texts


def test_surrogates_stay_in_chunks_and_units() -> None:
    text = "# T \udc80\n\nA \ud800 b. C."
    analysis = SemanticChunker(Encoding()).analyze(text)
    assert [chunk.text for chunk in analysis.chunks] == [text]
    assert [unit.text for unit in analysis.units] == ["# T \udc80", "A \ud800 b.", "C."]
