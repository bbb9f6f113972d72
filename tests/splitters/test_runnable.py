"""The splitter as a link of a chain, where it is more than a function call."""

from typing import Any, TypeAlias

import pytest
from langchain_core.documents import Document
from langchain_core.runnables import Runnable, RunnableLambda
from langchain_core.tracers import BaseTracer
from langchain_core.tracers.schemas import Run

from langchain_mdsplit import MarkdownFragmentTextSplitter
from langchain_mdsplit.errors import ArgumentTypeError

TEXT = "# A\n\none\n\ntwo\n"
PIECES = ["# A", "one", "two"]
NAME = "MarkdownFragmentTextSplitter"
Link: TypeAlias = Runnable[Any, list[Document]]


class Runs(BaseTracer):
    """Keeps the runs it is told of."""

    def __init__(self) -> None:
        super().__init__()
        self.runs: list[Run] = []

    def _persist_run(self, run: Run) -> None:
        self.runs.append(run)


@pytest.fixture
def runnable() -> Link:
    return MarkdownFragmentTextSplitter().as_runnable()


def texts(documents: list[Document]) -> list[str]:
    return [document.page_content for document in documents]


def test_nothing_to_split_is_no_chunk(runnable: Link) -> None:
    values: list[Any] = [[], (), "", " \n", Document(page_content="")]
    for value in values:
        assert runnable.invoke(value) == []


def test_a_generator_of_documents_is_split(runnable: Link) -> None:
    generator = (Document(page_content=text) for text in ("one", "two"))
    assert texts(runnable.invoke(generator)) == ["one", "two"]


def test_a_documents_metadata_is_passed_on(runnable: Link) -> None:
    found = runnable.invoke(Document(page_content=TEXT, metadata={"page": 1}))
    assert [item.metadata["page"] for item in found] == [1, 1, 1]


@pytest.mark.parametrize("value", [["text"], [None], b"text", {"text": TEXT}])
def test_what_holds_no_documents_is_named(runnable: Link, value: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^documents\[0\]"):
        runnable.invoke(value)


def test_a_stream_gives_the_result_as_one(runnable: Link) -> None:
    assert [texts(item) for item in runnable.stream(TEXT)] == [PIECES]


async def test_an_async_stream_gives_the_result_as_one(runnable: Link) -> None:
    assert [texts(item) async for item in runnable.astream(TEXT)] == [PIECES]


async def test_an_async_batch_equals_a_batch(runnable: Link) -> None:
    inputs = [TEXT, "", Document(page_content="b")]
    assert await runnable.abatch(inputs) == runnable.batch(inputs)


def test_a_failing_input_fails_the_batch(runnable: Link) -> None:
    with pytest.raises(ArgumentTypeError, match="input"):
        runnable.batch([TEXT, 5, TEXT])


def test_a_failing_input_can_be_returned(runnable: Link) -> None:
    first, failure, last = runnable.batch([TEXT, 5, TEXT], return_exceptions=True)
    assert texts(first) == texts(last) == PIECES
    assert isinstance(failure, ArgumentTypeError)


async def test_a_failing_input_can_be_returned_from_an_async_batch(
    runnable: Link,
) -> None:
    found = await runnable.abatch([None, TEXT], return_exceptions=True)
    assert isinstance(found[0], ArgumentTypeError)
    assert texts(found[1]) == PIECES


async def test_an_async_failure_is_the_same_as_a_sync_one(runnable: Link) -> None:
    with pytest.raises(ArgumentTypeError, match="not int: 5"):
        await runnable.ainvoke(5)


def test_tags_and_metadata_reach_a_tracer(runnable: Link) -> None:
    tracer = Runs()
    runnable.invoke(
        TEXT, {"callbacks": [tracer], "tags": ["tea"], "metadata": {"user": 7}}
    )
    (run,) = tracer.runs
    assert run.name == NAME
    assert run.tags == ["tea"]
    assert run.extra["metadata"]["user"] == 7


async def test_tags_reach_a_tracer_of_an_async_call(runnable: Link) -> None:
    tracer = Runs()
    await runnable.ainvoke(TEXT, {"callbacks": [tracer], "tags": ["tea"]})
    assert [(run.name, run.tags) for run in tracer.runs] == [(NAME, ["tea"])]


def test_a_name_of_ones_own_reaches_a_tracer(runnable: Link) -> None:
    tracer = Runs()
    runnable.invoke(TEXT, {"callbacks": [tracer], "run_name": "cut"})
    assert [run.name for run in tracer.runs] == ["cut"]


def test_a_failure_reaches_a_tracer(runnable: Link) -> None:
    tracer = Runs()
    with pytest.raises(ArgumentTypeError):
        runnable.invoke(5, {"callbacks": [tracer]})
    (run,) = tracer.runs
    assert "ArgumentTypeError" in str(run.error)


def test_in_a_chain_it_is_a_child_run(runnable: Link) -> None:
    tracer = Runs()
    chain = RunnableLambda(str.strip) | runnable | texts
    assert chain.invoke(f"\n{TEXT}", {"callbacks": [tracer]}) == PIECES
    (run,) = tracer.runs
    assert NAME in [child.name for child in run.child_runs]


def test_each_input_of_a_batch_is_numbered_anew(runnable: Link) -> None:
    for found in runnable.batch([TEXT, TEXT]):
        assert [item.metadata["chunk_index"] for item in found] == [0, 1, 2]
