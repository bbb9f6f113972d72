"""How answers are written: JSON, calls to copy, arguments shortened."""

import json
import re
from typing import Any

from langchain_mdsplit.shortening import shorten

OUTLINE = "markdown_outline"
READ = "markdown_read"
SEARCH = "markdown_search"

LONGEST_NAME = 80
"""The most code points of a title or a name that a model is shown."""

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
    """Return a text that a model gave as JSON, short enough for an error.

    Args:
        text: Any text.

    Returns:
        The JSON of its beginning.
    """
    return encode(shorten(text, LONGEST_NAME))


def page_text(page: int) -> str:
    """Return the number of a page as text, short enough for an error.

    Args:
        page: Any number.

    Returns:
        Its digits; words if there are too many.
    """
    return str(page) if abs(page) < _HUGE else "a number far beyond"


def clip_number(name: str, given: int, most: int) -> tuple[int, str | None]:
    """Return a number that is at most a limit, and a note if it was larger.

    Args:
        name: The argument's name.
        given: The number that a model asked for.
        most: The limit.

    Returns:
        The number; a note for the model, None if it gets what it asked for.

    Example:
        >>> clip_number("k", 5, 20), clip_number("k", 99, 20)
        ((5, None), (20, 'k is at most 20; you asked for 99'))
    """
    if given <= most:
        return given, None
    return most, f"{name} is at most {most}; you asked for {page_text(given)}"
