"""What a Document's metadata says of the chunk that it was made of."""

from functools import partial
from typing import Any, NamedTuple, TypeVar

from langchain_core.documents import Document

from langchain_mdsplit.documents.metadata_keys import PARENT_START
from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.markdown.heading_path import split_heading_path
from langchain_mdsplit.markdown.labels import heading_level
from langchain_mdsplit.spans import Chunk

_T = TypeVar("_T")


class Slice(NamedTuple):
    """The text of a source that a chunk of ours holds, and where it stood.

    Attributes:
        text: The slice, without context added around it.
        start: Where it begins in the source, a code point index.
        first_start: Where it begins in the first source, of a splitter after a
            splitter; else as `start`.
    """

    text: str
    start: int
    first_start: int


def read_slice(document: Document) -> Slice | None:
    """Read the slice that a Document holds.

    Args:
        document: Any Document.

    Returns:
        Its slice; None where its metadata has no offsets, or such as cannot be.

    Example:
        >>> metadata = {"start_index": 4, "end_index": 6, "content_offset": 2}
        >>> read_slice(Document(page_content="> no", metadata=metadata))
        Slice(text='no', start=4, first_start=4)
    """
    span, content = read_span(document), document.page_content
    offset: Any = document.metadata.get("content_offset")
    if span is None or not _are_indices(offset):
        return None
    end = offset + span.end - span.start
    if end > len(content):
        return None
    return Slice(content[offset:end], span.start, span.first_start)


class SourceSpan(NamedTuple):
    """The stretch of a source that a chunk of ours stands for.

    Attributes:
        start: Where it begins in the source, a code point index.
        end: Where it ends.
        first_start: Where it begins in the first source, of a splitter after a
            splitter; else as `start`.
    """

    start: int
    end: int
    first_start: int


def read_span(document: Document) -> SourceSpan | None:
    """Read the stretch of its source that a Document stands for.

    Args:
        document: Any Document.

    Returns:
        The stretch; None where its metadata has no offsets, or such as cannot be.

    Example:
        >>> read_span(Document("{}", metadata={"start_index": 4, "end_index": 9}))
        SourceSpan(start=4, end=9, first_start=4)
    """
    start: Any = document.metadata.get("start_index")
    end: Any = document.metadata.get("end_index")
    if not _are_indices(start, end) or start > end:
        return None
    before: Any = document.metadata.get(PARENT_START)
    return SourceSpan(start, end, start + (before if _are_indices(before) else 0))


def as_chunk(document: Document) -> Chunk:
    r"""Return a Document as the chunk that it was made of.

    Args:
        document: A Document of any splitter. What is not of the type of ours is taken
            for its source's own.

    Returns:
        The chunk, at its place in the first source; what no metadata holds (the levels
        of its headings) is left out. Where the metadata has no `end_index`, all of the
        text counts as slice. Without a `token_count` its length is in characters.

    Example:
        >>> metadata = {"start_index": 9, "end_index": 12, "content_offset": 7}
        >>> chunk = as_chunk(Document("# Tea\n\nHot", metadata=metadata))
        >>> chunk.start_index, chunk.content_offset, chunk.token_count
        (9, 7, 10)
    """
    text = document.page_content
    number = partial(_of_type, document.metadata, int)
    word = partial(_of_type, document.metadata, str)
    start, end, count = (
        number("start_index") or 0,
        number("end_index"),
        number("token_count"),
    )
    if count is None:
        count = len(text)
    if end is None:  # as LangChain's own splitters make them
        return Chunk(text, count, start, start + len(text))
    span = read_span(document)
    moved = span.first_start - span.start if span else 0
    label, kind = word("label") or "", word("type")
    return Chunk(
        text=text,
        token_count=count,
        start_index=start + moved,
        end_index=end + moved,
        content_offset=number("content_offset"),
        headings=tuple(split_heading_path(word("heading_path") or "")),
        label=label,
        overlap=number("overlap") or 0,
        anchor=word("anchor"),
        type=kind,
        level=_level(label, text) if kind == "heading" else 0,
        part=number("part"),
        front_matter=word("front_matter"),
        sentence_count=number("sentence_count"),
    )


def _level(label: str, text: str) -> int:
    """Return the level of a fragment that is a heading."""
    return heading_level(label) or next(
        (it.level for it in parse_blocks(text, has_front_matter=False).blocks), 0
    )


def _of_type(metadata: dict[Any, Any], kind: type[_T], key: str) -> _T | None:
    """Return a value that is of the type of ours; another is the source's own."""
    value = metadata.get(key)
    return value if type(value) is kind else None


def _are_indices(*values: Any) -> bool:
    """Whether all values are indices of a string."""
    return all(type(value) is int and value >= 0 for value in values)
