"""tiktoken made safe: names, loading, lone surrogates, panics and endless runs.

tiktoken is imported inside the functions: it is slow to import, and whoever uses
a bundled encoding never needs it.
"""

import re
from typing import TYPE_CHECKING, Final

from langchain_mdsplit.errors import EncodingError, UnknownModelError
from langchain_mdsplit.shortening import short_repr
from langchain_mdsplit.text.surrogates import joined_surrogates

if TYPE_CHECKING:
    import tiktoken

WINDOW: Final = 4096
"""Characters encoded at once where a run is long; a run is long from here on.

tiktoken's regular expressions overflow their stack on about a million white-space
characters, and its older versions need quadratic time for one piece; 4096
characters of one piece take 10 ms there.
"""

LOOKAHEAD: Final = 16
"""Tokens at a window's end that the text after it might still change."""

_WHITE_SPACE = re.compile(r"\s")
_NON_SPACE = re.compile(r"\S")


def known_encodings() -> list[str]:
    """Return the names of all encodings tiktoken knows, its plugins' included.

    Returns:
        The names, sorted.

    Example:
        >>> "gpt2" in known_encodings()
        True
    """
    import tiktoken  # noqa: PLC0415

    return sorted(tiktoken.list_encoding_names())


def encoding_of_model(model_name: str) -> str:
    """Return the encoding of a model, by tiktoken's own table, without the network.

    Args:
        model_name: A model's name, or a name that begins with a known prefix.

    Returns:
        The name of the encoding.

    Raises:
        UnknownModelError: The model is unknown; the message lists the known ones.

    Example:
        >>> encoding_of_model("gpt-4o-mini")
        'o200k_base'
    """
    from tiktoken import model  # noqa: PLC0415

    try:
        return model.encoding_name_for_model(model_name)
    except KeyError:
        known = ", ".join(sorted(model.MODEL_TO_ENCODING))
        prefixes = ", ".join(sorted(model.MODEL_PREFIX_TO_ENCODING))
        msg = (
            f"model_name {short_repr(model_name)} is unknown; known models: {known}; "
            f"known beginnings of a model's name: {prefixes}"
        )
        raise UnknownModelError(msg) from None


def load_encoding(name: str) -> "tiktoken.Encoding":
    """Load an encoding; tiktoken fetches its ranks at first use.

    Args:
        name: One of `known_encodings()`.

    Returns:
        The encoding, which tiktoken keeps for the next call.

    Raises:
        EncodingError: The ranks can be neither read nor fetched.

    Example:
        >>> load_encoding("none")  # doctest: +IGNORE_EXCEPTION_DETAIL
        Traceback (most recent call last):
        langchain_mdsplit.errors.EncodingError: the token ranks cannot be loaded
    """
    import tiktoken  # noqa: PLC0415

    try:
        return tiktoken.get_encoding(name)
    except Exception as error:
        msg = (
            f"the token ranks of encoding {name!r} cannot be loaded "
            f"({type(error).__name__}: {error}). tiktoken fetches them at first use: "
            f"count once where there is a network, with the environment variable "
            f"TIKTOKEN_CACHE_DIR set to a folder, and set it to that folder offline"
        )
        raise EncodingError(msg) from error


def encode_text(encoding: "tiktoken.Encoding", text: str) -> list[int]:
    r"""Return the token ids of a text, in time linear in its length.

    A text without a long run of white space, or of anything else, is encoded by one
    call of tiktoken, with special-token text as ordinary text. Otherwise it is encoded
    in windows. A window is cut between two tokens, `LOOKAHEAD` tokens before its end,
    where the text from the cut on encodes to the same tokens when it stands alone:
    neither side needs the other, so the ids are those of the whole text. Only where
    there is no such cut among `LOOKAHEAD` ones (none is known for the encodings that
    come with tiktoken) are they an approximation: a token or two per window.

    Args:
        encoding: A loaded encoding.
        text: Any string.

    Returns:
        The token ids.

    Raises:
        EncodingError: The encoding fails even on one window.

    Example:
        >>> import tiktoken
        >>> encoding = tiktoken.Encoding(
        ...     "bytes",
        ...     pat_str=r"\S+|\s+",
        ...     mergeable_ranks={bytes([byte]): byte for byte in range(256)},
        ...     special_tokens={},
        ... )
        >>> encode_text(encoding, "a b")
        [97, 32, 98]
    """
    if len(text) < WINDOW or not _has_long_run(text):
        try:
            return _encode(encoding, text)
        except EncodingError:
            if len(text) < WINDOW:
                raise
    return _encode_windows(encoding, joined_surrogates(text))


def decode_prefix(encoding: "tiktoken.Encoding", ids: list[int]) -> str:
    r"""Return the text of token ids, without a character cut in two at its end.

    Args:
        encoding: A loaded encoding.
        ids: Token ids of the beginning of a text.

    Returns:
        The beginning of that text.

    Example:
        >>> import tiktoken
        >>> encoding = tiktoken.Encoding(
        ...     "bytes",
        ...     pat_str=r"\S+|\s+",
        ...     mergeable_ranks={bytes([byte]): byte for byte in range(256)},
        ...     special_tokens={},
        ... )
        >>> decode_prefix(encoding, [*"né".encode()][:2])
        'n'
    """
    return encoding.decode_bytes(ids).decode("utf-8", "ignore")


def _has_long_run(text: str) -> bool:
    """Tell whether one of the text's aligned windows is all white space, or has none.

    Every run of twice a window's length fills one, and looking for the first
    character of the other kind is much cheaper than measuring every run.
    """
    return any(
        _WHITE_SPACE.search(text, start, start + WINDOW) is None
        or _NON_SPACE.search(text, start, start + WINDOW) is None
        for start in range(0, len(text) - WINDOW + 1, WINDOW)
    )


def _encode(encoding: "tiktoken.Encoding", text: str) -> list[int]:
    try:
        return encoding.encode_ordinary(text)
    except BaseException as error:
        # A Rust panic is no Exception, and its class cannot be imported.
        if type(error).__name__ != "PanicException":
            raise
        msg = f"encoding {encoding.name!r} failed on a text of {len(text)} characters"
        raise EncodingError(msg) from error


def _encode_windows(encoding: "tiktoken.Encoding", text: str) -> list[int]:
    encoded: list[int] = []
    start = 0
    while len(text) - start > WINDOW:
        window = text[start : start + WINDOW]
        ids = _encode(encoding, window)
        tokens, characters = _cut_window(encoding, window, ids)
        encoded += ids[:tokens]
        start += characters
    return encoded + _encode(encoding, text[start:])


def _cut_window(
    encoding: "tiktoken.Encoding", window: str, ids: list[int]
) -> tuple[int, int]:
    """Return how many tokens and characters of a window can be cut off its front."""
    newest = len(ids) - min(LOOKAHEAD, len(ids) // 2)
    for tokens in range(newest, max(newest - LOOKAHEAD, 0), -1):
        characters = len(decode_prefix(encoding, ids[:tokens]))
        if _encode(encoding, window[characters:]) == ids[tokens:]:
            return tokens, characters
    return len(ids), len(window)
