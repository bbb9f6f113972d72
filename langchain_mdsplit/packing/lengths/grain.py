"""How finely a source is counted, by how long its chunks will be."""

from typing import NamedTuple

from langchain_mdsplit.huggingface_tokens import HuggingFaceLength
from langchain_mdsplit.measure import Measure
from langchain_mdsplit.tokens import TokenCounter

_CHARACTERS = 4  # a token has about so many, most other units have one
_PARTS = 8  # in so many a chunk's worth of a long line is counted
_LEAST_PART, _MOST_PART = 12, 96  # characters


class Grain(NamedTuple):
    """How finely a source is counted.

    Attributes:
        longest: A block of more characters is counted line by line.
        part: A long line is counted in parts of about so many characters.
    """

    longest: int
    part: int = _MOST_PART


def grain_of(limit: int, measure: Measure) -> Grain:
    """Return how finely a source is counted for a limit.

    Tokens do not rise evenly with characters, so the shorter the chunks, the shorter
    must be what is counted.

    Args:
        limit: The length that a chunk may have, in the measure's unit.
        measure: Measures texts.

    Example:
        >>> grain_of(32, TokenCounter())
        Grain(longest=128, part=16)
    """
    if not isinstance(measure, TokenCounter | HuggingFaceLength):
        return Grain(limit)
    longest = limit * _CHARACTERS
    return Grain(longest, max(_LEAST_PART, min(longest // _PARTS, _MOST_PART)))
