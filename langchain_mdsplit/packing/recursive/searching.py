"""A separator made searchable from any place, also one that may overlap itself."""


def searchable(text: str, separator: str) -> tuple[str, str]:
    r"""Return what to search, and for what, to find where a text is split.

    Splitting goes from left to right, so three newlines hold one pair of them. A search
    that begins elsewhere may find another.

    Args:
        text: The text.
        separator: What it is split at.

    Returns:
        A text of the same length and a separator of the same length, which stands
        nowhere but where the text is split. They are those given where these will do.

    Example:
        >>> searchable("a\n\nb", "\n\n")
        ('a\n\nb', '\n\n')
        >>> searchable("a\n\n\nb", "\n\n")
        ('a\x00\x01\nb', '\x00\x01')
    """
    if len(separator) == 1 or not _may_be_ambiguous(text, separator):
        return text, separator
    first = "\0"
    if first in text:
        used = set(text)
        first = next(
            chr(code) for code in range(len(used) + 1) if chr(code) not in used
        )
    filler = "\1" if first == "\0" else "\0"
    mark = first + filler * (len(separator) - 1)
    return text.replace(separator, mark), mark


def ambiguous_run(separator: str) -> str:
    r"""Return what a separator of equal characters is part of where it is ambiguous.

    Args:
        separator: What a text is split at.

    Returns:
        A run one character longer; empty where the separator is something else.

    Example:
        >>> ambiguous_run("\n\n"), ambiguous_run("\n"), ambiguous_run("aba")
        ('\n\n\n', '', '')
    """
    if len(separator) == 1 or separator.strip(separator[0]):
        return ""
    return separator + separator[0]


def _may_be_ambiguous(text: str, separator: str) -> bool:
    """Whether a separator begins within another one somewhere in a text."""
    for period in range(1, len(separator)):
        if separator.startswith(separator[period:]):
            overlapping = separator[:period] + separator
            if text.rfind(overlapping) >= 0:
                return True
    return False
