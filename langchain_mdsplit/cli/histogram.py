"""Histograms of lengths as lines of text."""

from collections.abc import Iterator, Sequence

_BLOCKS = " ▏▎▍▌▋▊▉█"
_EIGHTHS = len(_BLOCKS) - 1


def draw_histogram(
    lengths: Sequence[int], limit: int | None, width: int
) -> Iterator[str]:
    """Yield a line for each bin: its lengths, how many there are, and a bar.

    Args:
        lengths: The lengths (tokens).
        limit: The most they should be; None for bins that double.
        width: The most characters of a bar.

    Yields:
        The lines.

    Example:
        >>> print(*draw_histogram([3, 20, 25, 30], None, 8), sep="")
                 0-16        1  ██▋
                17-32        3  ████████
        <BLANKLINE>
    """
    from langchain_mdsplit.view.size_bins import (  # noqa: PLC0415  (import time)
        count_sizes,
    )

    bins = count_sizes(lengths, limit)
    most = max(found.count for found in bins)
    for found in bins:
        label = f"{found.first}-{found.last}"
        bar = draw_bar(found.count / most * width if most else 0)
        yield f"{label:>13}  {found.count:>7,}  {bar}".rstrip() + "\n"


def draw_bar(length: float) -> str:
    """Return a bar; any length above 0 is visible.

    Args:
        length: How many characters long it is.

    Returns:
        The bar, exact to an eighth of a character.

    Example:
        >>> draw_bar(2.5), draw_bar(0.01), draw_bar(0)
        ('██▌', '▏', '')
    """
    eighths = max(round(length * _EIGHTHS), int(length > 0))
    whole, rest = divmod(eighths, _EIGHTHS)
    return _BLOCKS[-1] * whole + (_BLOCKS[rest] if rest else "")
