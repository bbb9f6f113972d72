"""Splitters that need the vectors of their units: embedded at once, or awaited."""

from collections.abc import Generator, Iterable, Iterator, Sequence, Sized
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias, Unpack

from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.runnables.config import run_in_executor

from langchain_mdsplit.checks import check_integer
from langchain_mdsplit.counting import Counted, count_together
from langchain_mdsplit.splitters.documents import build_documents
from langchain_mdsplit.splitters.embedding_queue import EmbeddingQueue, EmbeddingRequest
from langchain_mdsplit.splitters.excerpts import Excerpt
from langchain_mdsplit.splitters.identity import IdCounter
from langchain_mdsplit.splitters.reading import SourceReader
from langchain_mdsplit.splitters.semantic_options import UnitOptions, check_embeddings
from langchain_mdsplit.splitters.semantic_packing import (
    SemanticSource,
    UnitPackingTextSplitter,
)
from langchain_mdsplit.splitters.short_chunks import ShortChunks
from langchain_mdsplit.splitters.sources import DocumentSource
from langchain_mdsplit.splitters.structure import MarkdownStructure, naming

if TYPE_CHECKING:
    from langchain_mdsplit.packing.semantic.grouping import Grouping
    from langchain_mdsplit.packing.semantic.similarities import Floats

_Finished: TypeAlias = tuple[DocumentSource, list[Excerpt]]
_Queue: TypeAlias = EmbeddingQueue[tuple[DocumentSource, SemanticSource]]
_Steps: TypeAlias = Generator[EmbeddingRequest | _Finished, Any, None]


class EmbeddedTextSplitter(UnitPackingTextSplitter):
    """A splitter that asks embeddings for vectors, of several documents in a batch.

    Args:
        embeddings: Any LangChain embeddings.
        batch_size: How many texts are embedded at a time.
        chunk_size: The most a chunk may measure (tokens); None for no limit.
        **options: See `UnitPackingTextSplitter`.
    """

    def __init__(
        self,
        embeddings: Embeddings,
        batch_size: int,
        chunk_size: int | None,
        **options: Unpack[UnitOptions],
    ) -> None:
        super().__init__(chunk_size, **options)
        self._embeddings: Embeddings = check_embeddings(embeddings)
        self._batch_size = check_integer("batch_size", batch_size, 1)

    async def asplit_documents(self, documents: Iterable[Document]) -> list[Document]:
        """Split Documents with awaited embeddings; all else is done in a thread.

        Args:
            documents: The Documents, from any iterable; it is consumed once.

        Returns:
            The Documents of their chunks in order.
        """
        found: list[Document] = []
        steps = self._document_steps(documents, found)

        def go_on(returned: Any) -> EmbeddingRequest | None:
            try:
                return steps.send(returned)
            except StopIteration:
                return None

        returned = None
        try:
            while request := await run_in_executor(None, go_on, returned):
                returned = await self._awaited(request)
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

    def _document_steps(
        self, documents: Iterable[Document], found: list[Document]
    ) -> Generator[EmbeddingRequest, Any, None]:
        """Yield what is to be embedded, be sent the vectors, and add to the Documents.

        Args:
            documents: What to split.
            found: The Documents of the chunks so far, in order.
        """
        options = self._metadata_options
        ids = IdCounter() if options.add_ids else None
        total = len(documents) if isinstance(documents, Sized) else None
        with SourceReader(documents, is_ahead=True) as reader:
            steps = self._steps(self._with_progress(reader, total), in_batches=True)
            for step in steps:
                while isinstance(step, EmbeddingRequest):
                    step = steps.send((yield step))  # noqa: PLW2901
                found += build_documents(*step, options, ids)

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
        short = self._short_chunks()
        kept = short.kept(excerpts)
        short.log()
        return source, vectors, grouping, kept

    def _split_many(
        self, sources: Iterable[DocumentSource], *, in_batches: bool
    ) -> Iterator[_Finished]:
        """Yield each source with its excerpts, embedding several of them together."""
        steps = self._steps(sources, in_batches=in_batches)
        returned = None
        while True:
            try:
                step = steps.send(returned)
            except StopIteration:
                return
            returned = None
            if isinstance(step, EmbeddingRequest):
                returned = self._embedded(step)
            else:
                yield step

    def _embedded(self, request: EmbeddingRequest) -> Any:
        """Return what the embeddings return for a batch."""
        try:
            return self._embeddings.embed_documents(request.texts)
        except StopIteration as error:
            raise request.stopped() from error

    async def _awaited(self, request: EmbeddingRequest) -> Any:
        """Return what the embeddings return for a batch, awaited."""
        try:
            return await self._embeddings.aembed_documents(request.texts)
        except RuntimeError as error:
            if isinstance(error.__cause__, StopIteration):
                raise request.stopped() from error.__cause__
            raise

    def _embed(self, texts: list[str]) -> "Floats":
        """Return the vectors of the texts of one source."""
        queue = EmbeddingQueue[None](self._batch_size)
        queue.add(None, texts)
        while request := queue.request(is_last=True):
            queue.feed(self._embedded(request))
        ((_, vectors),) = queue.finished()
        return vectors

    def _steps(self, sources: Iterable[DocumentSource], *, in_batches: bool) -> _Steps:
        """Yield what is to be embedded, be sent the vectors, and yield what is split.

        Whoever drives it calls the embeddings or awaits them.
        """
        queue: _Queue = EmbeddingQueue(self._batch_size)
        short = self._short_chunks()
        for source in sources:
            read = self._read_units(self._read_source(source))
            queue.add((source, read), read.texts)
            yield from self._finish(queue, short, is_last=not in_batches)
        yield from self._finish(queue, short, is_last=True)
        short.log()

    def _finish(self, queue: _Queue, short: ShortChunks, *, is_last: bool) -> _Steps:
        """Embed what makes a full batch, and split what all vectors are known of."""
        while request := queue.request(is_last=is_last):
            queue.feed((yield request))
        finished = queue.finished()
        works = [
            naming(source, self._pack_units(read, vectors))
            for (source, read), vectors in finished
        ]
        for ((source, _), _), (_, excerpts) in zip(
            finished, count_together(works, self._measure), strict=True
        ):
            yield source, short.kept(excerpts)
