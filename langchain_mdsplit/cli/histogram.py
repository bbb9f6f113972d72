"""Histograms of lengths as lines of text."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

_BINS = 8
_FIRST_BIN = 16  # tokens: what is shorter is a line or less
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
    longest = max(lengths, default=0)
    uppers = choose_bins(longest, limit)
    counts = [0] * len(uppers)
    for length in lengths:
        counts[bisect_left(uppers, length)] += 1
    most = max(counts)
    for (lower, upper), count in zip(pairwise((-1, *uppers)), counts, strict=True):
        label = f"{lower + 1}-{upper}"
        bar = draw_bar(count / most * width if most else 0)
        yield f"{label:>13}  {count:>7,}  {bar}".rstrip() + "\n"


def choose_bins(longest: int, limit: int | None) -> list[int]:
    """Return the upper bounds of bins that hold all lengths.

    Args:
        longest: The longest length.
        limit: The most lengths should be; None for bins that double.

    Returns:
        The bounds, each of them in its bin, rising.

    Example:
        >>> choose_bins(90, 80), choose_bins(100, None)
        ([10, 20, 30, 40, 50, 60, 70, 80, 90], [16, 32, 64, 128])
    """
    if limit is None:
        uppers = [_FIRST_BIN]
        while uppers[-1] < longest:
            uppers.append(2 * uppers[-1])
        return uppers
    uppers = sorted({limit * part // _BINS for part in range(1, _BINS + 1)} - {0})
    return [*uppers, longest] if longest > limit else uppers


def draw_bar(length: float) -> str:
    """Return a bar; what is not nothing is seen.

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
