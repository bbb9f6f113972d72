"""One source with the chunks that a splitter made of it, and what they are held to."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any, Final

from langchain_core.documents import Document

from langchain_mdsplit import (
    MarkdownFragmentTextSplitter,
    MarkdownSectionTextSplitter,
    MarkdownTokenTextSplitter,
    RecursiveCharacterTextSplitter,
    SemanticChunker,
)
from langchain_mdsplit.markdown.blocks import Block, parse_blocks
from langchain_mdsplit.markdown.sections import Section, read_sections
from langchain_mdsplit.measure import Measure, resolve_measure
from tests.small_embeddings import WordEmbeddings

FRONT_MATTER: Final = frozenset({"yaml", "toml"})
ROOMY: Final = 72  # what must stand around a piece may not fit into less
LONG_HEADING: Final[Mapping[str, Any]] = {"on_long_heading": "truncate"}
BASE: Final[Mapping[str, Mapping[str, Any]]] = {
    "token": LONG_HEADING,
    "section": LONG_HEADING,
    "semantic": LONG_HEADING,
    "fragment": {},
    "recursive": {"add_start_index": True},
}
"""What each splitter is given where nothing else is."""
SPLITTERS: Final[Mapping[str, Callable[..., Any]]] = {
    "token": MarkdownTokenTextSplitter,
    "section": MarkdownSectionTextSplitter,
    "semantic": partial(SemanticChunker, WordEmbeddings()),
    "fragment": MarkdownFragmentTextSplitter,
    "recursive": RecursiveCharacterTextSplitter,
}
MARKDOWN: Final = tuple(kind for kind in SPLITTERS if kind != "recursive")
PACKING: Final = tuple(kind for kind in MARKDOWN if kind != "fragment")
NO_OVERLAP: Final = frozenset({"semantic"})


@dataclass(frozen=True, slots=True)
class Case:
    """A source with its chunks, and what they are compared with."""

    source: str
    splitter: Any
    options: Mapping[str, Any]
    documents: Sequence[Document]
    blocks: Sequence[Block]
    sections: Sequence[Section]
    measure: Measure

    @property
    def limit(self) -> int | None:
        """The most that a chunk may measure; None for no limit."""
        limit: int | None = self.options.get("chunk_size")
        return limit

    @property
    def is_roomy(self) -> bool:
        """Whether what must stand around a piece of a block has room."""
        return self.limit is None or self.limit >= ROOMY

    @property
    def is_whole(self) -> bool:
        """Whether the text was returned as it is."""
        texts = [document.page_content for document in self.documents]
        return texts == [self.source]

    def block_at(self, position: int) -> int:
        """Return the block whose tile holds a position."""
        key = attrgetter("outer_start")
        return bisect_right(self.blocks, position, key=key) - 1

    def is_front_matter(self, document: Document) -> bool:
        """Whether a chunk is front matter, or a piece of it."""
        block = self.blocks[self.block_at(document.metadata["start_index"])]
        return block.kind in FRONT_MATTER

    def context(self, document: Document) -> str:
        """Return what stands before a chunk's slice."""
        return document.page_content[: document.metadata.get("content_offset", 0)]


def read_case(kind: str, source: str, **options: Any) -> Case:
    """Split a source and read what its chunks are compared with."""
    options = {**BASE[kind], **options}
    splitter = SPLITTERS[kind](**options)
    attributes = options.get("heading_attributes", True)
    blocks = parse_blocks(source, heading_attributes=attributes).blocks
    names = ("encoding_name", "model_name", "length_function")
    return Case(
        source,
        splitter,
        options,
        splitter.create_documents([source]),
        blocks,
        read_sections(blocks, options.get("max_heading_level", 6)),
        resolve_measure(**{name: options.get(name) for name in names}),
    )
