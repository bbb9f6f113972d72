"""Fragments of the corpus against one tiktoken pass, and time per doubling.

Run as `python -m tests.benchmarks.fragments`. tiktoken needs its ranks: they are
taken from the shared data, or from the folder in `TIKTOKEN_CACHE_DIR`.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

import tiktoken
from langchain_core.documents import Document

from langchain_mdsplit import MarkdownFragmentTextSplitter, TokenCounter
from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.markdown.parser import markdown_parser
from tests.benchmarks.timing import best_of_rounds, print_ratios
from tests.shared_data import corpus_files, read_source, shared_folder

MEGABYTES = (1, 2, 4, 8, 16)
LIMITED_MEGABYTES = (1, 2, 4)
LIMIT = 200
ROUNDS = 5


def compare_with_tiktoken() -> None:
    """Print how long fragments take, and the steps they are made of."""
    files = corpus_files()
    texts = [read_source(path) for path in files]
    documents = [
        Document(page_content=text, metadata={"source": path.name})
        for path, text in zip(files, texts, strict=True)
    ]
    encoding = tiktoken.get_encoding("cl100k_base")
    parser, counter = markdown_parser(), TokenCounter()
    splitter, limited = (
        MarkdownFragmentTextSplitter(),
        MarkdownFragmentTextSplitter(LIMIT),
    )
    print_ratios(
        {
            "tiktoken, encode_ordinary": lambda: [
                encoding.encode_ordinary(text) for text in texts
            ],
            "fragments as Documents": lambda: splitter.split_documents(documents),
            f"fragments, at most {LIMIT} tokens": lambda: limited.split_documents(
                documents
            ),
            "split_fragments": lambda: [splitter.split_fragments(t) for t in texts],
            "  parser events alone": lambda: [
                sum(1 for _ in parser.events_with_range(text)) for text in texts
            ],
            "  parse_blocks": lambda: [parse_blocks(text) for text in texts],
            "  counting alone": lambda: [counter(text) for text in texts],
        },
        ROUNDS,
        sum(len(text.encode()) for text in texts),
    )


def _document(size: int) -> str:
    text = "\n\n".join(read_source(path) for path in corpus_files()[::7])
    return (text * (size // len(text) + 1))[:size]


SHAPES: dict[str, Callable[[int], str]] = {
    "one document": _document,
    "headings": lambda size: "# heading\n" * (size // 10),
    "list items": lambda size: "- one item of it\n" * (size // 17),
    "table rows": lambda size: "|a|b|\n|-|-|\n" + "| one | two |\n" * (size // 14),
    "paragraphs": lambda size: "A paragraph of words.\n\n" * (size // 23),
}
LIMITED_SHAPES: dict[str, Callable[[int], str]] = {
    "prose, one line": lambda size: "One more sentence here. " * (size // 24),
    "list items": SHAPES["list items"],
    "table rows": SHAPES["table rows"],
    "one fence": lambda size: "```py\n" + "x = one(word)\n" * (size // 14) + "```",
}


def print_doublings() -> None:
    """Print times as inputs double, whole and cut to a limit, with the worst ratio."""
    _print_doublings(MarkdownFragmentTextSplitter(), SHAPES, MEGABYTES)
    print(f"at most {LIMIT} tokens:")
    limited = MarkdownFragmentTextSplitter(LIMIT)
    _print_doublings(limited, LIMITED_SHAPES, LIMITED_MEGABYTES)


def _print_doublings(
    splitter: MarkdownFragmentTextSplitter,
    shapes: Mapping[str, Callable[[int], str]],
    megabytes: Sequence[int],
) -> None:
    for name, build in shapes.items():
        texts = {f"{size} MB": build(size * 1_000_000) for size in megabytes}
        seconds = best_of_rounds(
            {
                size: lambda text=text: splitter.create_documents([text])  # type: ignore[misc]
                for size, text in texts.items()
            },
            rounds=2,
        )
        times = " ".join(f"{value:6.2f}" for value in seconds.values())
        worst = max(after / before for before, after in pairwise(seconds.values()))
        print(
            f"{name:15} {times} s for {', '.join(seconds)}: worst doubling {worst:.2f}"
        )


if __name__ == "__main__":
    if folder := shared_folder():
        os.environ.setdefault("TIKTOKEN_CACHE_DIR", str(folder / "tiktoken_cache"))
    compare_with_tiktoken()
    print_doublings()
