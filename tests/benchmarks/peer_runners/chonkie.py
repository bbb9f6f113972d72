"""chonkie: its recursive chunker with its own rules; a recipe would be fetched."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from tests.benchmarks.peer_runners.frame import Record, Runnable, encoding, run


def main() -> None:
    """Run it."""
    run({"RecursiveChunker": _build})


def _build(limit: int) -> Runnable:
    package = import_module("chonkie")
    chunker = package.RecursiveChunker(tokenizer=encoding(), chunk_size=limit)
    return Runnable(chunker.chunk, _records)


def _records(chunks: Any) -> Iterator[Record]:
    for chunk in chunks:
        yield {"page_content": chunk.text, "start_index": chunk.start_index}


if __name__ == "__main__":
    main()
