"""semantic-text-splitter: its splitter of Markdown."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from tests.benchmarks.peer_runners.frame import Record, Runnable, run


def main() -> None:
    """Run it."""
    run({"MarkdownSplitter": _build})


def _build(limit: int) -> Runnable:
    package = import_module("semantic_text_splitter")
    splitter = package.MarkdownSplitter.from_tiktoken_model("gpt-4", limit)
    return Runnable(splitter.chunk_indices, _records)


def _records(chunks: Any) -> Iterator[Record]:
    for start, chunk in chunks:
        yield {"page_content": chunk, "start_index": start}


if __name__ == "__main__":
    main()
