"""langchain-md-chunker, which measures in characters: four are taken for a token."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from tests.benchmarks.peer_runners.frame import Record, Runnable, run

_CHARACTERS = 4


def main() -> None:
    """Run it."""
    run({"Chunker, 4 characters a token": _build})


def _build(limit: int) -> Runnable:
    package = import_module("langchain_md_chunker")
    config = package.ChunkConfig(max_chars=_CHARACTERS * limit, skip_kinds=())
    return Runnable(package.Chunker(config).split_text, _records)


def _records(chunks: Any) -> Iterator[Record]:
    for chunk in chunks:
        yield {
            "page_content": chunk.content,
            "start_index": chunk.start,
            "end_index": chunk.end,
            "content_offset": max(chunk.content.find(chunk.text), 0),
            "path": list(chunk.headings),
        }


if __name__ == "__main__":
    main()
