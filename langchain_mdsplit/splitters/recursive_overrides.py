"""What subclasses of the drop-in override: LangChain's class calls it, so ours does."""

from abc import ABC
from collections.abc import Iterable, Iterator
from typing import Any

from langchain_core.documents import Document
from langchain_text_splitters import TextSplitter

from langchain_mdsplit.checks import check_integer
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from langchain_mdsplit.splitters.reading import SourceReader
from langchain_mdsplit.splitters.recursive_metadata import inherited_metadata


def has_own(splitter: TextSplitter, base: type[Any], *names: str) -> bool:
    """Return whether a splitter has methods that are not its base class's.

    Args:
        splitter: The splitter.
        base: The class.
        *names: The methods' names.

    Returns:
        Whether a subclass, or the splitter for itself, has one of its own.

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
        """Split Documents one by one, with a few of them in memory at a time.

        Args:
            documents: The Documents, from any iterable; it is consumed once.
            workers: How many processes split; this one alone where a subclass has its
                own `create_documents`, which is called for each Document, or for all
                at once where ids are counted over them.

        Returns:
            The Documents of their chunks in order.
        """
        count = check_integer("workers", workers, 1)
        return super().lazy_split_documents(documents, 1 if self._is_own() else count)

    def _split_documents(
        self, documents: Iterable[Document], *, in_batches: bool
    ) -> Iterator[Document]:
        """Yield the Documents of the chunks of Documents."""
        if not self._is_own():
            return super()._split_documents(documents, in_batches=in_batches)
        is_one_call = in_batches or self._metadata_options.add_ids
        return self._create_all(documents, is_one_call=is_one_call)

    def _is_own(self) -> bool:
        """Whether `create_documents` is a subclass's."""
        return has_own(self, OverridableTextSplitter, "create_documents")

    def _create_all(
        self, documents: Iterable[Document], *, is_one_call: bool
    ) -> Iterator[Document]:
        """Yield what `create_documents` makes of all Documents, or of each."""
        with SourceReader(documents, is_ahead=is_one_call) as reader:
            groups = [list(reader)] if is_one_call else ([source] for source in reader)
            for sources in groups:
                yield from self.create_documents(
                    [source.slice for source in sources],
                    metadatas=[inherited_metadata(source) for source in sources],
                )
