"""From chunks to LangChain Documents: their metadata, in one place."""

import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from langchain_core.documents import Document

from langchain_mdsplit.markdown.heading_path import (
    join_heading_path,
    split_heading_path,
)
from langchain_mdsplit.spans import Chunk
from langchain_mdsplit.splitters.identity import IdCounter, source_id

_IMMUTABLE = (str, int, float, type(None))
_CHUNK_KEYS = frozenset({"start_index", "end_index", "content_offset", "overlap"})
_FRAGMENT_KEYS = _CHUNK_KEYS | {"type", "part"}
_FRAGMENT_LABEL = re.compile(r"[0-9-]+-(?:heading|content-[0-9]+)")


@dataclass(frozen=True, slots=True)
class DocumentSource:
    """A text to split and what its Document says about it.

    Attributes:
        text: The text; of a chunk of ours only its slice, without added context.
        metadata: The metadata to pass on.
        document_id: The Document's id.
        path: The titles of the section it stands in, of a chunk of ours.
        parent_start: Where it begins in its own source, of a chunk of ours.
    """

    text: str
    metadata: dict[Any, Any]
    document_id: str | None = None
    path: tuple[str, ...] = ()
    parent_start: int | None = None

    @property
    def is_document_start(self) -> bool:
        """Whether front matter may stand at its beginning."""
        return not self.parent_start


@dataclass(frozen=True, slots=True)
class MetadataOptions:
    """What a splitter's options ask of the metadata."""

    add_start_index: bool = True
    heading_keys: bool = False
    add_ids: bool = False


def read_source(document: Document) -> DocumentSource:
    """Read a Document as a source; of a chunk of ours set its context aside.

    Args:
        document: Any Document.

    Returns:
        What to split.
    """
    metadata: dict[Any, Any] = document.metadata
    content = document.page_content
    path: Any = metadata.get("heading_path")
    offset: Any = metadata.get("content_offset")
    start: Any = metadata.get("start_index")
    end: Any = metadata.get("end_index")
    if not (isinstance(path, str) and _are_offsets(offset, start, end)):
        return DocumentSource(content, metadata, document.id)
    if start > end or offset + end - start > len(content):
        return DocumentSource(content, metadata, document.id)
    is_fragment = _FRAGMENT_LABEL.fullmatch(str(metadata.get("label")))
    dropped = _FRAGMENT_KEYS if is_fragment else _CHUNK_KEYS
    kept = {key: metadata[key] for key in metadata if key not in dropped}
    before: Any = metadata.get("parent_start_index")
    parent_start = start + (before if _are_offsets(before) else 0)
    kept["parent_start_index"] = parent_start
    text = content[offset : offset + end - start]
    titles = tuple(split_heading_path(path))
    return DocumentSource(text, kept, document.id, titles, parent_start)


def _are_offsets(*values: Any) -> bool:
    """Whether all values are indices."""
    return all(type(value) is int and value >= 0 for value in values)


def build_documents(
    source: DocumentSource,
    chunks: Sequence[Chunk],
    options: MetadataOptions,
    ids: IdCounter | None = None,
) -> Iterator[Document]:
    """Build the Documents of one source's chunks.

    Args:
        source: What was split.
        chunks: Its chunks in order.
        options: What the metadata should hold.
        ids: Gives ids where they are asked for.

    Yields:
        A Document for each chunk; none shares mutable metadata with another.
    """
    above = _path_above(source.path, chunks)
    is_flat = all(isinstance(value, _IMMUTABLE) for value in source.metadata.values())
    origin = source_id(source.metadata, source.document_id, source.text) if ids else ""
    headings: tuple[str, ...] | None = None
    path = ""
    for index, chunk in enumerate(chunks):
        if chunk.headings is not headings:
            headings = chunk.headings
            path = join_heading_path(above + headings)
        metadata = dict(source.metadata) if is_flat else deepcopy(source.metadata)
        _add_metadata(metadata, chunk, index, path, options)
        identity = None
        if ids:
            identity = ids.next_id(origin, path, chunk.own_text)
        yield Document(page_content=chunk.text, metadata=metadata, id=identity)


def _path_above(path: tuple[str, ...], chunks: Sequence[Chunk]) -> tuple[str, ...]:
    """Return a source's path without the headings that stand in its own text.

    The path of a chunk of ours ends with the headings of its own that all its text
    stands under; they are read again from the text.
    """
    if not path or not chunks:
        return path
    common = chunks[0].headings
    for chunk in chunks:
        while chunk.headings[: len(common)] != common:
            common = common[:-1]
    for length in range(min(len(common), len(path)), 0, -1):
        if path[-length:] == common[:length]:
            return path[:-length]
    return path


def _add_metadata(
    metadata: dict[Any, Any],
    chunk: Chunk,
    index: int,
    path: str,
    options: MetadataOptions,
) -> None:
    """Add what we know of a chunk; our keys win over equal ones of the source."""
    if options.add_start_index:
        metadata["start_index"] = chunk.start_index
        metadata["end_index"] = chunk.end_index
        if chunk.content_offset is not None:
            metadata["content_offset"] = chunk.content_offset
    metadata["chunk_index"] = index
    metadata["token_count"] = chunk.token_count
    metadata["heading_path"] = path
    metadata["label"] = chunk.label
    if chunk.type is not None:
        metadata["type"] = chunk.type
    if chunk.overlap:
        metadata["overlap"] = chunk.overlap
    if chunk.anchor is not None:
        metadata["anchor"] = chunk.anchor
    if chunk.part is not None:
        metadata["part"] = chunk.part
    if chunk.front_matter is not None:
        metadata["front_matter"] = chunk.front_matter
    if options.heading_keys:
        for level, title in zip(chunk.heading_levels, chunk.headings, strict=True):
            metadata[f"Header {level}"] = title
