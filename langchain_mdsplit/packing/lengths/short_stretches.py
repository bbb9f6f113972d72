"""Lengths of stretches so short that a length function rounds them down to nothing.

A function such as `len(text) // 4` measures a line of three characters as 0, and so a
thousand of them.
"""

from collections.abc import Sequence

from langchain_mdsplit.counting import Counted

_MUCH = 8  # more than one of so many characters
_RUN = 128  # characters that are measured together


def has_lost_much(texts: Sequence[str], counts: Sequence[int], empty: int) -> bool:
    r"""Return whether much of a source stands in stretches that measure nothing.

    Args:
        texts: The stretches.
        counts: Their lengths, in the measure's unit.
        empty: The length of the empty text, which is no part of what a text adds.

    Example:
        >>> has_lost_much(["a\n", "b\n", "c d e f"], [0, 0, 1], 0)
        True
    """
    if not counts or min(counts) > empty:
        return False
    lost = [
        len(text)
        for text, count in zip(texts, counts, strict=True)
        if count <= empty and not text.isspace()
    ]
    return sum(lost) * _MUCH > sum(map(len, texts))


def share_out(texts: Sequence[str], empty: int) -> Counted[list[float]]:
    """Measure stretches in runs, and share their lengths out by their characters.

    Args:
        texts: The stretches, each next to the one before it.
        empty: The length of the empty text, which is a part of each.

    Yields:
        The runs, to be measured.

    Returns:
        The length of each stretch.
    """
    runs: list[list[str]] = [[]]
    size = 0
    for text in texts:
        if size >= _RUN:
            runs.append([])
            size = 0
        runs[-1].append(text)
        size += len(text)
    joined = ["".join(run) for run in runs]
    counts = yield joined
    return [
        empty + max(0, count - empty) * len(text) / len(whole)
        for run, whole, count in zip(runs, joined, counts, strict=True)
        for text in run
    ]
