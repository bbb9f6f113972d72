"""Text as HTML: nothing in it is markup, and nothing in it hides.

Hidden characters and lone surrogates are shown by name. In a source the names are made
by the style sheet, so that its text stays as it is, except for the two kinds of code
point that no page can hold (see `displayed`).
"""

import html
import re

from langchain_mdsplit.text.hidden import HIDDEN, HIDDEN_TAGS

_HIDDEN = re.compile(
    rf"(?P<one>[{HIDDEN}\ud800-\udfff])(?P=one)*+|\r(?!\n)|{HIDDEN_TAGS}"
)
_UNHOLDABLE = re.compile(r"[\x00\ud800-\udfff]")
_NUL_PICTURE = "\u2400"
_TAG_BASE = 0xE0000
_DELETE = 0x7F
_CONTROLS = (  # ISO/IEC 6429; fonts seldom have their pictures
    *("NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL"),
    *("BS", "HT", "LF", "VT", "FF", "CR", "SO", "SI"),
    *("DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB"),
    *("CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US"),
)


def displayed(source: str) -> str:
    r"""Return the text that a page holds for a source.

    HTML can hold neither NUL nor lone surrogates. NUL becomes its picture, U+2400; a
    surrogate becomes U+FFFD. All else is kept, line ends included.

    Args:
        source: Any text.

    Returns:
        A text of the same length.

    Example:
        >>> displayed("a\x00\ud800\r\n\x1b")
        'a␀�\r\n\x1b'
    """
    return _UNHOLDABLE.sub(_held, source)


def escape_source(text: str) -> str:
    r"""Return a part of a source as HTML whose text content is `displayed(text)`.

    Args:
        text: The part.

    Returns:
        Its markup.

    Example:
        >>> escape_source("a < b\r\n\x1b[0m")
        'a &lt; b&#13;\n<i class="u" data-t="ESC">&#27;</i>[0m'
    """
    escaped = html.escape(text, quote=False)
    return _HIDDEN.sub(_stand_in, escaped).replace("\r", "&#13;")


def escape_plain(text: str) -> str:
    r"""Return text as HTML for attributes and titles, with names for what is hidden.

    Args:
        text: Any text.

    Returns:
        The escaped text; its line ends are line feeds.

    Example:
        >>> escape_plain('"a"\r\n\x1b')
        '&quot;a&quot;\n[ESC]'
    """
    escaped = html.escape(text.replace("\r\n", "\n"), quote=True)
    return _HIDDEN.sub(_bracketed, escaped)


def _held(match: re.Match[str]) -> str:
    """Return what a page holds for a code point it cannot hold."""
    return _NUL_PICTURE if match[0] == "\0" else "\ufffd"


def _stand_in(match: re.Match[str]) -> str:
    """Return the markup of a run of hidden code points."""
    text = match[0]
    first = ord(text[0])
    is_control = 0 < first < len(_CONTROLS) or first == _DELETE
    content = f"&#{first};" * len(text) if is_control else displayed(text)
    kind = "u r" if text == "\r" else "u"
    return f'<i class="{kind}" data-t="{_name(text)}">{content}</i>'


def _bracketed(match: re.Match[str]) -> str:
    """Return the name of a run of hidden code points for a text without marks."""
    return f"[{_name(match[0])}]"


def _name(text: str) -> str:
    """Return the name of a run of hidden code points, safe in an attribute."""
    first = ord(text[0])
    if first >= _TAG_BASE:
        letters = "".join(chr(ord(letter) - _TAG_BASE) for letter in text)
        return f"tags: {html.escape(_printable(letters))}"
    if first < len(_CONTROLS):
        name = _CONTROLS[first]
    else:
        name = "DEL" if first == _DELETE else f"U+{first:04X}"
    return name if len(text) == 1 else f"{name}×{len(text)}"


def _printable(text: str) -> str:
    """Return ASCII with a full stop for each control."""
    return "".join(letter if letter.isprintable() else "." for letter in text)
