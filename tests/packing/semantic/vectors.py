"""Vectors for tests: with known similarities, or any."""

from collections.abc import Sequence
from math import cos, sin

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

Doubles = NDArray[np.float64]


def turned(angles: Sequence[float]) -> Doubles:
    """Return unit vectors, each by so much further than the one before."""
    sums = np.cumsum(angles)
    return np.array([[cos(angle), sin(angle)] for angle in sums]).reshape(-1, 2)


def small_vectors(least: int, most: int) -> st.SearchStrategy[list[list[int]]]:
    """Return vectors of three small integers, those of zeros among them."""
    vector = st.lists(st.integers(-3, 9), min_size=3, max_size=3)
    return st.lists(vector | st.just([0, 0, 0]), min_size=least, max_size=most)
