"""Checks of arguments: a wrong type or value raises at construction and is named."""

import operator
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, TypeVar

from langchain_core.documents import Document

from langchain_mdsplit.errors import (
    ArgumentError,
    ArgumentTypeError,
    MetadatasLengthError,
)

_Word = TypeVar("_Word", bound=str)


def check_integer(
    name: str, value: Any, minimum: int, maximum: int | None = None
) -> int:
    """Return an integer argument, or raise where it is none or out of range.

    Args:
        name: The argument's name.
        value: What was given.
        minimum: The smallest value allowed.
        maximum: The largest value allowed; None for no limit.

    Returns:
        The value as an `int`.

    Raises:
        ArgumentError: It is no integer (an ArgumentTypeError), or out of range.
    """
    number = None if isinstance(value, bool) else _as_integer(value)
    if number is None:
        msg = f"{name} must be an integer, got {value!r}"
        raise ArgumentTypeError(msg)
    if number < minimum or (maximum is not None and number > maximum):
        allowed = f">= {minimum}" if maximum is None else f"{minimum} to {maximum}"
        msg = f"{name} must be {allowed}, got {number}"
        raise ArgumentError(msg)
    return number


def _as_integer(value: Any) -> int | None:
    """Return a value that can stand for an integer as one, else None."""
    try:
        return operator.index(value)
    except TypeError:
        return None


def check_boolean(name: str, value: Any) -> bool:
    """Return a boolean argument, or raise where it is none.

    Args:
        name: The argument's name.
        value: What was given.

    Returns:
        The value.

    Raises:
        ArgumentTypeError: It is no `bool`.
    """
    if not isinstance(value, bool):
        msg = f"{name} must be True or False, got {value!r}"
        raise ArgumentTypeError(msg)
    return value


def check_choice(name: str, value: Any, allowed: Collection[_Word]) -> _Word:
    """Return an argument that is one of some words, or raise where it is not.

    Args:
        name: The argument's name.
        value: What was given.
        allowed: The words.

    Returns:
        The value.

    Raises:
        ArgumentError: It is no `str` (an ArgumentTypeError), or none of the words.
    """
    if not isinstance(value, str):
        msg = f"{name} must be one of {', '.join(allowed)}, got {value!r}"
        raise ArgumentTypeError(msg)
    for word in allowed:
        if word == value:
            return word
    msg = f"{name} must be one of {', '.join(allowed)}, got {value!r}"
    raise ArgumentError(msg)


def check_callable(name: str, value: Any) -> Callable[..., Any] | None:
    """Return an argument that is callable or None, or raise where it is neither.

    Args:
        name: The argument's name.
        value: What was given.

    Returns:
        The value.

    Raises:
        ArgumentTypeError: It is neither.
    """
    if value is not None and not callable(value):
        msg = f"{name} must be callable or None, got {value!r}"
        raise ArgumentTypeError(msg)
    return value  # type: ignore[no-any-return]


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


def check_text(name: str, value: Any) -> str:
    """Return a text, or raise where it is none.

    Args:
        name: The argument's name.
        value: What was given.

    Returns:
        The value.

    Raises:
        ArgumentTypeError: It is no `str`.
    """
    if not isinstance(value, str):
        msg = f"{name} must be a str, got {type(value).__name__}: {value!r:.80}"
        raise ArgumentTypeError(msg)
    return value


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
    if isinstance(value, str | Document) or not isinstance(value, Iterable):
        msg = (
            f"{name} must be an iterable of Documents, "
            f"got {type(value).__name__}: {value!r:.80}"
        )
        raise ArgumentTypeError(msg)
    return value


def check_texts(value: Any) -> list[str]:
    """Return several texts, or raise where they are none, or one text.

    Args:
        value: What was given, consumed once.

    Returns:
        The texts as a list.

    Raises:
        ArgumentTypeError: It is one text, no iterable, or holds what is no `str`.
    """
    if isinstance(value, str) or not isinstance(value, Iterable):
        msg = f"texts must be an iterable of str, got {type(value).__name__}"
        raise ArgumentTypeError(msg)
    return [check_text("texts", text) for text in value]


def check_document(value: Any, position: int) -> Document:
    """Return a Document, or raise where it is none.

    Args:
        value: What was given.
        position: Its position among the documents, counted from 0.

    Returns:
        The value.

    Raises:
        ArgumentTypeError: It is no Document.
    """
    if not isinstance(value, Document):
        msg = (
            f"documents must hold Document objects, got {type(value).__name__} "
            f"at position {position}: {value!r:.80}"
        )
        raise ArgumentTypeError(msg)
    return value


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
    if not isinstance(metadatas, Iterable):
        msg = f"metadatas must be an iterable of dicts, got {metadatas!r:.80}"
        raise ArgumentTypeError(msg)
    given = list(metadatas)
    if len(given) != len(texts):
        msg = f"metadatas must be as many as texts ({len(texts)}), got {len(given)}"
        raise MetadatasLengthError(msg)
    for metadata in given:
        if not isinstance(metadata, dict):
            msg = f"metadatas must hold dicts, got {metadata!r:.80}"
            raise ArgumentTypeError(msg)
    return given
