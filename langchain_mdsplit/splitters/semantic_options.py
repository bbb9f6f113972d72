"""The options of the semantic chunker: their types, and checks of what was given."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError
from langchain_mdsplit.splitters.options import PackingOptions

if TYPE_CHECKING:
    from langchain_mdsplit.packing.semantic.max_min import MaxMinRule

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


class UnitOptions(SemanticOptions):
    """The keyword arguments of `UnitPackingTextSplitter`."""

    rule: "MaxMinRule"
    is_auto: bool
    is_optimal: bool
    min_chunk_size: int
    min_chunk_length: int
    on_short: OnShort


def read_semantic_rule(
    hard_threshold: Any, init_const: Any, c: Any, window_size: Any, max_sentences: Any
) -> "MaxMinRule":
    """Return the rule that arguments make; "auto" leaves its threshold at 0.

    Args:
        hard_threshold: A cosine, or "auto".
        init_const: What the similarity of a second unit is multiplied by.
        c: How much the members' least similarity counts.
        window_size: Of how many members that is taken, 2 or more; None for all.
        max_sentences: The most members, 1 or more; None for any number.

    Returns:
        The rule.

    Raises:
        ArgumentError: One of them is of the wrong type, or out of range.
    """
    # Imported where it is needed: numpy takes long to import.
    from langchain_mdsplit.packing.semantic.rules import read_rule  # noqa: PLC0415

    if isinstance(hard_threshold, str) and hard_threshold != AUTO:
        msg = f"hard_threshold must be a number or {AUTO!r}, got {hard_threshold!r}"
        raise ArgumentError(msg)
    threshold = 0.0 if hard_threshold == AUTO else hard_threshold
    return read_rule(threshold, init_const, c, window_size, max_sentences)


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
                f"got {options[name]!r}; here {advice}"
            )
            raise ArgumentError(msg)


def check_embeddings(value: Any) -> Any:
    """Return embeddings, or raise where they are none.

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
            f"and aembed_documents, got {value!r:.80}"
        )
        raise ArgumentTypeError(msg)
    return value
