"""The splitters by their short names."""

from typing import Any

import pytest

import langchain_mdsplit
from langchain_mdsplit.cli.registry import SPLITTERS, load_splitter
from langchain_mdsplit.errors import ArgumentError
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from tests.small_embeddings import WordEmbeddings


@pytest.mark.parametrize("name", SPLITTERS)
def test_each_name_is_that_of_a_public_splitter(name: str) -> None:
    splitter = load_splitter(name)
    assert issubclass(splitter, ChunkTextSplitter)
    assert getattr(langchain_mdsplit, splitter.__name__) is splitter


@pytest.mark.parametrize("name", SPLITTERS)
def test_each_splitter_works_with_its_defaults(name: str) -> None:
    needed: dict[str, Any] = {"semantic": {"embeddings": WordEmbeddings()}}
    splitter = load_splitter(name)(chunk_size=100, **needed.get(name, {}))
    assert "Boil water." in "".join(splitter.split_text("# Tea\n\nBoil water.\n"))


def test_names_stand_for_different_splitters() -> None:
    assert len(set(SPLITTERS.values())) == len(SPLITTERS)


@pytest.mark.parametrize("name", ["", "Fragment", "fragments", "base"])
def test_an_unknown_name_lists_the_known_ones(name: str) -> None:
    message = rf"^splitter must be one of .*fragment.*, got '{name}'$"
    with pytest.raises(ArgumentError, match=message):
        load_splitter(name)
