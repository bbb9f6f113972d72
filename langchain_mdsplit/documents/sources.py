"""Documents read as sources: of a chunk of ours its slice, for a second splitter."""

from collections.abc import Container
from dataclasses import dataclass
from typing import Any

from langchain_core.documents import Document

from langchain_mdsplit.documents.framed_slices import frame_start, is_front_matter
from langchain_mdsplit.documents.metadata_keys import PARENT_START, KeyRole, keys_of
from langchain_mdsplit.documents.slices import read_slice, read_span
from langchain_mdsplit.markdown.frontmatter import has_keys
from langchain_mdsplit.markdown.heading_path import split_heading_path
from langchain_mdsplit.markdown.labels import is_fragment_label, is_front_matter_label

_CHUNK_KEYS = frozenset(keys_of(KeyRole.PLACE, KeyRole.SOME))
_FRAGMENT_KEYS = _CHUNK_KEYS.union(keys_of(KeyRole.FRAGMENT))


@dataclass(frozen=True, slots=True)
class DocumentSource:
    """A text to split and what its Document says about it.

    Attributes:
        text: The text; of a chunk of ours its slice with the frame around it (a fence,
            a table's header, markers), without the headings before it.
        metadata: The metadata to pass on.
        document_id: The Document's id.
        path: The titles of the section it stands in, of a chunk of ours.
        parent_start: Where it begins in its own source, of a chunk of ours.
        anchor: The id of the section it stands in, of a chunk of ours.
        frame: How many code points of frame stand before and after the slice.
        is_front_matter: Whether it is a part of front matter, in its frame.
        stands_for: How many code points of its own source it stands for as a whole,
            if it is the value of front matter.
        position: Which of several Documents or texts it is, counted from 0.
        is_text: Whether it is no Document but a text of `create_documents`.
    """

    text: str
    metadata: dict[Any, Any]
    document_id: str | None = None
    path: tuple[str, ...] = ()
    parent_start: int | None = None
    anchor: str | None = None
    frame: tuple[int, int] = (0, 0)
    is_front_matter: bool = False
    stands_for: int | None = None
    position: int = 0
    is_text: bool = False

    @property
    def name(self) -> Any:
        """What names it in an error."""
        return self.metadata.get("source") or self.document_id

    @property
    def slice(self) -> str:
        """Its text without a frame."""
        before, after = self.frame
        return self.text[before : len(self.text) - after]

    @property
    def is_document_start(self) -> bool:
        """Whether front matter may stand at its beginning.

        It may after one code point: a byte order mark or a blank line, which the text
        does not tell. So only what has keys is front matter there.
        """
        if self.parent_start == 1 and not self.is_front_matter:
            return has_keys(self.text)
        return self.is_front_matter or not self.parent_start


def read_source(document: Document, position: int = 0) -> DocumentSource:
    """Read a Document as a source; of a chunk of ours set its context aside.

    Args:
        document: Any Document.
        position: Which of several it is, counted from 0.

    Returns:
        What to split.
    """
    metadata: dict[Any, Any] = document.metadata
    path: Any = metadata.get("heading_path")
    found = read_slice(document)
    if found is None or not isinstance(path, str):
        return _read_other(document, position)
    label = metadata.get("label")
    is_fragment = isinstance(label, str) and is_fragment_label(label)
    kept = _without(metadata, _FRAGMENT_KEYS if is_fragment else _CHUNK_KEYS)
    kept[PARENT_START] = found.first_start
    content, offset = document.page_content, metadata["content_offset"]
    before = content[frame_start(content[:offset]) : offset]
    after = content[offset + len(found.text) :]
    return DocumentSource(
        text=before + found.text + after,
        metadata=kept,
        document_id=document.id,
        path=tuple(split_heading_path(path)),
        parent_start=found.first_start,
        anchor=metadata.get("anchor"),
        frame=(len(before), len(after)),
        is_front_matter=is_front_matter(before, after),
        position=position,
    )


def _read_other(document: Document, position: int) -> DocumentSource:
    """Read a Document that is no chunk of ours under headings.

    A slice without headings keeps its place, and so does the value of front matter.
    """
    text, metadata = document.page_content, document.metadata
    found, span = read_slice(document), read_span(document)
    is_slice = (
        found is not None and found.text == text and "heading_path" not in metadata
    )
    is_value = is_front_matter_label(metadata.get("label")) and found is None
    if span is None or not (is_slice or is_value):
        return DocumentSource(text, metadata, document.id, position=position)
    kept = _without(metadata, _FRAGMENT_KEYS if is_value else _CHUNK_KEYS)
    kept[PARENT_START] = span.first_start
    return DocumentSource(
        text=text,
        metadata=kept,
        document_id=document.id,
        parent_start=span.first_start,
        stands_for=span.end - span.start if is_value else None,
        position=position,
    )


def _without(metadata: dict[Any, Any], keys: Container[Any]) -> dict[Any, Any]:
    """Return metadata without some keys."""
    return {key: metadata[key] for key in metadata if key not in keys}
