"""Splitters inside chains and retrievers: with what LangChain puts around a link."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from langchain_classic.retrievers import (
    ContextualCompressionRetriever,
    MultiVectorRetriever,
    ParentDocumentRetriever,
)
from langchain_classic.retrievers.document_compressors import (
    DocumentCompressorPipeline,
)
from langchain_core.documents import BaseDocumentTransformer, Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.language_models import FakeListChatModel
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import (
    Runnable,
    RunnableConfig,
    RunnableGenerator,
    RunnableLambda,
    RunnableParallel,
    RunnablePassthrough,
)
from langchain_core.stores import InMemoryStore
from langchain_core.tracers import BaseTracer
from langchain_core.tracers.schemas import Run
from langchain_core.vectorstores import InMemoryVectorStore
from pydantic import TypeAdapter, ValidationError

from langchain_mdsplit import chunk_key, locate
from tests.splitters.ingestion import (
    BREWING,
    BY_STRUCTURE,
    EVERYTHING,
    SPLITTERS,
    MarkdownLoader,
    make_splitter,
    write_folder,
)

Link: TypeAlias = Runnable[Any, Any]
every_splitter = pytest.mark.parametrize("name", SPLITTERS)


class Runs(BaseTracer):
    """Keeps the names of the runs it is told of, with those below each."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[tuple[str, list[str]]] = []

    def _persist_run(self, run: Run) -> None:
        self.names.append((run.name, [child.name for child in run.child_runs]))


class Reversed(BaseDocumentTransformer):
    """Turns the order of Documents around."""

    def transform_documents(
        self, documents: Sequence[Document], **kwargs: Any
    ) -> Sequence[Document]:
        del kwargs
        return documents[::-1]


def new_store() -> InMemoryVectorStore:
    return InMemoryVectorStore(DeterministicFakeEmbedding(size=8))


def page(text: str = BREWING) -> Document:
    return Document(page_content=text, metadata={"source": "brewing.md"})


def load(folder: Path) -> list[Document]:
    return MarkdownLoader(folder).load()


def load_one_by_one(folders: Iterator[Path]) -> Iterator[list[Document]]:
    for folder in folders:
        for document in MarkdownLoader(folder).lazy_load():
            yield [document]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "tea")


@every_splitter
def test_a_loader_a_splitter_and_a_store_are_a_chain(folder: Path, name: str) -> None:
    splitter, store = make_splitter(name), new_store()
    ids = (load | splitter.as_runnable() | store.add_documents).invoke(folder)
    chunks = splitter.split_documents(load(folder))
    assert ids == [chunk_key(chunk) for chunk in chunks]
    assert store.get_by_ids(ids) == chunks


@every_splitter
async def test_the_chain_runs_async(folder: Path, name: str) -> None:
    splitter, store = make_splitter(name), new_store()
    add = RunnableLambda(store.add_documents, afunc=store.aadd_documents)
    ids = await (load | splitter.as_runnable() | add).ainvoke(folder)
    assert store.get_by_ids(ids) == splitter.split_documents(load(folder))


@every_splitter
def test_a_chain_streams_through_it(folder: Path, name: str) -> None:
    splitter = make_splitter(name)
    chain: Link = RunnableGenerator(load_one_by_one) | splitter.as_runnable()
    (chunks,) = chain.stream(folder)
    assert chunks == splitter.split_documents(load(folder))


@every_splitter
async def test_a_batch_of_chains_equals_one_by_one(folder: Path, name: str) -> None:
    splitter = make_splitter(name)
    chain = load | splitter.as_runnable()
    expected = splitter.split_documents(load(folder))
    inputs = [folder] * 20
    limited = RunnableConfig(max_concurrency=4)
    assert chain.batch(inputs, limited) == [expected] * 20
    assert await chain.abatch(inputs, limited) == [expected] * 20
    assert dict(chain.batch_as_completed(inputs)) == dict(enumerate([expected] * 20))
    assert splitter.as_runnable().map().invoke([load(folder)] * 2) == [expected] * 2


@every_splitter
def test_two_splitters_run_beside_each_other(name: str) -> None:
    one, other = make_splitter(name), make_splitter("fragment")
    both: Link = RunnableParallel(
        one=one.as_runnable(), other=other.as_runnable(), page=RunnablePassthrough()
    )
    found = both.invoke(page())
    assert found["one"] == one.split_documents([page()])
    assert found["other"] == other.split_documents([page()])
    assert found["page"] == page()
    properties = both.get_output_jsonschema()["properties"]
    assert properties["one"]["type"] == "array"


@every_splitter
def test_schemas_accept_what_it_takes_and_name_what_it_returns(name: str) -> None:
    splitter = make_splitter(name)
    link = splitter.as_runnable()
    for wrapped in (link, link.with_retry(), link.with_fallbacks([link])):
        schema = TypeAdapter(wrapped.get_input_schema())
        for value in (BREWING, page(), [page()], []):
            schema.validate_python(value)
        with pytest.raises(ValidationError):
            schema.validate_python(5)
        document = wrapped.get_output_jsonschema()["items"]["$ref"]
        assert document.endswith("/Document")
    class_name = type(splitter).__name__
    assert link.get_input_jsonschema()["title"] == f"{class_name}Input"
    assert link.get_output_jsonschema()["title"] == f"{class_name}Output"


@every_splitter
def test_a_chains_schemas_are_those_of_its_ends(name: str) -> None:
    link = make_splitter(name).as_runnable()
    chain = link | RunnableLambda(len)
    assert chain.get_input_jsonschema()["anyOf"][-1] == {"type": "string"}
    assert (RunnableLambda(str.strip) | link).get_output_jsonschema()["type"] == "array"


@every_splitter
def test_its_name_stands_in_graphs_and_traces(name: str) -> None:
    splitter = make_splitter(name)
    class_name = type(splitter).__name__
    chain = splitter.as_runnable() | RunnableLambda(len).with_config(run_name="count")
    nodes = chain.get_graph().nodes.values()
    assert class_name in [node.name for node in nodes]
    tracer = Runs()
    chain.with_config(run_name="ingest", callbacks=[tracer]).invoke(BREWING)
    assert tracer.names == [("ingest", [class_name, "count"])]


@every_splitter
async def test_events_carry_its_name(name: str) -> None:
    splitter = make_splitter(name)
    events = [
        (event["event"], event["name"])
        async for event in splitter.as_runnable().astream_events(BREWING)
    ]
    kinds = ("on_chain_start", "on_chain_stream", "on_chain_end")
    assert events == [(kind, type(splitter).__name__) for kind in kinds]


def test_it_may_be_configured_under_another_name() -> None:
    tracer = Runs()
    link = make_splitter("token").as_runnable()
    named = link.with_config(run_name="cut", callbacks=[tracer])
    assert named.batch([BREWING, BREWING]) == link.batch([BREWING, BREWING])
    assert tracer.names == [("cut", []), ("cut", [])]


class Flaky:
    """Fails some times, then measures texts in words."""

    def __init__(self, failures: int) -> None:
        self.left = failures

    def __call__(self, text: str) -> int:
        if self.left:
            self.left -= 1
            msg = "the tokenizer is not there yet"
            raise ConnectionError(msg)
        return len(text.split())


async def test_a_retry_tries_again() -> None:
    def link(failures: int) -> Link:
        flaky = make_splitter("token", length_function=Flaky(failures)).as_runnable()
        return flaky.with_retry(
            retry_if_exception_type=(ConnectionError,),
            wait_exponential_jitter=False,
            stop_after_attempt=2,
        )

    expected = link(0).invoke(BREWING)
    assert link(1).invoke(BREWING) == expected
    assert await link(1).ainvoke(BREWING) == expected
    with pytest.raises(ConnectionError):
        link(2).invoke(BREWING)


async def test_another_splitter_may_stand_in_for_one_that_fails() -> None:
    failing = make_splitter("token", length_function=Flaky(99)).as_runnable()
    other = make_splitter("fragment").as_runnable()
    link: Link = failing.with_fallbacks([other])
    expected = [chunk.page_content for chunk in other.invoke(BREWING)]
    assert [chunk.page_content for chunk in link.invoke(BREWING)] == expected
    assert [chunk.page_content for chunk in await link.ainvoke(BREWING)] == expected


@pytest.mark.parametrize("name", BY_STRUCTURE)
async def test_an_answer_cites_headings_and_lines(name: str) -> None:
    store = new_store()
    (make_splitter(name).as_runnable() | store.add_documents).invoke(page())
    moved = f"Of tea.\n\n{BREWING}"

    def cite(found: dict[str, Any]) -> list[str]:
        places = [(chunk, locate(moved, chunk)) for chunk in found["chunks"]]
        return [
            f"{chunk.metadata['heading_path']}:{place.line}-{place.end_line}"
            for chunk, place in places
        ]

    prompt = ChatPromptTemplate.from_template("{chunks}\n{question}")
    answer = prompt | FakeListChatModel(responses=["80 °C"]) | StrOutputParser()
    retriever = store.as_retriever(search_kwargs={"k": 99})
    chain: Link = RunnableParallel(
        chunks=retriever, question=RunnablePassthrough()
    ).assign(answer=answer, citations=cite)
    found = await chain.ainvoke("How hot?")
    assert found["answer"] == "80 °C"
    whole, own = "Brewing > Green tea:11-13", "Brewing > Green tea:13-13"
    assert {whole, own} & set(found["citations"])  # with its heading's line or without
    assert len(found["citations"]) == len(store.store)


@every_splitter
async def test_it_is_a_transformer_in_a_compressor_pipeline(name: str) -> None:
    splitter, store = make_splitter(name), new_store()
    pipeline = DocumentCompressorPipeline(transformers=[splitter, Reversed()])
    store.add_documents([page()])
    retriever = ContextualCompressionRetriever(
        base_compressor=pipeline, base_retriever=store.as_retriever()
    )
    expected = splitter.split_documents([page()])[::-1]
    assert retriever.invoke("How hot?") == expected
    assert await retriever.ainvoke("How hot?") == expected


@every_splitter
@pytest.mark.parametrize("parent", [None, "token", "section"])
async def test_a_parent_document_retriever_finds_parents(
    name: str, parent: str | None
) -> None:
    async def fill(*, is_async: bool) -> ParentDocumentRetriever:
        retriever = ParentDocumentRetriever(
            vectorstore=new_store(),
            docstore=InMemoryStore(),
            child_splitter=make_splitter(name, add_ids=False),
            parent_splitter=make_splitter(parent, 60) if parent else None,
            search_kwargs={"k": 99},
        )
        if is_async:
            await retriever.aadd_documents([page(EVERYTHING)])
        else:
            retriever.add_documents([page(EVERYTHING)])
        return retriever

    def key(document: Document) -> int:
        start: int = document.metadata.get("start_index", 0)
        return start

    parents = [page(EVERYTHING)]
    if parent:
        parents = make_splitter(parent, 60).split_documents(parents)
    for is_async in (False, True):
        retriever = await fill(is_async=is_async)
        assert sorted(retriever.invoke("How hot?"), key=key) == parents
        assert sorted(await retriever.ainvoke("How hot?"), key=key) == parents
        for child in retriever.vectorstore.similarity_search("leaves", k=99):
            if "content_offset" not in child.metadata:
                continue  # front matter as a fragment is no slice
            place = locate(EVERYTHING, child)
            start, end = (child.metadata[it] for it in ("start_index", "end_index"))
            start, end = (
                at + child.metadata.get("parent_start_index", 0) for at in (start, end)
            )
            assert (place.start_index, place.end_index) == (start, end)


@every_splitter
def test_several_vectors_lead_to_one_chunk(name: str) -> None:
    chunks = make_splitter(name).split_documents([page()])
    keys = [chunk_key(chunk) for chunk in chunks]
    retriever = MultiVectorRetriever(
        vectorstore=new_store(), docstore=InMemoryStore(), search_kwargs={"k": 99}
    )
    retriever.docstore.mset(list(zip(keys, chunks, strict=True)))
    for kind in ("summary", "question"):
        retriever.vectorstore.add_documents(
            [
                Document(
                    page_content=f"{kind}: {chunk.page_content}",
                    metadata={"doc_id": key},
                )
                for key, chunk in zip(keys, chunks, strict=True)
            ]
        )
    found = retriever.invoke("How hot?")
    assert sorted(found, key=lambda item: item.metadata["start_index"]) == chunks
