"""Texts and values made short enough for a message, a caption or an answer."""

ELLIPSIS = "…"
"""What stands for the part that is left out."""


def shorten(text: str, most: int, *, keep_end: bool = False) -> str:
    """Return a text, or the part of it that fits a length.

    Args:
        text: Any text.
        most: The most code points to return, the ellipsis included; 1 or more.
        keep_end: Whether the end is kept in place of the beginning.

    Returns:
        The text; if it is too long, a part of it with an ellipsis for the rest and no
        white space beside the ellipsis.

    Example:
        >>> shorten("Green tea", 9), shorten("Green tea", 7)
        ('Green tea', 'Green…')
        >>> shorten("docs/green/tea.md", 10, keep_end=True)
        '…en/tea.md'
    """
    if len(text) <= most:
        return text
    if keep_end:
        return f"{ELLIPSIS}{text[len(text) - most + 1 :].lstrip()}"
    return f"{text[: most - 1].rstrip()}{ELLIPSIS}"


def short_repr(value: object, most: int = 80) -> str:
    """Return what `repr` writes of a value, or the beginning of it.

    Args:
        value: Any value.
        most: The most code points to return, the ellipsis included; 2 or more.

    Returns:
        The `repr`; if it is too long, its beginning, an ellipsis, and its last
        character, which is the closing quote or bracket. Of a value that cannot be
        written (an integer of over 4,300 digits) the name of its type.

    Example:
        >>> print(short_repr("tea"), short_repr("tea " * 9, 12))
        'tea' 'tea tea t…'
        >>> print(short_repr([1, 2, 3, 4, 5], 12), short_repr(b"tea " * 9, 9))
        [1, 2, 3, …] b'tea t…'
    """
    try:
        written = repr(value)
    except Exception:  # noqa: BLE001 - a message must not fail for what it names
        return f"<{type(value).__name__}>"
    if len(written) <= most:
        return written
    return f"{written[: most - 2]}{ELLIPSIS}{written[-1]}"
