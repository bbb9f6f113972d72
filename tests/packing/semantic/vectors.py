"""Vectors for tests: with known similarities, or any."""

from collections.abc import Sequence
from math import cos, sin

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from langchain_mdsplit.packing.semantic.similarities import Floats, Similarities

Doubles = NDArray[np.float64]


def turned(angles: Sequence[float]) -> Doubles:
    """Return unit vectors, each by so much further than the one before."""
    sums = np.cumsum(angles)
    return np.array([[cos(angle), sin(angle)] for angle in sums]).reshape(-1, 2)


def small_vectors(least: int, most: int) -> st.SearchStrategy[list[list[int]]]:
    """Return vectors of three small integers, those of zeros among them."""
    vector = st.lists(st.integers(-3, 9), min_size=3, max_size=3)
    return st.lists(vector | st.just([0, 0, 0]), min_size=least, max_size=most)


class CountedSimilarities(Similarities):
    """Similarities that count how many vectors they were computed with.

    Args:
        vectors: The vectors.
    """

    def __init__(self, vectors: Floats) -> None:
        super().__init__(vectors)
        self.work = 0

    def with_range(self, unit: int, first: int, stop: int) -> Floats:
        """Return the similarities of a unit with those of a range."""
        self.work += stop - first
        return super().with_range(unit, first, stop)

    def sums_with_range(self, units: range, first: int, stop: int) -> Floats:
        """Return for each unit of a range the sum of its similarities with others."""
        self.work += stop - first + len(units)
        return super().sums_with_range(units, first, stop)
