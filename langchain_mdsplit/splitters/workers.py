"""Splitting in several processes: what they are sent, what comes back, how they end.

New processes are spawned, on every system. A forked one would inherit the locks of
threads that it does not have (of tokenizers, progress bars, the application), and a
fork server keeps the environment and folder of its start and goes on after the work.
Spawning costs each process the imports, about a second once; the calling module needs
`if __name__ == "__main__":`, as ever with processes.
"""

import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

from langchain_core.documents import Document

from langchain_mdsplit.documents.attempts import add_note
from langchain_mdsplit.documents.building import make_document
from langchain_mdsplit.documents.identity import IdCounter
from langchain_mdsplit.documents.reading import place_note
from langchain_mdsplit.documents.sources import DocumentSource
from langchain_mdsplit.errors import ArgumentError, WorkerError
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from langchain_mdsplit.splitters.batches import Batch, Result, Worker

_BATCH = 2**17  # characters in one task, far more work than its way there
_PER_DOCUMENT = 2**8  # what a document weighs besides its text, in characters
_AHEAD = 3  # tasks per worker that are read before the first is taken
_GRACE = 0.5  # seconds for tasks under way, where the caller wants no more

_WORKER: ContextVar[Worker] = ContextVar("worker")  # set once in each worker process


class _Context(SpawnContext):
    """Spawns processes and keeps them: a pool does not say which are its own."""

    def __init__(self) -> None:
        super().__init__()
        self._started: list[SpawnProcess] = []

    def Process(self, *arguments: Any, **options: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        """Return a new process."""
        process = SpawnProcess(*arguments, **options)
        self._started.append(process)
        return process

    def end(self, grace: float) -> None:
        """Let the processes end for some seconds, and kill those that do not."""
        deadline = time.monotonic() + grace
        started = [process for process in self._started if process.pid is not None]
        for process in started:
            process.join(max(0, deadline - time.monotonic()))
        for process in started:
            process.kill()
            process.join()


def split_in_processes(
    splitter: ChunkTextSplitter, sources: Iterable[DocumentSource], workers: int
) -> Generator[list[Document], None, None]:
    """Split sources in several processes.

    Args:
        splitter: The splitter; it has to pickle.
        sources: The sources, consumed once and only a few tasks ahead.
        workers: The number of processes.

    Returns:
        The Documents of each source, as the splitter alone would give them. Closing it
        ends the processes.

    Raises:
        ArgumentError: The splitter does not pickle.
        WorkerError: A process ended before its work was done.
    """
    pickled = _pickled_splitter(splitter)
    return _documents(_split_batches(pickled, _read_batches(sources), workers))


def _pickled_splitter(splitter: ChunkTextSplitter) -> bytes:
    """Return a splitter pickled."""
    try:
        return pickle.dumps(splitter, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        msg = (
            f"workers > 1 need a splitter that pickles, this one does not: {error}; "
            "give it functions that stand at the top of a module (no lambda, none "
            "inside another function), or leave workers at 1"
        )
        raise ArgumentError(msg) from error


def _read_batches(
    sources: Iterable[DocumentSource],
) -> Generator[Batch | Exception, None, None]:
    """Yield sources in batches, at the end the error that reading ended with."""
    batch: list[bytes] = []
    failure: Exception | None = None
    weight = 0
    note = ""
    try:
        for source in sources:
            pickled = _pickled_source(source)
            if not batch:
                weight, note = 0, place_note(source)
            batch.append(pickled)
            weight += _PER_DOCUMENT + len(source.text)
            if weight >= _BATCH:
                yield Batch(batch, note)
                batch = []
    except Exception as error:  # noqa: BLE001 - raised when those before it are done
        failure = error
    if batch:
        yield Batch(batch, note)
    if failure:
        yield failure


def _pickled_source(source: DocumentSource) -> bytes:
    """Return a source pickled; its metadata may hold anything."""
    try:
        return pickle.dumps(source, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        add_note(error, place_note(source))
        add_note(error, "workers > 1 need metadata that pickles")
        raise


def _split_batches(
    pickled: bytes, batches: Generator[Batch | Exception, None, None], workers: int
) -> Generator[Result, None, None]:
    """Yield what comes back of batches, in order; read few ahead."""
    pending: deque[tuple[Batch, Future[bytes]]] = deque()
    with closing(batches), _open_pool(pickled, workers) as pool, _named_end(pending):
        for batch in batches:
            if isinstance(batch, Exception):
                while pending:
                    yield _take(pending)
                raise batch
            pending.append((batch, pool.submit(_split, batch)))
            if len(pending) == _AHEAD * workers:
                yield _take(pending)
        while pending:
            yield _take(pending)


def _take(pending: deque[tuple[Batch, Future[bytes]]]) -> Result:
    """Return the result of the first batch, when it is there."""
    _, future = pending[0]
    result: Result = pickle.loads(future.result())  # noqa: S301 - of our worker
    pending.popleft()
    return result


@contextmanager
def _named_end(pending: deque[tuple[Batch, Future[bytes]]]) -> Iterator[None]:
    """Say what was being split when a process ended."""
    try:
        yield
    except BrokenProcessPool as error:
        place = pending[0][0].note if pending else "before anything was split"
        msg = (
            f"a worker process ended before its work was done, {place} or one of the "
            "next: it was killed, as for want of memory, or the calling module has no "
            '`if __name__ == "__main__":` around what it runs'
        )
        raise WorkerError(msg) from error


@contextmanager
def _open_pool(pickled: bytes, workers: int) -> Iterator[ProcessPoolExecutor]:
    """Open a pool of processes that end with the block, whatever they are doing."""
    context = _Context()
    pool = ProcessPoolExecutor(
        workers, context, initializer=_start_worker, initargs=(pickled,)
    )
    try:
        yield pool
    finally:
        # A process that is killed while it writes a result leaves the pool waiting for
        # the rest, so those that are nearly done may end by themselves. No thread can
        # see to it: an iterator may be closed at exit, when none can be started.
        pool.shutdown(wait=False, cancel_futures=True)
        context.end(_GRACE)


def _documents(
    results: Generator[Result, None, None],
) -> Generator[list[Document], None, None]:
    """Yield the Documents of each source, with ids that are counted over all."""
    ids = IdCounter()
    with closing(results):
        for result in results:
            for rows in result.rows:
                yield ids.number([_as_document(*row) for row in rows])
            if result.error is not None:
                with suppress(AttributeError):  # a frozen exception takes no note
                    result.error.__notes__ = list(result.notes)
                raise result.error


def _as_document(text: str, metadata: dict[Any, Any], key: str | None) -> Document:
    """Return a chunk that came back as a Document."""
    document = make_document(text, metadata)
    if key is not None:
        document.id = key
    return document


def _start_worker(pickled: bytes) -> None:
    """Make a new process a worker with a pickled splitter."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to end
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _WORKER.set(Worker(pickled))


def _split(batch: Batch) -> bytes:
    """Split a batch in a worker process."""
    return _WORKER.get().split(batch)


def _end_with_parent() -> None:
    """End this process when its parent has ended, which no pool sees to."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
