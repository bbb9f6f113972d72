"""The search tool: by words, by vectors, in a store that holds other things, too."""

import json
import subprocess
import sys
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_core.vectorstores import InMemoryVectorStore, VectorStore

from langchain_mdsplit import MarkdownTokenTextSplitter
from tests.shared_data import corpus_files, read_source
from tests.tools.samples import (
    COFFEE,
    COUNT,
    STEEP,
    TEA,
    WordEmbeddings,
    answer,
    message,
    refusal,
    sample_documents,
    sample_tools,
)

QUERY = "How do I grind the beans?"


def test_a_hit_says_where_it_is_and_what_to_call() -> None:
    _, read, search = sample_tools()
    given = answer(search, query=QUERY, k=1)
    assert given == {
        "hits": [
            {
                "document": "docs/coffee.md",
                "label": "1-1",
                "page": 1,
                "heading_path": "Coffee > Install",
                "lines": "5-5",
                "snippet": "Grind the beans.",
            }
        ],
        "next": 'markdown_read(label="1-1", document="docs/coffee.md") '
        "reads the first hit",
    }
    call = {name: given["hits"][0][name] for name in ("document", "label", "page")}
    assert "Grind the beans." in answer(read, **call)["document_text"]


def test_a_hit_names_the_page_on_which_it_stands() -> None:
    text = f"# A\n\n{STEEP * 90}\n\nThe password is swordfish.\n\n{STEEP * 90}\n"
    _, read, search = sample_tools([Document(text)], max_tokens=300)
    (hit,) = answer(search, query="swordfish")["hits"]
    assert hit["page"] > 1
    assert "swordfish" in hit["snippet"]
    page = answer(read, label=hit["label"], page=hit["page"])
    assert "swordfish" in page["document_text"]


@pytest.mark.parametrize("how", ["words", "embeddings", "store"])
def test_all_ways_find_the_same_section(how: str) -> None:
    ways: dict[str, dict[str, Any]] = {
        "words": {},
        "embeddings": {"embeddings": WordEmbeddings()},
        "store": {"vector_store": InMemoryVectorStore(WordEmbeddings())},
    }
    _, _, search = sample_tools(**ways[how])
    hit = answer(search, query=QUERY)["hits"][0]
    assert (hit["document"], hit["label"]) == ("docs/coffee.md", "1-1")


def test_snippets_are_slices_of_the_document() -> None:
    _, _, search = sample_tools()
    for hit in answer(search, query="tea coffee kettle beans", k=9)["hits"]:
        source = {"docs/tea.md": TEA, "docs/coffee.md": COFFEE}[hit["document"]]
        assert hit["snippet"] in source


def test_the_artifact_is_the_chunks() -> None:
    _, _, search = sample_tools()
    (chunk,) = message(search, query="kettle", k=1).artifact
    metadata = chunk.metadata
    assert chunk.id
    assert metadata["source"] == metadata["document"] == "docs/tea.md"
    assert metadata["topic"] == "leaves"
    assert metadata["line"] == 1
    assert chunk.page_content[metadata["content_offset"] :].startswith(
        TEA[metadata["start_index"] : metadata["end_index"]]
    )


def test_hits_that_do_not_fit_are_counted() -> None:
    text = "".join(f"# Tea {n}\n\n{STEEP * 12}\n\n" for n in range(30))
    _, _, search = sample_tools([Document(text)], max_tokens=300, chunk_size=100)
    content = str(message(search, query="tea", k=20).content)
    given = json.loads(content)
    assert COUNT(content) <= 300
    assert len(given["hits"]) + given["omitted"] == 20
    assert len(given["hits"]) >= 2


def test_more_hits_than_there_may_be_are_not_given() -> None:
    text = "".join(f"# Tea {n}\n\n{STEEP * 12}\n\n" for n in range(30))
    _, _, search = sample_tools([Document(text)], max_tokens=90_000, chunk_size=100)
    given = answer(search, query="tea", k=21)
    assert len(given["hits"]) == 20
    assert given["note"] == "k is at most 20; you asked for 21"
    assert "note" not in answer(search, query="tea", k=20)
    assert answer(search, query="zebra", k=10**30)["note"].endswith("far beyond")


def test_a_hit_that_does_not_fit_is_told_without_its_text() -> None:
    deep = "".join(f"{'#' * level} {'龘靐' * 40}\n\n" for level in range(1, 7))
    many = "".join("# x\n\n" for _ in range(1200)) + deep
    documents = [
        Document(f"{many}{'龘靐 ' * 90}needle", metadata={"source": "龘靐🤦🏽" * 30}),
        Document("other"),
    ]
    _, read, search = sample_tools(documents, max_tokens=200)
    for k in (1, 10**9):
        given = message(search, query="needle", k=k)
        assert COUNT(str(given.content)) <= 200
        (hit,) = json.loads(str(given.content))["hits"]
        assert len(given.artifact) == 1
        call = {name: hit[name] for name in ("document", "label", "page")}
        assert "needle" in answer(read, **call)["document_text"]


def test_chunks_are_those_of_the_splitter() -> None:
    documents = sample_documents()
    splitter = MarkdownTokenTextSplitter(
        100, min_chunk_size=25, on_long_heading="truncate", add_ids=True
    )
    expected = {it.id: it.page_content for it in splitter.split_documents(documents)}
    _, _, search = sample_tools(chunk_size=100)
    found = message(search, query="tea coffee steep grind x none", k=20).artifact
    assert {it.id: it.page_content for it in found}.items() <= expected.items()
    assert len(found) > 5


def test_documents_of_one_source_and_text_are_all_found() -> None:
    same = [Document("# A\n\nbeans", metadata={"source": "a.md"}) for _ in range(3)]
    for how in ({}, {"embeddings": WordEmbeddings()}):
        _, _, search = sample_tools(same, **how)
        found = message(search, query="beans", k=9)
        assert len({it.id for it in found.artifact}) == 3
        assert {it["document"] for it in json.loads(str(found.content))["hits"]} == {
            *("a.md", "a.md (2)", "a.md (3)")
        }


def test_only_a_document_that_cannot_be_cut_as_markdown_is_plain_text() -> None:
    fence = "`" * 9000 + "\nneedle code\n"
    documents = [Document(fence), *sample_documents()]
    _, _, search = sample_tools(documents, chunk_size=50)
    found = message(search, query="needle").artifact
    assert found[0].metadata["document"] == "document-1"
    assert found[0].page_content.endswith("needle code")
    assert found[0].metadata["heading_path"] == ""
    (chunk, *_) = message(search, query="minutes").artifact
    assert chunk.page_content.startswith("# Tea\n## Usage\n\nSteep")


@pytest.mark.parametrize("query", ["", " \n"])
def test_a_blank_query_is_refused(query: str) -> None:
    _, _, search = sample_tools()
    assert refusal(search, query=query).startswith("query is empty")


@pytest.mark.parametrize("k", [0, -1, -(10**30)])
def test_no_number_of_hits_is_refused(k: int) -> None:
    _, _, search = sample_tools()
    assert refusal(search, query="tea", k=k).startswith("k must be 1 to 20, got ")


def test_no_hit_says_what_else_to_do() -> None:
    _, _, search = sample_tools()
    assert answer(search, query="zebra") == {
        "hits": [],
        "next": "no hit: use other words, or call markdown_outline()",
    }
    assert message(search, query="zebra").artifact == []


@pytest.mark.parametrize("text", ["", "---\n", "*** \n\n---\n", "\ufeff"])
def test_documents_without_words_have_no_hits(text: str) -> None:
    _, _, search = sample_tools([Document(text)])
    assert answer(search, query="tea")["hits"] == []


def test_text_without_spaces_is_found() -> None:
    text = "# 算法\n\n二分查找的复杂度。\n\n# 图论\n\n最短路径与线段树。\n"
    _, _, search = sample_tools([Document(text)], chunk_size=50)
    assert answer(search, query="线段树怎么写")["hits"][0]["heading_path"] == "图论"


def test_chunks_are_embedded_once() -> None:
    embeddings = WordEmbeddings()
    _, _, search = sample_tools(embeddings=embeddings)
    assert embeddings.embedded == 0
    first = answer(search, query=QUERY)
    embedded = embeddings.embedded
    assert embedded > 0
    assert answer(search, query=QUERY) == first
    assert embeddings.embedded == embedded


def test_chunks_that_a_store_has_are_not_embedded_again() -> None:
    embeddings = WordEmbeddings()
    store = InMemoryVectorStore(embeddings)
    answer(sample_tools(vector_store=store)[2], query=QUERY)
    embedded, held = embeddings.embedded, len(store.store)
    moved = [
        Document(
            f"{COFFEE}\n# New\n\nNew text.\n", metadata={"source": "docs/coffee.md"}
        ),
        sample_documents()[0],
    ]
    _, _, search = sample_tools(moved, vector_store=store)
    answer(search, query=QUERY)
    assert embeddings.embedded - embedded < held
    embedded = embeddings.embedded
    answer(sample_tools(moved, vector_store=store)[2], query=QUERY)
    assert embeddings.embedded == embedded


def test_other_documents_of_a_store_are_no_hits() -> None:
    store = InMemoryVectorStore(WordEmbeddings())
    store.add_documents([Document(f"{QUERY} {n}") for n in range(9)])
    _, _, search = sample_tools(vector_store=store)
    hits = answer(search, query=QUERY, k=3)["hits"]
    assert hits[0]["label"] == "1-1"
    assert {hit["document"] for hit in hits} <= {"docs/tea.md", "docs/coffee.md"}


class PlainStore(InMemoryVectorStore):
    """A store that cannot say what it has, and has no asynchronous methods."""

    def get_by_ids(self, ids: Any, /) -> list[Document]:
        raise NotImplementedError

    async def asimilarity_search(
        self, query: str, k: int = 4, **kwargs: Any
    ) -> list[Document]:
        return await VectorStore.asimilarity_search(self, query, k, **kwargs)


async def test_a_store_need_not_know_what_it_has() -> None:
    _, _, search = sample_tools(vector_store=PlainStore(WordEmbeddings()))
    given = json.loads(await search.ainvoke({"query": QUERY}))
    assert given == answer(search, query=QUERY)


@pytest.mark.parametrize("embeddings", [None, WordEmbeddings()])
async def test_asynchronous_answers_are_the_same(
    embeddings: WordEmbeddings | None,
) -> None:
    call = {"query": QUERY, "k": 3}
    _, _, search = sample_tools(embeddings=embeddings)
    assert json.loads(await search.ainvoke(call)) == answer(search, **call)


def test_answers_do_not_depend_on_the_hash_seed() -> None:
    code = (
        "from tests.tools.samples import *\n"
        "for tool, call in zip(sample_tools(max_tokens=300), ({}, {'label': 'Usage'},"
        " {'query': 'tea kettle beans coffee minutes', 'k': 9})):\n"
        "    print(ascii(tool.invoke(call)))\n"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


def test_questions_about_real_documents_find_them(shared: Any) -> None:
    del shared
    paths = corpus_files()[::25]
    documents = [
        Document(read_source(path), metadata={"source": path.name}) for path in paths
    ]
    outline, _, search = sample_tools(documents)
    found = asked = 0
    for source in documents[::4]:
        name = source.metadata["source"]
        rows = [
            row
            for row in message(outline, document=name).artifact
            if row["tokens"] > 40
        ]
        for row in rows[:3]:
            query = row["heading_path"]
            hits = answer(search, query=query)["hits"]
            asked += 1
            found += any(hit["document"] == name for hit in hits)
    assert asked >= 10
    assert found / asked >= 0.8


class EncodingStore(InMemoryVectorStore):
    """Holds what UTF-8 can hold, as databases do."""

    def add_documents(
        self, documents: list[Document], ids: list[str] | None = None, **kwargs: Any
    ) -> list[str]:
        for document in documents:
            json.dumps(document.metadata, ensure_ascii=False).encode()
        return super().add_documents(documents, ids, **kwargs)


class EncodingEmbeddings(WordEmbeddings):
    """Embeds what UTF-8 can hold, as models do."""

    def embed_query(self, text: str) -> list[float]:
        return super().embed_query(text.encode().decode())


@pytest.mark.parametrize("query", ["grind beans", "grind \ud800 beans"])
@pytest.mark.parametrize("how", ["words", "embeddings", "store"])
async def test_surrogates_reach_no_embeddings_and_no_store(
    how: str, query: str
) -> None:
    ways: dict[str, dict[str, Any]] = {
        "words": {},
        "embeddings": {"embeddings": EncodingEmbeddings()},
        "store": {"vector_store": EncodingStore(EncodingEmbeddings())},
    }
    text = COFFEE.replace("Grind", "Grind\ud800")
    metadata = {"source": "a.md", "title": "\udc80", "pages": [1]}
    document = Document(text, metadata=metadata)
    _, _, search = sample_tools([document], chunk_size=50, **ways[how])
    hit = answer(search, query=query, k=1)["hits"][0]
    assert (hit["label"], hit["snippet"]) == ("1-1", "Grind\ud800 the beans.")
    (chunk,) = message(search, query=query, k=1).artifact
    assert "Grind\ud800" in chunk.page_content
    assert chunk.metadata["title"] == "\udc80"
    assert json.loads(await search.ainvoke({"query": query, "k": 1}))["hits"] == [hit]
