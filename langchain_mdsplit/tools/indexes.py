"""Indexes of chunks: by words, or in a vector store."""

from collections.abc import Sequence
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from langchain_core.documents import Document
from langchain_core.runnables.config import run_in_executor
from langchain_core.vectorstores import VectorStore

from langchain_mdsplit.text.surrogates import without_surrogates
from langchain_mdsplit.tools.words import read_words

if TYPE_CHECKING:
    from bm25s import BM25

NO_WORD_SEARCH = (
    "search is not set up: it needs bm25s (pip install 'langchain-mdsplit[tools]'), "
    "embeddings or a vector_store"
)
"""What a model is told if there is nothing to search with."""

_MOST_WORDS = 200  # of a query
_BATCH = 1000  # chunks: stores take several thousand at a time
_MOST_ASKED = 8  # times as many results as wanted: of others in the same store


class ChunkIndex(Protocol):
    """Finds chunks by a query."""

    def find(self, query: str, k: int) -> list[int]:
        """Return the positions of the k best chunks, the best first."""

    async def afind(self, query: str, k: int) -> list[int]:
        """Return the positions of the k best chunks, the best first."""


def has_word_search() -> bool:
    """Return whether the library for word search is there."""
    return find_spec("bm25s") is not None


class WordIndex:
    """Ranks chunks by their words with BM25.

    Args:
        texts: The chunks' texts.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._vocabulary: dict[str, int] = {}
        number = self._vocabulary.setdefault
        chunks = [
            [number(word, len(self._vocabulary)) for word in read_words(text)]
            for text in texts
        ]
        self._ranking = self._rank(chunks) if self._vocabulary else None

    def _rank(self, chunks: list[list[int]]) -> "BM25":
        """Return the index of chunks that are lists of word numbers."""
        from bm25s import BM25  # noqa: PLC0415  (an extra)

        ranking = BM25()
        ranking.index(
            (chunks, self._vocabulary), create_empty_token=False, show_progress=False
        )
        return ranking

    def find(self, query: str, k: int) -> list[int]:
        """Return the positions of the k best chunks that share a word with a query.

        Args:
            query: The words to look for.
            k: How many chunks at most.

        Returns:
            Their positions, the best first, equal ones in document order.
        """
        known = {
            self._vocabulary[word]: None
            for word in read_words(query)
            if word in self._vocabulary
        }
        if self._ranking is None or not known:
            return []
        scores = self._ranking.get_scores_from_ids(list(known)[:_MOST_WORDS])
        order = (-scores).argsort(kind="stable")[:k]
        return [int(position) for position in order if scores[position] > 0]

    async def afind(self, query: str, k: int) -> list[int]:
        """Return the positions of the k best chunks, without blocking.

        Args:
            query: The words to look for.
            k: How many chunks at most.

        Returns:
            Their positions, the best first.
        """
        return await run_in_executor(None, self.find, query, k)


class VectorIndex:
    """Finds chunks in a vector store; those that are missing there are added first.

    Args:
        store: The store; it may hold other Documents, too.
        chunks: The chunks, with ids.
    """

    def __init__(self, store: VectorStore, chunks: Sequence[Document]) -> None:
        self._store = store
        self._chunks = chunks
        self._positions = {str(it.id): at for at, it in enumerate(chunks)}
        self._lock = Lock()
        self._is_filled = False

    def find(self, query: str, k: int) -> list[int]:
        """Return the positions of the k chunks nearest to a query.

        Args:
            query: The text to look for.
            k: How many chunks at most.

        Returns:
            Their positions, in the store's order.
        """
        self._fill()
        text, asked = without_surrogates(query), k
        while True:
            results = self._store.similarity_search(text, k=asked)
            found = self._ours(results)
            if _is_enough(len(found), len(results), asked, k):
                return found[:k]
            asked *= 2

    async def afind(self, query: str, k: int) -> list[int]:
        """Return the positions of the k chunks nearest to a query, without blocking.

        Args:
            query: The text to look for.
            k: How many chunks at most.

        Returns:
            Their positions, in the store's order.
        """
        await run_in_executor(None, self._fill)
        text, asked = without_surrogates(query), k
        while True:
            results = await self._store.asimilarity_search(text, k=asked)
            found = self._ours(results)
            if _is_enough(len(found), len(results), asked, k):
                return found[:k]
            asked *= 2

    def _ours(self, results: Sequence[Document]) -> list[int]:
        """Return the positions of the results that are among the present chunks."""
        known = self._positions
        found = [known.get(result.id or "") for result in results]
        return list(dict.fromkeys(at for at in found if at is not None))

    def _fill(self) -> None:
        """Add the chunks that the store lacks; do it once only."""
        with self._lock:
            if self._is_filled:
                return
            held = self._held()
            missing = [chunk for chunk in self._chunks if chunk.id not in held]
            for start in range(0, len(missing), _BATCH):
                batch = list(map(_storable, missing[start : start + _BATCH]))
                self._store.add_documents(batch, ids=[str(it.id) for it in batch])
            self._is_filled = True

    def _held(self) -> set[str]:
        """Return the ids of chunks that the store has; none if it cannot tell."""
        ids = list(self._positions)
        held: set[str] = set()
        try:
            for start in range(0, len(ids), _BATCH):
                found = self._store.get_by_ids(ids[start : start + _BATCH])
                held.update(str(document.id) for document in found)
        except NotImplementedError:
            return set()
        return held


def _storable(chunk: Document) -> Document:
    """Return a copy of a chunk without surrogates, which no store or model can read."""
    metadata = {
        key: without_surrogates(value) if isinstance(value, str) else value
        for key, value in chunk.metadata.items()
    }
    text = without_surrogates(chunk.page_content)
    return Document(id=chunk.id, page_content=text, metadata=metadata)


def _is_enough(found: int, returned: int, asked: int, wanted: int) -> bool:
    """Whether there is no use in asking a store for more."""
    return found >= wanted or returned < asked or asked >= _MOST_ASKED * wanted
