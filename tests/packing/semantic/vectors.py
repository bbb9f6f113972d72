"""Vectors for tests: with known similarities, or any."""

from collections.abc import Iterator, Sequence
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
    """Similarities that count how many vectors each computation reads.

    Args:
        vectors: The vectors.
    """

    def __init__(self, vectors: Floats) -> None:
        super().__init__(vectors)
        self.work = 0

    def bands(self, width: int) -> Iterator[tuple[int, Floats]]:
        """Yield the similarities of units with those right before them."""
        for first, band in super().bands(width):
            self.work += band.size
            yield first, band

    def sums_with(self, others: range, first: int, stop: int) -> Floats:
        """Return for each unit from `first` on the sum of its similarities with others.

        A unit's similarities with a range are computed in this way too.
        """
        self.work += stop - first + len(others)
        return super().sums_with(others, first, stop)
