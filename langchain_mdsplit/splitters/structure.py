"""What all splitters of Markdown share: how a source is read into its structure."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Unpack

from langchain_core.documents import Document

from langchain_mdsplit.checks import (
    check_boolean,
    check_callable,
    check_choice,
    check_integer,
)
from langchain_mdsplit.counting import Counted, count_alone, count_together
from langchain_mdsplit.documents.attempts import attempt_each
from langchain_mdsplit.documents.excerpts import Excerpt
from langchain_mdsplit.documents.sources import DocumentSource
from langchain_mdsplit.markdown.blocks import Block, parse_blocks
from langchain_mdsplit.markdown.fragments import FRONT_MATTER_KINDS
from langchain_mdsplit.markdown.frontmatter import front_matter_json
from langchain_mdsplit.markdown.sections import MAX_LEVEL, Section, read_sections
from langchain_mdsplit.splitters.measured import MeasuredTextSplitter
from langchain_mdsplit.splitters.options import FrontMatterOption, SplitterOptions
from langchain_mdsplit.text.sentence_splitter import SentenceSplitter

_FRONT_MATTER_OPTIONS = ("chunk", "metadata", "drop")
_BATCH = 2**18  # characters of sources that are worked on together


@dataclass(frozen=True, slots=True)
class MarkdownStructure:
    """A source with its blocks and sections.

    Attributes:
        source: The text.
        blocks: Its blocks in document order, front matter included.
        sections: Its sections in document order.
        front_matter: The front matter as JSON, if there is any.
    """

    source: str
    blocks: Sequence[Block]
    sections: Sequence[Section]
    front_matter: str | None

    @property
    def body_first(self) -> int:
        """The first block that is no front matter: 1 after front matter, else 0."""
        blocks = self.blocks
        return int(bool(blocks) and blocks[0].kind in FRONT_MATTER_KINDS)


class MarkdownStructureTextSplitter(MeasuredTextSplitter):
    """A splitter of Markdown along its blocks and sections.

    Args:
        chunk_size: See `MeasuredTextSplitter`.
        chunk_overlap: See `MeasuredTextSplitter`.
        max_heading_level: Deeper headings are ordinary blocks.
        heading_attributes: Whether a trailing `{#id .class}` of a heading is an
            attribute block instead of text.
        sentence_splitter: Returns the sentences of a text as (start, end) pairs in
            code points; None for the built-in one.
        front_matter: Whether front matter becomes a chunk, one key `front_matter` in
            each chunk's metadata, or nothing.
        **options: The arguments of `MeasuredTextSplitter`.
    """

    def __init__(
        self,
        chunk_size: int | None,
        chunk_overlap: int = 0,
        *,
        max_heading_level: int = MAX_LEVEL,
        heading_attributes: bool = True,
        sentence_splitter: SentenceSplitter | None = None,
        front_matter: FrontMatterOption = "chunk",
        **options: Unpack[SplitterOptions],
    ) -> None:
        super().__init__(chunk_size, chunk_overlap, **options)
        self._max_heading_level = check_integer(
            "max_heading_level", max_heading_level, 1, MAX_LEVEL
        )
        self._heading_attributes = check_boolean(
            "heading_attributes", heading_attributes
        )
        self._sentence_splitter = check_callable("sentence_splitter", sentence_splitter)
        self._front_matter = check_choice(
            "front_matter", front_matter, _FRONT_MATTER_OPTIONS
        )

    @abstractmethod
    def _split_structure(
        self, structure: MarkdownStructure
    ) -> Counted[Iterable[Excerpt]]:
        """Split a source that has been read, asking for the lengths of its pieces."""

    def _split_source(self, text: str, *, is_document_start: bool) -> Iterable[Excerpt]:
        """Split one text along its structure."""
        structure = self._read_structure(text, is_document_start=is_document_start)
        return count_alone(self._split_structure(structure), self._measure)

    def _split_each(
        self, sources: Iterable[DocumentSource], *, in_batches: bool
    ) -> Iterator[tuple[DocumentSource, list[Document] | Exception]]:
        """Yield each source with its Documents, or with the error that it raises."""
        for batch in _batches(sources, _BATCH if in_batches else 0):
            yield from attempt_each(batch, self._split_together)

    def _split_together(
        self, sources: Sequence[DocumentSource]
    ) -> list[list[Document]]:
        """Return the Documents of each source, counting several of them together."""
        structures = map(self._read_source, sources)
        works = list(map(self._split_structure, structures))
        found = count_together(works, self._measure)
        return list(map(self._build_documents, sources, found))

    def _read_structure(
        self, text: str, *, is_document_start: bool = True
    ) -> MarkdownStructure:
        """Read a text's blocks, sections and front matter."""
        parsed = parse_blocks(
            text,
            heading_attributes=self._heading_attributes,
            has_front_matter=is_document_start,
        )
        front_matter = None
        if parsed.front_matter is not None and self._front_matter != "drop":
            front_matter = front_matter_json(text, parsed.front_matter)
        sections = read_sections(parsed.blocks, self._max_heading_level)
        return MarkdownStructure(text, parsed.blocks, sections, front_matter)

    def _read_source(self, source: DocumentSource) -> MarkdownStructure:
        """Read a source; a part of front matter is no value on its own."""
        structure = self._read_structure(
            source.text, is_document_start=source.is_document_start
        )
        is_part = source.is_front_matter
        return replace(structure, front_matter=None) if is_part else structure

    def _front_matter_key(self, structure: MarkdownStructure) -> str | None:
        """Return what goes into each chunk's metadata as `front_matter`, if asked."""
        return structure.front_matter if self._front_matter == "metadata" else None


def _batches(
    sources: Iterable[DocumentSource], size: int
) -> Iterator[list[DocumentSource]]:
    """Yield sources in batches of a size in characters, or one by one if that is 0."""
    batch: list[DocumentSource] = []
    characters = 0
    for source in sources:
        batch.append(source)
        characters += len(source.text)
        if characters >= size:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch
