"""The promises, for fragments: Hypothesis, hostile inputs, tricky files, the corpus."""

import asyncio
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document

from langchain_mdsplit import MarkdownFragmentTextSplitter, TokenCounter
from langchain_mdsplit.errors import LimitTooSmallError
from langchain_mdsplit.markdown.blocks import parse_blocks
from tests.hostile.inputs import hostile_inputs
from tests.packing.cut_pieces import kinds
from tests.properties.markdown_texts import markdown_texts
from tests.properties.promises import (
    check_limit,
    check_lossless,
    check_offsets,
    check_white_space,
)
from tests.shared_data import (
    REPOSITORY,
    corpus_files,
    load_cases,
    read_source,
    tricky_files,
)

PLAIN = MarkdownFragmentTextSplitter()
COUNTER = TokenCounter()


def check_promises(text: str, limit: int | None = None, overlap: int = 0) -> None:
    """Check what holds for the fragments of any text."""
    splitter = MarkdownFragmentTextSplitter(limit, overlap)
    documents = splitter.create_documents([text])
    check_offsets(text, documents)
    check_lossless(text, documents)
    check_white_space(text, documents)
    counts = COUNTER.count_many([item.page_content for item in documents])
    assert counts == [item.metadata["token_count"] for item in documents]
    if limit is not None:
        check_limit(documents, limit)


@given(markdown_texts())
def test_fragments_keep_the_promises(text: str) -> None:
    check_promises(text)


@given(markdown_texts(), st.integers(12, 60), st.integers(0, 6))
def test_fragments_under_a_limit_keep_the_promises(
    text: str, limit: int, overlap: int
) -> None:
    check_promises(text, limit, overlap)


@given(markdown_texts(6), st.integers(1, 12))
def test_tiny_limits_hold_or_raise(text: str, limit: int) -> None:
    splitter = MarkdownFragmentTextSplitter(limit)
    try:
        documents = splitter.create_documents([text])
    except LimitTooSmallError:
        return
    check_limit(documents, limit)
    check_offsets(text, documents)
    check_lossless(text, documents)


@given(markdown_texts(), st.integers(10, 80))
def test_characters_are_a_unit_too(text: str, limit: int) -> None:
    splitter = MarkdownFragmentTextSplitter(limit, length_function=len)
    try:
        documents = splitter.create_documents([text])
    except LimitTooSmallError:
        return
    assert all(len(item.page_content) <= limit for item in documents)
    check_offsets(text, documents)
    check_lossless(text, documents)


@given(markdown_texts())
def test_a_fragment_alone_is_the_same_kind_of_block(text: str) -> None:
    for chunk in PLAIN.split_chunks(text):
        if chunk.content_offset is None or chunk.text.startswith("\ufeff"):
            continue
        alone = parse_blocks(chunk.text, has_front_matter=False).blocks
        assert [block.kind for block in alone] == [chunk.type]


@given(markdown_texts())
def test_text_in_a_fragment_alone_stands_in_the_same_blocks(text: str) -> None:
    expected = kinds(text)
    for chunk in PLAIN.split_chunks(text):
        if chunk.content_offset is None or chunk.text.startswith("\ufeff"):
            continue
        found = kinds(chunk.text, has_front_matter=False)
        for position in range(chunk.start_index, chunk.end_index):
            if not text[position].isspace():
                place = position - chunk.start_index + chunk.content_offset
                assert found[place] == expected[position]


@given(markdown_texts())
def test_labels_are_unique_but_for_the_parts_of_a_block(text: str) -> None:
    labels = [fragment.label for fragment in PLAIN.split_fragments(text)]
    assert len(set(labels)) == len(labels)


@given(st.lists(markdown_texts(4), max_size=4))
def test_all_ways_to_split_agree(texts: list[str]) -> None:
    splitter = MarkdownFragmentTextSplitter(30, 4, add_ids=True)
    expected = splitter.create_documents(texts)
    assert pickle.loads(pickle.dumps(splitter)).create_documents(texts) == expected
    runnable = splitter.as_runnable()
    batches = MarkdownFragmentTextSplitter(30, 4).as_runnable().batch(list(texts))
    assert [item.page_content for batch in batches for item in batch] == [
        item.page_content for item in expected
    ]
    parents = [Document(page_content=text) for text in texts]
    found = asyncio.run(runnable.ainvoke(parents))
    assert [item.page_content for item in found] == [
        item.page_content for item in expected
    ]


@pytest.mark.parametrize(
    "case",
    load_cases("data/commonmark_spec.json") + load_cases("data/gfm_spec.json"),
    ids=lambda case: f"{case['section']}-{case['example']}",
)
def test_every_spec_example_keeps_the_promises(case: dict[str, str]) -> None:
    check_promises(case["markdown"])
    check_promises(case["markdown"], 20, 3)


@pytest.mark.parametrize("path", tricky_files(), ids=lambda path: path.name)
@pytest.mark.parametrize("limit", [None, 16, 64])
def test_tricky_documents_keep_the_promises(path: Path, limit: int | None) -> None:
    check_promises(read_source(path), limit)


@pytest.mark.parametrize("limit", [None, 32, 200], ids=lambda limit: f"limit {limit}")
def test_the_corpus_keeps_the_promises(limit: int | None) -> None:
    for path in corpus_files() or [REPOSITORY / "README.md"]:
        check_promises(read_source(path), limit)


@pytest.mark.parametrize("name", hostile_inputs())
def test_hostile_inputs_keep_the_promises(name: str) -> None:
    text = hostile_inputs()[name]
    check_promises(text)
    check_promises(text, 200)
