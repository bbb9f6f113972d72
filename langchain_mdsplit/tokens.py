"""Token counts: one string or many, by the name of an encoding or of a model.

The counting libraries are imported inside the functions: they are slow to import,
and each is needed for some encodings only.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from langchain_mdsplit.checks import check_integer, check_iterable, check_text
from langchain_mdsplit.errors import ArgumentError, EncodingError
from langchain_mdsplit.shortening import short_repr
from langchain_mdsplit.text.surrogates import joined_surrogates, without_surrogates
from langchain_mdsplit.tiktoken_guard import (
    decode_prefix,
    encode_text,
    encoding_of_model,
    known_encodings,
    load_encoding,
)

DEFAULT_ENCODING: Final = "cl100k_base"
"""The encoding that counts where neither an encoding nor a model is named."""

BUNDLED_ENCODINGS: Final = frozenset({"cl100k_base", "o200k_base", "o200k_harmony"})
"""Encodings whose ranks come with toktok: no network, several times the speed."""

_FEW_TEXTS = 24
"""As many texts are cut one by one in the time that a batch of them takes."""

_NO_LIMIT = 2**40  # tokens: more than any text has


@dataclass(frozen=True, slots=True, init=False)
class TokenCounter:
    """Counts tokens as the models of one encoding do.

    Text that looks like a special token (`<|endoftext|>`) is ordinary text; a lone
    surrogate counts as U+FFFD. Ranks are loaded at the first count. Counters of one
    encoding are equal; they hold nothing but its name, so they pickle and may be
    shared between threads.

    Args:
        encoding_name: A name of `tiktoken.list_encoding_names()`; `cl100k_base` where
            neither this nor a model is given. `BUNDLED_ENCODINGS` need no network.
        model_name: A model that tiktoken knows, in place of an encoding. Both may be
            given if they agree.

    Raises:
        ArgumentTypeError: An argument is neither a `str` nor `None`.
        EncodingError: The encoding or the model is unknown.
        ArgumentError: The model has another encoding than the one given.

    Example:
        >>> TokenCounter(model_name="gpt-4")
        TokenCounter(encoding_name='cl100k_base')
    """

    encoding_name: str

    def __init__(
        self, encoding_name: str | None = None, model_name: str | None = None
    ) -> None:
        """Check and resolve the names; load nothing."""
        resolved = _resolve_encoding(encoding_name, model_name)
        object.__setattr__(self, "encoding_name", resolved)

    def __call__(self, text: str) -> int:
        """Return the number of tokens of one text.

        Args:
            text: Any string.

        Returns:
            Its length in tokens.

        Raises:
            ArgumentTypeError: The text is no string.
            EncodingError: The ranks of the encoding cannot be loaded.

        Example:
            >>> TokenCounter("o200k_base")("<|endoftext|>")
            7
        """
        if not isinstance(text, str):
            check_text("text", text)
        return self.count_many((text,))[0]

    def count_many(self, texts: Iterable[str]) -> list[int]:
        """Return the number of tokens of each text; one call is faster than many.

        Args:
            texts: Any strings, consumed once.

        Returns:
            Their lengths in tokens, in order.

        Raises:
            ArgumentTypeError: The texts are one string, or hold something else.
            EncodingError: The ranks of the encoding cannot be loaded.

        Example:
            >>> TokenCounter().count_many(["one", "one two", ""])
            [1, 2, 0]
        """
        batch = texts
        if not isinstance(batch, list | tuple):
            batch = list(check_iterable("texts", texts, "str"))
        bundled = self.encoding_name in BUNDLED_ENCODINGS
        count = _count_with_toktok if bundled else _count_with_tiktoken
        try:
            return count(batch, self.encoding_name)
        except UnicodeEncodeError:
            _require_strings(batch)
            return count(list(map(joined_surrogates, batch)), self.encoding_name)
        except TypeError:
            _require_strings(batch)
            raise

    def truncate(self, text: str, n: int) -> str:
        """Return the beginning of a text that counts at most `n` tokens.

        The beginning is that of the text's first `n` tokens, cut between code points.
        Its own count is checked, and it is shortened until that fits: the beginning
        of a text may have more tokens than the text.

        Args:
            text: Any string.
            n: The most it may count, in tokens; 0 or more.

        Returns:
            A prefix of `text`, all of it where it fits.

        Raises:
            ArgumentTypeError: The text is no string or `n` no integer.
            ArgumentError: The limit `n` is negative.
            EncodingError: The ranks of the encoding cannot be loaded.

        Example:
            >>> TokenCounter().truncate("Every good boy does fine.", 3)
            'Every good boy'
        """
        limit = check_integer("n", n, 0)
        count = self(text)
        if limit == 0:
            return ""
        if count <= limit:
            return text
        bundled = self.encoding_name in BUNDLED_ENCODINGS
        first_tokens = _first_with_toktok if bundled else _first_with_tiktoken
        kept = first_tokens(without_surrogates(text), limit, self.encoding_name)
        return _shorten(text[: len(kept)], self, limit)


def _resolve_encoding(encoding_name: str | None, model_name: str | None) -> str:
    """Return the name of the encoding that two arguments ask for."""
    for name, value in (("encoding_name", encoding_name), ("model_name", model_name)):
        if value is not None:
            check_text(name, value, also=" or None")
    if encoding_name is not None:
        _require_known(encoding_name)
    if model_name is None:
        return encoding_name or DEFAULT_ENCODING
    of_model = encoding_of_model(model_name)
    if encoding_name not in (None, of_model):
        msg = (
            f"encoding_name {encoding_name!r} and model_name {model_name!r} disagree: "
            f"the model's encoding is {of_model!r}; give one of the two"
        )
        raise ArgumentError(msg)
    return of_model


def _require_known(encoding_name: str) -> None:
    if encoding_name in BUNDLED_ENCODINGS:
        return
    known = known_encodings()
    if encoding_name not in known:
        given = short_repr(encoding_name)
        msg = f"encoding_name {given} is unknown; known: {', '.join(known)}"
        raise EncodingError(msg)


def _require_strings(texts: Sequence[object]) -> None:
    for index, text in enumerate(texts):
        check_text(f"texts[{index}]", text)


def _count_with_toktok(texts: Sequence[str], encoding_name: str) -> list[int]:
    import toktok  # noqa: PLC0415

    if len(texts) <= _FEW_TEXTS:
        return [toktok.truncate(text, _NO_LIMIT, encoding_name)[1] for text in texts]
    counts: list[int] = toktok.batch_count(texts, encoding_name, threads=1)
    return counts


def _count_with_tiktoken(texts: Sequence[str], encoding_name: str) -> list[int]:
    encoding = load_encoding(encoding_name)
    return [len(encode_text(encoding, text)) for text in texts]


def _first_with_toktok(text: str, limit: int, encoding_name: str) -> str:
    import toktok  # noqa: PLC0415

    kept: str = toktok.truncate(text, limit, encoding_name)[0]
    return kept


def _first_with_tiktoken(text: str, limit: int, encoding_name: str) -> str:
    encoding = load_encoding(encoding_name)
    return decode_prefix(encoding, encode_text(encoding, text)[:limit])


def _shorten(text: str, count: Callable[[str], int], limit: int) -> str:
    """Cut code points off the end, twice as many each time, until the count fits."""
    step = 1
    while count(text) > limit:
        text = text[:-step]
        step *= 2
    return text
