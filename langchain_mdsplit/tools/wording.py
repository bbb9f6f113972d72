"""Wording: JSON, calls to make next, and what a model gave, in few words."""

import json
import re
from typing import Any

OUTLINE = "markdown_outline"
READ = "markdown_read"
SEARCH = "markdown_search"

LONGEST_NAME = 80
"""The most code points of a title or a name that a model is shown."""

ELLIPSIS = "…"
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_HUGE = 10**9
_SURROGATE = re.compile("[\ud800-\udfff]")


def encode(value: Any) -> str:
    r"""Write a value as compact JSON that any client can send.

    Letters stay as they are; a lone surrogate, which UTF-8 cannot hold, is escaped.

    Args:
        value: Anything that JSON knows.

    Returns:
        The JSON.

    Example:
        >>> encode({"text": "a\nß\ud800"})
        '{"text":"a\\nß\\ud800"}'
    """
    text = _ENCODER.encode(value)
    if text.isascii():
        return text
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def call(tool: str, **arguments: str | int | None) -> str:
    """Write a call of a tool for a model to copy.

    Args:
        tool: The tool's name.
        **arguments: Its arguments; None for one to leave out.

    Returns:
        The call.

    Example:
        >>> call("markdown_read", label="1-2", document=None, page=2)
        'markdown_read(label="1-2", page=2)'
    """
    given = [
        f"{name}={encode(value)}"
        for name, value in arguments.items()
        if value is not None
    ]
    return f"{tool}({', '.join(given)})"


def quoted(text: str) -> str:
    """Return what a model gave, as JSON and no longer than it is useful in an error.

    Args:
        text: Any text.

    Returns:
        The JSON of its beginning.
    """
    return encode(shortened(text, LONGEST_NAME, keep_end=False))


def page_text(page: int) -> str:
    """Return a page that a model asked for as text, no longer than is useful.

    Args:
        page: Any number.

    Returns:
        Its digits, or that there are too many.
    """
    return str(page) if abs(page) < _HUGE else "a number far beyond"


def clip_number(name: str, given: int, most: int) -> tuple[int, str | None]:
    """Return a number that is not too large, and what to tell of it.

    Args:
        name: The argument's name.
        given: What a model asked for.
        most: The most it can have.

    Returns:
        The number, and a note where it is not what was asked for.

    Example:
        >>> clip_number("k", 5, 20), clip_number("k", 99, 20)
        ((5, None), (20, 'k is at most 20; you asked for 99'))
    """
    if given <= most:
        return given, None
    return most, f"{name} is at most {most}; you asked for {page_text(given)}"


def shortened(text: str, length: int, *, keep_end: bool) -> str:
    """Return a text of at most a length, an ellipsis for the rest included.

    Args:
        text: Any text.
        length: The most it may have (code points).
        keep_end: Whether its end is kept, else its beginning.

    Returns:
        The text, or what is kept of it.
    """
    if len(text) <= length:
        return text
    if keep_end:
        return f"{ELLIPSIS}{text[len(text) - length + 1 :]}"
    return f"{text[: max(length - 1, 0)]}{ELLIPSIS}"
