"""Texts that say nothing: rules, boxes, one character over and over."""

from collections import Counter

from langchain_mdsplit.checks import check_text

_DECORATION = frozenset("-=_.*#|~`@!%^&*()[]{}\\/<>:+")
_MOST_OF_ONE = 0.8


def is_garbage_chunk(text: str) -> bool:
    r"""Return whether a text is nothing but decoration.

    It is if nothing is left without the white space around it; or if it has no ASCII
    letter or digit, and either holds only white space and the marks
    ``-=_.*#|~`@!%^&*()[]{}\/<>:+``, or one character makes up more than 80 % of it.

    Args:
        text: Any text.

    Returns:
        Whether it is.

    Raises:
        ArgumentTypeError: The text is no string.

    Example:
        >>> is_garbage_chunk("-----"), is_garbage_chunk("ああああああ")
        (True, True)
        >>> is_garbage_chunk("// --- 1 ---"), is_garbage_chunk("こんにちは")
        (False, False)
    """
    check_text("text", text)
    stripped = text.strip()
    if not stripped:
        return True
    counts = Counter(stripped)
    if any(character.isascii() and character.isalnum() for character in counts):
        return False
    if all(mark in _DECORATION or mark.isspace() for mark in counts):
        return True
    return max(counts.values()) > _MOST_OF_ONE * len(stripped)
