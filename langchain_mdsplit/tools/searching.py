"""What `markdown_search` answers: where a query's words or meaning are found."""

import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from threading import Lock
from typing import Any, NamedTuple

from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.runnables.config import run_in_executor
from langchain_core.vectorstores import InMemoryVectorStore, VectorStore

from langchain_mdsplit.markdown.heading_path import join_heading_path
from langchain_mdsplit.splitters.identity import IdCounter, source_id
from langchain_mdsplit.tools.answers import (
    OUTLINE,
    READ,
    Answer,
    call,
    encode,
    page_text,
)
from langchain_mdsplit.tools.indexes import ChunkIndex, VectorIndex, WordIndex
from langchain_mdsplit.tools.library import MarkdownLibrary, MarkdownSource
from langchain_mdsplit.tools.pieces import cut_pieces
from langchain_mdsplit.tools.reading import SectionReader
from langchain_mdsplit.tools.words import best_passage, read_words

MOST_HITS = 20
"""The most hits that a search returns."""

_VISIBLE = re.compile(r"\S")
_SNIPPET = 64  # tokens
_SNIPPET_SHARE = 6  # a snippet may take a sixth of an answer
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


class Hit(NamedTuple):
    """A place that a search found.

    Attributes:
        chunk: The chunk.
        source: The document.
        position: The innermost section in which the passage stands.
        passage: Where the passage begins in the document.
        snippet: Its beginning.
    """

    chunk: Document
    source: MarkdownSource
    position: int
    passage: int
    snippet: str


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
            ToolException: The query is blank, or k no number of hits.
        """
        self._check(query, k)
        index = self._built_index()
        return self._answer(query, index.find(query, min(k, MOST_HITS)))

    async def asearch(self, query: str, k: int) -> Answer:
        """Return the best hits of a query, without blocking.

        Args:
            query: What to look for.
            k: How many hits at most.

        Returns:
            The hits; the artifact is the list of their chunks.

        Raises:
            ToolException: The query is blank, or k no number of hits.
        """
        self._check(query, k)
        index = await run_in_executor(None, self._built_index)
        found = await index.afind(query, min(k, MOST_HITS))
        return await run_in_executor(None, self._answer, query, found)

    def _check(self, query: str, k: int) -> None:
        """Raise where there is nothing to look for."""
        if not query.strip():
            msg = f"query is empty: give words to look for, or call {call(OUTLINE)}."
            raise self._library.limit.refusal(msg)
        if k < 1:
            msg = f"k must be 1 to {MOST_HITS}, got {page_text(k)}."
            raise self._library.limit.refusal(msg)

    def _built_index(self) -> ChunkIndex:
        """Return the index, built at the first search."""
        with self._lock:
            if self._index is None:
                self._chunks = list(self._cut())
                self._index = self._build()
            return self._index

    def _cut(self) -> Iterator[Document]:
        """Yield the chunks of all documents, with ids that stay the same."""
        options, size = self._library.options, self._options.chunk_size
        smallest = size // _SMALLEST_SHARE
        ids = IdCounter()
        for source in self._library.sources:
            origin = source_id(source.metadata, source.name, source.text)
            pieces = cut_pieces(source.text, size, options.counter, options, smallest)
            for position, piece in enumerate(pieces):
                path = join_heading_path(piece.headings)
                own = source.text[piece.start_index : piece.end_index]
                metadata = deepcopy(source.metadata) | {
                    "document": source.name,
                    "chunk_index": position,
                    "start_index": piece.start_index,
                    "end_index": piece.end_index,
                    "content_offset": piece.content_offset,
                    "token_count": piece.token_count,
                    "heading_path": path,
                    "label": piece.label,
                }
                yield Document(
                    id=ids.next_id(origin, path, own),
                    page_content=piece.text,
                    metadata=metadata,
                )

    def _build(self) -> ChunkIndex:
        """Return an index of the chunks."""
        store = self._options.vector_store
        if self._options.embeddings is not None:
            store = InMemoryVectorStore(self._options.embeddings)
        if store is not None:
            return VectorIndex(store, self._chunks)
        return WordIndex([chunk.page_content for chunk in self._chunks])

    def _answer(self, query: str, found: Sequence[int]) -> Answer:
        """Return the hits, as many of them as fit."""
        words = frozenset(read_words(query))
        hits = [self._hit(position, words) for position in found]
        shown = [self._shown(hit) for hit in hits]
        for count in range(len(shown), 0, -1):
            content = self._content(shown[:count], len(shown) - count)
            if self._library.limit.counter(content) <= self._library.limit.max_tokens:
                return Answer(content, [self._artifact(hit) for hit in hits[:count]])
        return Answer(self._content([], 0), [])

    def _hit(self, found: int, words: frozenset[str]) -> Hit:
        """Return the place that is meant by a chunk that was found."""
        chunk = self._chunks[found]
        source = self._library.by_name[chunk.metadata["document"]]
        start, end = chunk.metadata["start_index"], chunk.metadata["end_index"]
        passage = start + best_passage(source.text[start:end], words)
        visible = _VISIBLE.search(source.text, passage)
        position = source.section_at(visible.start() if visible else passage)
        end = min(end, source.own_end(position))
        limit = self._library.limit
        snippet = limit.excerpt(
            source.text[passage:end], min(_SNIPPET, limit.max_tokens // _SNIPPET_SHARE)
        ).rstrip()
        return Hit(chunk, source, position, passage, snippet)

    def _shown(self, hit: Hit) -> dict[str, Any]:
        """Return what is shown of a hit."""
        chunk, source, position, passage, snippet = hit
        section = source.entries[position].section
        end = min(chunk.metadata["end_index"], source.own_end(position))
        last = source.line_at(passage + len(source.text[passage:end].rstrip()) - 1)
        return {
            "document": source.name,
            "label": section.label,
            "page": self._reader.page_at(source, position, passage),
            "heading_path": self._library.limit.clip_path(section.titles),
            "lines": f"{source.line_at(passage)}-{last}",
            "snippet": snippet,
        }

    def _content(self, shown: Sequence[dict[str, Any]], omitted: int) -> str:
        """Return the answer that shows some hits."""
        if not shown:
            advice = f"no hit: use other words, or call {call(OUTLINE)}"
            return encode({"hits": [], "next": advice})
        first = shown[0]
        document = None if self._library.is_single else first["document"]
        page = None if first["page"] == 1 else first["page"]
        answer: dict[str, Any] = {"hits": list(shown)}
        if omitted:
            answer["omitted"] = omitted
        read = call(READ, label=first["label"], document=document, page=page)
        return encode(answer | {"next": f"{read} reads the first hit"})

    def _artifact(self, hit: Hit) -> Document:
        """Return the chunk of a hit, with where it stands."""
        metadata = hit.chunk.metadata
        start, end = metadata["start_index"], metadata["end_index"]
        titles = hit.source.entries[hit.position].section.titles
        place = {
            "label": hit.source.entries[hit.position].section.label,
            "heading_path": join_heading_path(titles),
            "line": hit.source.line_at(start),
            "end_line": hit.source.line_at(max(start, end - 1)),
        }
        return Document(
            id=hit.chunk.id,
            page_content=hit.chunk.page_content,
            metadata=deepcopy(metadata) | place,
        )
