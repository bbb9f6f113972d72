import html
import pickle
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_text_splitters import (
    RecursiveCharacterTextSplitter as LangChainTextSplitter,
)

from langchain_mdsplit import (
    Chunk,
    MarkdownFragmentTextSplitter,
    MarkdownTokenTextSplitter,
    MdSplitError,
    RecursiveCharacterTextSplitter,
)
from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError
from langchain_mdsplit.view import ChunkView, view_chunks
from tests.view.page_reader import read_page

SOURCE = (
    "---\na: 1\n---\n\n# A {#a}\n\nOne two. Three.\n\n## B > C\n\n" + "Four five. " * 40
)
SPLITTERS = (
    MarkdownTokenTextSplitter(40, chunk_overlap=10),
    MarkdownFragmentTextSplitter(40),
)


@pytest.mark.parametrize("splitter", SPLITTERS, ids=lambda s: type(s).__name__)
def test_documents_make_the_same_page_as_chunks(
    splitter: MarkdownTokenTextSplitter | MarkdownFragmentTextSplitter,
) -> None:
    by_chunks = view_chunks(splitter, SOURCE, title="Doc")
    by_documents = ChunkView.from_documents(
        SOURCE, splitter.create_documents([SOURCE]), title="Doc", chunk_size=40
    )
    assert by_documents.page() == by_chunks.page()
    assert [it.anchor for it in by_documents.chunks] == [
        it.anchor for it in by_chunks.chunks
    ]
    assert [it.level for it in by_documents.chunks] == [
        it.level for it in by_chunks.chunks
    ]


def test_the_limit_and_the_unit_come_from_the_splitter() -> None:
    assert view_chunks(MarkdownTokenTextSplitter(40), SOURCE).chunk_size == 40
    assert view_chunks(MarkdownFragmentTextSplitter(), SOURCE).chunk_size is None
    by_length = RecursiveCharacterTextSplitter(chunk_size=50)
    assert view_chunks(by_length, SOURCE).unit == "characters"
    by_function = MarkdownTokenTextSplitter(50, length_function=len)
    assert view_chunks(by_function, SOURCE).unit == "characters"
    by_tokens = RecursiveCharacterTextSplitter.from_tiktoken_encoder(
        "cl100k_base", chunk_size=50
    )
    assert view_chunks(by_tokens, SOURCE).unit == "tokens"
    assert view_chunks(by_length, SOURCE, unit="letters").unit == "letters"


def test_documents_without_counts_are_measured_in_characters() -> None:
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=50, chunk_overlap=20, add_start_index=True
    )
    documents = splitter.create_documents([SOURCE])
    assert "token_count" not in documents[0].metadata
    view = ChunkView.from_documents(SOURCE, documents)
    assert view.unit == "characters"
    assert [c.token_count for c in view.chunks] == [
        len(document.page_content) for document in documents
    ]
    assert not read_page(view.page()).named("del")


def test_documents_of_langchains_own_splitters_have_a_start_only() -> None:
    splitter = LangChainTextSplitter(
        chunk_size=50, chunk_overlap=0, add_start_index=True
    )
    source = "One two.\n\n" * 3 + "Three four five, six seven eight. " * 5
    documents = splitter.create_documents([source])
    assert "end_index" not in documents[0].metadata
    page = read_page(ChunkView.from_documents(source, documents).page())
    assert page.source == source
    assert not page.named("del")
    with pytest.raises(ArgumentError, match="is source what was split"):
        ChunkView.from_documents(source.upper(), documents)


def test_documents_of_a_second_splitter_stand_in_the_first_source() -> None:
    first = MarkdownTokenTextSplitter(60).create_documents([SOURCE])
    second = MarkdownTokenTextSplitter(30).split_documents(first)
    assert any("parent_start_index" in document.metadata for document in second)
    page = read_page(ChunkView.from_documents(SOURCE, second).page())
    assert page.source == SOURCE
    assert not page.named("del")


@pytest.mark.parametrize(
    ("metadata", "key"),
    [
        ({}, "start_index"),
        ({"start_index": 0, "end_index": None}, "end_index"),
        ({"start_index": "0", "end_index": 3}, "start_index"),
        ({"start_index": -1, "end_index": 3}, "start_index"),
        ({"start_index": 0, "end_index": 3, "content_offset": "0"}, "content_offset"),
        ({"start_index": 0, "end_index": 3, "token_count": None}, "token_count"),
        ({"start_index": 0, "end_index": 3, "overlap": True}, "overlap"),
    ],
    ids=str,
)
def test_documents_with_wrong_metadata_raise(
    metadata: dict[str, object], key: str
) -> None:
    document = Document(page_content="One", metadata=metadata)
    with pytest.raises(ArgumentError, match=rf"documents\[0\] must hold {key}"):
        ChunkView.from_documents("One", [document])


def test_what_are_no_documents_raises() -> None:
    with pytest.raises(ArgumentTypeError):
        ChunkView.from_documents("One", ["One"])  # type: ignore[list-item]


def test_wrong_spans_raise_when_the_view_is_made() -> None:
    with pytest.raises(MdSplitError, match="allowed is 0 to 3"):
        ChunkView("One", [Chunk("One", 1, 0, 4)])


def test_a_notebook_shows_the_page_in_a_closed_frame() -> None:
    view = view_chunks(SPLITTERS[0], SOURCE + "</iframe>\x00\ud800", title='"</iframe>')
    markup = view._repr_html_()
    frame, _, rest = markup.partition(">")
    assert rest == "</iframe>"
    assert '<iframe sandbox=""' in frame
    page = html.unescape(frame.split('srcdoc="')[1].removesuffix('"'))
    (base,) = read_page(page).named("base")
    assert base.attributes == {"href": "about:srcdoc"}
    assert "base-uri about:;" in page
    assert read_page(page).source == read_page(view.page()).source


def test_a_view_is_a_value() -> None:
    view = ChunkView("One", (Chunk("One", 1, 0, 3),), title="Tea")
    assert pickle.loads(pickle.dumps(view)) == view
    assert replace(view, title="Coffee").title == "Coffee"
    with pytest.raises(FrozenInstanceError):
        view.title = "Coffee"  # type: ignore[misc]
    assert repr(view) == "ChunkView(title='Tea', chunk_size=None, unit='tokens')"


@pytest.mark.parametrize("is_langchains", [True, False])
def test_metadata_of_the_documents_own_does_no_harm(*, is_langchains: bool) -> None:
    own: dict[str, Any] = {
        "type": ["post"],
        "label": 7,
        "part": "II",
        "overlap": "yes",
        "heading_path": None,
        "content_offset": "?",
        "token_count": 3,
    }
    if not is_langchains:
        own = {key: own[key] for key in ("type", "part")}
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=20, chunk_overlap=0, add_start_index=True
    )
    text = "# Tea\n\nBoil it. Wait. Drink."
    documents = splitter.create_documents([text], [own])
    if is_langchains:
        for document in documents:
            document.metadata |= own
            del document.metadata["end_index"]
    page = ChunkView.from_documents(text, documents).page()
    assert page.count("</article>") == len(documents) == 3
