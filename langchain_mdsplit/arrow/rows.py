"""Rows: from the texts of a batch to its chunks, with what cannot be split named."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from langchain_core.documents import Document

from langchain_mdsplit.documents.attempts import add_note
from langchain_mdsplit.documents.identity import IdCounter
from langchain_mdsplit.documents.sources import DocumentSource
from langchain_mdsplit.errors import ArgumentTypeError
from langchain_mdsplit.shortening import short_repr
from langchain_mdsplit.splitters.base import ChunkTextSplitter, split_each


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

        Several are split together, which is faster. Ids are numbered in each, so that
        they do not depend on how the batches were cut.

        Args:
            texts: The texts; None, an error or anything else is a row with an error.
            sources: What the documents are called; None for no name.

        Yields:
            The chunks in order, and the errors where they belong.
        """
        run: list[DocumentSource] = []
        for row, (text, name) in enumerate(zip(texts, sources, strict=False)):
            if isinstance(text, str):
                run.append(_as_source(row, text, name))
            else:
                yield from self._split_run(run)
                run = []
                yield self._failed(row, name, self._no_text(text))
        yield from self._split_run(run)

    def _split_run(self, sources: Sequence[DocumentSource]) -> Iterator[ChunkRow]:
        """Yield the rows of some documents."""
        for source, found in split_each(self.splitter, sources):
            if isinstance(found, Exception):
                name = source.metadata.get("source")
                yield self._failed(source.position, name, found)
                continue
            for index, chunk in enumerate(IdCounter().number(found)):
                chunk.metadata["chunk_index"] = index
                yield ChunkRow(source.position, chunk)

    def _failed(self, row: int, source: object, error: Exception) -> ChunkRow:
        """Return the row of a document that cannot be split, or raise."""
        if self.raises:
            name = "" if source is None else f" ({self.source_name}: {source!r})"
            add_note(error, f"in row {row} of its batch{name}, counted from 0")
            raise error
        return ChunkRow(row, error=f"{type(error).__name__}: {error}")

    def _no_text(self, value: object) -> Exception:
        """Return the error about a value that is no text."""
        if isinstance(value, Exception):
            return value
        kind = f"{type(value).__name__}: {short_repr(value)}"
        return ArgumentTypeError(f"{self.text_name} must be a str, not {kind}")


def _as_source(row: int, text: str, name: object) -> DocumentSource:
    """Return a row as a source."""
    return DocumentSource(text, {} if name is None else {"source": name}, position=row)
