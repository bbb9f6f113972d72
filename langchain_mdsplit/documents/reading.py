"""How several Documents are read: named in errors, behind a progress bar."""

from collections.abc import Iterable, Iterator, Sized
from itertools import starmap
from typing import TypeVar

from langchain_core.documents import Document

from langchain_mdsplit.documents.arguments import check_document, check_documents
from langchain_mdsplit.documents.attempts import add_note, result_of
from langchain_mdsplit.documents.sources import DocumentSource, read_source
from langchain_mdsplit.errors import HeadingTooLongError
from langchain_mdsplit.shortening import short_repr

_LONGEST_NAME = 300  # code points; most paths are shorter
_Item = TypeVar("_Item")
_R = TypeVar("_R")


def read_sources(documents: Iterable[Document]) -> Iterator[DocumentSource]:
    """Read Documents as sources, each when it is asked for.

    Args:
        documents: The Documents, consumed once.

    Returns:
        Their sources in order.

    Raises:
        ArgumentTypeError: They are no iterable, or one of them is no Document.

    Example:
        >>> [source.position for source in read_sources([Document("a"), Document("b")])]
        [0, 1]
    """
    return starmap(_read, enumerate(check_documents("documents", documents)))


def _read(position: int, document: Document) -> DocumentSource:
    """Return the source of one of several Documents."""
    name = f"documents[{position}]"
    return read_source(check_document(name, document), position)


def place_note(source: DocumentSource) -> str:
    """Return the note that names a source in an error.

    Args:
        source: The source.

    Returns:
        The note.

    Example:
        >>> place_note(DocumentSource("text", {"source": "a.md"}, position=7))
        "while splitting document 7 (source: 'a.md')"
    """
    kind = "text" if source.is_text else "document"
    name = short_repr(source.name, _LONGEST_NAME)
    return f"while splitting {kind} {source.position} (source: {name})"


def named_result(source: DocumentSource, found: _R | Exception) -> _R:
    """Return what a source has become, or raise its error with a note that names it.

    The message of an error about a heading names the source as well.

    Args:
        source: The source.
        found: What it has become, or the error that it raised.

    Returns:
        What it has become.

    Example:
        >>> named_result(DocumentSource("text", {}), ["chunk"])
        ['chunk']
    """
    if isinstance(found, Exception):
        if isinstance(found, HeadingTooLongError) and source.name:
            found.args = (f"{found} in {source.name}",)
        add_note(found, place_note(source))
    return result_of(found)


def with_progress(
    items: Iterable[_Item], name: str, counted: object
) -> Iterable[_Item]:
    """Return items behind a progress bar.

    Args:
        items: What to iterate over; one for each Document.
        name: What the bar is called.
        counted: What has as many items, if it can tell how many.

    Returns:
        The items.
    """
    from tqdm.auto import tqdm  # noqa: PLC0415  (import time)

    total = len(counted) if isinstance(counted, Sized) else None
    progress: Iterable[_Item] = tqdm(items, desc=name, unit="doc", total=total)
    return progress
