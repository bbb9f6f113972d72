"""The base of all splitters: LangChain's methods on top of one `split_chunks`."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sized
from typing import Any, Self, TypeVar

from langchain_core.documents import Document

from langchain_mdsplit.checks import check_boolean, check_integer, check_text
from langchain_mdsplit.measure import HuggingFaceLength, Measure, resolve_measure
from langchain_mdsplit.spans import Chunk
from langchain_mdsplit.splitters.arguments import (
    check_metadatas,
    check_overlap,
    check_texts,
    check_unused,
)
from langchain_mdsplit.splitters.chaining import ChainingTextSplitter
from langchain_mdsplit.splitters.documents import MetadataOptions, build_documents
from langchain_mdsplit.splitters.excerpts import Excerpt, as_chunks
from langchain_mdsplit.splitters.identity import IdCounter
from langchain_mdsplit.splitters.reading import SourceReader, with_progress
from langchain_mdsplit.splitters.sources import DocumentSource

_Item = TypeVar("_Item")

NO_LIMIT = 2**62  # stands where LangChain's base wants a chunk size and there is none


class ChunkTextSplitter(ChainingTextSplitter):
    """A text splitter whose chunks know where they come from.

    A subclass says how one source becomes chunks (`_split_source`); slicing, metadata,
    ids and laziness are here.

    Args:
        chunk_size: The most a final text may measure (tokens); None for no limit.
        chunk_overlap: How much of the previous chunk a chunk may repeat (tokens).
        encoding_name: The tiktoken encoding to count with, `cl100k_base` if none of
            the three is given.
        model_name: The model whose encoding to count with.
        length_function: Any other measure of a text.
        keep_separator: Inherited; has no meaning here.
        add_start_index: Whether metadata holds the offsets.
        strip_whitespace: Whether the white space after a chunk is left out.
        heading_keys: Whether metadata holds `Header 1` ... `Header 6` as well.
        add_ids: Whether Documents get ids that stay the same after edits elsewhere.
        show_progress: Whether splitting several documents shows a progress bar.
    """

    def __init__(
        self,
        chunk_size: int | None,
        chunk_overlap: int = 0,
        *,
        encoding_name: str | None = None,
        model_name: str | None = None,
        length_function: Callable[[str], int] | None = None,
        keep_separator: bool = False,
        add_start_index: bool = True,
        strip_whitespace: bool = True,
        heading_keys: bool = False,
        add_ids: bool = False,
        show_progress: bool = False,
    ) -> None:
        check_unused("keep_separator", keep_separator, default=False)
        size = (
            None if chunk_size is None else check_integer("chunk_size", chunk_size, 1)
        )
        overlap = check_overlap(chunk_overlap, size)
        self._measure: Measure = resolve_measure(
            encoding_name=encoding_name,
            model_name=model_name,
            length_function=length_function,
        )
        super().__init__(
            chunk_size=NO_LIMIT if size is None else size,
            chunk_overlap=overlap,
            length_function=self._measure,
            add_start_index=check_boolean("add_start_index", add_start_index),
            strip_whitespace=check_boolean("strip_whitespace", strip_whitespace),
        )
        self._metadata_options = MetadataOptions(
            add_start_index=add_start_index,
            heading_keys=check_boolean("heading_keys", heading_keys),
            add_ids=check_boolean("add_ids", add_ids),
        )
        self._show_progress = check_boolean("show_progress", show_progress)

    @property
    def _limit(self) -> int | None:
        """The most a final text may measure; None for no limit."""
        return None if self._chunk_size == NO_LIMIT else self._chunk_size

    @property
    def metadata_options(self) -> MetadataOptions:
        """What the options ask of the metadata."""
        return self._metadata_options

    @abstractmethod
    def _split_source(self, text: str, *, is_document_start: bool) -> Iterable[Excerpt]:
        """Split one text; front matter may stand at a document's start only."""

    def split_chunks(self, text: str) -> list[Chunk]:
        """Split a text into chunks with their spans, headings and lengths.

        Args:
            text: The text to split.

        Returns:
            The chunks in document order.

        Raises:
            ArgumentTypeError: The text is no string.
            MdSplitError: It cannot be split: the limit cannot hold the smallest piece,
                a heading is too long, a length is no length. See `errors`.
        """
        check_text("text", text)
        return as_chunks(self._split_source(text, is_document_start=True))

    def split_text(self, text: str) -> list[str]:
        """Split a text into the final texts of its chunks.

        Args:
            text: The text to split.

        Returns:
            The texts in document order, added context included.

        Raises:
            MdSplitError: As of `split_chunks`.
        """
        check_text("text", text)
        excerpts = self._split_source(text, is_document_start=True)
        return [excerpt.text for excerpt in excerpts]

    def create_documents(
        self, texts: Iterable[str], metadatas: Iterable[dict[Any, Any]] | None = None
    ) -> list[Document]:
        """Split texts into Documents.

        Args:
            texts: The texts to split.
            metadatas: One metadata for each text, copied into each of its chunks.

        Returns:
            The Documents of all texts in order.

        Raises:
            MetadatasLengthError: Texts and metadatas differ in number.
            MdSplitError: As of `split_chunks`.
        """
        sources = check_texts("texts", texts)
        pairs = zip(sources, check_metadatas(sources, metadatas), strict=True)
        given = [DocumentSource(text, metadata) for text, metadata in pairs]
        shown = self._with_progress(given, len(given))
        return list(self.split_sources(shown, IdCounter(), in_batches=True))

    def split_documents(self, documents: Iterable[Document]) -> list[Document]:
        """Split Documents.

        Args:
            documents: The Documents, from any iterable; it is consumed once.

        Returns:
            The Documents of their chunks in order.

        Raises:
            MdSplitError: As of `split_chunks`, with a note that names the Document.
        """
        return list(self._split_documents(documents, in_batches=True))

    def lazy_split_documents(
        self, documents: Iterable[Document], workers: int = 1
    ) -> Iterator[Document]:
        """Split Documents one by one, with a few of them in memory at a time.

        Args:
            documents: The Documents, from any iterable; it is consumed once.
            workers: How many processes split; 1 for this one alone. With more the
                splitter has to pickle.

        Returns:
            The Documents of their chunks in order, the same from any number of workers.
            An error has a note that names the Document.
        """
        if check_integer("workers", workers, 1) == 1:
            return self._split_documents(documents, in_batches=False)
        from langchain_mdsplit.splitters.workers import (  # noqa: PLC0415 (import time)
            split_in_processes,
        )

        return split_in_processes(self, documents, workers)

    @classmethod
    def from_tiktoken_encoder(
        cls,
        encoding_name: str = "cl100k_base",
        model_name: str | None = None,
        allowed_special: Collection[str] | None = None,
        disallowed_special: str | Collection[str] = "all",
        **kwargs: Any,
    ) -> Self:
        """Return a splitter that counts with a tiktoken encoding.

        Args:
            encoding_name: The name of the encoding.
            model_name: The model whose encoding to use instead.
            allowed_special: Inherited; the text of special tokens is ordinary text.
            disallowed_special: Inherited; likewise.
            **kwargs: The splitter's other arguments.

        Returns:
            The splitter.
        """
        if allowed_special:
            check_unused("allowed_special", allowed_special, None)
        if disallowed_special:
            check_unused("disallowed_special", disallowed_special, "all")
        if model_name is not None:
            return cls(model_name=model_name, **kwargs)
        return cls(encoding_name=encoding_name, **kwargs)

    @classmethod
    def from_huggingface_tokenizer(cls, tokenizer: Any, **kwargs: Any) -> Self:
        """Return a splitter that counts with a Hugging Face tokenizer.

        Args:
            tokenizer: A tokenizer of `transformers` or `tokenizers`.
            **kwargs: The splitter's other arguments.

        Returns:
            The splitter.
        """
        return cls(length_function=HuggingFaceLength(tokenizer), **kwargs)

    def _split_documents(
        self, documents: Iterable[Document], *, in_batches: bool
    ) -> Iterator[Document]:
        """Yield the Documents of the chunks of Documents."""
        total = len(documents) if isinstance(documents, Sized) else None
        with SourceReader(documents, is_ahead=in_batches) as sources:
            given = self._with_progress(sources, total)
            yield from self.split_sources(given, IdCounter(), in_batches=in_batches)

    def split_sources(
        self, sources: Iterable[DocumentSource], ids: IdCounter, *, in_batches: bool
    ) -> Iterator[Document]:
        """Split sources that have been read.

        Args:
            sources: The sources, consumed once.
            ids: Gives the ids of all chunks, if there are to be any.
            in_batches: Whether several sources may be worked on together.

        Returns:
            The Documents of their chunks in order.
        """
        counter = ids if self._metadata_options.add_ids else None
        return self._split_counted(sources, counter, in_batches=in_batches)

    def _split_counted(
        self,
        sources: Iterable[DocumentSource],
        ids: IdCounter | None,
        *,
        in_batches: bool,
    ) -> Iterator[Document]:
        """Yield the Documents of several sources with the ids that a counter gives."""
        for source, excerpts in self._split_many(sources, in_batches=in_batches):
            yield from build_documents(source, excerpts, self._metadata_options, ids)

    def _split_many(
        self, sources: Iterable[DocumentSource], *, in_batches: bool
    ) -> Iterator[tuple[DocumentSource, Iterable[Excerpt]]]:
        """Yield each source with its excerpts.

        One source is read at a time; with `in_batches` a splitter may read several,
        where it is faster to work on them together.
        """
        del in_batches
        for source in sources:
            is_start = source.is_document_start
            yield source, self._split_source(source.text, is_document_start=is_start)

    def _with_progress(
        self, items: Iterable[_Item], total: int | None
    ) -> Iterable[_Item]:
        """Return one item per source, behind a progress bar where one is asked for."""
        if not self._show_progress:
            return items
        return with_progress(items, type(self).__name__, total)
