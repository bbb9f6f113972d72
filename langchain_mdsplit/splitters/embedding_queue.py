"""Texts on their way to the embeddings and back, in batches across documents."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from langchain_mdsplit.documents.attempts import attempt
from langchain_mdsplit.errors import EmbeddingError
from langchain_mdsplit.shortening import short_repr
from langchain_mdsplit.text.surrogates import without_surrogates

if TYPE_CHECKING:
    from langchain_mdsplit.packing.semantic.similarities import Floats

_T = TypeVar("_T")


@dataclass(slots=True)
class EmbeddingRequest:
    """A batch of texts whose vectors are asked for, and the answer.

    Attributes:
        texts: The texts, with U+FFFD for each surrogate, which no model can read.
        number: Which batch it is, counted from 1.
        answer: What the embeddings returned, or the error that they raised.
    """

    texts: list[str]
    number: int
    answer: Any = None


@dataclass(slots=True)
class _Entry(Generic[_T]):
    """An item with the vectors of its texts, as far as they are there, or an error."""

    item: _T
    texts: Sequence[str]
    known: int = 0
    vectors: "Floats | None" = None
    error: Exception | None = None

    @property
    def missing(self) -> int:
        """How many vectors it still waits for."""
        return 0 if self.error is not None else len(self.texts) - self.known


class _Part(NamedTuple, Generic[_T]):
    """Texts of an item that are asked for in one batch."""

    entry: _Entry[_T]
    texts: Sequence[str]


class EmbeddingQueue(Generic[_T]):
    """Items in order, each waiting for the vectors of its texts; for one thread.

    It neither calls the embeddings nor waits for them: the same queue serves callers
    that do so at once, and callers that await. Where a batch of several items fails, it
    asks for the texts of each alone, so that an error belongs to one item.

    Args:
        batch_size: How many texts are asked for at a time.

    Example:
        >>> queue = EmbeddingQueue[str](batch_size=2)
        >>> queue.add("a", ["one", "two"])
        >>> queue.add("b", ["three"])
        >>> request = queue.request(is_last=False)
        >>> request.texts
        ['one', 'two']
        >>> request.answer = [[1.0, 0.0], [0.0, 1.0]]
        >>> queue.take(request)
        >>> [(item, vectors.shape) for item, vectors in queue.finished()]
        [('a', (2, 2))]
        >>> queue.request(is_last=True)
        EmbeddingRequest(texts=['three'], number=2, answer=None)
    """

    def __init__(self, batch_size: int) -> None:
        self._batch_size = batch_size
        self._entries: deque[_Entry[_T]] = deque()
        self._waiting = 0
        self._asked: list[_Part[_T]] = []
        self._alone: deque[_Part[_T]] = deque()
        self._batches = 0
        self._dimension: int | None = None

    def add(self, item: _T, texts: Sequence[str]) -> None:
        """Add an item that needs the vectors of some texts."""
        self._entries.append(_Entry(item, texts))
        self._waiting += len(texts)

    def request(self, *, is_last: bool) -> EmbeddingRequest | None:
        """Return the next batch to ask for, if it is full or no more texts come."""
        if self._alone:
            self._asked = [self._alone.popleft()]
        else:
            size = min(self._waiting, self._batch_size)
            if not size or (size < self._batch_size and not is_last):
                return None
            self._asked = self._next_parts(size)
            self._batches += 1
        texts = [text for part in self._asked for text in part.texts]
        return EmbeddingRequest(list(map(without_surrogates, texts)), self._batches)

    def take(self, request: EmbeddingRequest) -> None:
        """Take in the answer to the last request.

        Args:
            request: The request. An answer that is not one vector of finite numbers
                for each text is an `EmbeddingError`.
        """
        rows = attempt(self._read, request)
        if not isinstance(rows, Exception):
            for part in self._asked:
                self._fill(part.entry, rows[: len(part.texts)])
                rows = rows[len(part.texts) :]
        elif len(self._asked) > 1:
            self._alone.extend(self._asked)
        else:
            entry = self._asked[0].entry
            self._waiting -= entry.missing
            entry.error = rows

    def finished(self) -> "list[tuple[_T, Floats | Exception]]":
        """Return the first items that wait no more, and take them out.

        Returns:
            Each item with its vectors, or with the error that there was instead.
        """
        import numpy as np  # noqa: PLC0415  (import time)

        found: list[tuple[_T, Floats | Exception]] = []
        while self._entries and not self._entries[0].missing:
            entry = self._entries.popleft()
            if entry.error is not None:
                found.append((entry.item, entry.error))
            elif entry.vectors is not None:
                found.append((entry.item, entry.vectors))
            else:
                found.append((entry.item, np.zeros((0, 1), np.float32)))
        return found

    def _next_parts(self, size: int) -> list[_Part[_T]]:
        """Return the next texts that wait, by their items."""
        parts: list[_Part[_T]] = []
        for entry in self._entries:
            if not size:
                break
            if entry.missing:
                texts = entry.texts[entry.known : entry.known + size]
                parts.append(_Part(entry, texts))
                size -= len(texts)
        return parts

    def _read(self, request: EmbeddingRequest) -> "Floats":
        """Return the vectors that answer a request, or raise."""
        # Imported where it is needed: numpy takes long to import.
        from langchain_mdsplit.packing.semantic.vectors import (  # noqa: PLC0415
            read_batch,
        )

        answer = request.answer
        if isinstance(answer, StopIteration):
            # It would become a RuntimeError that says nothing of embeddings (PEP 479).
            msg = (
                f"embeddings raised StopIteration for batch {request.number}, which "
                f"begins {short_repr(request.texts[0], 60)}"
            )
            raise EmbeddingError(msg) from answer
        if isinstance(answer, Exception):
            raise answer
        asked = [text for part in self._asked for text in part.texts]
        return read_batch(answer, asked, request.number, self._dimension)

    def _fill(self, entry: _Entry[_T], rows: "Floats") -> None:
        """Add vectors to those of an item."""
        import numpy as np  # noqa: PLC0415  (import time)

        self._dimension = rows.shape[1]
        if entry.vectors is None:
            shape = len(entry.texts), self._dimension
            entry.vectors = np.empty(shape, rows.dtype)
        entry.vectors[entry.known : entry.known + len(rows)] = rows
        entry.known += len(rows)
        self._waiting -= len(rows)
