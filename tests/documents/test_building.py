"""From excerpts to Documents: second passes, paths, metadata."""

import pickle
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document

from langchain_mdsplit import MarkdownFragmentTextSplitter
from langchain_mdsplit.documents.building import (
    MetadataOptions,
    build_documents,
    make_document,
)
from langchain_mdsplit.documents.excerpts import Excerpt
from langchain_mdsplit.documents.sources import DocumentSource
from langchain_mdsplit.markdown.sections import Section

TITLES = st.lists(st.sampled_from("AB"), max_size=4).map(tuple)


def excerpt(titles: Sequence[str] = (), **changes: Any) -> Excerpt:
    levels = tuple(range(1, len(titles) + 1))
    label = "-".join(str(ord(title[0])) for title in titles) or "0"
    section = Section(label, tuple(titles), levels, None, -1, 0, 1, 1)
    return Excerpt("text", 1, 0, 4, 0, section, "1")._replace(**changes)


def paths(source_path: str, *own_paths: str) -> list[str]:
    """Return the paths of excerpts of a source; `AB` stands for A > B."""
    heading = f"# {own_paths[0][0]}\n\n" if own_paths and own_paths[0] else ""
    source = DocumentSource(f"{heading}text", {}, path=tuple(source_path))
    excerpts = [excerpt(own_path) for own_path in own_paths]
    documents = build_documents(source, excerpts, MetadataOptions())
    found = [document.metadata["heading_path"] for document in documents]
    return [path.replace(" > ", "") for path in found]


def split(document: Document, **options: Any) -> list[Document]:
    return MarkdownFragmentTextSplitter(**options).split_documents([document])


def chunk(content: str, path: str, **metadata: Any) -> Document:
    """Return a chunk whose text is all slice."""
    place = {"start_index": 20, "end_index": 20 + len(content), "content_offset": 0}
    return Document(
        page_content=content, metadata={"heading_path": path, **place, **metadata}
    )


@pytest.mark.parametrize(
    ("source_path", "own_paths", "expected"),
    [
        ("AB", [""], ["AB"]),
        ("AB", ["B"], ["AB"]),
        ("AB", ["AB"], ["AB"]),
        ("AB", ["B", "BC"], ["AB", "ABC"]),
        ("AB", ["BC"], ["ABC"]),
        ("AB", ["BC", "BD"], ["ABC", "ABD"]),
        ("A", ["B", "C"], ["AB", "AC"]),
        ("A", ["", "B"], ["A", "AB"]),
        ("A", ["A", "AB", "AC"], ["A", "AB", "AC"]),
        ("AA", [""], ["AA"]),
        ("AA", ["A"], ["AA"]),
        ("AA", ["AA"], ["AA"]),
        ("A", ["", "A"], ["A", "AA"]),
        ("A", ["A", "AA"], ["A", "AA"]),
        ("ABA", ["A", "AB"], ["ABA", "ABAB"]),
        ("", ["A", "B"], ["A", "B"]),
        ("A", [], []),
    ],
)
def test_headings_in_the_text_are_not_repeated(
    source_path: str, own_paths: list[str], expected: list[str]
) -> None:
    assert paths(source_path, *own_paths) == expected


@given(source_path=TITLES, own_path=TITLES)
def test_a_path_ends_with_that_of_the_text(
    source_path: tuple[str, ...], own_path: tuple[str, ...]
) -> None:
    (path,) = paths("".join(source_path), "".join(own_path))
    assert path.endswith("".join(own_path))
    assert path.startswith("".join(source_path))
    assert len(path) <= len(source_path + own_path)


def test_siblings_named_like_their_parent_stay_under_it() -> None:
    found = split(chunk("## A\n\none\n\n## A\n\ntwo\n", "A"))
    assert {item.metadata["heading_path"] for item in found} == {"A > A"}


def test_what_is_left_out_counts_for_the_path() -> None:
    document = chunk("one\n\n## A\n\n```\ntwo\n```\n", "A")
    (code,) = split(document, types=["code"])
    assert code.metadata["heading_path"] == "A > A"


def test_a_part_of_code_has_no_headings() -> None:
    source = "```python\nx = 1\n# two three four\ny = 2\n```\n"
    parts = split(Document(page_content=source), chunk_size=9)
    children = [child for part in parts for child in split(part)]
    assert len(parts) > 1
    assert {child.metadata["heading_path"] for child in children} == {""}


def test_a_third_pass_still_knows_the_first_source() -> None:
    source = "Long text.\n\n# A\n\nOne two three. Four five six. Seven eight.\n"
    documents = split(Document(page_content=source))
    for size in (10, 5):
        splitter = MarkdownFragmentTextSplitter(chunk_size=size)
        documents = splitter.split_documents(documents)
    for document in documents:
        start = document.metadata["parent_start_index"]
        start += document.metadata["start_index"]
        assert source.startswith(document.page_content, start)
    assert max(item.metadata["parent_start_index"] for item in documents) > 17


def test_anchors_of_the_text_win_over_the_parents() -> None:
    found = split(chunk("one\n\n## B {#b}\n\ntwo\n\n## C\n", "A", anchor="a"))
    anchors = [item.metadata.get("anchor") for item in found]
    assert anchors == ["a", "b", "b", None]


@pytest.mark.parametrize("theirs", ["x", None, 1.5, -3, [1]])
def test_keys_of_ours_win_over_the_sources(theirs: Any) -> None:
    keys = ("start_index", "end_index", "chunk_index", "label", "token_count", "type")
    source = Document(page_content="one", metadata=dict.fromkeys(keys, theirs))
    (document,) = split(source)
    found = [document.metadata[key] for key in keys]
    assert found == [0, 3, 0, "0-content-1", 1, "paragraph"]
    assert source.metadata == dict.fromkeys(keys, theirs)


def test_keys_that_an_excerpt_lacks_stay_the_users() -> None:
    metadata = {"anchor": "top", "front_matter": 1, "Header 1": "theirs"}
    (document,) = split(Document(page_content="one", metadata=metadata))
    assert document.metadata.items() >= metadata.items()


@pytest.mark.parametrize("value", [[1], {"a": [1]}, {1}])
def test_mutable_metadata_is_copied_for_each(value: Any) -> None:
    source = DocumentSource("text", {"mine": value})
    documents = build_documents(source, [excerpt(), excerpt()], MetadataOptions())
    copies = [value, *(document.metadata["mine"] for document in documents)]
    assert copies == [value] * 3
    assert len({id(copy) for copy in copies}) == 3


@given(st.text(), st.dictionaries(st.text(), st.one_of(st.integers(), st.text())))
def test_a_document_is_made_as_its_constructor_makes_it(
    text: str, metadata: dict[str, Any]
) -> None:
    made = make_document(text, metadata)
    constructed = Document(page_content=text, metadata=metadata)
    assert made == constructed
    assert type(made) is Document
    assert made.model_fields_set == constructed.model_fields_set
    assert made.model_dump() == constructed.model_dump()
    assert made.to_json() == constructed.to_json()
    assert pickle.loads(pickle.dumps(made)) == constructed
    assert vars(made) == vars(constructed)
    assert made.metadata is not metadata
