"""Two processes and Arrow batches beside the bare splitter.

Run as `python -m tests.benchmarks.workers [COPIES]`; the corpus is split as often as
COPIES says, 4 unless told, so that starting processes does not count alone. Processes
are compared by wall time, which needs two free cores; Arrow, which is one process, by
CPU time. Rounds alternate, and the best of each counts. Needs pyarrow.
"""

import gc
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from langchain_core.documents import Document

from langchain_mdsplit import MarkdownTokenTextSplitter
from langchain_mdsplit.arrow import ArrowSplitter
from tests.benchmarks.timing import Work, print_ratios
from tests.shared_data import corpus_files, read_source

if TYPE_CHECKING:
    import pyarrow as pa

COPIES = 4
ROUNDS = 3


def read_documents(copies: int) -> list[Document]:
    """Return the corpus several times over, each copy under names of its own."""
    texts = [(str(path), read_source(path)) for path in corpus_files()]
    return [
        Document(page_content=text, metadata={"source": f"{copy}/{name}"})
        for copy in range(copies)
        for name, text in texts
    ]


def as_table(documents: Iterable[Document]) -> "pa.Table":
    """Return Documents as a table."""
    import pyarrow as pa  # noqa: PLC0415  (it is an extra)

    rows = [(item.metadata["source"], item.page_content) for item in documents]
    return pa.table(
        {"path": [row[0] for row in rows], "text": [row[1] for row in rows]}
    )


def count(items: Iterable[object]) -> int:
    """Return how many items there are, keeping none."""
    return sum(1 for _ in items)


def seconds_of(work: Callable[[], object]) -> tuple[float, float, float]:
    """Return the wall time of one call, and the CPU time of parent and children."""
    gc.collect()
    before = os.times()
    work()
    after = os.times()
    return (
        after.elapsed - before.elapsed,
        after.user + after.system - before.user - before.system,
        after.children_user
        + after.children_system
        - before.children_user
        - before.children_system,
    )


def print_scaling(
    splitter: MarkdownTokenTextSplitter, documents: list[Document]
) -> None:
    """Print the times of one and of two workers, starting them included."""
    start = [Document(page_content="a" * 2**17)] * 2
    runs: dict[str, tuple[Sequence[Document], int]] = {
        "1 worker": (documents, 1),
        "2 workers": (documents, 2),
        "2 workers, next to nothing to do": (start, 2),
    }
    best = dict.fromkeys(runs, (float("inf"), 0.0, 0.0))
    for _ in range(ROUNDS):
        for name, (given, workers) in runs.items():
            chunks = partial(splitter.lazy_split_documents, given, workers=workers)
            best[name] = min(best[name], seconds_of(lambda: count(chunks())))  # noqa: B023
    base = best["1 worker"][0]
    for name, (wall, parent, children) in best.items():
        cpu = f"CPU {parent:5.2f} s here, {children:5.2f} s in the workers"
        print(f"{name:34} {wall:6.2f} s, {base / wall:5.2f} x; {cpu}")


def main(copies: int) -> None:
    """Time all ways over the corpus."""
    import pyarrow as pa  # noqa: PLC0415  (it is an extra)

    splitter = MarkdownTokenTextSplitter(512)
    documents = read_documents(copies)
    size = sum(len(item.page_content.encode()) for item in documents)
    print(f"{len(documents)} documents, {size / 1e6:.1f} MB, at most 512 tokens")
    print_scaling(splitter, documents)
    split = ArrowSplitter(
        splitter, source_column="path", keep=pa.schema([("path", pa.string())])
    )
    batches = as_table(documents).to_batches(max_chunksize=1000)
    works: dict[str, Work] = {
        "split_documents, in batches": lambda: [
            splitter.split_documents(documents[start : start + 1000])
            for start in range(0, len(documents), 1000)
        ],
        "Arrow batches": lambda: count(split.map_batches(batches)),
    }
    print_ratios(works, ROUNDS, size)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else COPIES)
