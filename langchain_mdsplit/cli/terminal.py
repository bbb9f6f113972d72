"""Text that is safe to show on a terminal."""

import re

# C0 and C1 controls but tab and line ends: a document must not drive the terminal.
_LINE_END = re.compile(r"[\r\n]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def harmless(text: str) -> str:
    r"""Return a text with U+FFFD in place of control characters.

    Args:
        text: Any text.

    Returns:
        A text of the same length.

    Example:
        >>> harmless("a\x1b[31m\tb")
        'a�[31m\tb'
    """
    return _CONTROL.sub("\ufffd", text)


def one_line(text: str) -> str:
    r"""Return a text with U+FFFD in place of line ends as well, as a name may have.

    Args:
        text: Any text.

    Returns:
        A text of the same length.

    Example:
        >>> one_line("a\r\n\x1b[31m\tb")
        'a���[31m\tb'
    """
    return harmless(_LINE_END.sub("\ufffd", text))
