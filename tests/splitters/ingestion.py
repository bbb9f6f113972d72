"""What the tests of ingestion share: a folder, a loader, stores that are watched."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding, Embeddings
from langchain_core.indexing import RecordManager, index
from langchain_core.vectorstores import VectorStore

from langchain_mdsplit import (
    MarkdownFragmentTextSplitter,
    MarkdownSectionTextSplitter,
    MarkdownTokenTextSplitter,
    RecursiveCharacterTextSplitter,
    SemanticChunker,
    chunk_key,
)
from langchain_mdsplit.splitters.base import ChunkTextSplitter

Cleanup: TypeAlias = Literal["incremental", "full", "scoped_full"]
Maker: TypeAlias = Callable[..., ChunkTextSplitter]

SPLITTERS: Mapping[str, Maker] = MappingProxyType(
    {
        "token": MarkdownTokenTextSplitter,
        "section": MarkdownSectionTextSplitter,
        "fragment": MarkdownFragmentTextSplitter,
        "semantic": partial(SemanticChunker, DeterministicFakeEmbedding(size=8)),
        "recursive": partial(
            RecursiveCharacterTextSplitter.from_tiktoken_encoder,
            "cl100k_base",
            add_start_index=True,
        ),
    }
)
"""Every splitter by name, to be called with `chunk_size=` in tokens and options."""

BY_STRUCTURE = ("token", "section", "fragment")
"""The splitters whose cuts follow from headings and blocks alone."""

SIZE = 30  # tokens: one file fits as it is; of the others each section does

BREWING = """\
# Brewing

Fresh water makes the best tea.

## Black tea

Boil the water and wait for four minutes.

## Green tea

Let the water cool to 80 °C first.

## White tea

Take two spoons of leaves for each cup.
"""

TINS = """\
## Tins

A tin keeps the leaves fresh for a year.
"""

BAGS = """\
## Bags

A bag keeps the leaves fresh for a month.
"""

STORAGE = f"# Storage\n\nKeep the leaves dry and dark.\n\n{TINS}\n{BAGS}"

HISTORY = """\
# History

Tea is an old drink from China.

## Ships

It came to Europe by ship, and the way was long.
"""


EVERYTHING = """\
---
title: Tea
tags: [a, b]
---

An introduction.

# Brewing {#brew}

Boil *fresh* water. Wait a little, 沸騰したお湯を注ぐ。 Then pour it over the leaves.
Do not hurry. It takes four minutes, and two more for a strong cup of black tea.

## Green > black

- leaves of the first picking, which are the smallest ones
- water of 80 °C, never boiling, or the tea will be bitter

```python
for cup in range(8):
    fill(cup, water)
    wait(cup, minutes=4)
    print("the next cup is", cup + 1)
```

| leaf  | minutes | water |
| ----- | ------- | ----- |
| green | 2       | 80 °C |
| black | 4       | 98 °C |

# Brewing

The same text.
"""
"""Front matter, an anchor, parts of blocks, a path to escape: all keys occur."""


class Counts(NamedTuple):
    """How many chunks a run of `index` added, deleted and skipped."""

    added: int
    deleted: int
    skipped: int


class MarkdownLoader(BaseLoader):
    """Loads the Markdown files of a folder, one at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def lazy_load(self) -> Iterator[Document]:
        """Yield the files in the order of their names."""
        for path in sorted(self.folder.rglob("*.md")):
            source = path.relative_to(self.folder).as_posix()
            text = path.read_bytes().decode("utf-8")
            yield Document(page_content=text, metadata={"source": source})


class WatchedEmbeddings(Embeddings):
    """Fake embeddings that note which texts they were given."""

    def __init__(self) -> None:
        self.embedded: list[str] = []
        self._fake = DeterministicFakeEmbedding(size=8)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return the vectors of texts."""
        self.embedded.extend(texts)
        return self._fake.embed_documents(texts)

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of a question."""
        return self._fake.embed_query(text)


@dataclass(frozen=True, slots=True)
class Ingestion:
    """A folder that one splitter brings into one store."""

    folder: Path
    splitter: ChunkTextSplitter
    records: RecordManager
    store: VectorStore
    embeddings: WatchedEmbeddings

    def run(self, cleanup: Cleanup = "full", **options: Any) -> Counts:
        """Index the folder as it is now."""
        chunks = self.splitter.lazy_split_documents(
            MarkdownLoader(self.folder).lazy_load()
        )
        found = index(
            chunks,
            self.records,
            self.store,
            cleanup=cleanup,
            source_id_key="source",
            **{"key_encoder": chunk_key, **options},
        )
        assert found["num_updated"] == 0
        return Counts(found["num_added"], found["num_deleted"], found["num_skipped"])

    def chunks(self) -> dict[str, Document]:
        """Return the chunks of the folder as it is now, by their ids."""
        loaded = MarkdownLoader(self.folder).lazy_load()
        found = self.splitter.split_documents(loaded)
        return {chunk_key(chunk): chunk for chunk in found}


def make_splitter(
    name: str, chunk_size: int = SIZE, **options: Any
) -> ChunkTextSplitter:
    """Return a splitter that gives its chunks ids."""
    return SPLITTERS[name](
        **{"chunk_size": chunk_size, "chunk_overlap": 0, "add_ids": True, **options}
    )


def write_folder(folder: Path) -> Path:
    """Write the three files into a new folder."""
    folder.mkdir()
    for name, text in (
        ("brewing.md", BREWING),
        ("history.md", HISTORY),
        ("storage.md", STORAGE),
    ):
        write(folder / name, text)
    return folder


def write(path: Path, text: str) -> None:
    """Write a file with its line endings as they are."""
    path.write_bytes(text.encode("utf-8"))


def replace(path: Path, old: str, new: str) -> None:
    """Replace what stands once in a file."""
    text = path.read_bytes().decode("utf-8")
    assert text.count(old) == 1
    write(path, text.replace(old, new))


def edit_folder(folder: Path) -> None:
    """Edit a section of one file, put a line on top of another, delete the third."""
    replace(folder / "brewing.md", "80 °C", "75 °C")
    replace(folder / "storage.md", "# Storage\n", "For all tea.\n\n# Storage\n")
    (folder / "history.md").unlink()
