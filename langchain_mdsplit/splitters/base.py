"""The base of all splitters: LangChain's methods on top of one `_split_source`."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any, Self, TypeVar

from langchain_core.documents import Document
from langchain_core.runnables.config import run_in_executor
from langchain_text_splitters import TextSplitter

from langchain_mdsplit.checks import check_boolean, check_integer, check_text
from langchain_mdsplit.documents.arguments import check_metadatas, check_texts
from langchain_mdsplit.documents.attempts import attempt
from langchain_mdsplit.documents.building import MetadataOptions, build_documents
from langchain_mdsplit.documents.excerpts import Excerpt, as_chunks
from langchain_mdsplit.documents.identity import IdCounter
from langchain_mdsplit.documents.reading import (
    named_result,
    read_sources,
    with_progress,
)
from langchain_mdsplit.documents.sources import DocumentSource
from langchain_mdsplit.huggingface_tokens import HuggingFaceLength
from langchain_mdsplit.spans import Chunk

if TYPE_CHECKING:
    from langchain_core.runnables import Runnable

_Item = TypeVar("_Item")


class ChunkTextSplitter(TextSplitter, ABC):
    """A text splitter whose chunks know where they come from.

    A subclass says how one source becomes chunks (`_split_source`); slicing, metadata,
    ids, laziness, and what chains ask for are here.

    Args:
        *arguments: The arguments of LangChain's class that is subclassed as well.
        heading_keys: Whether metadata holds `Header 1` ... `Header 6` as well.
        add_ids: Whether Documents get ids that stay the same after edits elsewhere.
        show_progress: Whether splitting several documents shows a progress bar.
        **options: The keyword arguments of LangChain's class.
    """

    def __init__(
        self,
        *arguments: Any,
        heading_keys: bool = False,
        add_ids: bool = False,
        show_progress: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(*arguments, **options)
        self._metadata_options = MetadataOptions(
            add_start_index=self._add_start_index,
            heading_keys=check_boolean("heading_keys", heading_keys),
            add_ids=check_boolean("add_ids", add_ids),
        )
        self._show_progress = check_boolean("show_progress", show_progress)

    @property
    def limit(self) -> int | None:
        """The most that a chunk may measure; None for no limit."""
        return self._chunk_size

    @property
    def measure(self) -> Callable[[str], int]:
        """What measures a chunk: a function from a text to its length."""
        return self._length_function

    @property
    def heading_keys(self) -> bool:
        """Whether metadata holds `Header 1` ... `Header 6` as well."""
        return self._metadata_options.heading_keys

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
            MdSplitError: As of `split_chunks`, with a note that names the text.
        """
        checked = check_texts("texts", texts)
        pairs = zip(checked, check_metadatas(checked, metadatas), strict=True)
        sources = [
            DocumentSource(text, metadata, position=position, is_text=True)
            for position, (text, metadata) in enumerate(pairs)
        ]
        shown = self._with_progress(sources, sources)
        return list(self._split_sources(shown, in_batches=True))

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

    async def asplit_documents(self, documents: Iterable[Document]) -> list[Document]:
        """Split Documents without blocking the event loop.

        Args:
            documents: The Documents, from any iterable; it is consumed once.

        Returns:
            The Documents of their chunks in order.

        Raises:
            MdSplitError: As of `split_documents`.
        """
        return await run_in_executor(None, self.split_documents, documents)

    def lazy_split_documents(
        self, documents: Iterable[Document], workers: int = 1
    ) -> Iterator[Document]:
        """Split Documents one by one.

        Args:
            documents: The Documents, from any iterable; it is consumed once. One is in
                memory at a time, with several workers a few for each of them.
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

        groups = split_in_processes(self, read_sources(documents), workers)
        return self._flatten(groups, documents)

    def as_runnable(
        self,
    ) -> "Runnable[list[Document] | Document | str, list[Document]]":
        """Return the splitter as a link of a chain.

        Returns:
            A runnable from Documents (or one, or a text) to Documents. Errors are those
            of `split_documents`.
        """
        # LCEL takes longer to import than all the rest.
        from langchain_mdsplit.splitters.runnable import (  # noqa: PLC0415
            build_runnable,
        )

        return build_runnable(self)

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
        return self._split_sources(
            self._read_documents(documents), in_batches=in_batches
        )

    def _read_documents(
        self, documents: Iterable[Document]
    ) -> Iterable[DocumentSource]:
        """Return the sources of Documents, read one by one, with progress shown."""
        return self._with_progress(read_sources(documents), documents)

    def _split_sources(
        self, sources: Iterable[DocumentSource], *, in_batches: bool
    ) -> Iterator[Document]:
        """Yield the Documents of sources; an error has a note that names its source."""
        ids = IdCounter()
        for source, found in self._split_each(sources, in_batches=in_batches):
            yield from ids.number(named_result(source, found))

    def _split_each(
        self, sources: Iterable[DocumentSource], *, in_batches: bool
    ) -> Iterator[tuple[DocumentSource, list[Document] | Exception]]:
        """Yield each source with its Documents, or with the error that it raises.

        One source is read at a time; with `in_batches` a splitter may read several,
        where it is faster to work on them together. In place of ids Documents have a
        `chunk_hash`.
        """
        del in_batches
        for source in sources:
            yield source, attempt(self._split_alone, source)

    def _split_alone(self, source: DocumentSource) -> list[Document]:
        """Return the Documents of one source."""
        is_start = source.is_document_start
        excerpts = self._split_source(source.text, is_document_start=is_start)
        return self._build_documents(source, excerpts)

    def _build_documents(
        self, source: DocumentSource, excerpts: Iterable[Excerpt]
    ) -> list[Document]:
        """Return the Documents of a source's excerpts."""
        return list(build_documents(source, excerpts, self._metadata_options))

    def _with_progress(
        self, items: Iterable[_Item], counted: object
    ) -> Iterable[_Item]:
        """Return one item per source, behind a progress bar where one is asked for."""
        if not self._show_progress:
            return items
        return with_progress(items, type(self).__name__, counted)

    def _flatten(
        self, groups: Generator[list[Document], None, None], counted: object
    ) -> Iterator[Document]:
        """Yield the Documents of groups, one group per source, with progress shown."""
        with closing(groups):
            for group in self._with_progress(groups, counted):
                yield from group


def split_each(
    splitter: ChunkTextSplitter, sources: Iterable[DocumentSource]
) -> Iterator[tuple[DocumentSource, list[Document] | Exception]]:
    """Split sources, several together where that is faster.

    Args:
        splitter: The splitter.
        sources: The sources, consumed once.

    Returns:
        Each source with its Documents, or with the error that it raises; those after
        it are split as well. In place of ids Documents have a `chunk_hash`, for an
        `IdCounter` to number.
    """
    return splitter._split_each(sources, in_batches=True)  # noqa: SLF001 (of this module)
