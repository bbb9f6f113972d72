"""Token lengths as LangChain's `from_tiktoken_encoder` asks for them."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from langchain_mdsplit.documents.arguments import check_texts
from langchain_mdsplit.measure import Measure
from langchain_mdsplit.tiktoken_guard import load_encoding
from langchain_mdsplit.tokens import BUNDLED_ENCODINGS, TokenCounter

_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "cl100k_base": "endoftext fim_prefix fim_middle fim_suffix endofprompt",
        "o200k_base": "endoftext endofprompt",
        "o200k_harmony": "startoftext endoftext endofprompt return constrain channel "
        "start end message call",
    }
)
"""What stands between the bars of the special tokens of the bundled encodings."""

_RESERVED = (200_000, 200_001, 200_004, 200_009, 200_010, 200_011)
_FIRST_RESERVED, _LAST_RESERVED = 200_013, 201_087  # without a gap
"""The numbers of the special tokens of `o200k_harmony` that have no name."""


@dataclass(frozen=True, slots=True)
class SpecialTokenCounter:
    """Counts tokens with the text of some special tokens as one token, or refused.

    Args:
        encoding_name: The name of the encoding.
        allowed_special: The special tokens that count as one token; "all" for every
            one.
        disallowed_special: What raises where it is in a text; "all" for every special
            token that is not allowed.
    """

    encoding_name: str
    allowed_special: Collection[str] = ()
    disallowed_special: Collection[str] = ()

    def __call__(self, text: str) -> int:
        """Return the number of tokens of one text.

        Args:
            text: Any string.

        Returns:
            Its length in tokens.

        Raises:
            ValueError: There is a disallowed special token in it.
        """
        return self.count_many((text,))[0]

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens of each text.

        Args:
            texts: Any strings.

        Returns:
            Their lengths in tokens, in order.

        Raises:
            ValueError: There is a disallowed special token in one of them.
        """
        names = special_tokens(self.encoding_name)
        given, refused = self.allowed_special, self.disallowed_special
        allowed = names if given == "all" else names.intersection(given)
        refused = names - allowed if refused == "all" else frozenset(refused)
        if refused:
            _refuse(texts, refused)
        count = TokenCounter(self.encoding_name).count_many
        if not allowed:
            return count(texts)
        parts = [_pattern_of(allowed).split(text) for text in texts]
        counts = iter(count([part for split in parts for part in split]))
        return [sum(next(counts) for _ in split) + len(split) - 1 for split in parts]


def special_tokens(encoding_name: str) -> frozenset[str]:
    """Return the special tokens of an encoding.

    Args:
        encoding_name: The name of the encoding.

    Returns:
        Their texts; those of `BUNDLED_ENCODINGS` without tiktoken, which would have to
        load the ranks to tell.

    Raises:
        EncodingError: The ranks of another encoding cannot be loaded.

    Example:
        >>> sorted(special_tokens("o200k_base"))
        ['<|endofprompt|>', '<|endoftext|>']
    """
    if encoding_name not in BUNDLED_ENCODINGS:
        return frozenset(load_encoding(encoding_name).special_tokens_set)
    return _bundled_tokens(encoding_name)


@cache
def _bundled_tokens(encoding_name: str) -> frozenset[str]:
    """Return the special tokens of a bundled encoding."""
    names = _NAMES[encoding_name].split()
    if encoding_name == "o200k_harmony":
        reserved = (*_RESERVED, *range(_FIRST_RESERVED, _LAST_RESERVED + 1))
        names += [f"reserved_{number}" for number in reserved]
    return frozenset(f"<|{name}|>" for name in names)


@lru_cache(maxsize=16)
def _pattern_of(tokens: frozenset[str]) -> re.Pattern[str]:
    """Return the pattern of some special tokens, which matches the longest."""
    return re.compile("|".join(map(re.escape, sorted(tokens, reverse=True))))


def _refuse(texts: Sequence[str], tokens: frozenset[str]) -> None:
    """Raise, in tiktoken's words, where a text has a special token that is refused."""
    found = next(filter(None, map(_pattern_of(tokens).search, texts)), None)
    if found:
        from tiktoken.core import raise_disallowed_special_token  # noqa: PLC0415

        raise_disallowed_special_token(found[0])


def tiktoken_length(
    encoding_name: str,
    model_name: str | None,
    allowed_special: Collection[str] | None,
    disallowed_special: Collection[str],
) -> Measure:
    """Return the length function that some arguments ask for; load its ranks.

    Args:
        encoding_name: The name of an encoding.
        model_name: The model whose encoding to use instead.
        allowed_special: The special tokens that count as one token.
        disallowed_special: The special tokens that raise.

    Returns:
        The length function. The text of special tokens is ordinary text where nothing
        is said of them.

    Raises:
        EncodingError: The encoding or the model is unknown (of a model a KeyError as
            well), or the ranks cannot be loaded.
        ArgumentTypeError: Special tokens are no iterable of `str`.

    Example:
        >>> tiktoken_length("cl100k_base", "gpt-4o", None, ())
        TokenCounter(encoding_name='o200k_base')
    """
    given = encoding_name if model_name is None else None
    counter = TokenCounter(given, model_name)
    length: Measure = counter
    allowed = _read_special("allowed_special", allowed_special)
    disallowed = _read_special("disallowed_special", disallowed_special)
    if allowed or disallowed:
        length = SpecialTokenCounter(counter.encoding_name, allowed, disallowed)
    length("")
    return length


def _read_special(name: str, value: Any) -> Collection[str]:
    """Return the special tokens that an argument names; a string as it is: "all"."""
    if value is None or isinstance(value, str):
        return value or ()
    return frozenset(check_texts(name, value))
