"""Documents read as sources: of a chunk of ours its slice, for a second splitter."""

import re
from collections.abc import Container
from dataclasses import dataclass
from typing import Any

from langchain_core.documents import Document

from langchain_mdsplit.markdown.heading_path import split_heading_path
from langchain_mdsplit.splitters.framed_slices import frame_start, is_front_matter
from langchain_mdsplit.splitters.metadata_keys import PARENT_START, KeyRole, keys_of
from langchain_mdsplit.splitters.slices import read_slice

_CHUNK_KEYS = frozenset(keys_of(KeyRole.PLACE, KeyRole.SOME))
_FRAGMENT_KEYS = _CHUNK_KEYS.union(keys_of(KeyRole.FRAGMENT))
_FRAGMENT_LABEL = re.compile(r"frontmatter|[0-9-]+-(?:heading|content-[0-9]+)")


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
    """

    text: str
    metadata: dict[Any, Any]
    document_id: str | None = None
    path: tuple[str, ...] = ()
    parent_start: int | None = None
    anchor: str | None = None
    frame: tuple[int, int] = (0, 0)
    is_front_matter: bool = False

    @property
    def slice(self) -> str:
        """Its text without a frame."""
        before, after = self.frame
        return self.text[before : len(self.text) - after]

    @property
    def is_document_start(self) -> bool:
        """Whether front matter may stand at its beginning."""
        return self.is_front_matter or not self.parent_start


def read_source(document: Document) -> DocumentSource:
    """Read a Document as a source; of a chunk of ours set its context aside.

    Args:
        document: Any Document.

    Returns:
        What to split.
    """
    metadata: dict[Any, Any] = document.metadata
    path: Any = metadata.get("heading_path")
    held = read_slice(document)
    if held is None or not isinstance(path, str):
        return DocumentSource(document.page_content, metadata, document.id)
    is_fragment = _FRAGMENT_LABEL.fullmatch(str(metadata.get("label")))
    kept = _without(metadata, _FRAGMENT_KEYS if is_fragment else _CHUNK_KEYS)
    kept[PARENT_START] = held.first_start
    content, offset = document.page_content, metadata["content_offset"]
    before = content[frame_start(content[:offset]) : offset]
    after = content[offset + len(held.text) :]
    return DocumentSource(
        before + held.text + after,
        kept,
        document.id,
        tuple(split_heading_path(path)),
        held.first_start,
        metadata.get("anchor"),
        (len(before), len(after)),
        is_front_matter=is_front_matter(before, after),
    )


def _without(metadata: dict[Any, Any], keys: Container[Any]) -> dict[Any, Any]:
    """Return metadata without some keys."""
    return {key: metadata[key] for key in metadata if key not in keys}
