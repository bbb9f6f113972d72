"""Where a chunk stands in its source now, for citations and stale offsets."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from langchain_core.documents import Document

from langchain_mdsplit.checks import check_text
from langchain_mdsplit.documents.arguments import check_document
from langchain_mdsplit.documents.identity import chunk_hash, numbered_id, source_id
from langchain_mdsplit.documents.occurrences import occurrences
from langchain_mdsplit.documents.slices import read_slice
from langchain_mdsplit.errors import ChunkNotFoundError
from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.markdown.frontmatter import find_front_matter
from langchain_mdsplit.markdown.heading_path import join_heading_path
from langchain_mdsplit.markdown.labels import is_front_matter_label
from langchain_mdsplit.markdown.sections import MAX_LEVEL, read_sections
from langchain_mdsplit.shortening import short_repr
from langchain_mdsplit.text.line_numbers import LineNumbers

if TYPE_CHECKING:
    from langchain_mdsplit.packing.block_tree import BlockTree


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a source.

    Attributes:
        start_index: Where it begins, a code point index.
        end_index: Where it ends.
        line: The line of its first code point, counted from 1.
        column: The column of its first code point, counted from 1.
        end_line: The line of its last code point.
        end_column: The column of its last code point.
    """

    start_index: int
    end_index: int
    line: int
    column: int
    end_line: int
    end_column: int


def locate(
    source: str,
    document: Document,
    *,
    max_heading_level: int = MAX_LEVEL,
    heading_attributes: bool = True,
) -> Location:
    r"""Find a chunk in its source, also after the source was edited.

    The slice at the chunk's offsets is checked first. Where it is another text now,
    the chunk is found again by heading path, text and occurrence; where these do not
    tell several places apart, the nearest is taken.

    Time is linear in the source, of which a chunk that stands at its offsets needs no
    more than the lines before its end. One that does not is searched for in all of the
    source; where its text is found more than once, the source is parsed as well.

    Args:
        source: The text that was split, or a later version of it.
        document: A chunk of it; without its offsets (`add_start_index=False`) a part
            of a cut block may not be found.
        max_heading_level: The option that the splitter had.
        heading_attributes: The option that the splitter had.

    Returns:
        Where the chunk stands in the source.

    Raises:
        ChunkNotFoundError: The chunk's text is not in the source.

    Example:
        >>> chunk = Document(
        ...     page_content="Boil water.",
        ...     metadata={"start_index": 7, "end_index": 18, "content_offset": 0},
        ... )
        >>> locate("# Tea\n\nFirst:\n\nBoil water.\n", chunk).line
        5
    """
    check_text("source", source)
    metadata, held = check_document("document", document).metadata, read_slice(document)
    if is_front_matter_label(metadata.get("label")) and held is None:
        return _locate_front_matter(source)
    text = held.text if held else document.page_content
    if held and text and source.startswith(text, held.first_start):
        return _location(source, held.first_start, held.first_start + len(text))
    places = list(occurrences(text, source)) if text else []
    overlap = metadata.get("overlap")
    if held and not places and isinstance(overlap, int) and 0 < overlap < len(text):
        own = locate(
            source,
            _without_overlap(document),
            max_heading_level=max_heading_level,
            heading_attributes=heading_attributes,
        )
        start = own.end_index - len(source[own.start_index : own.end_index].lstrip())
        return _location(source, start, own.end_index)
    if not places:
        msg = f"the chunk's text is not in the source: {short_repr(text)}"
        raise ChunkNotFoundError(msg)
    if len(places) > 1:
        tree = _read_tree(
            source, max_heading_level, heading_attributes=heading_attributes
        )
        places = _best_places(document, tree, places, len(text))
    start = _chosen(document, text, places, held.first_start if held else 0)
    return _location(source, start, start + len(text))


def _read_tree(
    source: str, max_heading_level: int, *, heading_attributes: bool
) -> "BlockTree":
    """Read which section each block of a source stands in."""
    # Imported where it is needed: its patterns take long to compile.
    from langchain_mdsplit.packing.block_tree import read_block_tree  # noqa: PLC0415

    blocks = parse_blocks(source, heading_attributes=heading_attributes).blocks
    return read_block_tree(source, blocks, read_sections(blocks, max_heading_level))


def _without_overlap(document: Document) -> Document:
    """Return a chunk without what it repeats of the one before it."""
    metadata = dict(document.metadata)
    overlap = metadata.pop("overlap")
    metadata["start_index"] += overlap
    metadata["content_offset"] += overlap
    return document.model_copy(update={"metadata": metadata})


def _locate_front_matter(source: str) -> Location:
    """Return where the front matter stands, whose chunk is no slice."""
    front_matter = find_front_matter(source)
    if front_matter is None:
        msg = "the chunk is front matter and the source has none"
        raise ChunkNotFoundError(msg)
    return _location(source, front_matter.start, front_matter.end)


def _best_places(
    document: Document, tree: "BlockTree", places: list[int], length: int
) -> list[int]:
    """Return those places of a chunk's text that are most like the chunk's own.

    They stand under its heading path, and hold whole blocks, where there are such.
    """
    blocks, path = tree.blocks, _heading_path(document)
    if not blocks:
        return places
    ranks = []
    for start in places:
        end = start + length
        first, last = tree.block_at(start), tree.block_at(end - 1)
        titles = tree.sections[tree.common(first, last)].titles
        are_blocks = blocks[first].start == start and blocks[last].end == end
        ranks.append((join_heading_path(titles) == path, are_blocks))
    best = max(ranks)
    return [start for start, rank in zip(places, ranks, strict=True) if rank == best]


def _chosen(document: Document, text: str, places: Sequence[int], near: int) -> int:
    """Return the place that is the chunk's: as its id tells, else the nearest."""
    metadata = document.metadata
    overlap = metadata.get("overlap", 0)
    own_text = text[overlap:] if isinstance(overlap, int) else text
    if document.id is not None and metadata.get("source", "") not in ("", None):
        origin = source_id(metadata, None, "")
        key = chunk_hash(origin, _heading_path(document), own_text)
        # An id counts chunks, whose own texts do not overlap.
        for occurrence, start in enumerate(_apart(places, len(own_text))):
            if numbered_id(key, occurrence) == document.id:
                return start
    return min(places, key=lambda start: abs(start - near))


def _heading_path(document: Document) -> str:
    """Return a chunk's heading path; a table may have kept a null in its place."""
    path = document.metadata.get("heading_path")
    return path if isinstance(path, str) else ""


def _apart(places: Sequence[int], length: int) -> Iterator[int]:
    """Yield places at which texts of a length do not overlap."""
    end = 0
    for start in places:
        if start >= end:
            yield start
            end = start + length


def _location(source: str, start: int, end: int) -> Location:
    """Return a span with its lines and columns."""
    last = max(start, end - 1)
    numbers = LineNumbers(source, last)
    return Location(start, end, *numbers.place(start), *numbers.place(last))
