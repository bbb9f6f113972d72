"""Where a text stands in another one."""

from collections.abc import Iterator


def occurrences(text: str, source: str) -> Iterator[int]:
    """Find all places of a text, those that overlap included, in linear time.

    Args:
        text: The text; not empty.
        source: Where to look for it.

    Yields:
        Where it begins, in order.

    Example:
        >>> list(occurrences("ab ab", "x ab ab ab"))
        [2, 5]
    """
    period = len(text)
    start = source.find(text)
    while start >= 0:
        yield start
        # Two neighbours at most half of the text apart are apart by its period, so the
        # next stands there if it does anywhere before that: one period is compared.
        is_run = 2 * period <= len(text)
        if is_run and source.startswith(text[-period:], start + len(text)):
            start += period
            continue
        following = source.find(text, start + 1)
        if following >= 0:
            period = min(period, following - start)
        start = following
