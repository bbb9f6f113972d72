"""Units in which the length of a part of a counted stretch is known exactly.

Between the ends of a stretch, lengths are guessed in proportion to the characters;
that is exact for a measure of characters. Words and bytes are recognised by the counts.
"""

import re
from collections.abc import Callable, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

_WORD = re.compile(r"\S+")


class Unit(NamedTuple):
    """A unit whose counts add up.

    Attributes:
        count: Returns the length of a text.
        reach: Returns how many characters of a text have at most a length.
    """

    count: Callable[[str], int]
    reach: Callable[[str, int], int]


def exact_unit(
    source: str, positions: Sequence[int], counts: Sequence[float]
) -> Unit | None:
    """Return the unit that stretches of a text were measured in, if it is known.

    Args:
        source: The text.
        positions: Where the stretches begin, in order, and where the last ends.
        counts: Their lengths.

    Returns:
        The unit; None for characters, for which proportion is exact, and for others.

    Example:
        >>> unit = exact_unit("one two", [0, 7], [2])
        >>> unit.count("one t"), unit.reach("one two", 1)
        (2, 4)
    """
    for unit in (_CHARACTERS, _WORDS, _BYTES):
        bounds = zip(pairwise(positions), counts, strict=True)
        if all(unit.count(source[start:end]) == n for (start, end), n in bounds):
            return None if unit is _CHARACTERS else unit
    return None


def _reach_in_words(text: str, count: int) -> int:
    word = next(islice(_WORD.finditer(text), count, None), None)
    return word.start() if word else len(text)


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogatepass")


def _reach_in_bytes(text: str, count: int) -> int:
    return len(_bytes(text)[:count].decode(errors="ignore"))


_CHARACTERS = Unit(len, lambda _, count: count)
_WORDS = Unit(lambda text: len(text.split()), _reach_in_words)
_BYTES = Unit(lambda text: len(_bytes(text)), _reach_in_bytes)
