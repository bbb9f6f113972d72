"""Texts on their way to the embeddings: batches, order, errors."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.documents.attempts import result_of
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
            request.answer = vectors_of(request.texts)
            queue.take(request)
        for item, found in queue.finished():
            done.append(item)
            vectors = result_of(found)
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


def answer(queue: EmbeddingQueue[str], vectors: Any, *, is_last: bool) -> list[str]:
    """Answer a queue's next request; return its texts."""
    request = queue.request(is_last=is_last)
    assert request is not None
    request.answer = vectors
    queue.take(request)
    return request.texts


def test_items_are_finished_in_order_as_soon_as_they_can_be() -> None:
    queue = EmbeddingQueue[str](2)
    queue.add("a", ["1", "2", "3"])
    queue.add("b", [])
    assert queue.finished() == []
    answer(queue, [[1], [2]], is_last=False)
    assert queue.finished() == []
    assert queue.request(is_last=False) is None
    answer(queue, np.array([[3.0]]), is_last=True)
    (a, vectors), (b, nothing) = queue.finished()
    assert (a, result_of(vectors).tolist()) == ("a", [[1], [2], [3]])
    assert (b, len(result_of(nothing))) == ("b", 0)


def test_an_error_is_of_the_item_whose_texts_fail_alone() -> None:
    queue = EmbeddingQueue[str](4)
    for item, count in (("a", 1), ("b", 2), ("c", 6), ("d", 1)):
        queue.add(item, [item] * count)
    failed, one = LookupError(), [1.0]
    assert answer(queue, failed, is_last=False) == ["a", "b", "b", "c"]
    assert queue.finished() == []
    assert answer(queue, [one], is_last=False) == ["a"]
    assert answer(queue, failed, is_last=False) == ["b", "b"]
    (a, _), b = queue.finished()
    assert (a, b) == ("a", ("b", failed))
    assert answer(queue, failed, is_last=False) == ["c"]
    assert queue.finished() == [("c", failed)]
    assert queue.request(is_last=False) is None  # what is left of c is given up
    assert answer(queue, [one], is_last=True) == ["d"]
    assert [item for item, _ in queue.finished()] == ["d"]
    assert queue.request(is_last=True) is None


def test_what_fails_together_only_is_no_error() -> None:
    queue = EmbeddingQueue[str](9)
    queue.add("a", ["1", "2"])
    queue.add("b", ["3"])
    answer(queue, LookupError(), is_last=True)
    answer(queue, [[1], [2]], is_last=True)
    answer(queue, [[3]], is_last=True)
    found = [(item, result_of(vectors).tolist()) for item, vectors in queue.finished()]
    assert found == [("a", [[1], [2]]), ("b", [[3]])]


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
    queue = EmbeddingQueue[str](2)
    queue.add("item", ["x", "y", "z"])
    answer(queue, [[1, 2], [3, 4]], is_last=False)
    answer(queue, returned, is_last=True)
    ((_, found),) = queue.finished()
    with pytest.raises(EmbeddingError, match=message):
        result_of(found)
