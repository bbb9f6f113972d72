"""Batches of sources: what a worker process is sent, does with it, and sends back."""

# ruff: noqa: S301 - what is loaded comes from the other process of ours

import pickle
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from langchain_mdsplit.documents.reading import named_result
from langchain_mdsplit.errors import ArgumentError, MdSplitError
from langchain_mdsplit.splitters.base import ChunkTextSplitter, split_each

Row: TypeAlias = tuple[str, dict[Any, Any], str | None]


@dataclass(frozen=True, slots=True)
class Batch:
    """Some sources on their way to a worker process.

    Attributes:
        sources: The sources, each pickled.
        note: What names the first in an error.
    """

    sources: Sequence[bytes]
    note: str


@dataclass(frozen=True, slots=True)
class Result:
    """What comes back of a batch.

    Attributes:
        rows: Of each source the chunks' texts, metadata, and hashes where they should
            have ids.
        error: What ended the work, if anything did.
        notes: The notes of the error; some classes of errors lose them on their way.
    """

    rows: Sequence[Sequence[Row]]
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
        """Split a batch, up to the source that raises.

        Args:
            batch: The batch.

        Returns:
            The pickled result.
        """
        rows: list[Sequence[Row]] = []
        try:
            sources = [pickle.loads(source) for source in batch.sources]
            for source, found in split_each(self._splitter, sources):
                documents = named_result(source, found)
                rows.append([(it.page_content, it.metadata, it.id) for it in documents])
        except BaseException as error:  # noqa: BLE001 - the parent raises it
            result = _ended(rows, error)
        else:
            result = Result(rows)
        return pickle.dumps(result, pickle.HIGHEST_PROTOCOL)

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


def _ended(rows: Sequence[Sequence[Row]], error: BaseException) -> Result:
    """Return the result of a batch that an error has ended."""
    trace = "".join(traceback.format_exception(error))
    own_notes = getattr(error, "__notes__", ())
    notes = [*own_notes, f"raised in a worker process:\n{trace}"]
    return Result(rows, _that_pickles(error), notes)


def _that_pickles(error: BaseException) -> BaseException:
    """Return an error, or one that stands for it where it does not pickle."""
    try:
        restored = pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001 - whatever its class does
        restored = None
    if type(restored) is type(error):
        return error
    return MdSplitError(f"{type(error).__qualname__}: {error}")
