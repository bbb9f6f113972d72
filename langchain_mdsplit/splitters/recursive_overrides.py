"""What subclasses of the drop-in override: LangChain's class calls it, so ours does."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from langchain_core.documents import Document
from langchain_text_splitters import TextSplitter

from langchain_mdsplit.checks import check_integer
from langchain_mdsplit.documents.reading import read_sources
from langchain_mdsplit.documents.sources import DocumentSource
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from langchain_mdsplit.splitters.recursive_metadata import inherited_metadata


def has_own(splitter: TextSplitter, base: type[Any], *names: str) -> bool:
    """Return whether a splitter has methods that are not its base class's.

    Args:
        splitter: The splitter.
        base: The class.
        *names: The methods' names.

    Returns:
        Whether a subclass, or the splitter object itself, has one of its own.

    Example:
        >>> from langchain_text_splitters import CharacterTextSplitter
        >>> has_own(CharacterTextSplitter(), TextSplitter, "split_text")
        True
    """
    return any(
        getattr(getattr(splitter, name), "__func__", None) is not getattr(base, name)
        for name in names
    )


class OverridableTextSplitter(ChunkTextSplitter, ABC):
    """A splitter of Documents whose subclasses may have their own `create_documents`.

    Args:
        *arguments: See `ChunkTextSplitter`.
        **options: Likewise.
    """

    def create_documents(
        self, texts: Iterable[str], metadatas: Iterable[dict[Any, Any]] | None = None
    ) -> list[Document]:
        """Split texts into Documents.

        Args:
            texts: The texts to split; one string stands for its characters.
            metadatas: One metadata for each text, copied into each of its chunks.

        Returns:
            The Documents of all texts in order.

        Raises:
            MetadatasLengthError: Texts and metadatas differ in number.
        """
        return super().create_documents(list(texts), metadatas)

    def lazy_split_documents(
        self, documents: Iterable[Document], workers: int = 1
    ) -> Iterator[Document]:
        """Split Documents one by one.

        Args:
            documents: The Documents, from any iterable; it is consumed once. One is in
                memory at a time, with several workers a few for each of them; all,
                where a subclass's own `create_documents` is called once.
            workers: How many processes split; this one alone where a subclass has its
                own `create_documents`, which is called for each Document, or once
                where ids are counted over all of them.

        Returns:
            The Documents of their chunks in order.
        """
        count = check_integer("workers", workers, 1)
        return super().lazy_split_documents(documents, 1 if self._is_own() else count)

    @abstractmethod
    def _cut_source(self, source: DocumentSource) -> list[Document]:
        """Return the Documents of one source, whatever a subclass creates."""

    def _split_documents(
        self, documents: Iterable[Document], *, in_batches: bool
    ) -> Iterator[Document]:
        """Yield the Documents of the chunks of Documents."""
        is_one_call = in_batches or self._metadata_options.add_ids
        if self._is_own() and is_one_call:
            return self._create_all(documents)
        return super()._split_documents(documents, in_batches=in_batches)

    def _read_documents(
        self, documents: Iterable[Document]
    ) -> Iterable[DocumentSource]:
        """Return the sources of Documents; a `create_documents` shows the progress."""
        if self._is_own():
            return read_sources(documents)
        return super()._read_documents(documents)

    def _create_all(self, documents: Iterable[Document]) -> Iterator[Document]:
        """Yield what a subclass's `create_documents` makes of Documents in one call."""
        yield from self._create(list(self._read_documents(documents)))

    def _split_alone(self, source: DocumentSource) -> list[Document]:
        """Return the Documents of one source, by a subclass's `create_documents`."""
        # A text comes from there.
        is_text = source.is_text or not self._is_own()
        return self._cut_source(source) if is_text else self._create([source])

    def _create(self, sources: Sequence[DocumentSource]) -> list[Document]:
        """Return what a subclass's `create_documents` makes of sources."""
        return self.create_documents(
            [source.slice for source in sources],
            metadatas=[inherited_metadata(source) for source in sources],
        )

    def _is_own(self) -> bool:
        """Whether `create_documents` is a subclass's."""
        return has_own(self, OverridableTextSplitter, "create_documents")
