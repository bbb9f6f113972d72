"""Checks of what all splitters are given: Documents, texts, inherited arguments."""

from collections.abc import Iterable, Sequence
from typing import Any

from langchain_core.documents import Document

from langchain_mdsplit.checks import (
    check_integer,
    check_iterable,
    check_text,
    check_type,
)
from langchain_mdsplit.errors import ArgumentError, MetadatasLengthError


def check_unused(name: str, value: Any, default: Any) -> None:
    """Raise where an inherited argument without meaning here has been set.

    Args:
        name: The argument's name.
        value: What was given.
        default: The one value allowed.

    Raises:
        ArgumentError: It is another value.
    """
    if value != default:
        msg = f"{name} has no meaning here: leave it at {default!r}, got {value!r}"
        raise ArgumentError(msg)


def check_overlap(chunk_overlap: Any, chunk_size: int | None) -> int:
    """Return the overlap, or raise where it is no length or over the chunk size.

    Args:
        chunk_overlap: What was given, in the unit of the chunk size (tokens).
        chunk_size: The limit of a chunk (tokens); None for no limit.

    Returns:
        The overlap as an `int`.

    Raises:
        ArgumentError: It is no length, over the limit, or set without a limit.
    """
    overlap = check_integer("chunk_overlap", chunk_overlap, 0)
    if chunk_size is None and overlap:
        msg = f"chunk_overlap must be 0 without a chunk_size, got {overlap}"
        raise ArgumentError(msg)
    if chunk_size is not None and overlap > chunk_size:
        msg = f"chunk_overlap must be at most chunk_size ({chunk_size}), got {overlap}"
        raise ArgumentError(msg)
    return overlap


def check_documents(name: str, value: Any) -> Iterable[Document]:
    """Return several Documents, or raise where they are none, or one Document.

    Args:
        name: The argument's name.
        value: What was given.

    Returns:
        The value.

    Raises:
        ArgumentTypeError: It is no iterable, or one Document or text.
    """
    return check_iterable(name, value, "Documents", single=str | Document)


def check_texts(name: str, value: Any) -> list[str]:
    """Return several texts, or raise where they are none, or one text.

    Args:
        name: The argument's name.
        value: What was given, consumed once.

    Returns:
        The texts as a list.

    Raises:
        ArgumentTypeError: It is one text, no iterable, or holds what is no `str`.
    """
    texts = enumerate(check_iterable(name, value, "str"))
    return [check_text(f"{name}[{position}]", text) for position, text in texts]


def check_document(name: str, value: Any) -> Document:
    """Return a Document, or raise where it is none.

    Args:
        name: The argument's name; of one of several with its position.
        value: What was given.

    Returns:
        The value.

    Raises:
        ArgumentTypeError: It is no Document.
    """
    document: Document = check_type(name, value, Document, "a Document")
    return document


def check_metadatas(
    texts: Sequence[str], metadatas: Iterable[dict[Any, Any]] | None
) -> list[dict[Any, Any]]:
    """Return one metadata for each text, or raise where their numbers differ.

    Args:
        texts: The texts.
        metadatas: What was given, consumed once; None for no metadata.

    Returns:
        The metadatas as a list, empty ones where none were given.

    Raises:
        MetadatasLengthError: There are more or fewer than texts.
        ArgumentTypeError: One of them is no `dict`.
    """
    if metadatas is None:
        return [{} for _ in texts]
    given = list(check_type("metadatas", metadatas, Iterable, "an iterable of dicts"))
    if len(given) != len(texts):
        msg = f"metadatas must be as many as texts ({len(texts)}), got {len(given)}"
        raise MetadatasLengthError(msg)
    for position, metadata in enumerate(given):
        check_type(f"metadatas[{position}]", metadata, dict, "a dict")
    return given
