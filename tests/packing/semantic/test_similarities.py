"""Similarities computed block by block, against cosines one by one."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given

from langchain_mdsplit.packing.semantic.similarities import Similarities
from tests.packing.semantic.naive import cosine, mean_cosine
from tests.packing.semantic.vectors import Doubles, small_vectors, turned

COUNTS = [1, 2, 15, 1023, 1024, 1025, 2048, 2100]


def some_vectors(count: int) -> Doubles:
    """Return vectors of four numbers, every ninth of zeros."""
    vectors = np.random.default_rng(count).normal(0.3, 1, (count, 4))
    vectors[8::9] = 0
    return vectors


def all_cosines(vectors: Doubles) -> Doubles:
    norms = np.linalg.norm(vectors, axis=1)
    units = vectors / np.where(norms, norms, 1)[:, None]
    return np.asarray(units @ units.T)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("width", [1, 14, 70])
@pytest.mark.parametrize("count", COUNTS)
def test_bands(count: int, width: int, dtype: type) -> None:
    vectors = some_vectors(count)
    cosines = all_cosines(vectors)
    seen = 0
    for first, band in Similarities(vectors.astype(dtype)).bands(width):
        assert first == seen
        assert band.shape[1] == width
        assert band.dtype == dtype
        for unit, row in enumerate(band, start=first):
            known = cosines[unit, max(0, unit - width) : unit][::-1]
            np.testing.assert_allclose(row[: len(known)], known, atol=1e-6)
        seen += len(band)
    assert seen == count


def test_a_band_wider_than_a_block() -> None:
    vectors = some_vectors(2100)
    cosines = all_cosines(vectors)
    bands = [band for _, band in Similarities(vectors).bands(1500)]
    rows = np.concatenate(bands)
    for unit in (0, 1, 1023, 1024, 1025, 1499, 1500, 1501, 2047, 2048, 2099):
        known = cosines[unit, max(0, unit - 1500) : unit][::-1]
        np.testing.assert_allclose(rows[unit, : len(known)], known, atol=1e-12)


@pytest.mark.parametrize("mean", [0.0, 0.25, -0.5])
@pytest.mark.parametrize("count", [2, 1024, 1025, 2100])
def test_with_range_and_adjacent(count: int, mean: float) -> None:
    vectors = some_vectors(count)
    expected = (all_cosines(vectors) - mean) / (1 - mean)
    similarities = Similarities(vectors).calibrated(mean)
    assert len(similarities) == count
    for unit, first in ((0, 0), (1, 0), (count - 1, max(0, count - 1100))):
        found = similarities.with_range(unit, first, count)
        np.testing.assert_allclose(found, expected[unit, first:], atol=1e-12)
    adjacent = np.diagonal(expected, 1)
    np.testing.assert_allclose(similarities.adjacent(), adjacent, atol=1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("mean", [0.0, 0.25, -0.5])
@pytest.mark.parametrize("others", [range(30, 31), range(30, 33), range(17, 40)])
def test_sums_with(others: range, mean: float, dtype: type) -> None:
    vectors = some_vectors(40)
    expected = (all_cosines(vectors) - mean) / (1 - mean)
    similarities = Similarities(vectors.astype(dtype)).calibrated(mean)
    found = similarities.sums_with(others, 3, 17)
    assert found.dtype == dtype
    sums = expected[others.start : others.stop, 3:17].sum(axis=0)
    np.testing.assert_allclose(found, sums, atol=1e-5)


@pytest.mark.parametrize("count", [0, 1])
def test_no_adjacent(count: int) -> None:
    assert len(Similarities(np.ones((count, 2))).adjacent()) == 0


@pytest.mark.parametrize("mean", [0.0, 0.25])
@pytest.mark.parametrize(
    ("left", "right"),
    [
        (range(1), range(1, 2)),
        (range(5), range(5, 9)),
        (range(3, 130), range(130, 193)),
        (range(1, 1200), range(1200, 2100)),
        (range(64, 192), range(192, 320)),
        (range(127, 257), range(257, 2100)),
    ],
)
def test_between(left: range, right: range, mean: float) -> None:
    vectors = some_vectors(2100)
    block = all_cosines(vectors)[left.start : left.stop, right.start : right.stop]
    similarities = Similarities(vectors).calibrated(mean)
    expected = (float(block.mean()) - mean) / (1 - mean)
    assert similarities.between(left, right) == pytest.approx(expected, abs=1e-12)


@given(vectors=small_vectors(8, 20))
def test_the_mean_of_a_document(vectors: list[list[int]]) -> None:
    found = Similarities(np.array(vectors, np.float32)).document_mean()
    if sum(map(any, vectors)) < 2:
        assert found is None
        return
    mean = mean_cosine(vectors)
    if abs(mean - (1 - 1e-6)) > 5e-7:
        assert (found is None) == (mean > 1 - 1e-6)
    if found is not None:
        assert found == pytest.approx(mean, abs=1e-6)


@pytest.mark.parametrize("count", [1024, 1030, 2100])
def test_the_mean_of_a_long_document(count: int) -> None:
    vectors = some_vectors(count)
    known = vectors[vectors.any(axis=1)]
    pairs = all_cosines(known)[np.triu_indices(len(known), 1)]
    found = Similarities(vectors).document_mean()
    assert found == pytest.approx(float(pairs.mean()), abs=1e-12)


MEANS = {
    "7 units": (turned([0.5] * 7), False),
    "8 units": (turned([0.5] * 8), True),
    "all the same": (turned([0.0] * 9), False),
    "nearly the same": (turned([1e-5] * 9), False),
    "not quite the same": (turned([1e-3] * 9), True),
    "one that is not zero": (np.eye(9, 3)[[0, *[5] * 8]], False),
    "two that are not": (np.eye(9, 3)[[0, 1, *[5] * 7]], True),
    "none": (np.zeros((9, 2)), False),
    "no units": (np.zeros((0, 2)), False),
}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("vectors", "has_mean"), MEANS.values(), ids=MEANS)
def test_whether_there_is_a_mean(
    vectors: Doubles, dtype: type, *, has_mean: bool
) -> None:
    mean = Similarities(vectors.astype(dtype)).document_mean()
    assert (mean is not None) == has_mean


def test_the_slow_mean_is_right() -> None:
    vectors = [[1, 0], [1, 0], [0, 2], [0, 0]]
    assert mean_cosine(vectors) == pytest.approx(1 / 3)
    assert [cosine(a, b) for a, b in combinations(vectors[1:], 2)] == [0, 0, 0]
