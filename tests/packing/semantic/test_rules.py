"""The arguments of Max-Min grouping, read into a rule."""

from decimal import Decimal
from math import inf
from typing import Any

import numpy as np
import pytest

from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError
from langchain_mdsplit.packing.semantic.rules import MaxMinRule, read_rule

GIVEN: list[tuple[tuple[Any, ...], MaxMinRule]] = [
    ((0.6, 1.5, 0.9, 5, 15), MaxMinRule(0.6)),
    ((-1, 1, 0, None, None), MaxMinRule(-1.0, 1.0, 0.0, None, None)),
    ((0.5, Decimal(2), np.float32(1), np.int64(2), 1), MaxMinRule(0.5, 2.0, 1.0, 2, 1)),
    ((None, 1.5, 0.9, 5, 15), MaxMinRule(None)),
]


@pytest.mark.parametrize(("given", "rule"), GIVEN)
def test_a_rule(given: tuple[Any, ...], rule: MaxMinRule) -> None:
    found = read_rule(*given)
    assert found == rule
    assert {type(number) for number in (found.init_const, found.c)} == {float}


@pytest.mark.parametrize("place", [1, 2])
@pytest.mark.parametrize("value", ["0.5", b"1", None, True, [1], inf])
def test_no_number(place: int, value: Any) -> None:
    given: list[Any] = [0.6, 1.5, 0.9, 5, 15]
    given[place] = value
    name = {1: "init_const", 2: "c"}[place]
    error = ArgumentError if value == inf else ArgumentTypeError
    with pytest.raises(error, match=f"{name} must be"):
        read_rule(*given)


@pytest.mark.parametrize(("place", "least"), [(3, 2), (4, 1)])
@pytest.mark.parametrize("value", ["5", 5.0, False, 0, -1])
def test_no_count(place: int, least: int, value: Any) -> None:
    given: list[Any] = [0.6, 1.5, 0.9, 5, 15]
    given[place] = value
    name = {3: "window_size", 4: "max_sentences"}[place]
    wanted = f">= {least} or None" if type(value) is int else "an integer or None"
    with pytest.raises(ArgumentError, match=f"{name} must be {wanted}, got"):
        read_rule(*given)
    given[place] = least
    assert read_rule(*given)
