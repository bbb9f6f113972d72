"""Other splitters to stand beside ours, each from a text to Documents.

Those outside of LangChain are optional: `pip install 'langchain-mdsplit[benchmarks]'`.
"""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from langchain_core.documents import Document
from langchain_text_splitters import (
    MarkdownHeaderTextSplitter,
    RecursiveCharacterTextSplitter,
)

CHARACTERS = 4  # for a token, where a splitter knows characters only
_HEADERS = [("#" * level, f"Header {level}") for level in range(1, 7)]

Split = Callable[[str], list[Document]]


def langchain_splitters(limit: int) -> dict[str, Split]:
    """Return LangChain's splitters, counting tokens as ours do.

    Args:
        limit: The most a chunk may measure (tokens).

    Returns:
        The splitters by name.
    """
    recursive = RecursiveCharacterTextSplitter.from_tiktoken_encoder(
        "cl100k_base",
        chunk_size=limit,
        chunk_overlap=0,
        add_start_index=True,
        disallowed_special=(),
    )
    headers = MarkdownHeaderTextSplitter(_HEADERS, strip_headers=False)
    return {
        "LangChain recursive": lambda text: recursive.create_documents([text]),
        "LangChain header + recursive": lambda text: recursive.split_documents(
            headers.split_text(text)
        ),
    }


def optional_splitters(limit: int) -> dict[str, Split]:
    """Return the splitters of other packages, with a line for each that is missing.

    Args:
        limit: The most a chunk may measure (tokens).

    Returns:
        The splitters by name.
    """
    builders: dict[str, tuple[str, Callable[[Any, int], Split]]] = {
        "semantic-text-splitter": ("semantic_text_splitter", _semantic_text_splitter),
        "langchain-md-chunker, 4 characters a token": (
            "langchain_md_chunker",
            _md_chunker,
        ),
    }
    found = {}
    for name, (module, build) in builders.items():
        try:
            found[name] = build(import_module(module), limit)
        except ImportError:
            print(f"{name} is not installed and left out")
    return found


def _semantic_text_splitter(package: Any, limit: int) -> Split:
    """Return semantic-text-splitter's splitter of Markdown."""
    splitter = package.MarkdownSplitter.from_tiktoken_model("gpt-4", limit)

    def split(text: str) -> list[Document]:
        return [
            Document(page_content=chunk, metadata={"start_index": start})
            for start, chunk in splitter.chunk_indices(text)
        ]

    return split


def _md_chunker(package: Any, limit: int) -> Split:
    """Return langchain-md-chunker's splitter, keeping all kinds of block."""
    config = package.ChunkConfig(max_chars=CHARACTERS * limit, skip_kinds=())
    return partial(_split_with_md_chunker, package, package.Chunker(config))


def _split_with_md_chunker(package: Any, chunker: Any, text: str) -> list[Document]:
    """Return the chunks of a text, with offsets of ours for those without additions."""
    chunks = chunker.split_text(text)
    documents: list[Document] = package.to_langchain_documents(chunks)
    for chunk, document in zip(chunks, documents, strict=True):
        document.metadata |= {
            "start_index": chunk.start,
            "end_index": chunk.end,
            "content_offset": max(chunk.content.find(chunk.text), 0),
        }
    return documents
