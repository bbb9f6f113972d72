"""Semantic grouping on bare vectors, for those who have their own units."""

from collections.abc import Sequence
from math import hypot, isfinite
from typing import TYPE_CHECKING, Any

from langchain_mdsplit.checks import check_number
from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError
from langchain_mdsplit.packing.semantic.rules import read_rule
from langchain_mdsplit.shortening import short_repr

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def max_min_groups(
    vectors: "ArrayLike",
    *,
    hard_threshold: float,
    init_const: float,
    c: float,
    window_size: int | None = 5,
    max_sentences: int | None = 15,
) -> list[range]:
    """Group vectors in order with Max-Min semantic chunking.

    The second vector joins a group if `init_const` times its cosine similarity with the
    first is above the threshold; a later one if its greatest similarity with a member
    is above both the threshold and `c * m * sigmoid(size)`, where `m` is the least
    similarity of two among the last `window_size` members.

    Args:
        vectors: The vectors, of shape (units, dimensions); those of float64 are worked
            on as such, all others as float32.
        hard_threshold: The least similarity, a raw cosine.
        init_const: What the similarity of a second unit is multiplied by.
        c: How much the members' least similarity counts.
        window_size: How many of the last members it is taken of; None for all.
        max_sentences: The most members of a group; None for any number.

    Returns:
        The groups: ranges next to each other that hold every vector once.

    Raises:
        EmbeddingError: The vectors are no matrix of finite numbers.
        ArgumentError: Another argument is of the wrong type or out of range.

    Example:
        >>> vectors = [[1, 0], [0.9, 0.1], [0, 1]]
        >>> max_min_groups(vectors, hard_threshold=0.6, init_const=1.5, c=0.9)
        [range(0, 2), range(2, 3)]

    Source:
        Kiss, Nagy, Szilagyi, Max-Min semantic chunking of documents for RAG
        application, Discover Computing 28 (2025), doi 10.1007/s10791-025-09638-7. The
        paper has no window and no most: `None` for both.
    """
    # Imported where it is needed: numpy takes long to import.
    from langchain_mdsplit.packing.semantic.max_min import (  # noqa: PLC0415
        Bonds,
        max_min_ranges,
    )
    from langchain_mdsplit.packing.semantic.similarities import (  # noqa: PLC0415
        Similarities,
    )
    from langchain_mdsplit.packing.semantic.vectors import read_matrix  # noqa: PLC0415

    threshold = check_number("hard_threshold", hard_threshold)
    rule = read_rule(threshold, init_const, c, window_size, max_sentences)
    matrix = read_matrix(vectors)
    count = len(matrix)
    similarities, thresholds = Similarities(matrix), [threshold] * count
    return max_min_ranges(similarities, rule, thresholds, Bonds.none(count))


def cosine_similarity(a: Sequence[float], b: Sequence[float]) -> float:
    """Return the cosine of the angle between two vectors.

    Args:
        a: A vector.
        b: Another one, as long.

    Returns:
        The cosine, -1 to 1 but for rounding; 0 if one of them is a vector of zeros.

    Raises:
        ArgumentError: They differ in length, or hold what is no finite number (an
            ArgumentTypeError where it is no number at all).

    Example:
        >>> cosine_similarity([1, 0], [1, 0]), cosine_similarity([1, 0], [0, 0])
        (1.0, 0.0)
    """
    first, second = _directed("a", a), _directed("b", b)
    if len(first) != len(second):
        msg = f"a and b must be equally long, got {len(first)} and {len(second)}"
        raise ArgumentError(msg)
    return sum((x * y for x, y in zip(first, second, strict=True)), 0.0)


def _directed(name: str, vector: Sequence[Any]) -> list[float]:
    """Return a vector with the length 1, or one of zeros as it is."""
    try:
        values = [float(value + 0) for value in vector]
    except TypeError:
        msg = f"{name} must be a vector of numbers, got {short_repr(vector)}"
        raise ArgumentTypeError(msg) from None
    if not all(map(isfinite, values)):
        msg = f"{name} must hold finite numbers only, got {short_repr(vector)}"
        raise ArgumentError(msg)
    greatest = max(map(abs, values), default=0.0)
    if not greatest:
        return values
    scaled = [value / greatest for value in values]  # no overflow, no underflow
    norm = hypot(*scaled)
    return [value / norm for value in scaled]
