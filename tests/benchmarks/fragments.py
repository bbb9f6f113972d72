"""Fragments of the corpus against one tiktoken pass, and time per doubling.

Run as `python -m tests.benchmarks.fragments`. tiktoken needs its ranks: they are
taken from the shared data, or from the folder in `TIKTOKEN_CACHE_DIR`.
"""

import tiktoken
from langchain_core.documents import Document

from langchain_mdsplit import MarkdownFragmentTextSplitter, TokenCounter
from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.markdown.parser import markdown_parser
from tests.benchmarks.timing import (
    Build,
    one_document,
    print_doublings,
    print_ratios,
    use_shared_ranks,
)
from tests.shared_data import corpus_files, read_source

SIZES = [megabytes * 1_000_000 for megabytes in (1, 2, 4, 8, 16)]
LIMITED_SIZES = SIZES[:3]
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


SHAPES: dict[str, Build] = {
    "one document": one_document,
    "headings": lambda size: "# heading\n" * (size // 10),
    "list items": lambda size: "- one item of it\n" * (size // 17),
    "table rows": lambda size: "|a|b|\n|-|-|\n" + "| one | two |\n" * (size // 14),
    "paragraphs": lambda size: "A paragraph of words.\n\n" * (size // 23),
}
LIMITED_SHAPES: dict[str, Build] = {
    "prose, one line": lambda size: "One more sentence here. " * (size // 24),
    "list items": SHAPES["list items"],
    "table rows": SHAPES["table rows"],
    "one fence": lambda size: "```py\n" + "x = one(word)\n" * (size // 14) + "```",
}


def print_all_doublings() -> None:
    """Print times as inputs double, whole and cut to a limit, with the worst ratio."""
    splitter, limited = (
        MarkdownFragmentTextSplitter(),
        MarkdownFragmentTextSplitter(LIMIT),
    )
    print_doublings(
        lambda text: splitter.create_documents([text]),
        {name: (build, SIZES) for name, build in SHAPES.items()},
    )
    print(f"at most {LIMIT} tokens:")
    print_doublings(
        lambda text: limited.create_documents([text]),
        {name: (build, LIMITED_SIZES) for name, build in LIMITED_SHAPES.items()},
    )


if __name__ == "__main__":
    use_shared_ranks()
    compare_with_tiktoken()
    print_all_doublings()
