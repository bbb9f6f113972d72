"""Intervals for the mean difference of two methods that were asked the same questions.

The paired percentile bootstrap of Efron and Tibshirani, "An Introduction to the
Bootstrap", 1993, chapter 13: whole questions are drawn again, with both their scores.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

SEED = 20_240_703
ROUNDS = 10_000
_DRAWN = 200_000  # questions drawn at once: a bound for the memory


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean difference with the interval that holds it.

    Attributes:
        mean: The mean of the differences.
        low: The interval's lower end.
        high: Its upper end.
    """

    mean: float
    low: float
    high: float


def paired_interval(
    scores: Sequence[float],
    base: Sequence[float],
    *,
    level: float = 0.95,
    rounds: int = ROUNDS,
    seed: int = SEED,
) -> Interval:
    """Return how much better one method's scores are than another's.

    Args:
        scores: One score for each question.
        base: The other method's scores, of the same questions in the same order.
        level: How probably the interval holds the true difference.
        rounds: How often the questions are drawn.
        seed: What the drawing starts from.

    Returns:
        The mean of `scores - base`, and its interval.

    Raises:
        ValueError: There are no scores, or not as many in both.
    """
    if len(scores) != len(base) or not scores:
        msg = (
            f"{len(scores)} scores and {len(base)} of the base; both must be equal, > 0"
        )
        raise ValueError(msg)
    differences = np.subtract(scores, base)
    generator = np.random.default_rng(seed)
    means: list[float] = []
    while len(means) < rounds:
        count = min(rounds - len(means), max(_DRAWN // len(differences), 1))
        drawn = generator.integers(len(differences), size=(count, len(differences)))
        means.extend(differences[drawn].mean(axis=1))
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(differences.mean()), float(low), float(high))


def in_per_cent(interval: Interval) -> str:
    """Return a difference and its interval as they stand in tables."""
    mean, low, high = (
        100 * value for value in (interval.mean, interval.low, interval.high)
    )
    return f"{mean:+.1f} ({low:+.1f} to {high:+.1f})"
