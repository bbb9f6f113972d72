"""Splitters that need the vectors of their units: embedded at once, or awaited."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.runnables.config import run_in_executor

from langchain_mdsplit.counting import Counted, count_together
from langchain_mdsplit.documents.attempts import attempt, attempt_each, result_of
from langchain_mdsplit.documents.excerpts import Excerpt
from langchain_mdsplit.documents.identity import IdCounter
from langchain_mdsplit.documents.reading import named_result
from langchain_mdsplit.documents.sources import DocumentSource
from langchain_mdsplit.splitters.embedding_queue import EmbeddingQueue, EmbeddingRequest
from langchain_mdsplit.splitters.semantic_packing import (
    SemanticSource,
    UnitPackingTextSplitter,
)
from langchain_mdsplit.splitters.short_chunks import ShortChunks
from langchain_mdsplit.splitters.structure import MarkdownStructure

if TYPE_CHECKING:
    from langchain_mdsplit.packing.semantic.grouping import Grouping
    from langchain_mdsplit.packing.semantic.similarities import Floats

_Read: TypeAlias = tuple[DocumentSource, SemanticSource | Exception]
_Queue: TypeAlias = EmbeddingQueue[_Read]
_Embedded: TypeAlias = "tuple[_Read, Floats | Exception]"
_Finished: TypeAlias = tuple[DocumentSource, list[Document] | Exception]


class EmbeddedTextSplitter(UnitPackingTextSplitter):
    """A splitter that asks embeddings for vectors, of several documents in a batch."""

    _embeddings: Embeddings
    _batch_size: int
    _least_kept: int

    async def asplit_documents(self, documents: Iterable[Document]) -> list[Document]:
        """Split Documents with awaited embeddings; all else is done in a thread.

        Args:
            documents: The Documents, from any iterable; it is consumed once.

        Returns:
            The Documents of their chunks in order.

        Raises:
            MdSplitError: As of `split_documents`.
        """
        found: list[Document] = []
        ids = IdCounter()
        steps = self._steps(self._read_documents(documents), in_batches=True)

        def next_request() -> EmbeddingRequest | None:
            for step in steps:
                if isinstance(step, EmbeddingRequest):
                    return step
                found.extend(ids.number(named_result(*step)))
            return None

        try:
            while request := await run_in_executor(None, next_request):
                await self._await_embeddings(request)
        finally:
            with suppress(ValueError):  # the thread of a cancelled call is still in it
                steps.close()
        return found

    async def atransform_documents(
        self,
        documents: Sequence[Document],
        **kwargs: Any,  # noqa: ARG002 - LangChain's signature
    ) -> Sequence[Document]:
        """Split Documents with awaited embeddings.

        Args:
            documents: The Documents.
            **kwargs: Inherited; not used.

        Returns:
            The Documents of their chunks in order.
        """
        return await self.asplit_documents(documents)

    def _split_structure(self, structure: MarkdownStructure) -> Counted[list[Excerpt]]:
        """Split a source that has been read, on its own."""
        _, _, _, kept = yield from self._split_units(structure)
        return kept

    def _split_units(
        self, structure: MarkdownStructure
    ) -> Counted[tuple[SemanticSource, "Floats", "Grouping", list[Excerpt]]]:
        """Return a source's units with their vectors, groups and chunks."""
        source = self._read_units(structure)
        vectors = self._embed(source.texts)
        grouping, excerpts = yield from self._pack_units(source, vectors)
        short = ShortChunks(self._least_kept)
        kept = short.kept(excerpts)
        short.log()
        return source, vectors, grouping, kept

    def _split_each(
        self, sources: Iterable[DocumentSource], *, in_batches: bool
    ) -> Iterator[_Finished]:
        """Yield each source with its Documents, or with the error that it raises."""
        for step in self._steps(sources, in_batches=in_batches):
            if isinstance(step, EmbeddingRequest):
                self._call_embeddings(step)
            else:
                yield step

    def _call_embeddings(self, request: EmbeddingRequest) -> None:
        """Answer a request with what the embeddings return."""
        request.answer = attempt(self._embeddings.embed_documents, request.texts)

    async def _await_embeddings(self, request: EmbeddingRequest) -> None:
        """Answer a request with what the embeddings return, awaited."""
        try:
            request.answer = await self._embeddings.aembed_documents(request.texts)
        except Exception as error:  # noqa: BLE001 - it is the answer
            # A coroutine makes a StopIteration a RuntimeError.
            cause = error.__cause__ if isinstance(error, RuntimeError) else None
            request.answer = cause if isinstance(cause, StopIteration) else error

    def _embed(self, texts: list[str]) -> "Floats":
        """Return the vectors of the texts of one source."""
        queue = EmbeddingQueue[None](self._batch_size)
        queue.add(None, texts)
        while request := queue.request(is_last=True):
            self._call_embeddings(request)
            queue.take(request)
        ((_, vectors),) = queue.finished()
        return result_of(vectors)

    def _steps(
        self, sources: Iterable[DocumentSource], *, in_batches: bool
    ) -> Generator[EmbeddingRequest | _Finished, None, None]:
        """Yield what is to be embedded, and each source as `_split_each` does.

        Whoever asks for a step answers a request before asking for the next.
        """
        queue: _Queue = EmbeddingQueue(self._batch_size)
        short = ShortChunks(self._least_kept)
        for source in sources:
            read = attempt(self._read_texts, source)
            texts = [] if isinstance(read, Exception) else read.texts
            queue.add((source, read), texts)
            yield from self._finish(queue, short, is_last=not in_batches)
        yield from self._finish(queue, short, is_last=True)
        short.log()

    def _read_texts(self, source: DocumentSource) -> SemanticSource:
        """Read what of a source is to be embedded."""
        return self._read_units(self._read_source(source))

    def _finish(
        self, queue: _Queue, short: ShortChunks, *, is_last: bool
    ) -> Iterator[EmbeddingRequest | _Finished]:
        """Embed what makes a full batch, and split what all vectors are known of."""
        pack = partial(self._pack_together, short)
        while True:
            request = queue.request(is_last=is_last)
            if request is not None:
                yield request
                queue.take(request)
            for ((source, _), _), found in attempt_each(queue.finished(), pack):
                yield source, found
            if request is None:
                return

    def _pack_together(
        self, short: ShortChunks, items: Sequence[_Embedded]
    ) -> list[list[Document]]:
        """Return the Documents of each source, counting several of them together."""
        works = [
            self._pack_units(result_of(read), result_of(vectors))
            for (_, read), vectors in items
        ]
        packed = count_together(works, self._measure)
        return [
            self._build_documents(source, short.kept(excerpts))
            for ((source, _), _), (_, excerpts) in zip(items, packed, strict=True)
        ]
