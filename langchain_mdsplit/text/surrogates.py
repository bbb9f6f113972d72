"""Surrogates, which UTF-8 cannot hold, replaced.

`without_surrogates` keeps every code point in its place, for texts that are parsed or
handed on; `joined_surrogates` makes what tokenizers make of them, for texts that are
counted.
"""

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


def joined_surrogates(text: str) -> str:
    r"""Return the text that tiktoken encodes in place of one with surrogates.

    Args:
        text: Any text.

    Returns:
        The text with surrogate pairs joined to the character they mean and U+FFFD
        for each lone surrogate.

    Example:
        >>> joined_surrogates("\ud83d\ude00a\ud800") == "\U0001f600a\ufffd"
        True
    """
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
