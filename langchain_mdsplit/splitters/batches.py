"""Batches of sources: what a worker process is sent, does with it, and sends back."""

# ruff: noqa: S301 - what is loaded comes from the other process of ours

import pickle
import traceback
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from langchain_mdsplit.errors import ArgumentError, MdSplitError
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from langchain_mdsplit.splitters.identity import IdCounter, chunk_digest
from langchain_mdsplit.splitters.reading import place_note
from langchain_mdsplit.splitters.sources import DocumentSource

Row: TypeAlias = tuple[str, dict[Any, Any], str | None]


@dataclass(frozen=True, slots=True)
class Batch:
    """Some sources on their way to a worker process.

    Attributes:
        position: The position of the first among all Documents, counted from 0.
        sources: The sources, each pickled.
        note: What names the first in an error.
    """

    position: int
    sources: Sequence[bytes]
    note: str


@dataclass(frozen=True, slots=True)
class Result:
    """What comes back of a batch.

    Attributes:
        rows: The chunks' texts, metadata, and keys where they should have ids.
        error: What ended the work, if anything did.
        notes: The notes of the error; some classes of errors lose them on their way.
    """

    rows: Sequence[Row]
    error: BaseException | None = None
    notes: Sequence[str] = ()


class Worker:
    """Splits batches in a worker process.

    Args:
        pickled: The splitter, loaded at the first batch.
    """

    def __init__(self, pickled: bytes) -> None:
        self._pickled = pickled

    def split(self, batch: Batch) -> bytes:
        """Split a batch.

        Args:
            batch: The batch.

        Returns:
            The pickled result.
        """
        sources: list[DocumentSource] = [pickle.loads(item) for item in batch.sources]
        result = None
        with suppress(BaseException):  # it comes again, and then it is named
            result = Result(self._rows(sources))
        result = result or self._split_one_by_one(sources, batch.position)
        return pickle.dumps(result, pickle.HIGHEST_PROTOCOL)

    def _split_one_by_one(
        self, sources: Sequence[DocumentSource], start: int
    ) -> Result:
        """Split sources up to the one that raises."""
        rows: list[Row] = []
        for position, source in enumerate(sources, start):
            try:
                rows += self._rows([source])
            except BaseException as error:  # noqa: BLE001 - the parent raises it
                trace = "".join(traceback.format_exception(error))
                notes = [*getattr(error, "__notes__", ()), place_note(position, source)]
                notes.append(f"raised in a worker process:\n{trace}")
                return Result(rows, _that_pickles(error), notes)
        return Result(rows)

    def _rows(self, sources: Iterable[DocumentSource]) -> list[Row]:
        """Return the rows of some sources."""
        keys = _KeyCounter()
        documents = self._splitter.split_sources(sources, keys, in_batches=True)
        return [(it.page_content, it.metadata, it.id) for it in documents]

    @cached_property
    def _splitter(self) -> ChunkTextSplitter:
        """The splitter."""
        try:
            splitter: ChunkTextSplitter = pickle.loads(self._pickled)
        except Exception as error:
            msg = (
                f"the splitter cannot be loaded in a worker process: {error}; what is "
                "given to it must stand in a module that can be imported"
            )
            raise ArgumentError(msg) from error
        return splitter


class _KeyCounter(IdCounter):
    """Gives a chunk what its id is made from: only the parent can count them all."""

    def next_id(self, source: str, heading_path: str, own_text: str) -> str:
        """Return the key of the next chunk."""
        return chunk_digest(source, heading_path, own_text).hex()


def _that_pickles(error: BaseException) -> BaseException:
    """Return an error, or one that stands for it where it does not pickle."""
    try:
        restored = pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001 - whatever its class does
        restored = None
    if type(restored) is type(error):
        return error
    return MdSplitError(f"{type(error).__qualname__}: {error}")
