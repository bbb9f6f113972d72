"""Semantic grouping again, in plain Python and slowly, to compare with."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, inf, sqrt

from langchain_mdsplit.packing.semantic.max_min import Bonds
from langchain_mdsplit.packing.semantic.rules import MaxMinRule

Vector = Sequence[float]


def cosine(a: Vector, b: Vector) -> float:
    norms = sqrt(sum(x * x for x in a) * sum(x * x for x in b))
    return sum(x * y for x, y in zip(a, b, strict=True)) / norms if norms else 0.0


def mean_cosine(vectors: Sequence[Vector]) -> float:
    """Return the mean cosine of all pairs of vectors that are not zero."""
    known = [vector for vector in vectors if any(vector)]
    found = [cosine(a, b) for a, b in combinations(known, 2)]
    return sum(found) / len(found)


@dataclass
class MaxMin:
    """Max-Min grouping; `margin` is how near to a tie its closest decision was."""

    vectors: Sequence[Vector]
    rule: MaxMinRule
    mean: float = 0.0
    margin: float = inf

    def groups(self, bonds: Bonds | None = None) -> list[list[int]]:
        bonds = bonds or Bonds.none(len(self.vectors))
        groups: list[list[int]] = []
        joins = [*bonds.joins, False]
        for unit in range(len(self.vectors)):
            if not groups or bonds.begins[unit]:
                groups.append([unit])
            elif joins[unit] or self._joins(
                unit, groups[-1], joins.index(False, unit + 1) - unit
            ):
                groups[-1].append(unit)
            else:
                groups.append([unit])
        return groups

    def similarity(self, first: int, second: int) -> float:
        found = cosine(self.vectors[first], self.vectors[second])
        return (found - self.mean) / (1 - self.mean)

    def _joins(self, unit: int, group: list[int], count: int) -> bool:
        rule, threshold = self.rule, self.rule.threshold
        assert threshold is not None
        most = rule.max_sentences
        if most is not None and len(group) + count > most:
            return False
        greatest = max(self.similarity(unit, member) for member in group)
        if len(group) == 1:
            return self._above(rule.init_const * greatest, threshold)
        window = group if rule.window_size is None else group[-rule.window_size :]
        least = min(self.similarity(a, b) for a, b in combinations(window, 2))
        sigmoid = 1 / (1 + exp(-len(group)))
        return self._above(greatest, max(rule.c * least * sigmoid, threshold))

    def _above(self, value: float, bound: float) -> bool:
        self.margin = min(self.margin, abs(value - bound))
        return value > bound


def all_groupings(count: int, bonds: Bonds) -> Iterator[list[range]]:
    """Yield every way to group units that bonds allow."""
    fixed = [place for place in range(1, count) if bonds.begins[place]]
    free = [
        place
        for place in range(1, count)
        if not bonds.begins[place] and not bonds.joins[place]
    ]
    for size in range(len(free) + 1):
        for chosen in combinations(free, size):
            starts = sorted([0, *fixed, *chosen])
            ends = [*starts[1:], count]
            yield [range(*pair) for pair in zip(starts, ends, strict=True)]
