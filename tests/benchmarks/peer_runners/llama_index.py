"""llama-index-core: sentences, and its reader of Markdown before them."""

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any

from tests.benchmarks.peer_runners.frame import (
    Build,
    Record,
    Runnable,
    encoding,
    run,
)

_SEPARATOR = "\x1f"  # stands in no heading


def main() -> None:
    """Run one of them."""
    builds: dict[str, Build] = {
        "SentenceSplitter": _build,
        "MarkdownNodeParser + SentenceSplitter": _build_with_parser,
    }
    run(builds)


def _splitter(limit: int) -> Any:
    parser = import_module("llama_index.core.node_parser")
    return parser.SentenceSplitter(
        chunk_size=limit,
        chunk_overlap=0,
        tokenizer=encoding().encode_ordinary,
        include_metadata=False,
    )


def _build(limit: int) -> Runnable:
    splitter, document = _splitter(limit), _document()
    return Runnable(
        lambda text: splitter.get_nodes_from_documents([document(text=text)]),
        partial(map, _record),
    )


def _build_with_parser(limit: int) -> Runnable:
    package = import_module("llama_index.core.node_parser")
    parser = package.MarkdownNodeParser(header_path_separator=_SEPARATOR)
    splitter, document = _splitter(limit), _document()

    def split(text: str) -> list[tuple[Any, Any]]:
        sections = parser.get_nodes_from_documents([document(text=text)])
        return [
            (section, node)
            for section in sections
            for node in splitter.get_nodes_from_documents([section])
        ]

    return Runnable(split, _records_with_paths)


def _document() -> Any:
    return import_module("llama_index.core").Document


def _records_with_paths(pairs: Any) -> Iterator[Record]:
    """Yield chunks; a section's path leaves out the heading it begins with."""
    for section, node in pairs:
        path = section.metadata["header_path"].split(_SEPARATOR)
        first = section.text.partition("\n")[0]
        own = [first.lstrip("#").strip()] if first.startswith("#") else []
        titles = [title for title in path if title] + own
        yield {"page_content": node.text, "path": titles}


def _record(node: Any) -> Record:
    record: Record = {"page_content": node.text}
    if node.start_char_idx is not None:
        record["start_index"] = node.start_char_idx
    return record


if __name__ == "__main__":
    main()
