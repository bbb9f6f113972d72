"""langchain-text-splitters: the recursive splitters, and headers before one."""

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any

from tests.benchmarks.peer_runners.frame import Build, Record, Runnable, run

_BOTH = "MarkdownHeaderTextSplitter + RecursiveCharacterTextSplitter"
_HEADERS = [("#" * level, f"Header {level}") for level in range(1, 7)]


def main() -> None:
    """Run one of them."""
    builds: dict[str, Build] = {
        "RecursiveCharacterTextSplitter": partial(
            _build, "RecursiveCharacterTextSplitter"
        ),
        "MarkdownTextSplitter": partial(_build, "MarkdownTextSplitter"),
        _BOTH: _build_with_headers,
    }
    run(builds)


def _splitter(name: str, limit: int) -> Any:
    package = import_module("langchain_text_splitters")
    return getattr(package, name).from_tiktoken_encoder(
        "cl100k_base",
        chunk_size=limit,
        chunk_overlap=0,
        add_start_index=True,
        disallowed_special=(),
    )


def _build(name: str, limit: int) -> Runnable:
    splitter = _splitter(name, limit)
    return Runnable(lambda text: splitter.create_documents([text]), _records)


def _build_with_headers(limit: int) -> Runnable:
    package = import_module("langchain_text_splitters")
    headers = package.MarkdownHeaderTextSplitter(_HEADERS, strip_headers=False)
    recursive = _splitter("RecursiveCharacterTextSplitter", limit)

    def split(text: str) -> Any:
        return recursive.split_documents(headers.split_text(text))

    return Runnable(split, partial(_records, with_path=True))


def _records(documents: Any, *, with_path: bool = False) -> Iterator[Record]:
    for document in documents:
        metadata = document.metadata
        record: Record = {
            "page_content": document.page_content,
            "start_index": metadata["start_index"],
        }
        if with_path:
            keys = (key for _, key in _HEADERS)
            record["path"] = [metadata[key] for key in keys if key in metadata]
        yield record


if __name__ == "__main__":
    main()
