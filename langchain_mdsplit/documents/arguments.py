"""Checks of what is given to be split: Documents, texts and their metadata."""

from collections.abc import Iterable, Sequence
from typing import Any

from langchain_core.documents import Document

from langchain_mdsplit.checks import check_iterable, check_text, check_type
from langchain_mdsplit.errors import MetadatasLengthError


def check_documents(name: str, value: Any) -> Iterable[Document]:
    """Return an iterable of Documents, or raise; one Document alone raises too.

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
    """Return an iterable of texts as a list, or raise; one text alone raises too.

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
    """Return the value if it is a Document, else raise.

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
    """Return one metadata for each text, or raise if their numbers differ.

    Args:
        texts: The texts.
        metadatas: What was given, consumed once; None for no metadata.

    Returns:
        The metadatas as a list, empty ones where none were given.

    Raises:
        MetadatasLengthError: There are more or fewer than texts.
        ArgumentTypeError: One of them is no `dict`, or they are no iterable.
    """
    if metadatas is None:
        return [{} for _ in texts]
    given = list(check_iterable("metadatas", metadatas, "dicts", single=str | dict))
    if len(given) != len(texts):
        msg = f"metadatas must be as many as texts ({len(texts)}), got {len(given)}"
        raise MetadatasLengthError(msg)
    for position, metadata in enumerate(given):
        check_type(f"metadatas[{position}]", metadata, dict, "a dict")
    return given
