"""Text encodings of files: whether Python knows one, and what is wrong with a file."""

import codecs

from langchain_mdsplit.errors import ArgumentError
from langchain_mdsplit.shortening import short_repr

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_COMMON_ENCODINGS = ("utf-8", "cp1252", "latin-1")


def check_encoding(name: str) -> None:
    """Raise if a name is not that of a text encoding.

    Args:
        name: A name as `utf-8`.

    Raises:
        ArgumentError: Python knows no text encoding of that name.

    Example:
        >>> check_encoding("none")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        langchain_mdsplit.errors.ArgumentError: --encoding must be ..., got 'none'
    """
    try:
        b"a".decode(name)
    except UnicodeError:
        return  # the encoding is known, one byte is no text in it
    except (LookupError, ValueError):
        allowed = "a text encoding that Python knows, as utf-8, cp1252 or utf-16"
        msg = f"--encoding must be {allowed}, got {short_repr(name)}"
        raise ArgumentError(msg) from None


def describe_decoding(error: UnicodeError, encoding: str) -> str:
    r"""Say which byte is wrong, where it stands, and which encoding may be right.

    Args:
        error: What decoding raised.
        encoding: The encoding that was used.

    Returns:
        One line.

    Example:
        >>> error = UnicodeDecodeError("utf-8", b"caf\xe9", 3, 4, "unexpected end")
        >>> describe_decoding(error, "utf-8")
        'not UTF-8: byte 0xe9 at offset 3 (unexpected end); try --encoding cp1252'
    """
    if not isinstance(error, UnicodeDecodeError):
        return f"not {encoding.upper()}: {error}; give its --encoding"
    guess = guess_encoding(error.object, encoding)
    advice = f"try --encoding {guess}" if guess else "give its --encoding"
    return (
        f"not {encoding.upper()}: byte 0x{error.object[error.start]:02x} "
        f"at offset {error.start} ({error.reason}); {advice}"
    )


def guess_encoding(data: bytes, failed: str) -> str | None:
    r"""Guess the encoding of a file that could not be decoded.

    Args:
        data: A whole file.
        failed: The encoding that was tried.

    Returns:
        An encoding that can decode it; None if it may be no text at all.

    Example:
        >>> guess_encoding(b"na\xefve", "utf-8")
        'cp1252'
        >>> guess_encoding(b"\x7fELF\x00\x00\xff", "utf-8") is None
        True
    """
    for mark, name in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return name if _decodes(data, name) else None
    if b"\0" in data:
        return None
    tried = codecs.lookup(failed).name
    for name in _COMMON_ENCODINGS:
        if codecs.lookup(name).name != tried and _decodes(data, name):
            return name
    return None


def _decodes(data: bytes, encoding: str) -> bool:
    """Whether bytes are text in an encoding."""
    try:
        data.decode(encoding)
    except UnicodeError:
        return False
    return True
