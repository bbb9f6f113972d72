"""Checks of inherited arguments: every branch, and what its message says."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.embeddings import DeterministicFakeEmbedding

from langchain_mdsplit import (
    MarkdownFragmentTextSplitter,
    MarkdownSectionTextSplitter,
    MarkdownTokenTextSplitter,
    RecursiveCharacterTextSplitter,
    SemanticChunker,
)
from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError
from langchain_mdsplit.splitters.arguments import check_overlap, check_unused


def test_an_unused_argument_may_have_its_default() -> None:
    check_unused("separator", "x", "x")


def test_an_unused_argument_may_have_nothing_else() -> None:
    message = r"^separator has no meaning here: leave it at 'x', got 'y'$"
    with pytest.raises(ArgumentError, match=message):
        check_unused("separator", "y", "x")


@pytest.mark.parametrize("value", [np.array([1, 2]), None, "False", [10**5000]])
def test_an_unused_argument_of_another_type_is_named(value: Any) -> None:
    with pytest.raises(ArgumentError, match=r"^flag has no meaning here: .* got "):
        check_unused("flag", value, default=False)


@given(size=st.integers(1, 50), overlap=st.integers(-5, 60))
def test_an_overlap_is_allowed_up_to_the_chunk_size(size: int, overlap: int) -> None:
    if 0 <= overlap <= size:
        assert check_overlap(overlap, size) == overlap
    else:
        with pytest.raises(ArgumentError, match=r"^chunk_overlap must be .* got "):
            check_overlap(overlap, size)


def test_an_overlap_over_the_chunk_size_names_both() -> None:
    message = r"^chunk_overlap must be at most chunk_size \(3\), got 4$"
    with pytest.raises(ArgumentError, match=message):
        check_overlap(4, 3)


@pytest.mark.parametrize("size", [3, None])
def test_a_huge_overlap_is_refused_with_a_short_message(size: int | None) -> None:
    with pytest.raises(ArgumentError, match=r"^chunk_overlap must be .*, got <int>$"):
        check_overlap(10**5000, size)


def test_without_a_chunk_size_there_is_no_overlap() -> None:
    assert check_overlap(0, None) == 0
    message = r"^chunk_overlap must be 0 without a chunk_size, got 1$"
    with pytest.raises(ArgumentError, match=message):
        check_overlap(1, None)


@pytest.mark.parametrize(
    "splitter",
    [
        MarkdownFragmentTextSplitter,
        MarkdownSectionTextSplitter,
        MarkdownTokenTextSplitter,
        partial(SemanticChunker, DeterministicFakeEmbedding(size=8)),
    ],
)
def test_an_argument_that_is_not_there_is_named_with_those_that_are(
    splitter: Callable[..., object],
) -> None:
    pattern = r"has no argument separators; it has .*chunk_size.*max_heading_level"
    with pytest.raises(ArgumentTypeError, match=pattern):
        splitter(separators=["\n"])


def test_a_size_that_is_no_number_is_named() -> None:
    with pytest.raises(TypeError, match="chunk_size must be a number"):
        RecursiveCharacterTextSplitter(chunk_size=None)


@pytest.mark.parametrize("size", [{}, {"chunk_size": 40}])
def test_a_semantic_chunker_says_that_it_has_no_overlap(size: Any) -> None:
    with pytest.raises(ArgumentError, match="chunk_overlap has no meaning here"):
        SemanticChunker(DeterministicFakeEmbedding(size=8), chunk_overlap=5, **size)


def test_fragments_of_no_type_are_refused() -> None:
    with pytest.raises(ArgumentError, match="types must hold one of heading, "):
        MarkdownFragmentTextSplitter(types=[])


def test_a_size_beyond_all_texts_is_no_limit() -> None:
    splitter = MarkdownSectionTextSplitter(10**400)
    assert splitter.split_text("# A\n\ntext") == ["A\n\ntext"]
