"""How well one segmentation of a sequence of units agrees with another.

A segmentation is one label for each unit; equal labels are one segment.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def window_error(truth: Sequence[int], found: Sequence[int]) -> float:
    """Return P_k: how often two units k apart are wrongly together or apart.

    k is half the mean length of the true segments (Beeferman, Berger and Lafferty,
    "Statistical Models for Text Segmentation", Machine Learning 34, 1999).

    Args:
        truth: The true label of each unit.
        found: The labels to judge.

    Returns:
        The part of all pairs, 0 (equal) to 1; 0 where no two units are k apart.

    Raises:
        ValueError: There are no units, or not as many labels in both.
    """
    _check_lengths(truth, found)
    width = max(round(len(truth) / len(set(truth)) / 2), 1)
    pairs = len(truth) - width
    wrong = sum(
        (truth[index] == truth[index + width]) != (found[index] == found[index + width])
        for index in range(pairs)
    )
    return wrong / pairs if pairs > 0 else 0.0


def adjusted_mutual_information(truth: Sequence[int], found: Sequence[int]) -> float:
    """Return the mutual information of two labelings, corrected for chance.

    AMI with the arithmetic mean of the entropies (Vinh, Epps and Bailey, "Information
    Theoretic Measures for Clusterings Comparison", JMLR 11, 2010).

    Args:
        truth: The true label of each unit.
        found: The labels to judge.

    Returns:
        1 for equal segmentations, about 0 for random ones.

    Raises:
        ValueError: There are no units, or not as many labels in both.
    """
    _check_lengths(truth, found)
    table = _contingency(truth, found)
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    if len(rows) == len(columns) and len(rows) in {1, len(truth)}:
        return 1.0
    expected = _expected_information(rows, columns)
    most = (_entropy(rows) + _entropy(columns)) / 2
    return (_information(table) - expected) / (most - expected)


def _check_lengths(truth: Sequence[int], found: Sequence[int]) -> None:
    """Raise unless there is one label of each kind for each unit."""
    if len(truth) != len(found) or not truth:
        msg = f"{len(truth)} true labels and {len(found)} found; must be equal and > 0"
        raise ValueError(msg)


def _contingency(truth: Sequence[int], found: Sequence[int]) -> NDArray[np.int64]:
    """Return how many units have each true label (rows) and each found one."""
    _, rows = np.unique(np.asarray(truth), return_inverse=True)
    _, columns = np.unique(np.asarray(found), return_inverse=True)
    table = np.zeros((rows.max() + 1, columns.max() + 1), dtype=np.int64)
    np.add.at(table, (rows, columns), 1)
    return table


def _entropy(sizes: NDArray[np.int64]) -> float:
    """Return the entropy of a partition into parts of these sizes (nats)."""
    shares = sizes / sizes.sum()
    return float(-(shares * np.log(shares)).sum())


def _information(table: NDArray[np.int64]) -> float:
    """Return the mutual information of rows and columns (nats)."""
    joint = table / table.sum()
    independent = np.outer(joint.sum(axis=1), joint.sum(axis=0))
    held = joint > 0
    return float((joint[held] * np.log(joint[held] / independent[held])).sum())


def _expected_information(rows: NDArray[np.int64], columns: NDArray[np.int64]) -> float:
    """Return the mean mutual information of random labels with these sizes (nats)."""
    units = int(rows.sum())
    logs = np.array([math.lgamma(number + 1) for number in range(units + 1)])
    return sum(
        _expected_cell(int(row), int(column), units, logs)
        for row in rows
        for column in columns
    )


def _expected_cell(
    row: int, column: int, units: int, logs: NDArray[np.float64]
) -> float:
    """Return what one cell adds to the mean; its count is hypergeometric.

    Args:
        row: The sum of its row.
        column: The sum of its column.
        units: The sum of all.
        logs: The logarithms of the factorials, from 0.

    Returns:
        The sum over all counts the cell may have.
    """
    counts = np.arange(max(1, row + column - units), min(row, column) + 1)
    probable = np.exp(
        logs[row]
        + logs[column]
        + logs[units - row]
        + logs[units - column]
        - logs[units]
        - logs[counts]
        - logs[row - counts]
        - logs[column - counts]
        - logs[units - row - column + counts]
    )
    gains = counts / units * np.log(units * counts / (row * column))
    return float((gains * probable).sum())
