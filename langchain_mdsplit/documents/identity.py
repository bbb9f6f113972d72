"""Ids of chunks: the same text in the same place has the same id after an edit."""

import hashlib
from collections import Counter
from typing import Any
from uuid import UUID

from langchain_core.documents import Document

from langchain_mdsplit.documents.arguments import check_document
from langchain_mdsplit.errors import MissingIdError

_DIGEST_SIZE = 16  # bytes: those of a UUID, which every vector store accepts as id
_MARK = "hash:"  # begins a hash, and no id


def chunk_digest(*parts: str) -> bytes:
    """Return a hash of some texts, different where any of them differs.

    Args:
        *parts: The texts; for a chunk what identifies its source document, its heading
            path, and its slice of the source without overlap.

    Returns:
        16 bytes.

    Example:
        >>> chunk_digest("a.md", "A > B", "text") == chunk_digest("a.md", "A", "text")
        False
    """
    state = hashlib.blake2b(digest_size=_DIGEST_SIZE)
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        state.update(len(encoded).to_bytes(8, "big"))
        state.update(encoded)
    return state.digest()


def chunk_hash(source_id: str, heading_path: str, own_text: str) -> str:
    """Return what a chunk's id is made from; equal chunks of a source have one hash.

    Args:
        source_id: What identifies its source document.
        heading_path: Its heading path.
        own_text: Its slice of the source without overlap.

    Returns:
        A text that is no id.

    Example:
        >>> chunk_hash("a.md", "A > B", "text")
        'hash:e611accc9ee328f2a3ee204012d15cd5'
    """
    return _MARK + chunk_digest(source_id, heading_path, own_text).hex()


def numbered_id(key: str, occurrence: int) -> str:
    """Return the id of one of several chunks that have a hash in common.

    Args:
        key: Their `chunk_hash`.
        occurrence: How many of them came before it.

    Returns:
        A UUID in its usual form.
    """
    digest = chunk_digest(key.removeprefix(_MARK), str(occurrence))
    return str(UUID(bytes=digest, version=5))


def source_id(metadata: dict[Any, Any], document_id: str | None, text: str) -> str:
    """Return what identifies a source document over its versions.

    Args:
        metadata: The source document's metadata; its `source` comes first.
        document_id: The source document's own id, which comes next.
        text: The source document's text, which with its `chunk_index` stands in where
            there is nothing better.

    Returns:
        A text that is the same in each run.
    """
    source = metadata.get("source")
    if source is not None and source != "":
        return f"source:{source}"
    if document_id:
        return f"id:{document_id}"
    return f"text:{metadata.get('chunk_index', 0)}:{chunk_digest(text).hex()}"


class IdCounter:
    """Gives chunks their ids in one call, counting equal chunks of each source."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def number(self, documents: list[Document]) -> list[Document]:
        """Give Documents their ids in place of their hashes.

        Args:
            documents: The next Documents of the call. An id that is no `chunk_hash`
                stays as it is.

        Returns:
            The same Documents.
        """
        for document in documents:
            key = document.id
            if key is not None and key.startswith(_MARK):
                document.id = numbered_id(key, self._seen[key])
                self._seen[key] += 1
        return documents


def chunk_key(document: Document) -> str:
    """Return a chunk's id, for LangChain's `index(key_encoder=chunk_key)`.

    Without it `index` hashes the metadata too, and embeds every chunk anew whose
    offset has moved.

    Args:
        document: A chunk made with `add_ids=True`.

    Returns:
        Its id.

    Raises:
        MissingIdError: It has none.
        ArgumentTypeError: It is no Document.

    Example:
        >>> chunk_key(Document(page_content="x", id="7"))
        '7'
    """
    check_document("document", document)
    if not document.id:
        msg = "the document has no id: split with add_ids=True to give chunks ids"
        raise MissingIdError(msg)
    return document.id
