"""Splitting in several processes: the same chunks, bounded input, errors, endings."""

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from langchain_core.documents import Document

from langchain_mdsplit import (
    MarkdownSectionTextSplitter,
    MarkdownTokenTextSplitter,
    MdSplitError,
    RecursiveCharacterTextSplitter,
)
from langchain_mdsplit.documents.identity import IdCounter
from langchain_mdsplit.documents.reading import read_sources
from langchain_mdsplit.documents.sources import DocumentSource
from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError, WorkerError
from langchain_mdsplit.splitters import workers
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from langchain_mdsplit.splitters.batches import Batch, Result, Row, Worker
from tests.shared_data import REPOSITORY

TEXT = (
    "# Tea\n\nBoil water. Wait.\n\n## Green\n\nBoil water. Wait.\n\nBoil water. Wait.\n"
)


class TwoPartError(Exception):
    """An error that does not pickle: it wants two arguments and keeps one."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first + second)


def strict_length(text: str) -> int:
    """Return a text's length; raise, or end the process, where it says so."""
    if "raise" in text:
        raise LookupError(text)
    if "two parts" in text:
        raise TwoPartError(text, "")
    if "die" in text:
        os._exit(3)
    return len(text)


def documents(texts: Iterable[str]) -> Iterator[Document]:
    """Yield Documents, three for each source, as the pages of a file are."""
    for number, text in enumerate(texts):
        yield Document(page_content=text, metadata={"source": f"{number // 3}.md"})


def plain(chunks: Iterable[Document]) -> list[tuple[str, dict[str, Any], str | None]]:
    """Return what Documents are compared by."""
    return [(chunk.page_content, chunk.metadata, chunk.id) for chunk in chunks]


def work(splitter: ChunkTextSplitter, *texts: str) -> Result:
    """Return what a worker that is no process of its own sends back."""
    sources = [
        DocumentSource(text, {"source": "a"}, position=position)
        for position, text in enumerate(texts, 5)
    ]
    worker = Worker(pickle.dumps(splitter))
    batch = Batch([pickle.dumps(source) for source in sources], "")
    result = pickle.loads(worker.split(batch))
    assert isinstance(result, Result)
    return result


def rows_of(result: Result) -> list[Row]:
    """Return the chunks of a result."""
    return [row for rows in result.rows for row in rows]


def children_left() -> list[object]:
    """Return the processes that are there, when those that have ended are reaped.

    A thread of the pool reaps them too; until it is done they look alive.
    """
    deadline = time.monotonic() + 5
    while multiprocessing.active_children() and time.monotonic() < deadline:
        time.sleep(0.01)
    return [*multiprocessing.active_children()]


@pytest.fixture(autouse=True)
def one_document_is_a_task(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(workers, "_BATCH", 1)
    yield
    assert children_left() == []


def test_processes_give_the_same(capfd: pytest.CaptureFixture[str]) -> None:
    splitter = MarkdownTokenTextSplitter(14, add_ids=True, show_progress=True)
    given = list(documents([TEXT, "", TEXT[7:]] * 5))
    alone = plain(splitter.lazy_split_documents(given))
    capfd.readouterr()
    assert plain(splitter.lazy_split_documents(given, workers=2)) == alone
    assert len({chunk_id for *_, chunk_id in alone}) == len(alone) > 20
    error = capfd.readouterr().err
    assert error.count("15/15") == error.count("MarkdownTokenTextSplitter: 100%") == 1


@pytest.mark.parametrize("add_start_index", [True, False])
def test_a_worker_gives_the_drop_ins_chunks(*, add_start_index: bool) -> None:
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=20, add_start_index=add_start_index
    )
    chunks = splitter.create_documents([TEXT, TEXT], [{"source": "a"}] * 2)
    result = work(splitter, TEXT, TEXT)
    assert rows_of(result) == plain(chunks)
    assert len(result.rows) == 2


def test_the_drop_in_numbers_its_ids_over_all_documents() -> None:
    splitter = RecursiveCharacterTextSplitter(chunk_size=20, add_ids=True)
    given = list(documents([TEXT, TEXT, TEXT]))
    chunks = plain(splitter.lazy_split_documents(given, workers=2))
    assert chunks == plain(splitter.split_documents(given))
    assert len({chunk_id for *_, chunk_id in chunks}) == len(chunks)


def test_input_is_read_a_few_tasks_ahead_and_closing_ends_the_processes() -> None:
    read: list[str] = []
    threads = set(threading.enumerate())
    texts = (read.append(text) or text for text in [TEXT] * 1000)  # type: ignore[func-returns-value]
    splitter = MarkdownSectionTextSplitter(500)
    chunks = splitter.lazy_split_documents(documents(texts), workers=2)
    assert read == []
    assert len(list(islice(chunks, 5))) == 5
    assert len(read) < 5 + 2 * 3 + 2
    assert len(multiprocessing.active_children()) == 2
    started = time.monotonic()
    chunks.close()  # type: ignore[attr-defined]
    assert time.monotonic() - started < 2
    for thread in set(threading.enumerate()) - threads:
        thread.join(2)
    assert set(threading.enumerate()) <= threads


def test_an_error_keeps_its_type_and_names_its_document() -> None:
    splitter = MarkdownTokenTextSplitter(100, length_function=strict_length)
    texts = ["a", "b", "c", "d", "raise", "e"]
    chunks = splitter.lazy_split_documents(documents(texts), workers=2)
    assert [chunk.page_content for chunk in islice(chunks, 4)] == ["a", "b", "c", "d"]
    with pytest.raises(LookupError, match=r"^raise\n") as caught:
        next(chunks)
    assert caught.value.__notes__[0] == "while splitting document 4 (source: '1.md')"
    assert caught.value.__notes__[1].count("in strict_length") == 1


def test_a_process_that_dies_is_an_error() -> None:
    splitter = MarkdownTokenTextSplitter(100, length_function=strict_length)
    chunks = splitter.lazy_split_documents(documents(["die"] * 50), workers=2)
    with pytest.raises(WorkerError, match=r"ended .* document 0 \(source: '0.md'\)"):
        next(chunks)


def test_work_before_an_error_is_kept_and_comes_once() -> None:
    splitter = MarkdownTokenTextSplitter(100, length_function=strict_length)
    result = work(splitter, "a", "b", "raise", "c")
    assert [text for text, *_ in rows_of(result)] == ["a", "b"]
    assert isinstance(result.error, LookupError)
    assert result.notes[0] == "while splitting document 7 (source: 'a')"


def test_an_error_that_does_not_pickle_has_a_stand_in() -> None:
    splitter = MarkdownTokenTextSplitter(100, length_function=strict_length)
    result = work(splitter, "two parts")
    assert type(result.error) is MdSplitError
    assert str(result.error) == "TwoPartError: two parts"


def test_a_splitter_that_cannot_be_loaded_is_named() -> None:
    pickled = pickle.dumps(MarkdownTokenTextSplitter(100, length_function=len))
    worker = Worker(pickled.replace(b"MarkdownToken", b"MarkdownTokes"))
    source = pickle.dumps(DocumentSource("a", {}))
    result = pickle.loads(worker.split(Batch([source], "")))
    assert isinstance(result.error, ArgumentError)
    assert "cannot be loaded in a worker process" in str(result.error)


def test_keys_are_numbered_as_ids_are() -> None:
    given = list(documents([TEXT + TEXT, TEXT]))
    splitter = MarkdownTokenTextSplitter(14, add_ids=True)
    rows = rows_of(work(splitter, *(item.page_content for item in given)))
    hashed = [Document(text, id=key) for text, _, key in rows]
    ids = [chunk.id for chunk in IdCounter().number(hashed)]
    same = [Document(item.page_content, metadata={"source": "a"}) for item in given]
    assert ids == [chunk.id for chunk in splitter.split_documents(same)]
    assert len(set(ids)) == len(ids) > len({key for *_, key in rows})


def test_a_splitter_that_does_not_pickle_says_what_to_do() -> None:
    splitter = MarkdownTokenTextSplitter(100, length_function=lambda text: len(text))  # noqa: PLW0108
    with pytest.raises(ArgumentError, match=r"pickles.*no lambda.*workers at 1"):
        splitter.lazy_split_documents([], workers=2)


@pytest.mark.parametrize("number", [0, -1, 1.5, True, None])
def test_the_number_of_workers_is_checked_at_once(number: Any) -> None:
    with pytest.raises(ArgumentError, match=r"^workers must be"):
        MarkdownTokenTextSplitter().lazy_split_documents([], workers=number)


def test_no_documents_start_no_process() -> None:
    splitter = MarkdownTokenTextSplitter()
    assert list(splitter.lazy_split_documents([], workers=2)) == []


def test_metadata_that_does_not_pickle_is_named() -> None:
    lock = threading.Lock()
    given = [Document("a"), Document("b", id="7", metadata={"lock": lock})]
    batch, error = workers._read_batches(read_sources(given))
    assert isinstance(batch, Batch)
    assert isinstance(error, TypeError)
    assert error.__notes__[0] == "while splitting document 1 (source: '7')"


def test_what_is_no_document_comes_after_those_before_it() -> None:
    given: Any = [Document("a"), None]
    batch, error = workers._read_batches(read_sources(given))
    assert isinstance(batch, Batch)
    assert isinstance(error, ArgumentTypeError)


def test_alone_an_error_names_its_document_too() -> None:
    splitter = MarkdownTokenTextSplitter(100, length_function=strict_length)
    chunks = splitter.lazy_split_documents(documents(["a", "raise"]))
    assert next(chunks).page_content == "a"
    with pytest.raises(LookupError) as caught:
        next(chunks)
    assert caught.value.__notes__ == ["while splitting document 1 (source: '0.md')"]


def test_an_error_of_the_input_names_no_document() -> None:
    def broken() -> Iterator[Document]:
        yield Document("a")
        msg = "disk"
        raise OSError(msg)

    with pytest.raises(OSError, match="disk") as caught:
        list(MarkdownTokenTextSplitter().lazy_split_documents(broken()))
    assert not hasattr(caught.value, "__notes__")


PROGRAM = """
import os, signal, time
from langchain_core.documents import Document
from langchain_mdsplit import MarkdownTokenTextSplitter

def length(text):
    os.write(1, f"{os.getpid()}\\n".encode())
    time.sleep(60)
    return len(text)

if __name__ == "__main__":
    # A shell starts what runs in the background with this signal ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    splitter = MarkdownTokenTextSplitter(100, length_function=length)
    os.write(1, f"{os.getpid()}\\n".encode())
    for _ in splitter.lazy_split_documents([Document("a" * 2**18)] * 9, workers=2):
        pass
"""


def is_running(pid: int) -> bool:
    """Whether there is a process that is no zombie."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat")
        return (
            not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
        )
    except (ProcessLookupError, FileNotFoundError):
        return False


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_the_processes_end_with_the_program(number: int, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    path = os.pathsep.join([str(REPOSITORY), *filter(None, sys.path)])
    with subprocess.Popen(
        [sys.executable, str(program)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
        start_new_session=True,
        text=True,
    ) as process:
        assert process.stdout is not None
        pids = {int(process.stdout.readline()) for _ in range(3)}
        started = time.monotonic()
        os.killpg(process.pid, number) if number == signal.SIGINT else process.kill()
        assert process.wait(60) == -number
        while any(map(is_running, pids)) and time.monotonic() - started < 5:
            time.sleep(0.05)
        assert not any(map(is_running, pids))
        assert process.stderr is not None
        errors = process.stderr.read()
    assert len(pids) == 3
    assert errors.count("Traceback") == (number == signal.SIGINT)


LEFT_OPEN = """
from langchain_core.documents import Document
from langchain_mdsplit import MarkdownTokenTextSplitter

if __name__ == "__main__":
    documents = [Document("a" * 2**17)] * 20
    chunks = MarkdownTokenTextSplitter().lazy_split_documents(documents, workers=2)
    print(next(chunks).metadata["start_index"])
"""


def test_an_iterator_left_open_does_not_hold_the_program(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(LEFT_OPEN)
    path = os.pathsep.join([str(REPOSITORY), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, str(program)],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": path},
        text=True,
        timeout=60,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("0\n", "")


@dataclass(frozen=True)
class FrozenError(Exception):
    """An exception that takes no note."""


def test_an_error_of_a_process_that_takes_no_note_stays_what_it_is() -> None:
    results = (Result([], error, ["note"]) for error in [FrozenError()])
    with pytest.raises(FrozenError):
        list(workers._documents(results))


def test_an_error_that_takes_no_note_stays_what_it_is() -> None:
    def fail(_: str) -> int:
        raise FrozenError

    splitter = MarkdownTokenTextSplitter(9, length_function=fail)
    with pytest.raises(FrozenError):
        list(splitter.lazy_split_documents([Document(page_content="One.")]))
