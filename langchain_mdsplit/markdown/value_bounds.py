"""What bounds the values read from front matter: size, depth, numbers."""

import math
from typing import TypeAlias

from langchain_mdsplit.errors import MdSplitError

JsonValue: TypeAlias = (
    "dict[str, JsonValue] | list[JsonValue] | str | int | float | bool | None"
)

MAX_BYTES = 64 * 1024
"""Front matter over this many UTF-8 bytes is data in disguise; it stays text."""

MAX_DEPTH = 32
"""Collections in collections; far below what exhausts Python's stack."""

MAX_EVENTS = 20_000
"""Events of a YAML parser: about 10,000 keys."""

MAX_NUMBER_LENGTH = 128
"""Characters of a number: 63 binary digits with `0b` and underscores take 127.

Python refuses to read or write integers of over 4,300 digits, and no float keeps
more than 17; what is longer is an identifier or data whose digits matter.
"""

MAX_INTEGER = 2**63 - 1
"""The signed 64-bit range, which TOML demands and Arrow, SQL and JSON readers hold."""


def check_size(text: str) -> None:
    """Raise where a text is too large to be read, or is not Unicode text.

    Args:
        text: The text between the fences.

    Raises:
        MdSplitError: It is over `MAX_BYTES`.
        UnicodeEncodeError: It holds a lone surrogate (a ValueError, too).

    Example:
        >>> check_size("a" * 65_537)
        Traceback (most recent call last):
        langchain_mdsplit.errors.MdSplitError: front matter is over 65536 bytes
    """
    if len(text) > MAX_BYTES or len(text.encode()) > MAX_BYTES:
        msg = f"front matter is over {MAX_BYTES} bytes"
        raise MdSplitError(msg)


def check_depth(depth: int) -> None:
    """Raise where collections nest deeper than `MAX_DEPTH`.

    Args:
        depth: The number of collections around a value.

    Raises:
        MdSplitError: It is over `MAX_DEPTH`.

    Example:
        >>> check_depth(33)  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        langchain_mdsplit.errors.MdSplitError: front matter nests deeper than 32 ...
    """
    if depth > MAX_DEPTH:
        msg = f"front matter nests deeper than {MAX_DEPTH} collections"
        raise MdSplitError(msg)


def integer_or_text(text: str, base: int = 10) -> int | str:
    """Return an integer's value, or its text where that does not fit in 64 bits.

    Args:
        text: A well-formed integer.
        base: Its base as `int` takes it; 0 goes by the prefix.

    Returns:
        The value, or the text as it is.

    Example:
        >>> integer_or_text("0x1F", 16), integer_or_text("9223372036854775808")
        (31, '9223372036854775808')
    """
    if len(text) > MAX_NUMBER_LENGTH:
        return text
    value = int(text, base)
    return value if -MAX_INTEGER - 1 <= value <= MAX_INTEGER else text


def float_or_text(text: str) -> float | str:
    """Return a float's value, or its text where it is over-long or not finite.

    Args:
        text: A well-formed float.

    Returns:
        The value, or the text as it is.

    Example:
        >>> float_or_text("1.5"), float_or_text("1e999"), float_or_text("nan")
        (1.5, '1e999', 'nan')
    """
    if len(text) > MAX_NUMBER_LENGTH:
        return text
    value = float(text)
    return value if math.isfinite(value) else text
