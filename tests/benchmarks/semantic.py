"""What grouping costs beside the arithmetic it needs, without the embeddings' time.

Run as `python -m tests.benchmarks.semantic`; one core.
"""

import os
import tracemalloc
from functools import partial
from time import process_time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray

from langchain_mdsplit import SemanticChunker, max_min_groups

DIMENSIONS = 384
SIZES = (12_500, 25_000, 50_000, 100_000)
WINDOW = 14
ROUNDS = 3
group = partial(max_min_groups, hard_threshold=0.6, init_const=1.5, c=0.9)


class TimedEmbeddings(Embeddings):
    """Hands out vectors that are there already, as lists, and times itself."""

    def __init__(self, vectors: NDArray[np.float32]) -> None:
        self.vectors = vectors
        self.done = 0
        self.seconds = 0.0

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        start = process_time()
        rows = self.vectors[self.done : self.done + len(texts)].tolist()
        self.done += len(texts)
        self.seconds += process_time() - start
        return rows  # type: ignore[no-any-return]

    def embed_query(self, text: str) -> list[float]:
        raise NotImplementedError(text)


def topics(count: int, seed: int = 0) -> NDArray[np.float32]:
    """Return vectors of texts that stay with a subject for a while."""
    random = np.random.default_rng(seed)
    subjects = random.normal(size=(-(-count // 12), DIMENSIONS))
    noise = random.normal(size=(count, DIMENSIONS))
    vectors = np.repeat(subjects, 12, axis=0)[:count] + 0.7 * noise
    return vectors.astype(np.float32)


def banded_products(vectors: NDArray[np.float32]) -> float:
    """Return the seconds of one pass of dot products, each with those before it."""
    start = process_time()
    for lag in range(1, WINDOW + 1):
        np.einsum("ij,ij->i", vectors[lag:], vectors[:-lag])
    return process_time() - start


def grouping(vectors: NDArray[np.float32]) -> float:
    """Return the seconds of grouping."""
    start = process_time()
    group(vectors)
    return process_time() - start


def splitting(vectors: NDArray[np.float32], **options: int) -> float:
    """Return the seconds of splitting a text with so many sentences."""
    text = "\n\n".join(f"Sentence number {n} of the text." for n in range(len(vectors)))
    embeddings = TimedEmbeddings(vectors)
    chunker = SemanticChunker(embeddings, **options)  # type: ignore[arg-type]
    start = process_time()
    chunker.split_chunks(text)
    return process_time() - start - embeddings.seconds


def memory(vectors: NDArray[np.float32]) -> float:
    """Return the peak of what grouping takes, in sizes of the vectors."""
    tracemalloc.start()
    group(vectors)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / vectors.nbytes


def main() -> None:
    """Print a line for each number of units."""
    print("units     products  grouping  ratio  memory   split  split, sizes")
    for size in SIZES:
        vectors = topics(size)
        products = min(banded_products(vectors) for _ in range(ROUNDS))
        groups = min(grouping(vectors) for _ in range(ROUNDS))
        plain = splitting(vectors)
        sized = splitting(vectors, chunk_size=400, min_chunk_size=150)
        print(
            f"{size:7,}   {products:6.2f} s  {groups:6.2f} s {groups / products:6.2f}  "
            f"+{memory(vectors):5.1%}  {plain:5.2f} s  {sized:5.2f} s"
        )


if __name__ == "__main__":
    main()
