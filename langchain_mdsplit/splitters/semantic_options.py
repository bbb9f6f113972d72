"""The options of the semantic chunker: their types, and checks of what was given."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

from langchain_mdsplit.checks import check_number
from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError
from langchain_mdsplit.shortening import short_repr
from langchain_mdsplit.splitters.options import PackingOptions

OnShort: TypeAlias = Literal["drop", "merge", "keep"]
Strategy: TypeAlias = Literal["max-min", "optimal"]
ON_SHORT: tuple[OnShort, ...] = get_args(OnShort)
STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)
AUTO = "auto"

_REPLACED: Mapping[str, str] = MappingProxyType(
    {
        "buffer_size": "each sentence is embedded alone: leave it out",
        "breakpoint_threshold_type": "use hard_threshold='auto' or a cosine",
        "breakpoint_threshold_amount": "use hard_threshold='auto' or a cosine",
        "number_of_chunks": "use chunk_size and min_chunk_size, in tokens",
        "sentence_split_regex": "use sentence_splitter, a function",
    }
)
"""Arguments of langchain-experimental's class of the same name."""


class SemanticOptions(PackingOptions, total=False):
    """The keyword arguments that the semantic chunker hands on."""

    chunk_overlap: int


def check_threshold(value: Any) -> float | None:
    """Return a threshold: a cosine, or None for "auto"; raise for anything else.

    Args:
        value: A cosine, or "auto".

    Returns:
        The cosine; None for "auto".

    Raises:
        ArgumentError: It is neither (an ArgumentTypeError where it is no number).
    """
    if not isinstance(value, str):
        return check_number("hard_threshold", value)
    if value != AUTO:
        msg = f"hard_threshold must be a number or {AUTO!r}, got {short_repr(value)}"
        raise ArgumentError(msg)
    return None


def check_not_replaced(options: Mapping[str, Any]) -> None:
    """Raise where arguments of another class of this name are given.

    Args:
        options: The keyword arguments that are handed on.

    Raises:
        ArgumentError: One of them is of langchain-experimental's class; the message
            says what to use instead.
    """
    for name, advice in _REPLACED.items():
        if name in options:
            msg = (
                f"{name} is an argument of langchain-experimental's SemanticChunker, "
                f"got {short_repr(options[name])}; here {advice}"
            )
            raise ArgumentError(msg)


def check_embeddings(value: Any) -> Any:
    """Return the value if it has the methods of LangChain's Embeddings, else raise.

    Args:
        value: What was given.

    Returns:
        The value.

    Raises:
        ArgumentTypeError: It has no methods that embed texts, called or awaited.
    """
    names = ("embed_documents", "aembed_documents")
    methods = [getattr(value, name, None) for name in names]
    if isinstance(value, type) or not all(map(callable, methods)):
        msg = (
            "embeddings must be a LangChain Embeddings object, with embed_documents "
            f"and aembed_documents, got {short_repr(value)}"
        )
        raise ArgumentTypeError(msg)
    return value
