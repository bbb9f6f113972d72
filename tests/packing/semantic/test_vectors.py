"""What embeddings may return, and what is refused by name."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from math import inf, nan
from typing import Any

import numpy as np
import pytest

from langchain_mdsplit.errors import EmbeddingError
from langchain_mdsplit.packing.semantic.vectors import read_batch, read_matrix

TEXTS = ["one", "two"]


def generated() -> Iterator[list[float]]:
    yield [1.0, 0.0]
    yield [0.0, 1.0]


class Rows:
    """Says that it has so many rows, and yields others."""

    def __init__(self, length: int, rows: Iterable[Any]) -> None:
        self.length = length
        self.rows = rows

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Any]:
        return iter(self.rows)


class RowsByIndex:
    """Two rows without an iterator of their own."""

    def __len__(self) -> int:
        return 2

    def __getitem__(self, index: int) -> list[float]:
        return [[1.0, 0.0], [0.0, 1.0]][index]


class OddArray(np.ndarray[Any, Any]):
    """An array that says that it has two rows."""

    def __len__(self) -> int:
        return 2


class Uncountable:
    """Has a length that cannot be asked for."""

    def __len__(self) -> int:
        return -1  # noqa: PLE0303


HIDDEN = np.ma.array([[1.0, 0.0], [0.0, 1.0]], mask=[[False, False], [False, True]])

GOOD: dict[str, Any] = {
    "lists": [[1.0, 0.0], [0.0, 1.0]],
    "tuples": ((1, 0), (0, 1)),
    "integers": [[1, 0], [0, 1]],
    "an array": np.eye(2),
    "half precision": np.eye(2, dtype=np.float16),
    "long doubles": np.eye(2, dtype=np.longdouble),
    "unsigned bytes": np.eye(2, dtype=np.uint8),
    "a list of arrays": [np.array([1.0, 0.0]), np.array([0, 1])],
    "a deque": deque([[1.0, 0.0], [0.0, 1.0]]),
    "the values of a dictionary": {"one": [1.0, 0.0], "two": [0.0, 1.0]}.values(),
    "rows by index": RowsByIndex(),
    "an iterable of a length": Rows(2, [[1.0, 0.0], [0.0, 1.0]]),
    "an array that hides nothing": np.ma.array(np.eye(2)),
    "huge": [[1e200, 1e100], [-1e100, 1e308]],
    "tiny": [[1e-200, 0], [0, 5e-324]],
}


@pytest.mark.parametrize("returned", GOOD.values(), ids=GOOD)
def test_vectors(returned: Any) -> None:
    for matrix in (
        read_batch(returned, TEXTS, 1, None),
        read_batch(returned, TEXTS, 1, 2),
        read_matrix(returned),
    ):
        norms = np.linalg.norm(matrix, axis=1, keepdims=True)
        np.testing.assert_allclose(matrix / norms, np.eye(2), atol=1e-6)
    assert read_batch(returned, TEXTS, 1, None).dtype == np.float32


def test_vectors_are_kept_as_they_are() -> None:
    vectors = [[0.25, -3.0, 0.0], [2.0**40, 0.0, 0.0], [0.0, 0.0, 0.0]]
    assert read_batch(vectors, ["a", "b", "c"], 1, None).tolist() == vectors
    doubles = np.array(vectors)
    assert read_matrix(doubles) is doubles
    assert read_matrix(vectors).dtype == np.float32
    assert read_matrix([]).shape == (0, 1)


BAD: dict[str, tuple[Any, int | None, Sequence[str]]] = {
    "too few": ([[1.0]], None, ["got 1 vectors for the 2 texts of batch 7", "'one'"]),
    "too many": ([[1.0]] * 3, None, ["got 3 vectors for the 2 texts of batch 7"]),
    "none at all": ([], None, ["got 0 vectors"]),
    "None": (None, None, ["got a NoneType for the 2 texts of batch 7", "'one'"]),
    "a generator": (generated(), None, ["got a generator for the 2 texts"]),
    "a number": (1.5, None, ["got a float for the 2 texts"]),
    "ragged": ([[1.0], [1.0, 2.0]], None, ["of 1 numbers, got 2 numbers", "text 1"]),
    "ragged, none fits": ([[1.0], [1.0]], 3, ["of 3 numbers, got 1 numbers", "text 0"]),
    "another dimension": (np.eye(2), 3, ["of 3 numbers, got 2 numbers", "text 0"]),
    "NaN": ([[1.0, 0.0], [0.0, nan]], None, ["finite numbers, got nan", "text 1"]),
    "infinity": ([[-inf, 0.0], [0.0, 1.0]], 2, ["got -inf", "text 0", "'one'"]),
    "infinity in float16": (
        np.array([[1, 2], [inf, 0]], np.float16),
        None,
        ["inf", "'two'"],
    ),
    "NaN among huge": ([[1e308, 1e308], [nan, 1e308]], None, ["got nan", "text 1"]),
    "strings": (["ab", "cd"], None, ["vectors of numbers, got 'ab'", "text 0"]),
    "a string": ("ab", None, ["vectors of numbers, got 'a'", "text 0"]),
    "words in a vector": ([[1.0], ["x"]], None, ["got ['x']", "text 1", "'two'"]),
    "None in a vector": ([[1.0], [None]], None, ["got [None]", "text 1"]),
    "None for a vector": ([[1.0], None], None, ["of 1 numbers, got None", "text 1"]),
    "numbers": ([1.0, 2.0], None, ["vectors of numbers, got 1.0", "text 0"]),
    "no numbers": ([[], []], None, ["vectors of numbers, got []", "text 0"]),
    "complex numbers": ([[1j], [1j]], None, ["got [1j]", "text 0"]),
    "an array of more rows than it says": (
        np.eye(3).view(OddArray),
        None,
        ["a OddArray that says it has 2 and has more", "'one'"],
    ),
    "an array of fewer rows than it says": (
        np.eye(2)[:1].view(OddArray),
        None,
        ["a OddArray that says it has 2 and has 1", "'one'"],
    ),
    "fewer rows than it says": (
        Rows(2, [[1.0]]),
        None,
        ["a Rows that says it has 2 and has 1", "'one'"],
    ),
    "endless rows": (
        Rows(2, repeat([1.0])),
        None,
        ["a Rows that says it has 2 and has more", "'one'"],
    ),
    "another length than its rows": (Rows(3, [[1.0]] * 2), None, ["got 3 vectors"]),
    "no length": (Uncountable(), None, ["got a Uncountable for the 2 texts"]),
    "a set": ({(1.0, 0.0), (0.0, 1.0)}, None, ["got a set for the 2 texts", "'one'"]),
    "a dictionary": ({"one": [1.0], "two": [0.0]}, None, ["got a dict for the 2"]),
    "its keys": ({"one": [1.0], "two": [0.0]}.keys(), None, ["got a dict_keys for"]),
    "a masked array": (HIDDEN, None, ["of 2 numbers, got masked_array", "text 1"]),
    "masked rows": (list(HIDDEN), None, ["of 2 numbers, got masked_array", "'two'"]),
    "masked rows only": (
        np.ma.array(np.eye(2), mask=True),
        None,
        ["of numbers, got masked_array", "text 0"],
    ),
    "generators of numbers": (
        [(1.0 for _ in range(2)) for _ in range(2)],
        None,
        ["of numbers, got <generator", "text 0"],
    ),
    "sets of numbers": ([{1.0}, {2.0}], None, ["of numbers, got {1.0}", "text 0"]),
    "a number and a row": ([[1.0], [[1.0]]], None, ["got [[1.0]]", "text 1"]),
    "records": (np.rec.array([(1.0,), (2.0,)]), None, ["of numbers, got", "text 0"]),
    "too deep": (np.ones((2, 2, 2)), None, ["vectors of numbers, got array", "text 0"]),
}


@pytest.mark.parametrize(("returned", "dimension", "parts"), BAD.values(), ids=BAD)
def test_errors_name_batch_and_text(
    returned: Any, dimension: int | None, parts: Sequence[str]
) -> None:
    with pytest.raises(EmbeddingError) as caught:
        read_batch(returned, TEXTS, 7, dimension)
    message = str(caught.value)
    assert all(part in message for part in [*parts, "batch 7"]), message


def test_a_long_text_is_not_shown_whole() -> None:
    with pytest.raises(EmbeddingError, match="…'") as caught:
        read_batch([[nan]], ["x" * 1000], 1, None)
    assert len(str(caught.value)) < 200


def test_no_warning_about_great_numbers() -> None:
    with np.errstate(all="raise"):
        matrix = read_batch([[1e308] * 9, [1e-308] * 9], TEXTS, 1, None)
    assert np.isfinite(matrix).all()
    assert (matrix > 0).all()


@pytest.mark.parametrize("vectors", [HIDDEN, {(1.0, 0.0), (0.0, 1.0)}, {(1.0,): 1}])
def test_a_matrix_hides_nothing_and_has_an_order(vectors: Any) -> None:
    with pytest.raises(EmbeddingError, match="shape"):
        read_matrix(vectors)
