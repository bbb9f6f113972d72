"""What a Document's metadata says of the chunk that it was made of."""

from functools import partial
from typing import Any, NamedTuple, TypeVar

from langchain_core.documents import Document

from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.markdown.heading_path import split_heading_path
from langchain_mdsplit.spans import Chunk
from langchain_mdsplit.splitters.metadata_keys import PARENT_START

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
    metadata, content = document.metadata, document.page_content
    offset: Any = metadata.get("content_offset")
    start: Any = metadata.get("start_index")
    end: Any = metadata.get("end_index")
    if not _are_indices(offset, start, end):
        return None
    if start > end or offset + end - start > len(content):
        return None
    before: Any = metadata.get(PARENT_START)
    first_start = start + (before if _are_indices(before) else 0)
    return Slice(content[offset : offset + end - start], start, first_start)


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
    held = read_slice(document)
    moved = held.first_start - held.start if held else 0
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
    if label.endswith("-heading"):  # after a number for each level
        return label.count("-")
    return next(
        (it.level for it in parse_blocks(text, has_front_matter=False).blocks), 0
    )


def _of_type(metadata: dict[Any, Any], kind: type[_T], key: str) -> _T | None:
    """Return a value that is of the type of ours; another is the source's own."""
    value = metadata.get(key)
    return value if type(value) is kind else None


def _are_indices(*values: Any) -> bool:
    """Whether all values are indices of a string."""
    return all(type(value) is int and value >= 0 for value in values)
