"""How long a text is: the one interface by which every splitter measures.

Splitters measure many texts at once: a call per piece costs more than the counting.
"""

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from langchain_mdsplit.errors import (
    ArgumentError,
    ArgumentTypeError,
    LengthFunctionError,
)
from langchain_mdsplit.huggingface_tokens import HuggingFaceLength
from langchain_mdsplit.shortening import short_repr
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
