"""This package's splitters."""

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any

from tests.benchmarks.peer_runners.frame import Build, Record, Runnable, run

_KEYS = ("start_index", "end_index", "content_offset", "heading_path", "label")


def main() -> None:
    """Run one of them."""
    token = "MarkdownTokenTextSplitter"  # noqa: S105 - no password
    builds: dict[str, Build] = {
        token: partial(_build, token),
        f"{token}, merging": _build_merging,
        "MarkdownSectionTextSplitter": partial(_build, "MarkdownSectionTextSplitter"),
        "RecursiveCharacterTextSplitter": _build_recursive,
    }
    run(builds)


def _build(name: str, limit: int, **options: int) -> Runnable:
    splitter = getattr(import_module("langchain_mdsplit"), name)(limit, **options)
    return _runnable(splitter)


def _build_merging(limit: int) -> Runnable:
    return _build("MarkdownTokenTextSplitter", limit, min_chunk_size=limit // 4)


def _build_recursive(limit: int) -> Runnable:
    package = import_module("langchain_mdsplit")
    splitter = package.RecursiveCharacterTextSplitter.from_tiktoken_encoder(
        "cl100k_base", chunk_size=limit, chunk_overlap=0, add_start_index=True
    )
    return _runnable(splitter)


def _runnable(splitter: Any) -> Runnable:
    return Runnable(lambda text: splitter.create_documents([text]), _records)


def _records(documents: Any) -> Iterator[Record]:
    split_path = import_module("langchain_mdsplit").split_heading_path
    for document in documents:
        metadata = document.metadata
        record = {key: metadata[key] for key in _KEYS if key in metadata}
        if "heading_path" in record:
            record["path"] = split_path(record["heading_path"])
        yield {"page_content": document.page_content, **record}


if __name__ == "__main__":
    main()
