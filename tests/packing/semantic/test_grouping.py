"""Groups by a strategy: when a document is calibrated, and what bounds its groups."""

from dataclasses import replace

import numpy as np
import pytest

from langchain_mdsplit.packing.lengths.ruler import Ruler
from langchain_mdsplit.packing.semantic.grouping import (
    firsts_by_count,
    firsts_by_length,
    max_min_grouping,
    optimal_grouping,
)
from langchain_mdsplit.packing.semantic.rules import MaxMinRule
from langchain_mdsplit.packing.semantic.similarities import Similarities
from langchain_mdsplit.packing.semantic.units import Unit
from tests.packing.semantic.naive import MaxMin, mean_cosine
from tests.packing.semantic.vectors import Doubles, turned

RULE = MaxMinRule(0.9)
AUTO = MaxMinRule(None)
MIXED = turned([0, 0.4, 0.9, 0.2, 1.1, 0.3, 0.3, 0.8, 0.1, 0.5])


def plain_units(count: int, length: int = 10) -> list[Unit]:
    return [Unit(at * length, (at + 1) * length, at, at) for at in range(count)]


CALIBRATED: dict[str, tuple[Doubles, MaxMinRule, float, bool]] = {
    "auto": (MIXED, AUTO, 0.2, True),
    "auto with 8 units": (MIXED[:8], AUTO, 0.2, True),
    "auto with 7 units": (MIXED[:7], AUTO, 0.6, False),
    "auto, all the same": (turned([0.0] * 10), AUTO, 0.6, False),
    "a number": (MIXED, RULE, 0.9, False),
}


@pytest.mark.parametrize(
    ("vectors", "rule", "threshold", "has_mean"), CALIBRATED.values(), ids=CALIBRATED
)
def test_calibration(
    vectors: Doubles, rule: MaxMinRule, threshold: float, *, has_mean: bool
) -> None:
    units = plain_units(len(vectors))
    found = max_min_grouping(vectors, units, rule)
    mean = mean_cosine(vectors.tolist()) if has_mean else 0.0
    assert found.thresholds == [threshold] * (len(vectors) - 1)
    assert found.similarities.mean == pytest.approx(mean, abs=1e-12)
    slow = MaxMin(vectors.tolist(), replace(RULE, threshold=threshold), mean)
    assert list(map(list, found.groups)) == slow.groups()
    assert slow.margin > 1e-9


def test_more_is_asked_of_a_unit_after_the_end_of_a_paragraph() -> None:
    """Between two subjects of four units stands one that is a little like the first."""
    near, far = [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]
    vectors = np.array([near] * 4 + [[1.0, 1.5, 0.0]] + [far] * 4)
    units = plain_units(9)
    rule = replace(AUTO, c=0.0)
    similar = Similarities(vectors)
    mean = similar.document_mean()
    assert mean is not None
    assert 0.2 < similar.calibrated(mean).adjacent()[3] < 0.4
    together = max_min_grouping(vectors, units, rule)
    assert together.groups == [range(5), range(5, 9)]
    units[4] = units[4]._replace(is_apart=True)
    apart = max_min_grouping(vectors, units, rule)
    assert apart.thresholds == [0.2] * 3 + [0.4] + [0.2] * 4
    assert apart.groups == [range(4), range(4, 5), range(5, 9)]
    raw = max_min_grouping(vectors, units, replace(rule, threshold=0.4))
    assert raw.groups == [range(5), range(5, 9)]


def test_headings_count_in_the_mean_and_begin_groups() -> None:
    units = plain_units(10)
    units[4] = units[4]._replace(begins=True)
    units[5] = units[5]._replace(joins=True)
    rule = replace(RULE, threshold=-9.0, c=-9.0)
    found = max_min_grouping(MIXED, units, rule)
    assert found.groups == [range(4), range(4, 10)]
    auto = max_min_grouping(MIXED, units, AUTO)
    assert auto.similarities.mean == pytest.approx(mean_cosine(MIXED.tolist()))


@pytest.mark.parametrize(("count", "mean"), [(7, 0.6), (10, None)])
def test_the_mean_of_the_best_groups(count: int, mean: float | None) -> None:
    vectors = MIXED[:count]
    found = optimal_grouping(vectors, plain_units(count), [0] * count)
    expected = mean_cosine(vectors.tolist()) if mean is None else mean
    assert found.similarities.mean == pytest.approx(expected)
    assert set(found.thresholds) == {0.0}
    assert found.paragraph_break == (0.2 if mean is None else 0.0)
    assert sum(map(len, found.groups)) == count


def test_no_units() -> None:
    nothing = np.zeros((0, 1), np.float32)
    assert max_min_grouping(nothing, [], AUTO).groups == []
    assert optimal_grouping(nothing, [], []).groups == []


def test_bounds_of_groups() -> None:
    units = plain_units(5)
    assert firsts_by_count(units, 1) == [0, 1, 2, 3, 4]
    assert firsts_by_count(units, 3) == [0, 0, 0, 1, 2]
    ruler = Ruler([0, 50], [50])
    assert firsts_by_length(units, ruler, 20) == [0, 0, 1, 2, 3]
    assert firsts_by_length(units, ruler, 29.9) == [0, 0, 1, 2, 3]
    assert firsts_by_length(units, ruler, 30) == [0, 0, 0, 1, 2]
    assert firsts_by_length(units, ruler, 9) == [1, 2, 3, 4, 5]
    assert firsts_by_length([], ruler, 9) == []
