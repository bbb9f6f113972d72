"""From excerpts to LangChain Documents: their metadata, in one place."""

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from langchain_core.documents import Document

from langchain_mdsplit.documents.excerpts import Excerpt
from langchain_mdsplit.documents.framed_slices import standing_for, without_frame
from langchain_mdsplit.documents.identity import chunk_hash, source_id
from langchain_mdsplit.documents.metadata_keys import KeyRole, keys_of
from langchain_mdsplit.documents.sources import DocumentSource
from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.markdown.heading_path import joined_titles
from langchain_mdsplit.markdown.labels import section_numbers
from langchain_mdsplit.markdown.sections import Section

_PLACE_KEYS = keys_of(KeyRole.PLACE)
_EVERY_KEY = keys_of(KeyRole.EVERY)
_validate = Document.__pydantic_validator__.validate_python
_IMMUTABLE = (str, int, float, type(None))


@dataclass(frozen=True, slots=True)
class MetadataOptions:
    """What a splitter's options ask of the metadata."""

    add_start_index: bool = True
    heading_keys: bool = False
    add_ids: bool = False


def build_documents(
    source: DocumentSource,
    excerpts: Iterable[Excerpt],
    options: MetadataOptions,
) -> Iterator[Document]:
    """Build the Documents of one source's excerpts.

    Args:
        source: What was split.
        excerpts: Its excerpts in order.
        options: What the metadata should hold.

    Returns:
        A Document for each excerpt, made when it is asked for; none shares mutable
        metadata with another. Where ids are asked for, a `chunk_hash` stands in place
        of each.
    """
    above: tuple[str, ...] = ()
    if any(source.frame):
        excerpts = without_frame(excerpts, source.frame[0], len(source.slice))
    if source.stands_for is not None:
        excerpts = standing_for(excerpts, source.stands_for)
    if source.path:
        excerpts = list(excerpts)
        above = _path_above(source, [excerpt.section for excerpt in excerpts])
    return _documents(source, excerpts, above, options)


def _documents(
    source: DocumentSource,
    excerpts: Iterable[Excerpt],
    above: tuple[str, ...],
    options: MetadataOptions,
) -> Iterator[Document]:
    """Yield a Document for each excerpt, under the headings above its source."""
    shape = _metadata_shape(source.metadata, options)
    can_be_shared = is_flat(shape)
    origin = (
        source_id(source.metadata, source.document_id, source.text)
        if options.add_ids
        else ""
    )
    current: Section | None = None
    path, own_shape = "", shape
    for index, excerpt in enumerate(excerpts):
        # All at once: asked for by name, each field takes a call.
        (text, length, start, end, offset, section, label, kind, _, overlap, part,
         front_matter, sentence_count) = excerpt  # fmt: skip
        if section is not current:
            current = section
            path = joined_titles(above + section.titles)
            anchor = section.anchor if section.titles else source.anchor
            own_shape = shape | _section_metadata(section, path, anchor, options)
        metadata = own_shape.copy() if can_be_shared else deepcopy(own_shape)
        metadata["chunk_index"] = index
        metadata["token_count"] = length
        metadata["label"] = label
        if options.add_start_index:
            metadata["start_index"] = start
            metadata["end_index"] = end
            if offset is None:
                del metadata["content_offset"]
            else:
                metadata["content_offset"] = offset
        if kind is not None:
            metadata["type"] = kind
        if overlap or (part, front_matter, sentence_count) != (None, None, None):
            _add_rare(metadata, excerpt)
        document = make_document(text, metadata)
        if options.add_ids:
            document.id = chunk_hash(origin, path, excerpt.own_text)
        yield document


def is_flat(metadata: dict[Any, Any]) -> bool:
    """Whether metadata holds nothing that could be changed in place.

    Args:
        metadata: The metadata.

    Returns:
        Whether a shallow copy of it shares nothing with it.

    Example:
        >>> is_flat({"source": "a.md"}), is_flat({"tags": ["a"]})
        (True, False)
    """
    return all(isinstance(value, _IMMUTABLE) for value in metadata.values())


def make_document(text: str, metadata: dict[Any, Any]) -> Document:
    """Make a Document as its constructor makes it, in half of the time.

    The constructor is three Python calls on top of each other around the validation
    that is called here; there is one Document for each chunk.

    Args:
        text: Its text.
        metadata: Its metadata.

    Returns:
        The Document, equal in all to one that is constructed.

    Example:
        >>> make_document("a", {}) == Document(page_content="a", metadata={})
        True
    """
    document = Document.__new__(Document)
    fields = {"page_content": text, "metadata": metadata}
    _validate(fields, self_instance=document)
    return document


def _path_above(source: DocumentSource, sections: Sequence[Section]) -> tuple[str, ...]:
    """Return a source's path without the headings that stand in its own text.

    The path of a chunk of ours ends with the headings of its own that all its text
    stands under; they are read again from the text.
    """
    common = _headings(sections[0]) if sections else ()
    for section in sections:
        headings = _headings(section)
        while headings[: len(common)] != common:
            common = common[:-1]
    titles = tuple(title for title, _ in common)
    for length in range(min(len(titles), len(source.path)), 0, -1):
        if source.path[-length:] == titles[:length]:
            is_own = _begins_with(source, titles[0])
            return source.path[:-length] if is_own else source.path
    return source.path


def _headings(section: Section) -> tuple[tuple[str, str], ...]:
    """Return the titles of a section with the numbers that tell equal ones apart."""
    numbers = section_numbers(section.label)
    return tuple(
        (title, "-".join(numbers[:level]))
        for title, level in zip(section.titles, section.levels, strict=True)
    )


def _begins_with(source: DocumentSource, title: str) -> bool:
    """Whether a source's first block is a heading of a title."""
    blocks = parse_blocks(source.text, has_front_matter=False).blocks
    return bool(blocks) and blocks[0].title == title


def _metadata_shape(
    metadata: dict[Any, Any], options: MetadataOptions
) -> dict[Any, Any]:
    """Return a source's metadata with room for what every chunk's holds.

    A copy of it is filled in faster than a dictionary grows.
    """
    keys = _PLACE_KEYS + _EVERY_KEY if options.add_start_index else _EVERY_KEY
    shape = metadata | dict.fromkeys(keys)
    if "overlap" in metadata:
        shape["overlap"] = 0
    return shape


def _section_metadata(
    section: Section, path: str, anchor: str | None, options: MetadataOptions
) -> dict[str, Any]:
    """Return what all excerpts of a section say of it."""
    metadata = {"heading_path": path}
    if anchor is not None:
        metadata["anchor"] = anchor
    if options.heading_keys:
        for level, title in zip(section.levels, section.titles, strict=True):
            metadata[f"Header {level}"] = title
    return metadata


def _add_rare(metadata: dict[Any, Any], excerpt: Excerpt) -> None:
    """Add what few excerpts have."""
    if excerpt.overlap:
        metadata["overlap"] = excerpt.overlap
    if excerpt.part is not None:
        metadata["part"] = excerpt.part
    if excerpt.front_matter is not None:
        metadata["front_matter"] = excerpt.front_matter
    if excerpt.sentence_count is not None:
        metadata["sentence_count"] = excerpt.sentence_count
