"""How long a text is: the one interface by which every splitter measures.

Splitters measure many texts at once: a call per piece costs more than the counting.
"""

import copy
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from langchain_mdsplit.errors import (
    ArgumentError,
    ArgumentTypeError,
    LengthFunctionError,
)
from langchain_mdsplit.shortening import short_repr
from langchain_mdsplit.text.surrogates import joined_surrogates
from langchain_mdsplit.tokens import TokenCounter

LONGEST: Final = 2**62
"""The longest length there is; more would not fit in the arithmetic of floats."""


class Measure(Protocol):
    """The length of texts, in characters, tokens or any other unit."""

    def __call__(self, text: str) -> int:
        """Return the length of one text."""

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Return the lengths of many texts, in order."""


@dataclass(frozen=True, slots=True)
class LengthFunction:
    """A user's length function, with every length it returns checked.

    What the function raises passes through unchanged. It pickles if the function does.

    Args:
        function: Returns a text's length: an `int` or `__index__` of 0 or more.

    Raises:
        ArgumentTypeError: The function is not callable.

    Example:
        >>> LengthFunction(len).count_many(["a", "abc"])
        [1, 3]
    """

    function: Callable[[str], int]

    def __post_init__(self) -> None:
        """Check that there is something to call."""
        if not callable(self.function):
            msg = (
                "length_function must be callable, a str in and an int out, "
                f"not {type(self.function).__name__}"
            )
            raise ArgumentTypeError(msg)

    def __call__(self, text: str) -> int:
        """Return the length of one text.

        Args:
            text: Any string.

        Returns:
            Its length, in the function's unit.

        Raises:
            LengthFunctionError: The function returned no length.
        """
        length = self.function(text)
        if type(length) is int and 0 <= length <= LONGEST:
            return length
        return _checked_length(length, self.function, text)

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Return the lengths of many texts, one call each.

        Args:
            texts: Any strings.

        Returns:
            Their lengths in order, in the function's unit.

        Raises:
            LengthFunctionError: The function returned no length.
        """
        return [self(text) for text in texts]


@dataclass(frozen=True, slots=True)
class HuggingFaceLength:
    """Lengths in the tokens of a Hugging Face tokenizer, special tokens not added.

    Args:
        tokenizer: One of `transformers` (anything with `tokenize`) or `tokenizers`; of
            one of the latter that truncates or pads a copy is used that does neither.

    Raises:
        ArgumentTypeError: The tokenizer is neither.

    Example:
        >>> from types import SimpleNamespace
        >>> HuggingFaceLength(SimpleNamespace(tokenize=str.split))("Every good boy")
        3
    """

    tokenizer: Any

    def __post_init__(self) -> None:
        """Check what the tokenizer is; see that it neither truncates nor pads."""
        given = self.tokenizer
        known = _has_tokenize(given) or _is_bare_tokenizer(given)
        if isinstance(given, type) or not known:
            msg = (
                "tokenizer must be a tokenizer of transformers or a "
                f"tokenizers.Tokenizer, not {short_repr(given)}"
            )
            raise ArgumentTypeError(msg)
        if not _has_tokenize(given):
            object.__setattr__(self, "tokenizer", _without_limits(given))

    def __call__(self, text: str) -> int:
        """Return the number of tokens of one text.

        Args:
            text: Any string.

        Returns:
            Its length in tokens.
        """
        return self.count_many((text,))[0]

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens of each text, in one batch where it can.

        Args:
            texts: Any strings.

        Returns:
            Their lengths in tokens, in order.
        """
        if not texts:
            return []
        count = _batch_counter(self.tokenizer)
        try:
            return count(list(texts))
        except (UnicodeEncodeError, TypeError):
            # The bindings refuse lone surrogates, some of them with a TypeError.
            encodable = [joined_surrogates(it) for it in texts if isinstance(it, str)]
            if len(encodable) < len(texts) or encodable == list(texts):
                raise
            return count(encodable)


def resolve_measure(
    *,
    encoding_name: str | None = None,
    model_name: str | None = None,
    length_function: Callable[[str], int] | None = None,
) -> Measure:
    """Return the measure that a splitter's arguments ask for.

    Args:
        encoding_name: An encoding of tiktoken's, to measure in tokens.
        model_name: A model that tiktoken knows, to measure in its tokens.
        length_function: Any function from a text to its length; excludes the others.

    Returns:
        A counter of `cl100k_base` where nothing is given, a measure as it is.

    Raises:
        ArgumentError: A length function is not given alone, or two names disagree.
        ArgumentTypeError: An argument has the wrong type.
        EncodingError: The encoding or the model is unknown.

    Example:
        >>> resolve_measure()
        TokenCounter(encoding_name='cl100k_base')
    """
    if length_function is None:
        return TokenCounter(encoding_name, model_name)
    if encoding_name is not None or model_name is not None:
        msg = (
            "length_function excludes encoding_name and model_name, got "
            f"encoding_name={short_repr(encoding_name)} and "
            f"model_name={short_repr(model_name)} with it"
        )
        raise ArgumentError(msg)
    if isinstance(length_function, TokenCounter | LengthFunction | HuggingFaceLength):
        return length_function
    return LengthFunction(length_function)


def _checked_length(length: object, function: object, text: str) -> int:
    """Return a length that is no plain `int` of 0 or more as one, or raise."""
    # numpy 1 takes its own truth values for indices, with a warning.
    is_bool = isinstance(length, bool) or str(getattr(length, "dtype", "")) == "bool"
    if not is_bool and hasattr(length, "__index__"):
        try:
            number = operator.index(length)
        except TypeError:
            number = -1
        if 0 <= number <= LONGEST:
            return number
    name = getattr(function, "__qualname__", None) or short_repr(function)
    msg = (
        f"length_function {name} returned {short_repr(length)} for the text "
        f"{short_repr(text, 42)}; it must return an integer from 0 to 2**62"
    )
    raise LengthFunctionError(msg)


def _has_tokenize(tokenizer: object) -> bool:
    return callable(getattr(tokenizer, "tokenize", None))


def _is_bare_tokenizer(tokenizer: object) -> bool:
    """Tell a `tokenizers.Tokenizer` from others that encode, tiktoken's for one."""
    methods = ("encode", "encode_batch", "token_to_id")
    return all(callable(getattr(tokenizer, method, None)) for method in methods)


def _without_limits(tokenizer: Any) -> Any:
    """Return the tokenizer, or a copy of it that neither truncates nor pads."""
    truncation = getattr(tokenizer, "truncation", None)
    padding = getattr(tokenizer, "padding", None)
    if truncation is None and padding is None:
        return tokenizer
    unlimited = copy.deepcopy(tokenizer)
    unlimited.no_truncation()
    unlimited.no_padding()
    return unlimited


def _batch_counter(tokenizer: Any) -> Callable[[list[str]], list[int]]:
    """Return the fastest way in which a tokenizer counts the tokens of many texts."""
    if not _has_tokenize(tokenizer):
        return lambda texts: [
            len(encoded.ids)
            for encoded in tokenizer.encode_batch(texts, add_special_tokens=False)
        ]
    if getattr(tokenizer, "is_fast", False) is True:
        return lambda texts: [
            len(ids)
            for ids in tokenizer(texts, add_special_tokens=False, verbose=False)[
                "input_ids"
            ]
        ]
    return lambda texts: [len(tokenizer.tokenize(text)) for text in texts]
