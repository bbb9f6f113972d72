"""What a Document's metadata says of the slice of a source that it holds."""

from typing import Any, NamedTuple

from langchain_core.documents import Document


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
    before: Any = metadata.get("parent_start_index")
    first_start = start + (before if _are_indices(before) else 0)
    return Slice(content[offset : offset + end - start], start, first_start)


def _are_indices(*values: Any) -> bool:
    """Whether all values are indices of a string."""
    return all(type(value) is int and value >= 0 for value in values)
