"""Token lengths as LangChain's `from_tiktoken_encoder` asks for them."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from langchain_mdsplit.measure import Measure
from langchain_mdsplit.tiktoken_guard import load_encoding
from langchain_mdsplit.tokens import TokenCounter


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
        encoding = load_encoding(self.encoding_name)
        names = encoding.special_tokens_set
        given = self.allowed_special
        allowed = names if given == "all" else names.intersection(given)
        refused = self.disallowed_special
        for name in names - allowed if refused == "all" else refused:
            if any(name in text for text in texts):
                # tiktoken says it in its own words, and does not count.
                encoding.encode(name, disallowed_special={name})
        count = TokenCounter(self.encoding_name).count_many
        if not allowed:
            return count(texts)
        pattern = re.compile("|".join(map(re.escape, sorted(allowed, reverse=True))))
        parts = [pattern.split(text) for text in texts]
        counts = iter(count([part for split in parts for part in split]))
        return [sum(next(counts) for _ in split) + len(split) - 1 for split in parts]


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

    Example:
        >>> tiktoken_length("cl100k_base", "gpt-4o", None, ())
        TokenCounter(encoding_name='o200k_base')
    """
    given = encoding_name if model_name is None else None
    counter = TokenCounter(given, model_name)
    length: Measure = counter
    if allowed_special or disallowed_special:
        length = SpecialTokenCounter(
            counter.encoding_name,
            allowed_special or (),
            disallowed_special,
        )
    length("")
    return length
