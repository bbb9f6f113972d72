"""How several Documents are read: named in errors, behind a progress bar."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Self, TypeVar

from langchain_core.documents import Document

from langchain_mdsplit.splitters.arguments import check_document, check_documents
from langchain_mdsplit.splitters.sources import DocumentSource, read_source

_Item = TypeVar("_Item")


def place_note(position: int, source: DocumentSource) -> str:
    """Return the note that names a Document in an error.

    Args:
        position: Its position among the Documents, counted from 0.
        source: What was read of it.

    Returns:
        The note.

    Example:
        >>> place_note(7, DocumentSource("text", {"source": "a.md"}))
        "while splitting document 7 (source: 'a.md')"
    """
    name = source.metadata.get("source") or source.document_id
    return f"while splitting document {position} (source: {name!r})"


def with_progress(
    items: Iterable[_Item], name: str, total: int | None
) -> Iterable[_Item]:
    """Return items behind a progress bar.

    Args:
        items: What to iterate over; one for each Document.
        name: What the bar is called.
        total: How many there are, if that is known.

    Returns:
        The items.
    """
    from tqdm.auto import tqdm  # noqa: PLC0415  (import time)

    progress: Iterable[_Item] = tqdm(items, desc=name, unit="doc", total=total)
    return progress


class SourceReader:
    """Reads Documents as sources; an error that comes while one is split names it.

    Args:
        documents: The Documents, consumed once.
        is_ahead: Whether more are read than the one that is being split: then nobody
            knows which one an error is about.

    Raises:
        ArgumentTypeError: They are no iterable, or one of them is no Document.
    """

    def __init__(self, documents: Iterable[Document], *, is_ahead: bool) -> None:
        self._documents = check_documents("documents", documents)
        self._is_ahead = is_ahead
        self._note: str | None = None

    def __iter__(self) -> Iterator[DocumentSource]:
        """Yield the Documents' sources."""
        for position, document in enumerate(self._documents):
            source = read_source(check_document(f"documents[{position}]", document))
            self._note = place_note(position, source)
            yield source
            self._note = None

    def __enter__(self) -> Self:
        """Return the reader."""
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        """Name the Document in the error, if it is about one."""
        if isinstance(error, Exception) and self._note and not self._is_ahead:
            with suppress(AttributeError):  # a frozen exception takes no note
                error.add_note(self._note)
