"""What a splitter goes by."""

from collections.abc import Callable

import pytest

from langchain_mdsplit import (
    MarkdownFragmentTextSplitter,
    MarkdownTokenTextSplitter,
    RecursiveCharacterTextSplitter,
)
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from langchain_mdsplit.splitters.settings import length_function_of, limit_of


@pytest.mark.parametrize(
    ("make", "limit"),
    [
        (MarkdownFragmentTextSplitter, None),
        (lambda: MarkdownFragmentTextSplitter(7), 7),
        (MarkdownTokenTextSplitter, 800),
        (lambda: RecursiveCharacterTextSplitter(chunk_size=50), 50),
    ],
)
def test_a_limit_is_the_size_that_was_given(
    make: Callable[[], ChunkTextSplitter], limit: int | None
) -> None:
    assert limit_of(make()) == limit


def test_lengths_are_the_splitters() -> None:
    by_words = MarkdownTokenTextSplitter(9, length_function=lambda t: len(t.split()))
    assert length_function_of(by_words)("three short words") == 3
    assert length_function_of(RecursiveCharacterTextSplitter()) is len
