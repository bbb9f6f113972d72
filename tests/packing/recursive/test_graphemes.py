"""Recursive splitting with `graphemes=True` cuts no cluster."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit import RecursiveCharacterTextSplitter
from langchain_mdsplit.text.graphemes import grapheme_spans

PARTS = st.sampled_from(
    [
        "a",
        "b",
        " ",
        "\n",
        "\r\n",
        "\r",
        "e\u0301",
        " \u0301",
        "\u0301",
        "🇩🇪🇫🇷",
        "👩‍👩‍👧",
        "각",
    ]
)
TEXTS = st.lists(PARTS, max_size=40).map("".join)
SEPARATORS = (
    ["\n\n", "\n", " ", ""],
    ["\u0301", "\u200d", ""],
    ["e", "\r", "\n"],
    [""],
)
REGEXES = (["\\s", ""], ["(?=\u0301)", "(e)|(\n)", ""], [".", ""], ["$", "\\b", ""])


def split(text: str, **options: Any) -> list[tuple[str, dict[str, Any]]]:
    """Return texts and metadata of the chunks of a text."""
    splitter = RecursiveCharacterTextSplitter(
        graphemes=True, add_start_index=True, **options
    )
    documents = splitter.create_documents([text])
    return [(document.page_content, document.metadata) for document in documents]


@given(
    TEXTS,
    st.integers(1, 12),
    st.data(),
    st.sampled_from((len, lambda text: len(text.encode()))),
)
def test_no_cluster_is_cut(
    text: str, size: int, data: st.DataObject, length: Any
) -> None:
    is_regex = data.draw(st.booleans())
    keep = data.draw(st.sampled_from([True, "end", False]))
    found = split(
        text,
        separators=data.draw(st.sampled_from(REGEXES if is_regex else SEPARATORS)),
        is_separator_regex=is_regex,
        keep_separator=keep,
        chunk_size=size,
        chunk_overlap=data.draw(st.integers(0, size)),
        strip_whitespace=data.draw(st.booleans()),
        length_function=length,
    )
    edges = {0, *(end for _, end in grapheme_spans(text))}
    for content, metadata in found:
        start, end = metadata["start_index"], metadata["end_index"]
        if "content_offset" in metadata:
            assert {start, end} <= edges
            assert text[start:end] == content
        if keep:
            assert "content_offset" in metadata


@given(st.text("ab \n", max_size=60), st.integers(2, 12), st.integers(0, 12))
def test_plain_text_is_cut_as_without(text: str, size: int, overlap: int) -> None:
    options: dict[str, Any] = {"chunk_size": size, "chunk_overlap": min(size, overlap)}
    expected = RecursiveCharacterTextSplitter(**options).split_text(text)
    assert [content for content, _ in split(text, **options)] == expected


@pytest.mark.parametrize(
    ("text", "chunks"),
    [
        ("ae\u0301ae\u0301", ["a", "e\u0301", "a", "e\u0301"]),
        ("👩‍👩‍👧", ["👩‍👩‍👧"]),
        ("a\r\nb", ["a\r\nb"]),
        ("a \u0301b", ["a", " \u0301", "b"]),
    ],
)
def test_a_cluster_stays_whole_even_if_it_is_too_long(
    text: str, chunks: list[str]
) -> None:
    size = 4 if "\r" in text else 2
    found = [content for content, _ in split(text, chunk_size=size, chunk_overlap=0)]
    assert found == chunks


def test_without_it_clusters_are_cut_as_langchain_does() -> None:
    splitter = RecursiveCharacterTextSplitter(chunk_size=2, chunk_overlap=0)
    assert splitter.split_text("aae\u0301") == ["aa", "e\u0301"]
    assert splitter.split_text("ae\u0301a") == ["ae", "\u0301a"]
