"""docling-core's hybrid chunker, behind the reader of Markdown of docling-slim."""

from collections.abc import Iterator
from importlib import import_module
from io import BytesIO
from typing import Any

from tests.benchmarks.peer_runners.frame import Record, Runnable, encoding, run

_CHUNKERS = "docling_core.transforms.chunker"


def main() -> None:
    """Run it."""
    run({"HybridChunker": _build})


def _build(limit: int) -> Runnable:
    openai = import_module(f"{_CHUNKERS}.tokenizer.openai")
    tokenizer = openai.OpenAITokenizer(tokenizer=encoding(), max_tokens=limit)
    hybrid = import_module(f"{_CHUNKERS}.hybrid_chunker")
    chunker = hybrid.HybridChunker(tokenizer=tokenizer)

    def split(text: str) -> list[tuple[str, list[str]]]:
        return [
            (chunker.contextualize(chunk), chunk.meta.headings or [])
            for chunk in chunker.chunk(_document(text))
        ]

    return Runnable(split, _records)


def _document(text: str) -> Any:
    """Return what docling reads in a text."""
    backend = import_module("docling.backend.md_backend").MarkdownDocumentBackend
    stream = BytesIO(text.encode())
    source = import_module("docling.datamodel.document").InputDocument(
        path_or_stream=stream,
        format=import_module("docling.datamodel.base_models").InputFormat.MD,
        backend=backend,
        filename="text.md",
    )
    return backend(in_doc=source, path_or_stream=stream).convert()


def _records(chunks: Any) -> Iterator[Record]:
    for content, path in chunks:
        yield {"page_content": content, "path": path}


if __name__ == "__main__":
    main()
