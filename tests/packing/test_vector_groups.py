"""Grouping of bare vectors and the cosine: the recorded groups, arguments, errors."""

from math import inf, nan
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError, EmbeddingError
from langchain_mdsplit.packing.vector_groups import cosine_similarity, max_min_groups
from tests.shared_data import load_cases

PAPER: dict[str, Any] = {"hard_threshold": 0.6, "init_const": 1.5, "c": 0.9}
CASES = load_cases("data/maxmin_groups.json")


@pytest.mark.parametrize("form", ["lists", "float32", "float64"])
@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_recorded_groups(case: dict[str, Any], form: str) -> None:
    vectors = case["embeddings"]
    if form != "lists":
        vectors = np.array(vectors, form)
    config = case["config"]
    groups = max_min_groups(
        vectors,
        hard_threshold=config["hardThreshold"],
        init_const=config["initConst"],
        c=config["c"],
    )
    assert list(map(list, groups)) == case["groups"]


def mixed(*rows: list[float]) -> list[list[float]]:
    return list(rows)


SEED: dict[str, tuple[Any, list[int]]] = {
    "nothing": ([], []),
    "one": ([[1, 0, 0]], [1]),
    "two subjects": (
        mixed([1, 0, 0], [0.95, 0.1, 0], [0, 1, 0], [0, 0.95, 0.1]),
        [2, 2],
    ),
    "three and two": (
        mixed([1, 0, 0], [0.98, 0.1, 0], [0.95, 0.15, 0], [0, 0, 1], [0.1, 0, 0.98]),
        [3, 2],
    ),
    "15 alike": ([[1, 0, 0]] * 15, [15]),
    "17 alike": ([[1, 0, 0]] * 17, [15, 2]),
    "the sixth is unlike": (
        [[1, 0, 0], *([x, 0.1, 0] for x in (0.95, 0.9, 0.85, 0.8)), [0, 0, 1]],
        [5, 1],
    ),
    "zeros": ([[0, 0], [0, 0], [0, 0]], [1, 1, 1]),
    "integers": (np.array([[1, 0], [2, 0], [0, 3]]), [2, 1]),
    "tuples from a generator": (((1.0, 0.0) for _ in range(3)), [3]),
    "half precision": (np.array([[1, 0], [1, 0.1]], np.float16), [2]),
    "huge": ([[1e200, 0], [1e200, 1e180]], [2]),
    "tiny": ([[1e-200, 0], [1e-200, 1e-210], [0, 1e-300]], [2, 1]),
    "huge, tiny and usual": ([[1e200, 0], [1e-200, 0], [1, 0], [0, 1e200]], [3, 1]),
}


@pytest.mark.parametrize(("vectors", "sizes"), SEED.values(), ids=SEED)
def test_sizes_of_groups(vectors: Any, sizes: list[int]) -> None:
    assert [len(group) for group in max_min_groups(vectors, **PAPER)] == sizes


def test_none_for_any_number_of_members() -> None:
    groups = max_min_groups([[1, 0]] * 99, **PAPER, max_sentences=None)
    assert groups == [range(99)]


BAD: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "window of one": ({"window_size": 1}, ArgumentError, "window_size must be >= 2"),
    "window 2.0": ({"window_size": 2.0}, ArgumentTypeError, "window_size must be an"),
    "window True": ({"window_size": True}, ArgumentTypeError, "got True"),
    "no members": ({"max_sentences": 0}, ArgumentError, "max_sentences must be >= 1"),
    "members as text": ({"max_sentences": "9"}, ArgumentTypeError, "got '9'"),
    "threshold NaN": ({"hard_threshold": nan}, ArgumentError, "hard_threshold must"),
    "infinite c": ({"c": inf}, ArgumentError, "c must be finite, got inf"),
    "const as text": ({"init_const": "1"}, ArgumentTypeError, "init_const must be a"),
    "c of None": ({"c": None}, ArgumentTypeError, "c must be a number, got None"),
    "threshold True": ({"hard_threshold": True}, ArgumentTypeError, "got True"),
    "NaN": ({"vectors": [[1, 0], [nan, 1]]}, EmbeddingError, "vector 1 holds nan"),
    "infinity": ({"vectors": [[1, -inf]]}, EmbeddingError, "vector 0 holds -inf"),
    "ragged": ({"vectors": [[1], [1, 2]]}, EmbeddingError, "numbers of shape"),
    "flat": ({"vectors": [1, 2]}, EmbeddingError, "numbers of shape"),
    "words": ({"vectors": ["ab", "cd"]}, EmbeddingError, "numbers of shape"),
    "None": ({"vectors": None}, EmbeddingError, "numbers of shape"),
    "a number": ({"vectors": 5}, EmbeddingError, "numbers of shape"),
    "no dimensions": ({"vectors": [[], []]}, EmbeddingError, "numbers of shape"),
}


@pytest.mark.parametrize(("arguments", "error", "message"), BAD.values(), ids=BAD)
def test_errors(arguments: dict[str, Any], error: type, message: str) -> None:
    given_: dict[str, Any] = {"vectors": [[1, 0]], **PAPER, **arguments}
    with pytest.raises(error, match=message):
        max_min_groups(given_.pop("vectors"), **given_)


COSINES: list[tuple[list[float], list[float], float]] = [
    ([1, 2, 3], [1, 2, 3], 1.0),
    ([1, 0, 0], [0, 1, 0], 0.0),
    ([1, 0, 0], [-1, 0, 0], -1.0),
    ([3, 4], [4, 3], 0.96),
    ([0, 0], [1, 0], 0.0),
    ([0, 0], [0, 0], 0.0),
    ([], [], 0.0),
    ([1e200, 0], [1e200, 1e200], 0.5**0.5),
    ([5e-324, 0], [5e-324, 5e-324], 0.5**0.5),
]


@pytest.mark.parametrize(("a", "b", "cosine"), COSINES)
def test_cosine(a: list[float], b: list[float], cosine: float) -> None:
    assert cosine_similarity(a, b) == pytest.approx(cosine, abs=1e-12)
    assert cosine_similarity(b, a) == cosine_similarity(a, b)
    assert type(cosine_similarity(a, b)) is float


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ([1], [1, 2], "equally long, got 1 and 2"),
        ([], [1], "equally long, got 0 and 1"),
        ([nan], [1], "a must hold finite numbers"),
        ([1], [inf], "b must hold finite numbers"),
    ],
)
def test_no_cosine(a: list[float], b: list[float], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        cosine_similarity(a, b)


@given(
    a=st.lists(st.floats(-1e9, 1e9), min_size=3, max_size=3),
    b=st.lists(st.floats(-1e9, 1e9), min_size=3, max_size=3),
    scale=st.sampled_from([1e-6, 1.0, 1e200]),
)
def test_the_cosine_is_bounded_and_blind_to_scale(
    a: list[float], b: list[float], scale: float
) -> None:
    cosine = cosine_similarity(a, b)
    assert abs(cosine) <= 1 + 1e-12
    if min(map(abs, [*a, *b])) > 1e-200:
        scaled = cosine_similarity([x * scale for x in a], b)
        assert scaled == pytest.approx(cosine, abs=1e-12)
