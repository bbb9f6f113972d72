"""Text that is safe to show on a terminal."""

import re

from langchain_mdsplit.text.hidden import HIDDEN, HIDDEN_TAGS

_STAND_IN = "\ufffd"
_LINE_END = re.compile(r"[\r\n]")
_LONE_RETURN = re.compile(r"\r(?!\n)")  # what follows it would be written over its line
_HIDDEN = re.compile(rf"[{HIDDEN}]|{HIDDEN_TAGS}")


def harmless(text: str) -> str:
    r"""Return a text that can neither drive a terminal nor hide a part of itself.

    Args:
        text: Any text.

    Returns:
        A text of the same length, with U+FFFD in place of hidden characters and line
        feeds in place of lone carriage returns.

    Example:
        >>> harmless("a\x1b[31m\tb\rc")
        'a�[31m\tb\nc'
    """
    lines = _LONE_RETURN.sub("\n", text)
    return _HIDDEN.sub(lambda match: _STAND_IN * len(match[0]), lines)


def one_line(text: str) -> str:
    r"""Return a harmless text on one line, with U+FFFD in place of line ends, too.

    Args:
        text: Any text.

    Returns:
        A text of the same length.

    Example:
        >>> one_line("a\r\n\x1b[31m\tb")
        'a���[31m\tb'
    """
    return harmless(_LINE_END.sub(_STAND_IN, text))
