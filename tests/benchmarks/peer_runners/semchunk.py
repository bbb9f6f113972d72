"""semchunk, which knows plain text."""

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any

from tests.benchmarks.peer_runners.frame import Record, Runnable, encoding, run


def main() -> None:
    """Run it."""
    run({"chunkerify": _build})


def _build(limit: int) -> Runnable:
    chunker = import_module("semchunk").chunkerify(encoding(), limit)
    return Runnable(partial(chunker, offsets=True), _records)


def _records(found: Any) -> Iterator[Record]:
    chunks, offsets = found
    for chunk, (start, _) in zip(chunks, offsets, strict=True):
        yield {"page_content": chunk, "start_index": start}


if __name__ == "__main__":
    main()
