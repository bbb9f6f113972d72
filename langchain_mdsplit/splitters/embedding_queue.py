"""Texts on their way to the embeddings and back, in batches across documents."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from langchain_mdsplit.errors import EmbeddingError
from langchain_mdsplit.text.surrogates import without_surrogates

if TYPE_CHECKING:
    from langchain_mdsplit.packing.semantic.similarities import Floats

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class EmbeddingRequest:
    """A batch of texts whose vectors are asked for.

    Attributes:
        texts: The texts, with U+FFFD for each surrogate, which no model can read.
        number: Which batch it is, counted from 1.
    """

    texts: list[str]
    number: int

    def stopped(self) -> EmbeddingError:
        """Return the error in place of a StopIteration that the embeddings raised.

        Where it passes through a generator or an awaitable, Python makes it a
        RuntimeError that says nothing of embeddings (PEP 479).
        """
        msg = (
            f"embeddings raised StopIteration for batch {self.number}, which begins "
            f"{self.texts[0]!r:.60}"
        )
        return EmbeddingError(msg)


@dataclass(slots=True)
class _Entry(Generic[_T]):
    """An item with the vectors of its texts, as far as they are there."""

    item: _T
    count: int
    known: int = 0
    vectors: "Floats | None" = None


class EmbeddingQueue(Generic[_T]):
    """Items in order, each waiting for the vectors of its texts; for one thread.

    It neither calls the embeddings nor waits for them: the same queue serves callers
    that do so at once, and callers that await.

    Args:
        batch_size: How many texts are asked for at a time.

    Example:
        >>> queue = EmbeddingQueue[str](batch_size=2)
        >>> queue.add("a", ["one", "two"])
        >>> queue.add("b", ["three"])
        >>> queue.request(is_last=False)
        EmbeddingRequest(texts=['one', 'two'], number=1)
        >>> queue.feed([[1.0, 0.0], [0.0, 1.0]])
        >>> [(item, vectors.shape) for item, vectors in queue.finished()]
        [('a', (2, 2))]
        >>> queue.request(is_last=True)
        EmbeddingRequest(texts=['three'], number=2)
    """

    def __init__(self, batch_size: int) -> None:
        self._batch_size = batch_size
        self._texts: deque[str] = deque()
        self._entries: deque[_Entry[_T]] = deque()
        self._asked: list[str] = []
        self._batches = 0
        self._dimension: int | None = None

    def add(self, item: _T, texts: Sequence[str]) -> None:
        """Add an item that needs the vectors of some texts."""
        self._texts += texts
        self._entries.append(_Entry(item, len(texts)))

    def request(self, *, is_last: bool) -> EmbeddingRequest | None:
        """Return the next batch to ask for, if it is full or no more texts come."""
        size = min(len(self._texts), self._batch_size)
        if not size or (size < self._batch_size and not is_last):
            return None
        self._asked = [self._texts.popleft() for _ in range(size)]
        self._batches += 1
        return EmbeddingRequest(
            list(map(without_surrogates, self._asked)), self._batches
        )

    def feed(self, returned: Any) -> None:
        """Take in what the embeddings returned for the last batch.

        Raises:
            EmbeddingError: That is not one vector of finite numbers for each text.
        """
        # Imported where it is needed: numpy takes long to import.
        import numpy as np  # noqa: PLC0415

        from langchain_mdsplit.packing.semantic.vectors import (  # noqa: PLC0415
            read_batch,
        )

        rows = read_batch(returned, self._asked, self._batches, self._dimension)
        self._dimension = rows.shape[1]
        for entry in self._entries:
            taken = min(entry.count - entry.known, len(rows))
            if not taken:
                continue
            if entry.vectors is None:
                entry.vectors = np.empty((entry.count, self._dimension), rows.dtype)
            entry.vectors[entry.known : entry.known + taken] = rows[:taken]
            entry.known += taken
            rows = rows[taken:]
            if not len(rows):
                break

    def finished(self) -> "list[tuple[_T, Floats]]":
        """Return the first items whose vectors are all there, and take them out."""
        import numpy as np  # noqa: PLC0415  (import time)

        found: list[tuple[_T, Floats]] = []
        while self._entries and self._entries[0].known == self._entries[0].count:
            entry = self._entries.popleft()
            vectors = entry.vectors
            if vectors is None:
                vectors = np.zeros((0, 1), np.float32)
            found.append((entry.item, vectors))
        return found
