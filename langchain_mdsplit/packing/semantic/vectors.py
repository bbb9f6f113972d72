"""What embeddings return, read as one matrix of finite numbers or refused by name."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from langchain_mdsplit.errors import EmbeddingError
from langchain_mdsplit.packing.semantic.similarities import Floats
from langchain_mdsplit.shortening import short_repr

_GREATEST = 1e15  # squares of numbers from its inverse up to it add up in float32


def read_matrix(vectors: Any) -> Floats:
    """Return vectors as a matrix, of float64 if they are that, else of float32.

    Args:
        vectors: An array or sequences of numbers, of shape (units, dimensions).

    Returns:
        The matrix; of rows of numbers too great or small to be squared only the
        direction is kept.

    Raises:
        EmbeddingError: They are no matrix, or not finite.
    """
    is_double = getattr(vectors, "dtype", None) == np.float64
    has_order = not isinstance(vectors, AbstractSet | Mapping)
    matrix = _as_matrix(vectors) if has_order else None
    if matrix is None:
        msg = "vectors must be numbers of shape (units, dimensions)"
        raise EmbeddingError(msg)
    bad = _first_not_finite(matrix)
    if bad is not None:
        msg = f"vectors must be finite, vector {bad} holds {_not_finite(matrix[bad])}"
        raise EmbeddingError(msg)
    return _in_range(matrix, np.float64 if is_double else np.float32)


def read_batch(
    returned: Any, texts: Sequence[str], batch: int, dimension: int | None
) -> Floats:
    """Return the vectors of one batch of texts.

    Args:
        returned: What the embeddings returned for them.
        texts: The texts.
        batch: Which batch it is, counted from 1.
        dimension: How many numbers the vectors before had, if there were any.

    Returns:
        An array of float32 of shape (texts, dimensions).

    Raises:
        EmbeddingError: They are not one vector for each text, all of one dimension and
            of finite numbers; batch and text are named.
    """
    rows = _read_rows(returned, len(texts))
    matrix = None if rows is None else _as_matrix(rows)
    found = 0 if rows is None else len(rows if matrix is None else matrix)
    if found != len(texts):
        raise _odd_count(returned, found, texts, batch)
    if matrix is None or dimension not in (None, matrix.shape[1]):
        raise _odd_vector(rows, texts, batch, dimension)
    bad = _first_not_finite(matrix)
    if bad is not None:
        msg = (
            f"embeddings must return finite numbers, got {_not_finite(matrix[bad])} "
            f"{_where(bad, texts, batch)}"
        )
        raise EmbeddingError(msg)
    return _in_range(matrix, np.float32)


def _read_rows(returned: Any, count: int) -> Any:
    """Return what was returned as an array or a list; None if it is not so many rows.

    It is read once, and no further than one row over that.
    """
    if _length(returned) != count or isinstance(returned, AbstractSet | Mapping):
        return None
    if hasattr(returned, "dtype"):
        return returned
    try:
        rows = iter(returned)
    except TypeError:
        return None
    return list(islice(rows, count + 1))


def _as_matrix(vectors: Any) -> Floats | None:
    """Return vectors as a matrix, None if they are none."""
    try:
        matrix = _as_array(vectors)
        if matrix.shape == (0,):
            return np.zeros((0, 1))
        if matrix.dtype.kind in "biu" or matrix.dtype == np.float16:
            matrix = matrix.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        return None
    if matrix.ndim != 2 or matrix.dtype.kind != "f" or not matrix.shape[1]:
        return None
    return matrix


def _as_array(vectors: Any) -> NDArray[Any]:
    """Return vectors as an array of what they hold; raise if a mask hides some."""
    rows: Sequence[Any] = ()
    if not hasattr(vectors, "dtype"):
        rows = vectors = list(vectors)
    if any(map(_is_masked, [vectors, *rows])):
        raise TypeError
    return np.asarray(vectors)


def _is_masked(value: Any) -> bool:
    """Whether numbers of a value are not to be used, which an array would show."""
    return isinstance(value, np.ma.MaskedArray) and bool(np.ma.is_masked(value))


def _first_not_finite(matrix: Floats) -> int | None:
    """Return the first row with a number that is not finite, if there is one."""
    # A sum is finite only if all its numbers are, and needs no array of booleans.
    with np.errstate(all="ignore"):
        suspects = np.flatnonzero(~np.isfinite(matrix.sum(axis=1)))
    for row in suspects:
        if not np.isfinite(matrix[row]).all():
            return int(row)
    return None


def _not_finite(vector: Floats) -> float:
    """Return the first number of a vector that is not finite."""
    return float(vector[~np.isfinite(vector)][0])


def _in_range(matrix: Floats, dtype: type[np.floating[Any]]) -> Floats:
    """Return a matrix in which rows whose squares would overflow are scaled."""
    if not len(matrix):
        return matrix.astype(dtype)
    greatest = np.maximum(matrix.max(axis=1), -matrix.min(axis=1))
    is_odd = (greatest > _GREATEST) | ((greatest > 0) & (greatest < 1 / _GREATEST))
    if is_odd.any():
        factors = np.where(is_odd, greatest, 1)
        matrix = matrix / factors[:, None]
    return matrix.astype(dtype, copy=False)


def _odd_count(
    returned: Any, found: int, texts: Sequence[str], batch: int
) -> EmbeddingError:
    """Return the error about vectors that are not as many as texts."""
    length, name = _length(returned), type(returned).__name__
    got = f"a {name}"
    if length != len(texts):
        got = f"{length} vectors" if length >= 0 else got
    elif found:
        got += (
            f" that says it has {length} and has {'more' if found > length else found}"
        )
    msg = (
        f"embeddings must return one vector for each text, got {got} for the "
        f"{len(texts)} texts of batch {batch}, which begins {short_repr(texts[0])}"
    )
    return EmbeddingError(msg)


def _odd_vector(
    rows: Any, texts: Sequence[str], batch: int, dimension: int | None
) -> EmbeddingError:
    """Return the error about the first vector that is unlike the others."""
    for place, vector in zip(range(len(texts)), rows, strict=False):
        row = _as_matrix([vector]) if _length(vector) > 0 else None
        size = None if row is None else row.shape[1]
        expected = dimension = dimension or size
        if size is None or size != expected:
            got = short_repr(vector) if size is None else f"{size} numbers"
            wanted = "numbers" if expected is None else f"{expected} numbers"
            msg = (
                f"embeddings must return vectors of {wanted}, got {got} "
                f"{_where(place, texts, batch)}"
            )
            return EmbeddingError(msg)
    msg = (
        f"embeddings must return a list of vectors, got {short_repr(rows)} for "
        f"batch {batch}, which begins {short_repr(texts[0])}"
    )
    return EmbeddingError(msg)


def _length(value: Any) -> int:
    """Return how many elements a value says it has, -1 if it has none."""
    try:
        return len(value)
    except (TypeError, ValueError, OverflowError):
        return -1


def _where(place: int, texts: Sequence[str], batch: int) -> str:
    """Return which text of which batch is meant."""
    return f"for text {place} of batch {batch}: {short_repr(texts[place])}"
