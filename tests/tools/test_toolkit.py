"""The toolkit: its arguments, the documents' names, pickling, threads, large input."""

import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_core.tools import BaseToolkit, ToolException
from langchain_core.vectorstores import InMemoryVectorStore

import langchain_mdsplit.tools
from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError, EncodingError
from langchain_mdsplit.tools import MarkdownToolkit
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

CALLS: list[dict[str, Any]] = [{}, {"label": "Usage"}, {"query": "beans"}]


def names(*documents: Document, **options: Any) -> list[str]:
    """Return the names that documents get."""
    outline, _, _ = sample_tools(documents, **options)
    return [it["document"] for it in answer(outline)["outline"]]


def test_the_toolkit_is_what_the_package_exports() -> None:
    assert langchain_mdsplit.tools.__all__ == ["MarkdownToolkit"]
    toolkit = MarkdownToolkit.from_documents(sample_documents())
    assert isinstance(toolkit, BaseToolkit)
    assert [tool.name for tool in toolkit.get_tools()] == [
        "markdown_outline",
        "markdown_read",
        "markdown_search",
    ]


def test_every_argument_is_described_to_the_model() -> None:
    for tool in sample_tools():
        assert 100 < len(tool.description) < 300
        assert all(it.get("description") for it in tool.args.values())


@pytest.mark.parametrize(
    "wrong",
    [
        {"max_tokens": 199},
        {"max_tokens": "2000"},
        {"chunk_size": 49},
        {"max_heading_level": 7},
        {"heading_attributes": 1},
        {"embeddings": "model"},
        {"vector_store": WordEmbeddings()},
        {
            "embeddings": WordEmbeddings(),
            "vector_store": InMemoryVectorStore(WordEmbeddings()),
        },
    ],
    ids=" ".join,
)
def test_wrong_arguments_are_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError, match=next(iter(wrong))):
        MarkdownToolkit.from_documents(sample_documents(), **wrong)


def test_an_unknown_encoding_is_refused() -> None:
    with pytest.raises(EncodingError, match="nope"):
        MarkdownToolkit.from_documents(sample_documents(), encoding_name="nope")


@pytest.mark.parametrize("wrong", ["text", Document("a"), ["text"], None])
def test_what_is_no_documents_is_refused(wrong: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^documents(\[0\])? must"):
        MarkdownToolkit.from_documents(wrong)


def test_no_documents_are_refused() -> None:
    with pytest.raises(ArgumentError, match="at least one Document"):
        MarkdownToolkit.from_documents(iter(()))


def test_without_the_library_for_word_search_only_that_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "bm25s", None)
    outline, read, search = sample_tools()
    assert answer(outline)["outline"]
    assert answer(read, label="Usage")["document_text"]
    said = refusal(search, query="beans")
    assert "pip install 'langchain-mdsplit[tools]'" in said
    assert said.endswith("Use markdown_outline() and markdown_read instead.")
    _, _, search = sample_tools(embeddings=WordEmbeddings())
    assert answer(search, query="beans")["hits"]


def test_names_are_what_a_model_can_give_back() -> None:
    given = [" a.md ", "a.md", "\x00\n", "  ", "my\tnotes\n.md", "\ud800", ["l"], "…"]
    documents = [
        Document(f"text {number}", metadata={"source": source})
        for number, source in enumerate(given)
    ]
    outline, read, _ = sample_tools(documents)
    found = [it["document"] for it in answer(outline)["outline"]]
    assert found == [
        *("a.md", "a.md (2)", "\x00", "document-4", "my notes .md"),
        *("\ud800", "['l']", "…"),
    ]
    for number, name in enumerate(found):
        page = answer(read, label="0", document=name)
        assert page["document_text"] == f"text {number}"
    assert refusal(outline, document=" a.md (3)").startswith("No document")
    assert answer(read, label="0", document=" my notes\n.md")["page"] == 1


def test_a_document_is_called_by_its_source_its_id_or_its_position() -> None:
    assert names(
        Document("a", metadata={"source": "a.md"}),
        Document("b", id="b-7"),
        Document("c", metadata={"source": ""}),
        Document("d", metadata={"source": 4}),
    ) == ["a.md", "b-7", "document-3", "4"]


def test_documents_of_one_name_get_numbers() -> None:
    same = [Document(str(n), metadata={"source": "a.pdf"}) for n in range(3)]
    taken = Document("x", metadata={"source": "a.pdf (2)"})
    assert names(taken, *same) == ["a.pdf (2)", "a.pdf", "a.pdf (3)", "a.pdf (4)"]
    _, read, _ = sample_tools([taken, *same])
    assert answer(read, label="0", document="a.pdf (4)")["document_text"] == "2"


def test_long_names_keep_their_ends() -> None:
    (name,) = names(Document("a", metadata={"source": f"{'folder/' * 900}a.md"}))
    assert name.startswith("…")
    assert name.endswith("/a.md")
    assert len(name) <= 80


def test_metadata_cannot_pass_for_ours() -> None:
    forged = {
        "source": "a.md",
        "document": "b.md",
        "label": "9",
        "heading_path": "Forged",
        "start_index": 3,
        "end_index": 5,
        "content_offset": 2,
        "page": 7,
        "line": 70,
        "parent_start_index": 1,
        "type": "code",
        "part": 3,
        "front_matter": "{}",
        "sentence_count": 4,
        "tags": ["kept"],
    }
    documents = [Document(COFFEE, metadata=dict(forged))]
    _, read, search = sample_tools(documents)
    page = message(read, label="1").artifact
    (hit,) = message(search, query="beans").artifact
    for artifact in (page, hit):
        metadata = artifact.metadata
        assert metadata["document"] == "a.md"
        assert metadata["label"] == ("1" if artifact is page else "1-1")
        assert metadata["tags"] == ["kept"]
        gone = {"parent_start_index", "type", "part", "front_matter", "sentence_count"}
        assert not gone & metadata.keys()
        own = COFFEE[metadata["start_index"] : metadata["end_index"]]
        assert own.strip() == COFFEE.strip()
    assert hit.metadata["heading_path"] == "Coffee > Install"
    assert "heading_path" not in page.metadata
    page.metadata["tags"].append("changed")
    assert documents[0].metadata == forged
    assert message(read, label="1").artifact.metadata["tags"] == ["kept"]


def test_documents_may_come_from_a_generator() -> None:
    toolkit = MarkdownToolkit.from_documents(it for it in sample_documents())
    assert len(answer(toolkit.get_tools()[0])["outline"]) == 2


def test_errors_are_tool_exceptions_for_who_wants_them() -> None:
    _, read, _ = sample_tools()
    read.handle_tool_error = False
    with pytest.raises(ToolException, match="No section"):
        read.invoke({"label": "nowhere"})


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ({}, '"label": Field required'),
        ({"label": "1", "page": "one"}, '"page": Input should be a valid integer'),
        ({"label": "1", "section": "2"}, '"section": Extra inputs'),
        ({"label": None}, '"label": Input should be a valid string'),
    ],
)
def test_invalid_arguments_are_told_to_the_model(
    call: dict[str, Any], said: str
) -> None:
    _, read, _ = sample_tools()
    given = message(read, **call)
    assert given.status == "error"
    assert said in str(given.content)
    assert str(given.content).endswith("Correct them and call again.")


def test_invalid_arguments_are_not_repeated_at_length() -> None:
    _, read, _ = sample_tools()
    given = message(read, label="1", page="x" * 9000, **{"y" * 9000: 1})
    assert COUNT(str(given.content)) < 100


def test_tools_pickle() -> None:
    tools = sample_tools(embeddings=WordEmbeddings(), max_tokens=300)
    expected = [tool.invoke(call) for tool, call in zip(tools, CALLS, strict=True)]
    copies = pickle.loads(pickle.dumps(tools))
    found = [tool.invoke(call) for tool, call in zip(copies, CALLS, strict=True)]
    assert found == expected
    toolkit = MarkdownToolkit.from_documents(sample_documents(), max_tokens=300)
    copies = pickle.loads(pickle.dumps(toolkit)).get_tools()
    assert [copies[at].invoke(CALLS[at]) for at in (0, 1)] == expected[:2]


def test_tools_may_be_shared_between_threads() -> None:
    expected = [
        tool.invoke(call)
        for tool, call in zip(sample_tools(max_tokens=300), CALLS, strict=True)
    ]
    tools = sample_tools(max_tokens=300)

    def run(number: int) -> Any:
        return tools[number % 3].invoke(CALLS[number % 3])

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(run, range(60)))
    assert found == expected * 20


async def test_asynchronous_answers_are_the_same() -> None:
    for tool, call in zip(sample_tools(), CALLS, strict=True):
        assert await tool.ainvoke(call) == tool.invoke(call)


def test_options_decide_what_is_a_heading() -> None:
    shallow, _, _ = sample_tools(sample_documents()[:1], max_heading_level=1)
    assert answer(shallow)["outline"][0]["headings"] == 1
    literal, read, _ = sample_tools(
        [Document("# A {#b}\n\nx\n")], heading_attributes=False
    )
    assert answer(literal)["outline"][0]["sections"][0][1] == "A {#b}"
    assert message(read, label="#b").status == "error"


def test_a_document_of_a_megabyte_stays_within_the_cap() -> None:
    part = TEA.replace("#", "##") + "\n" + COFFEE.replace("#", "##")
    text = "".join(f"# Part {n}\n\n{part}\n" for n in range(560))
    assert len(text) > 10**6
    tools = outline, read, search = sample_tools(
        [Document(f"{text}\n# End\n\nThe password is swordfish. {STEEP * 400}")],
        max_tokens=1000,
    )
    first = answer(outline)
    assert first["outline"][0]["headings"] > 4000
    whole = answer(read, label="0")
    last = answer(read, label="0", page=whole["pages"])
    assert last["next"] == "end of the document"
    hit = answer(search, query="swordfish password")["hits"][0]
    assert hit["heading_path"] == "End"
    for tool, call in zip(
        tools, [{}, {"label": "0", "page": 99}, CALLS[2]], strict=True
    ):
        assert 200 < COUNT(str(message(tool, **call).content)) <= 1000


@pytest.mark.parametrize(
    "name", ["\ud800", "\x00\x01", "漢字", '"\\', "/a/b/c-d_e.F", "long words "]
)
def test_the_longest_names_and_titles_leave_room_for_text(name: str) -> None:
    title = (name * 80)[:80]
    section = f'###### {title}\n\nNot much: "x" \\ {STEEP * 9}\n\n'
    text = "".join(f"# {title}{n}\n\n{section * 2}" for n in range(1100, 1140))
    same = [Document(text, metadata={"source": name * 99}) for _ in range(2)]
    toolkit = MarkdownToolkit.from_documents(same, max_tokens=200)
    outline, read, search = toolkit.get_tools()
    document = toolkit.section_reader.library.sources[1].name
    given = [message(search, query="minutes", k=9)]
    for depth in (None, 1, 6):
        for page in (1, 2, 9):
            given.append(message(outline, depth=depth, page=page))
            given.append(message(outline, document=document, depth=depth, page=page))
    for label in ("40", "40-1-1-1-1-2", "77", ""):
        given.append(message(read, label=label))
        given.append(message(read, label=label, document=document))
    assert max(COUNT(str(it.content)) for it in given) <= 200
    assert message(read, label="40-1-1-1-1-2", document=document).status == "success"
