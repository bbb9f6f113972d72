"""What `markdown_search` answers: where a query's words or meaning are found."""

from collections.abc import Sequence
from threading import Lock
from typing import Any, NamedTuple

from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.runnables.config import run_in_executor
from langchain_core.vectorstores import InMemoryVectorStore, VectorStore

from langchain_mdsplit.tools.answers import Answer
from langchain_mdsplit.tools.hits import Hit, find_hit
from langchain_mdsplit.tools.indexes import (
    NO_WORD_SEARCH,
    ChunkIndex,
    VectorIndex,
    WordIndex,
    has_word_search,
)
from langchain_mdsplit.tools.library import MarkdownLibrary
from langchain_mdsplit.tools.pieces import cut_documents
from langchain_mdsplit.tools.reading import SectionReader
from langchain_mdsplit.tools.wording import (
    OUTLINE,
    READ,
    call,
    clip_number,
    encode,
    page_text,
)
from langchain_mdsplit.tools.words import read_words

MOST_HITS = 20
"""The most hits that a search returns."""

_PLACE = ("document", "label", "page", "lines")
_SMALLEST_SHARE = 4  # of a chunk's limit: shorter chunks are merged


class SearchOptions(NamedTuple):
    """What is searched, and how.

    Attributes:
        chunk_size: How long the chunks may be that are found (tokens).
        embeddings: Embeds chunks and queries, for search by meaning.
        vector_store: Holds the chunks, for search by meaning.
    """

    chunk_size: int
    embeddings: Embeddings | None
    vector_store: VectorStore | None

    @property
    def is_by_words(self) -> bool:
        """Whether words are compared, because there are no vectors."""
        return self.embeddings is None and self.vector_store is None


class ChunkSearcher:
    """Searches the chunks of documents, which are cut at the first search.

    Args:
        library: The documents.
        reader: Tells on which page of its section a passage stands.
        options: What is searched, and how.
    """

    def __init__(
        self, library: MarkdownLibrary, reader: SectionReader, options: SearchOptions
    ) -> None:
        self._library = library
        self._reader = reader
        self._options = options
        self._lock = Lock()
        self._chunks: list[Document] = []
        self._index: ChunkIndex | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what was given; the index is built again."""
        return type(self), (self._library, self._reader, self._options)

    def search(self, query: str, k: int) -> Answer:
        """Return the best hits of a query.

        Args:
            query: What to look for.
            k: How many hits at most.

        Returns:
            The hits; the artifact is the list of their chunks.

        Raises:
            ToolException: The query is blank, k is below 1, or there is nothing to
                search with.
        """
        most, note = self._check(query, k)
        found = self._built_index().find(query, most)
        return self._answer(query, found, note)

    async def asearch(self, query: str, k: int) -> Answer:
        """Return the best hits of a query, without blocking.

        Args:
            query: What to look for.
            k: How many hits at most.

        Returns:
            The hits; the artifact is the list of their chunks.

        Raises:
            ToolException: The query is blank, k is below 1, or there is nothing to
                search with.
        """
        most, note = self._check(query, k)
        index = await run_in_executor(None, self._built_index)
        found = await index.afind(query, most)
        return await run_in_executor(None, self._answer, query, found, note)

    def _check(self, query: str, k: int) -> tuple[int, str | None]:
        """Return how many hits to look for, and a note where that is not k."""
        if self._options.is_by_words and not has_word_search():
            msg = f"{NO_WORD_SEARCH}. Use {call(OUTLINE)} and {READ} instead."
            raise self._library.limit.refusal(msg)
        if not query.strip():
            msg = f"query is empty: give words to look for, or call {call(OUTLINE)}."
            raise self._library.limit.refusal(msg)
        if k < 1:
            msg = f"k must be 1 to {MOST_HITS}, got {page_text(k)}."
            raise self._library.limit.refusal(msg)
        return clip_number("k", k, MOST_HITS)

    def _built_index(self) -> ChunkIndex:
        """Return the index, built at the first search."""
        with self._lock:
            if self._index is None:
                self._chunks = self._cut()
                self._index = self._build()
            return self._index

    def _cut(self) -> list[Document]:
        """Return the chunks of all documents, with ids that stay the same."""
        options, size = self._library.options, self._options.chunk_size
        documents = [source.as_document() for source in self._library.sources]
        smallest = size // _SMALLEST_SHARE
        return cut_documents(documents, size, options.counter, options, smallest)

    def _build(self) -> ChunkIndex:
        """Return an index of the chunks."""
        store = self._options.vector_store
        if self._options.embeddings is not None:
            store = InMemoryVectorStore(self._options.embeddings)
        if store is not None:
            return VectorIndex(store, self._chunks)
        return WordIndex([chunk.page_content for chunk in self._chunks])

    def _answer(self, query: str, found: Sequence[int], note: str | None) -> Answer:
        """Return as many of the hits as fit; if none does, the place of the first."""
        words, limit = frozenset(read_words(query)), self._library.limit
        hits = [find_hit(self._library, self._chunks[at], words) for at in found]
        shown = list(map(self._shown, hits))
        places = [{key: hit[key] for key in _PLACE} for hit in shown[:1]]
        shorter = [shown[:count] for count in range(len(shown), 0, -1)]
        for tried in [*shorter, places]:
            content = self._content(tried, len(shown) - len(tried), note)
            if limit.counter(content) <= limit.max_tokens:
                break
        return Answer(content, [hit.as_document() for hit in hits[: len(tried)]])

    def _shown(self, hit: Hit) -> dict[str, Any]:
        """Return what is shown of a hit."""
        limit, section = self._library.limit, hit.source.entries[hit.position].section
        return {
            "document": hit.source.name,
            "label": section.label,
            "page": self._reader.page_at(hit.source, hit.position, hit.first_word),
            "heading_path": limit.clip_path(section.titles),
            "lines": hit.lines,
            "snippet": hit.snippet(limit),
        }

    def _content(
        self, shown: Sequence[dict[str, Any]], omitted: int, note: str | None
    ) -> str:
        """Return the answer that shows some hits."""
        answer: dict[str, Any] = {"hits": list(shown)}
        if omitted:
            answer["omitted"] = omitted
        if note:
            answer["note"] = note
        if not shown:
            advice = f"no hit: use other words, or call {call(OUTLINE)}"
            return encode(answer | {"next": advice})
        first = shown[0]
        document = None if self._library.is_single else first["document"]
        page = None if first["page"] == 1 else first["page"]
        read = call(READ, label=first["label"], document=document, page=page)
        return encode(answer | {"next": f"{read} reads the first hit"})
