"""The splitters that are compared by what a search finds in their chunks."""

from collections.abc import Iterable
from functools import partial
from importlib import import_module
from typing import Any

from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_text_splitters import TextSplitter

from langchain_mdsplit import (
    MarkdownFragmentTextSplitter,
    MarkdownSectionTextSplitter,
    MarkdownTokenTextSplitter,
    RecursiveCharacterTextSplitter,
    SemanticChunker,
)
from tests.benchmarks.peers import Split, langchain_splitters, optional_splitters

RECURSIVE = "LangChain recursive"
HEADERS = "LangChain header + recursive"
EXPERIMENTAL = "langchain-experimental"
BREAKPOINTS = ("percentile", "standard_deviation", "interquartile", "gradient")
CONTROL = "merging without Max-Min"


def configurations(limit: int, embeddings: Embeddings) -> dict[str, Split]:
    """Return all splitters, from a text to Documents in order.

    Args:
        limit: The most a chunk may measure, where a splitter knows a limit (tokens).
        embeddings: What those that look at meaning use.

    Returns:
        The splitters by name, those of others first.
    """
    ours = {**_markdown_splitters(limit), **_semantic_splitters(limit, embeddings)}
    return {
        **_peers(limit, embeddings),
        **{name: partial(_documents, splitter) for name, splitter in ours.items()},
    }


def _documents(splitter: Any, text: str) -> list[Document]:
    """Return a text's chunks."""
    documents: list[Document] = splitter.create_documents([text])
    return documents


def _peers(limit: int, embeddings: Embeddings) -> dict[str, Split]:
    """Return the splitters of other packages, as far as they are installed."""
    langchain, optional = langchain_splitters(limit), optional_splitters(limit)
    return {
        RECURSIVE: langchain[RECURSIVE],
        HEADERS: langchain[HEADERS],
        f"{HEADERS}, path in front": partial(_with_path, langchain[HEADERS]),
        **{
            f"{name}, Markdown": split
            for name, split in optional.items()
            if name == "semantic-text-splitter"
        },
        **breakpoint_splitters(embeddings, ("percentile",)),
    }


def breakpoint_splitters(
    embeddings: Embeddings, kinds: Iterable[str] = BREAKPOINTS
) -> dict[str, Split]:
    """Return langchain-experimental's splitter, or nothing where it is not installed.

    Args:
        embeddings: What it uses.
        kinds: Its ways to find a threshold.

    Returns:
        One splitter for each.
    """
    try:
        package = import_module("langchain_experimental.text_splitter")
    except ImportError:
        print("langchain-experimental is not installed and left out")
        return {}
    chunkers = {
        kind: package.SemanticChunker(embeddings, breakpoint_threshold_type=kind)
        for kind in kinds
    }
    return {
        f"{EXPERIMENTAL}, {kind}": partial(_documents, chunker)
        for kind, chunker in chunkers.items()
    }


def _with_path(split: Split, text: str) -> list[Document]:
    """Return chunks with the titles in their metadata before their text."""
    chunks = split(text)
    for chunk in chunks:
        titles = [
            title for key, title in chunk.metadata.items() if key.startswith("Header ")
        ]
        if titles:
            path = " > ".join(titles)
            chunk.page_content = f"{path}\n\n{chunk.page_content}"
            chunk.metadata["content_offset"] = len(path) + 2
    return chunks


def _markdown_splitters(limit: int) -> dict[str, TextSplitter]:
    """Return our splitters that look at structure."""
    least = limit // 4
    token = MarkdownTokenTextSplitter
    return {
        "RecursiveCharacterTextSplitter": (
            RecursiveCharacterTextSplitter.from_tiktoken_encoder(
                "cl100k_base",
                chunk_size=limit,
                chunk_overlap=0,
                add_start_index=True,
                disallowed_special=(),
            )
        ),
        "MarkdownFragmentTextSplitter": MarkdownFragmentTextSplitter(limit),
        "MarkdownTokenTextSplitter": token(limit),
        f"MarkdownTokenTextSplitter, at least {least}": token(
            limit, min_chunk_size=least
        ),
        f"MarkdownTokenTextSplitter, at least {least}, own heading": token(
            limit, min_chunk_size=least, heading_context="own"
        ),
        f"MarkdownTokenTextSplitter, at least {least}, no headings": token(
            limit, min_chunk_size=least, heading_context="none"
        ),
        "MarkdownSectionTextSplitter": MarkdownSectionTextSplitter(limit),
    }


def _semantic_splitters(limit: int, embeddings: Embeddings) -> dict[str, TextSplitter]:
    """Return our splitters that look at meaning.

    The control has groups of one unit each, so that its chunks come from merging alone.
    """
    chunker = partial(SemanticChunker, embeddings)
    return {
        "SemanticChunker.for_retrieval": SemanticChunker.for_retrieval(
            embeddings, chunk_size=limit
        ),
        CONTROL: chunker(
            max_sentences=1, chunk_size=limit, min_chunk_size=limit * 3 // 8
        ),
        "SemanticChunker, optimal": chunker(strategy="optimal", chunk_size=limit),
        "SemanticChunker, auto, no limits": chunker(),
        "SemanticChunker, 0.6, no limits": chunker(hard_threshold=0.6),
    }
