"""Fragments of at most 200 tokens beside LangChain's own splitters, over the corpus.

Run as `python -m tests.benchmarks.beside_langchain`. It prints the table of the README:
time, and what each splitter does to the text.
"""

import os
import re
from collections.abc import Callable, Iterable
from functools import partial

from langchain_core.documents import Document
from langchain_text_splitters import (
    MarkdownHeaderTextSplitter,
    RecursiveCharacterTextSplitter,
)
from markdown_it import MarkdownIt

from langchain_mdsplit import MarkdownFragmentTextSplitter, TokenCounter
from tests.benchmarks.timing import best_of_rounds
from tests.shared_data import corpus_files, read_source, shared_folder

LIMIT = 200
ROUNDS = 3
HEADERS = [("#" * level, f"Header {level}") for level in range(1, 7)]
_CLOSING_FENCE = re.compile(r"[ >\t]*(?:`{3,}|~{3,})[ \t]*")
_DELIMITER_ROW = re.compile(r"^[ >\t]*\|?[ \t]*:?-{2,}:?[ \t]*\|", re.MULTILINE)
_ROWS = re.compile(r"(?:^[ >\t]*\|.*\|[ \t]*(?:\n|\Z)){2,}", re.MULTILINE)

Split = Callable[[str], list[Document]]


def recursive() -> RecursiveCharacterTextSplitter:
    """Return LangChain's recursive splitter, counting tokens as ours does."""
    return RecursiveCharacterTextSplitter.from_tiktoken_encoder(
        "cl100k_base",
        chunk_size=LIMIT,
        chunk_overlap=0,
        add_start_index=True,
        disallowed_special=(),
    )


def split_by_headers_then_recursively(
    headers: MarkdownHeaderTextSplitter,
    splitter: RecursiveCharacterTextSplitter,
    text: str,
) -> list[Document]:
    """Return what the usual chain of two LangChain splitters gives."""
    return splitter.split_documents(headers.split_text(text))


def splitters() -> dict[str, Split]:
    """Return the splitters to compare, from a text to Documents."""
    ours = MarkdownFragmentTextSplitter(LIMIT)
    theirs = recursive()
    headers = MarkdownHeaderTextSplitter(HEADERS, strip_headers=False)
    return {
        "`MarkdownFragmentTextSplitter`": lambda text: ours.create_documents([text]),
        "LangChain recursive": lambda text: theirs.create_documents([text]),
        "LangChain header + recursive": partial(
            split_by_headers_then_recursively, headers, theirs
        ),
    }


def visible(texts: Iterable[str]) -> int:
    """Return the number of code points that are not white space."""
    return sum(len("".join(text.split())) for text in texts)


def describe(split: Split, texts: list[str], counter: TokenCounter) -> list[str]:
    """Return the cells of one row, after its speed."""
    found = [split(text) for text in texts]
    chunks = [document for documents in found for document in documents]
    contents = [document.page_content for document in chunks]
    over = sum(count > LIMIT for count in counter.count_many(contents))
    torn = sum(has_open_fence(content) for content in contents)
    headless = sum(
        bool(_ROWS.search(content)) and not _DELIMITER_ROW.search(content)
        for content in contents
    )
    wrong = sum(
        not is_true(text, document)
        for text, documents in zip(texts, found, strict=True)
        for document in documents
    )
    return [str(len(chunks)), str(over), str(torn), str(headless), str(wrong)]


def has_open_fence(content: str) -> bool:
    """Whether a chunk alone has a fence that nothing closes."""
    lines = content.split("\n")
    fences = [token for token in MarkdownIt().parse(content) if token.type == "fence"]
    return any(
        token.map is not None
        and not _CLOSING_FENCE.fullmatch(lines[min(token.map[1], len(lines)) - 1])
        for token in fences
    )


def is_true(text: str, document: Document) -> bool:
    """Whether a chunk's start index points to its text in the source."""
    start = document.metadata.get("start_index", -1)
    offset = document.metadata.get("content_offset")
    if offset is None:
        return document.metadata.get("label") == "frontmatter" or (
            start >= 0 and text.startswith(document.page_content, start)
        )
    end = document.metadata["end_index"]
    return document.page_content.startswith(text[start:end], offset)


def main() -> None:
    """Print the table."""
    if folder := shared_folder():
        os.environ.setdefault("TIKTOKEN_CACHE_DIR", str(folder / "tiktoken_cache"))
    texts = [read_source(path) for path in corpus_files()]
    counter = TokenCounter()
    counter("")
    found = splitters()
    seconds = best_of_rounds(
        {
            name: lambda split=split: [split(text) for text in texts]  # type: ignore[misc]
            for name, split in found.items()
        },
        ROUNDS,
    )
    size = sum(len(text.encode()) for text in texts) / 1e6
    print(
        "| splitter, at most 200 tokens | MB/s | chunks | over the limit "
        "| open fences | table rows without header | wrong offsets |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name, split in found.items():
        cells = [f"{size / seconds[name]:.1f}", *describe(split, texts, counter)]
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
