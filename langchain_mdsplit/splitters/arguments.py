"""Checks of arguments: a wrong type or value raises at construction and is named."""

import operator
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from langchain_core.documents import Document

from langchain_mdsplit.errors import (
    ArgumentError,
    ArgumentTypeError,
    MetadatasLengthError,
)


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
        ArgumentTypeError: It is no integer.
        ArgumentError: It is out of range.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        msg = f"{name} must be an integer, got {value!r}"
        raise ArgumentTypeError(msg)
    number = operator.index(value)
    if number < minimum or (maximum is not None and number > maximum):
        allowed = f">= {minimum}" if maximum is None else f"{minimum} to {maximum}"
        msg = f"{name} must be {allowed}, got {number}"
        raise ArgumentError(msg)
    return number


def check_boolean(name: str, value: Any) -> bool:
    """Return a boolean argument, or raise where it is none."""
    if not isinstance(value, bool):
        msg = f"{name} must be True or False, got {value!r}"
        raise ArgumentTypeError(msg)
    return value


def check_choice(name: str, value: Any, allowed: Collection[str]) -> str:
    """Return an argument that is one of some words, or raise where it is not."""
    if not isinstance(value, str):
        msg = f"{name} must be one of {', '.join(allowed)}, got {value!r}"
        raise ArgumentTypeError(msg)
    if value not in allowed:
        msg = f"{name} must be one of {', '.join(allowed)}, got {value!r}"
        raise ArgumentError(msg)
    return value


def check_callable(name: str, value: Any) -> Callable[..., Any] | None:
    """Return an argument that is callable or None, or raise where it is neither."""
    if value is not None and not callable(value):
        msg = f"{name} must be callable or None, got {value!r}"
        raise ArgumentTypeError(msg)
    return value  # type: ignore[no-any-return]


def check_unused(name: str, value: Any, default: Any) -> None:
    """Raise where an inherited argument without meaning here has been set."""
    if value != default:
        msg = f"{name} has no meaning here: leave it at {default!r}, got {value!r}"
        raise ArgumentError(msg)


def check_overlap(chunk_overlap: Any, chunk_size: int | None) -> int:
    """Return the overlap, or raise where it is no length or over the chunk size."""
    overlap = check_integer("chunk_overlap", chunk_overlap, 0)
    if chunk_size is None and overlap:
        msg = f"chunk_overlap must be 0 without a chunk_size, got {overlap}"
        raise ArgumentError(msg)
    if chunk_size is not None and overlap > chunk_size:
        msg = f"chunk_overlap must be at most chunk_size ({chunk_size}), got {overlap}"
        raise ArgumentError(msg)
    return overlap


def check_text(name: str, value: Any) -> str:
    """Return a text, or raise where it is none."""
    if not isinstance(value, str):
        msg = f"{name} must be a str, got {type(value).__name__}: {value!r:.80}"
        raise ArgumentTypeError(msg)
    return value


def check_inputs(value: Any) -> Iterable[Document]:
    """Return several Documents, or raise where a runnable was given something else."""
    if not isinstance(value, Iterable):
        msg = (
            "the input must be Documents, one Document or a str, "
            f"got {type(value).__name__}: {value!r:.80}"
        )
        raise ArgumentTypeError(msg)
    return value


def check_texts(value: Any) -> list[str]:
    """Return several texts, or raise where they are none, or one text."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        msg = f"texts must be an iterable of str, got {type(value).__name__}"
        raise ArgumentTypeError(msg)
    return [check_text("texts", text) for text in value]


def check_document(value: Any, position: int) -> Document:
    """Return a Document, or raise where it is none."""
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
    """Return one metadata for each text, or raise where their numbers differ."""
    if metadatas is None:
        return [{} for _ in texts]
    given = list(metadatas)
    if len(given) != len(texts):
        msg = f"metadatas must be as many as texts ({len(texts)}), got {len(given)}"
        raise MetadatasLengthError(msg)
    for metadata in given:
        if not isinstance(metadata, dict):
            msg = f"metadatas must hold dicts, got {metadata!r:.80}"
            raise ArgumentTypeError(msg)
    return given
