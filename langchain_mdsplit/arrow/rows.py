"""Rows: from the texts of a batch to its chunks, with what cannot be split named."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from langchain_core.documents import Document

from langchain_mdsplit.errors import ArgumentTypeError
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from langchain_mdsplit.splitters.documents import make_document

_ROW = "row"  # the key by which a chunk's metadata tells the row it comes from
_TOGETHER = 2**20  # characters of documents that are split together


class ChunkRow(NamedTuple):
    """A row of the output: the row of the input, and a chunk or what is wrong."""

    row: int
    chunk: Document | None = None
    error: str | None = None

    @property
    def size(self) -> int:
        """How many characters its texts have."""
        if self.chunk is None:
            return len(self.error or "")
        values = self.chunk.metadata.values()
        texts = [len(value) for value in values if isinstance(value, str)]
        return len(self.chunk.page_content) + sum(texts)


@dataclass(frozen=True, slots=True)
class RowSplitter:
    """Splits the texts of a batch.

    Args:
        splitter: The splitter.
        text_name: What the texts are called in an error.
        source_name: What the sources are called in an error.
        raises: Whether a row that cannot be split raises, or is a row with an error.
    """

    splitter: ChunkTextSplitter
    text_name: str
    source_name: str
    raises: bool

    def split(
        self, texts: Iterable[object], sources: Iterable[object]
    ) -> Iterator[ChunkRow]:
        """Split texts.

        They are split together, which is faster, but never two of one name: ids of
        equal chunks are numbered, and would depend on how the batches were cut.

        Args:
            texts: The texts; None, an error or anything else is a row with an error.
            sources: What the documents are called; None for no name.

        Yields:
            The chunks in order, and the errors where they belong.
        """
        together: list[Document] = []
        names: set[str] = set()
        characters = 0
        for row, (text, source) in enumerate(zip(texts, sources, strict=False)):
            name = str(text if source in (None, "") else source)
            if characters > _TOGETHER or name in names or not isinstance(text, str):
                yield from self._split_together(together)
                together, names, characters = [], set(), 0
            if isinstance(text, str):
                together.append(_as_document(row, text, source))
                names.add(name)
                characters += len(text)
            else:
                yield self._failed(row, source, self._no_text(text))
        yield from self._split_together(together)

    def _split_together(self, documents: Sequence[Document]) -> Iterator[ChunkRow]:
        """Yield the rows of some documents; where it fails, one after the other."""
        chunks: Sequence[Document] | None = None
        with suppress(Exception):  # it comes again, and then it is named
            chunks = self.splitter.split_documents(documents)
        if chunks is None:
            for document in documents:
                yield from self._split_alone(document)
        else:
            yield from _number_chunks(chunks)

    def _split_alone(self, document: Document) -> Iterable[ChunkRow]:
        """Return the rows of one document."""
        try:
            chunks = self.splitter.split_documents([document])
        except Exception as error:  # noqa: BLE001 - the option says what to do
            metadata = document.metadata
            return [self._failed(metadata[_ROW], metadata.get("source"), error)]
        return _number_chunks(chunks)

    def _failed(self, row: int, source: object, error: Exception) -> ChunkRow:
        """Return the row of a document that cannot be split, or raise."""
        if self.raises:
            name = "" if source is None else f" ({self.source_name}: {source!r})"
            with suppress(AttributeError):  # a frozen exception takes no note
                error.add_note(f"in row {row} of its batch{name}, counted from 0")
            raise error
        return ChunkRow(row, error=f"{type(error).__name__}: {error}")

    def _no_text(self, value: object) -> Exception:
        """Return the error about a value that is no text."""
        if isinstance(value, Exception):
            return value
        kind = f"{type(value).__name__}: {value!r:.80}"
        return ArgumentTypeError(f"{self.text_name} must be a str, not {kind}")


def _as_document(row: int, text: str, source: object) -> Document:
    """Return a row as a Document that says which one it is."""
    named = {} if source is None else {"source": source}
    return make_document(text, {**named, _ROW: row})


def _number_chunks(chunks: Iterable[Document]) -> Iterator[ChunkRow]:
    """Yield the rows of chunks, counted in each document."""
    for row, group in groupby(chunks, lambda chunk: chunk.metadata[_ROW]):
        for index, chunk in enumerate(group):
            chunk.metadata["chunk_index"] = index
            yield ChunkRow(row, chunk)
