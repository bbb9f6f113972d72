"""Packed chunks of the corpus beside other splitters: their time and their faults.

Run as `python -m tests.benchmarks.packing`; it prints tables at two limits, the times
as inputs double, and how much a user's own length function is given to read.
tiktoken needs its ranks: they are taken from the shared data, or from the folder in
`TIKTOKEN_CACHE_DIR`.
"""

from collections.abc import Callable, Sequence
from functools import partial

import tiktoken

from langchain_mdsplit import (
    MarkdownFragmentTextSplitter,
    MarkdownSectionTextSplitter,
    MarkdownTokenTextSplitter,
    TokenCounter,
)
from langchain_mdsplit.splitters.packed import PackingTextSplitter
from tests.benchmarks.peers import Split, langchain_splitters, optional_splitters
from tests.benchmarks.quality import SHORT, measure_quality
from tests.benchmarks.timing import (
    Build,
    Work,
    best_of_rounds,
    each,
    one_document,
    print_doublings,
    use_shared_ranks,
)
from tests.shared_data import corpus_files, read_source

LIMITS = (512, 200)
ROUNDS = 3
PASS = "one tiktoken pass"  # noqa: S105 - no password
COLUMNS = (
    "time",
    "chunks",
    "over limit",
    "open fences",
    "rows without header",
    "bare headings",
    "wrong offsets",
    "characters lost",
    "mean fill",
    f"under {SHORT} tokens",
)

Packed = Callable[..., PackingTextSplitter]
OURS: dict[str, Packed] = {
    "`MarkdownTokenTextSplitter`": MarkdownTokenTextSplitter,
    "`MarkdownSectionTextSplitter`": MarkdownSectionTextSplitter,
}


def splitters(limit: int) -> dict[str, Split]:
    """Return all splitters, from a text to Documents."""
    ours = {
        **{name: build(limit) for name, build in OURS.items()},
        "`MarkdownTokenTextSplitter`, merging": MarkdownTokenTextSplitter(
            limit, min_chunk_size=limit // 4
        ),
        "`MarkdownFragmentTextSplitter`": MarkdownFragmentTextSplitter(limit),
    }
    return {
        **{
            name: lambda text, splitter=splitter: splitter.create_documents([text])  # type: ignore[misc]
            for name, splitter in ours.items()
        },
        **langchain_splitters(limit),
        **optional_splitters(limit),
    }


def print_table(texts: Sequence[str], limit: int, counter: TokenCounter) -> None:
    """Print a row for each splitter: its time, what it makes, and what is wrong."""
    encoding = tiktoken.get_encoding("cl100k_base")
    found = splitters(limit)
    works: dict[str, Work] = {PASS: each(encoding.encode_ordinary, texts)}
    works |= {name: each(split, texts) for name, split in found.items()}
    seconds = best_of_rounds(works, ROUNDS)
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    print(f"\n{PASS}: {seconds[PASS]:.2f} s, {megabytes / seconds[PASS]:.1f} MB/s\n")
    print(f"| at most {limit} tokens | {' | '.join(COLUMNS)} |")
    print(f"|---|{'---:|' * len(COLUMNS)}")
    for name, split in found.items():
        quality = measure_quality(texts, [split(t) for t in texts], limit, counter)
        cells = (
            f"{seconds[name] / seconds[PASS]:.2f}",
            quality.chunks,
            quality.over_limit,
            quality.open_fences,
            quality.rows_without_header,
            quality.bare_headings,
            quality.wrong_offsets,
            quality.lost_characters,
            f"{quality.fill:.0%}",
            f"{quality.short:.0%}",
        )
        print(f"| {name} | {' | '.join(map(str, cells))} |", flush=True)


def print_reading(texts: Sequence[str], limit: int, counter: TokenCounter) -> None:
    """Print how much a length function is given, against input and final texts."""
    for name, build in OURS.items():
        reader = Reader(counter)
        documents = build(limit, length_function=reader).create_documents(texts)
        final = sum(len(document.page_content) for document in documents)
        ratio = reader.characters / (sum(map(len, texts)) + final)
        print(f"{name}, {limit}: {ratio:.2f} x, {reader.calls:,} calls", flush=True)


class Reader:
    """A length function that counts what it is given."""

    def __init__(self, counter: TokenCounter) -> None:
        self._counter = counter
        self.characters = self.calls = 0

    def __call__(self, text: str) -> int:
        """Return the length of a text."""
        self.characters += len(text)
        self.calls += 1
        return self._counter(text)


def doubled(last: int) -> list[int]:
    """Return sizes that double up to a last one."""
    return [last // 8, last // 4, last // 2, last]


SHAPES: dict[str, tuple[Build, Sequence[int]]] = {
    "one document": (one_document, [2**power * 1_000_000 for power in range(5)]),
    "one section": (
        lambda count: "# One\n\n" + "A paragraph of a few words.\n\n" * count,
        doubled(100_000),
    ),
    "headings": (lambda count: "## A heading\n" * count, doubled(100_000)),
    "nested headings": (
        lambda count: "".join(
            f"{'#' * (n % 6 + 1)} {n}\n\nText.\n" for n in range(count)
        ),
        doubled(100_000),
    ),
    "list items": (lambda count: "- one item of it\n" * count, doubled(200_000)),
    "table rows": (
        lambda count: "|a|b|\n|-|-|\n" + "| one | two |\n" * count,
        doubled(50_000),
    ),
}


def main() -> None:
    """Print everything."""
    use_shared_ranks()
    texts = [read_source(path) for path in corpus_files()]
    counter = TokenCounter()
    for limit in LIMITS:
        print_table(texts, limit, counter)
    print("\nCharacters a length function is given, against input and final texts:")
    for limit in LIMITS:
        print_reading(texts, limit, counter)
    for name, build in OURS.items():
        print(
            f"\n{name}, {LIMITS[-1]} tokens, time as the input doubles, worst doubling:"
        )
        splitter = build(LIMITS[-1])
        print_doublings(partial(_documents, splitter), SHAPES)


def _documents(splitter: PackingTextSplitter, text: str) -> object:
    """Return a text's Documents."""
    return splitter.create_documents([text])


if __name__ == "__main__":
    main()
