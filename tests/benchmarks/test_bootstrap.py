"""Intervals of paired differences."""

import numpy as np
import pytest

from tests.benchmarks.bootstrap import Interval, in_per_cent, paired_interval


def test_a_constant_difference_has_no_width() -> None:
    found = paired_interval([0.5, 0.75, 1.0], [0.25, 0.5, 0.75])
    assert (found.mean, found.low, found.high) == (0.25, 0.25, 0.25)


def test_equal_scores_differ_by_nothing() -> None:
    found = paired_interval([0.1, 0.9], [0.1, 0.9])
    assert (found.mean, found.low, found.high) == (0, 0, 0)


def test_the_interval_is_that_of_the_normal_distribution_for_many_questions() -> None:
    drawing = np.random.default_rng(1)
    scores, base = drawing.random(400), drawing.random(400)
    found = paired_interval(scores.tolist(), base.tolist())
    half = 1.96 * (scores - base).std() / 20
    assert found.low == pytest.approx(found.mean - half, abs=0.15 * half)
    assert found.high == pytest.approx(found.mean + half, abs=0.15 * half)


def test_a_wider_level_gives_a_wider_interval() -> None:
    scores, base = [0.0, 1.0, 1.0, 0.5, 0.25], [0.5, 0.0, 1.0, 0.25, 0.0]
    wide, narrow = (paired_interval(scores, base, level=x) for x in (0.99, 0.5))
    assert wide.low < narrow.low < narrow.high < wide.high


def test_the_pairing_matters() -> None:
    """Questions of very different difficulty do not hide a small, steady gain."""
    base = [index / 100 for index in range(100)]
    found = paired_interval([value + 0.01 for value in base], base)
    assert found.low == pytest.approx(0.01)


def test_the_seed_decides() -> None:
    scores, base = np.random.default_rng(1).random((2, 30)).tolist()
    one, same, other = (paired_interval(scores, base, seed=s) for s in (1, 1, 2))
    assert one == same
    assert one != other


@pytest.mark.parametrize(("scores", "base"), [([], []), ([0.1], [0.1, 0.2])])
def test_scores_that_are_no_pairs_are_refused(
    scores: list[float], base: list[float]
) -> None:
    with pytest.raises(ValueError, match="must be equal"):
        paired_interval(scores, base)


def test_differences_are_shown_with_their_interval() -> None:
    assert in_per_cent(Interval(0.0314, -0.002, 0.06)) == "+3.1 (-0.2 to +6.0)"
