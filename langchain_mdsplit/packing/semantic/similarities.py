"""Cosine similarities of a document's units, computed block by block.

No normalised copy of the vectors is made: a document of 100,000 units may fill most of
the memory with them.
"""

from collections.abc import Iterator
from copy import copy
from typing import Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.floating]
_BLOCK = 1024  # rows worked on at a time: they stay in the processor's cache
_STEP = 64  # rows between two that the sum of all before is kept of
_LEAST_SPREAD = 1e-6
# A document of fewer units says nothing of how similar its texts are by nature.
_LEAST_CALIBRATED = 8


class Similarities:
    """The similarities of units; of a zero vector they are 0.

    Args:
        vectors: One finite vector for each unit, of shape (units, dimensions).

    Attributes:
        mean: The cosine that counts as 0; see `calibrated`.
    """

    def __init__(self, vectors: Floats) -> None:
        self.vectors = vectors
        self.mean = 0.0
        self._inverse = _inverse_norms(vectors)
        self._sums: NDArray[np.float64] | None = None

    def __len__(self) -> int:
        """Return the number of units."""
        return len(self.vectors)

    def calibrated(self, mean: float) -> Self:
        """Return the same with cosines from `mean` to 1 as similarities from 0 to 1."""
        same = copy(self)
        same.mean = mean
        return same

    def bands(self, width: int) -> Iterator[tuple[int, Floats]]:
        """Yield the similarities of units with those right before them.

        Args:
            width: With how many.

        Yields:
            A unit's position and an array of shape (some units from there on, width);
            column k is the similarity with the unit k + 1 before, where there is one.
        """
        for first in range(0, len(self), _BLOCK):
            before = min(width, first)
            rows = self._unit_rows(first - before, first + _BLOCK)
            band = np.zeros((len(rows) - before, width), rows.dtype)
            for lag in range(1, min(width + 1, len(rows))):
                skipped = max(before, lag)
                products = np.einsum(
                    "ij,ij->i", rows[skipped:], rows[skipped - lag : len(rows) - lag]
                )
                band[skipped - before :, lag - 1] = products
            yield first, self._calibrate(band)

    def with_range(self, unit: int, first: int, stop: int) -> Floats:
        """Return the similarities of a unit with those of a range."""
        return self.sums_with(range(unit, unit + 1), first, stop)

    def sums_with(self, others: range, first: int, stop: int) -> Floats:
        """Return for each unit from `first` on the sum of its similarities with others.

        Args:
            others: The units that each is compared with.
            first: The first of the units that have a sum.
            stop: Where they end, exclusive.

        Returns:
            One sum for each unit from `first` to `stop`.
        """
        rows = slice(others.start, others.stop)
        total = self._inverse[rows] @ self.vectors[rows]
        products = self.vectors[first:stop] @ total
        return self._calibrate(products * self._inverse[first:stop], len(others))

    def adjacent(self) -> Floats:
        """Return the similarity of each unit with the next one."""
        found = [band[:, 0] for _, band in self.bands(1)]
        return np.concatenate(found)[1:] if found else np.zeros(0)

    def between(self, left: range, right: range) -> float:
        """Return the mean similarity of the units of two ranges."""
        product = self._sum(left.start, left.stop) @ self._sum(right.start, right.stop)
        cosine = float(product) / (len(left) * len(right))
        return (cosine - self.mean) * self._scale

    def document_mean(self) -> float | None:
        """Return the mean cosine over all pairs, if it can stand for what is usual.

        Vectors of zeros are left out. There is none for fewer than 8 units, or where
        all are alike.
        """
        known = int(np.count_nonzero(self._inverse))
        if len(self) < _LEAST_CALIBRATED or known < 2:
            return None
        total = np.zeros(self.vectors.shape[1])
        for first in range(0, len(self), _BLOCK):
            rows = self._unit_rows(first, first + _BLOCK)
            total += rows.sum(axis=0, dtype=np.float64)
        mean = (float(total @ total) - known) / (known * (known - 1))
        return None if 1.0 - mean < _LEAST_SPREAD else mean

    def _sum(self, first: int, stop: int) -> Floats:
        """Return the sum of some of the vectors, normalised.

        Of many, it is taken from sums that are kept: parts grow by one unit at a time,
        and all their units may have to be compared each time.
        """
        begin, end = -(-first // _STEP), stop // _STEP
        if end - begin < 2:
            return self._row_sum(first, stop)
        if self._sums is None:
            rows = range(0, len(self), _STEP)
            parts = [self._row_sum(row, row + _STEP) for row in rows]
            self._sums = np.cumsum([np.zeros_like(parts[0]), *parts], 0, np.float64)
        between: Floats = self._sums[end] - self._sums[begin]
        before = self._row_sum(first, begin * _STEP)
        return between + before + self._row_sum(end * _STEP, stop)

    def _row_sum(self, first: int, stop: int) -> Floats:
        """Return the sum of some of the vectors, normalised, each of them read."""
        total: Floats = self._unit_rows(first, stop).sum(axis=0)
        return total

    def _unit_rows(self, first: int, stop: int) -> Floats:
        """Return some of the vectors, normalised."""
        return self.vectors[first:stop] * self._inverse[first:stop, None]

    @property
    def _scale(self) -> float:
        """The factor of similarities above the mean."""
        return 1.0 / (1.0 - self.mean)

    def _calibrate(self, cosines: Floats, count: int = 1) -> Floats:
        """Return similarities for cosines, or sums of them for sums of so many."""
        if not self.mean:
            return cosines
        return (cosines - self.mean * count) * self._scale


def _inverse_norms(vectors: Floats) -> Floats:
    """Return 1 / norm of each vector, 0 for a vector of zeros."""
    inverse = np.zeros(len(vectors), vectors.dtype)
    for first in range(0, len(vectors), _BLOCK):
        rows = vectors[first : first + _BLOCK]
        norms = np.sqrt(np.einsum("ij,ij->i", rows, rows))
        np.divide(1, norms, out=inverse[first : first + _BLOCK], where=norms > 0)
    return inverse
