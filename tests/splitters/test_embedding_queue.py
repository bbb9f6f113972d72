"""Texts on their way to the embeddings: batches, order, errors."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.errors import EmbeddingError
from langchain_mdsplit.splitters.embedding_queue import EmbeddingQueue


def vectors_of(texts: Sequence[str]) -> list[list[float]]:
    """Return vectors that tell from which text they are."""
    return [[float(text), 1.0] for text in texts]


def run(counts: Sequence[int], batch_size: int, *, waits: bool) -> list[list[str]]:
    """Send items of so many texts through a queue; return the batches."""
    queue = EmbeddingQueue[int](batch_size)
    batches: list[list[str]] = []
    done: list[int] = []

    def drain(*, is_last: bool) -> None:
        while request := queue.request(is_last=is_last):
            batches.append(request.texts)
            queue.feed(vectors_of(request.texts))
        for item, vectors in queue.finished():
            done.append(item)
            assert vectors.dtype == np.float32
            assert [int(row[0]) for row in vectors] == list(texts_of[item])

    starts = np.cumsum([0, *counts]).tolist()
    texts_of = [range(a, a + b) for a, b in zip(starts, counts, strict=False)]
    for item, numbers in enumerate(texts_of):
        queue.add(item, list(map(str, numbers)))
        drain(is_last=not waits)
        if not waits:
            assert done == list(range(item + 1))
    drain(is_last=True)
    assert done == list(range(len(counts)))
    assert queue.request(is_last=True) is None
    assert queue.finished() == []
    return batches


@given(
    counts=st.lists(st.integers(0, 9), max_size=8),
    batch_size=st.integers(1, 10),
    waits=st.booleans(),
)
def test_each_text_is_asked_for_once_and_goes_to_its_item(
    counts: list[int],
    batch_size: int,
    *,
    waits: bool,
) -> None:
    batches = run(counts, batch_size, waits=waits)
    asked = [int(text) for batch in batches for text in batch]
    assert asked == list(range(sum(counts)))
    assert all(len(batch) <= batch_size for batch in batches)
    if waits:
        assert all(len(batch) == batch_size for batch in batches[:-1])


def test_batches_go_across_items() -> None:
    batches = run([2, 0, 3, 1], 4, waits=True)
    assert [len(batch) for batch in batches] == [4, 2]
    batches = run([2, 0, 3, 1], 4, waits=False)
    assert [len(batch) for batch in batches] == [2, 3, 1]


def test_items_are_finished_in_order_as_soon_as_they_can_be() -> None:
    queue = EmbeddingQueue[str](2)
    queue.add("a", ["1", "2", "3"])
    queue.add("b", [])
    assert queue.finished() == []
    assert queue.request(is_last=False) is not None
    queue.feed([[1], [2]])
    assert queue.finished() == []
    assert queue.request(is_last=False) is None
    assert queue.request(is_last=True) is not None
    queue.feed(np.array([[3.0]]))
    (a, vectors), (b, nothing) = queue.finished()
    assert (a, vectors.tolist()) == ("a", [[1], [2], [3]])
    assert (b, len(nothing)) == ("b", 0)


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (
            [[1, 2], [1, 2]],
            "got 2 vectors for the 1 texts of batch 2, which begins 'z'",
        ),
        ([[1, 2, 3]], "of 2 numbers, got 3 numbers for text 0 of batch 2: 'z'"),
        ([[1, float("nan")]], "got nan for text 0 of batch 2: 'z'"),
    ],
)
def test_errors_name_the_batch(returned: list[list[float]], message: str) -> None:
    queue = EmbeddingQueue[None](2)
    queue.add(None, ["x", "y", "z"])
    queue.request(is_last=False)
    queue.feed([[1, 2], [3, 4]])
    queue.request(is_last=True)
    with pytest.raises(EmbeddingError, match=message):
        queue.feed(returned)
