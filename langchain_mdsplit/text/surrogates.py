"""Lone surrogates, which UTF-8 cannot hold, replaced."""

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def without_surrogates(text: str) -> str:
    r"""Return a text as long as the given one, with U+FFFD for each surrogate.

    Args:
        text: Any text.

    Returns:
        The text; the very same if it holds none.

    Example:
        >>> without_surrogates("a\ud800b") == "a\ufffdb"
        True
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text)
    return text
