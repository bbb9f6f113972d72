"""Lengths in the tokens of a Hugging Face tokenizer, of either of its libraries."""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_mdsplit.errors import ArgumentTypeError
from langchain_mdsplit.shortening import short_repr
from langchain_mdsplit.text.surrogates import joined_surrogates


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
