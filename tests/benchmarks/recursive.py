"""RecursiveCharacterTextSplitter beside LangChain's class: times and their ratios.

Run as `python -m tests.benchmarks.recursive`. tiktoken needs its ranks: they are taken
from the shared data, or from the folder in `TIKTOKEN_CACHE_DIR`.
"""

from typing import Any

from langchain_text_splitters import RecursiveCharacterTextSplitter as LangChainSplitter

from langchain_mdsplit import RecursiveCharacterTextSplitter
from tests.benchmarks.timing import (
    Work,
    best_of_rounds,
    cpu_seconds,
    each,
    use_shared_ranks,
)
from tests.shared_data import corpus_files, read_source

CHARACTERS = ((1000, 0), (1000, 200), (200, 40))
TOKENS = ((512, 0), (512, 40), (200, 0), (200, 40))
ROUNDS = 7
TOKEN_ROUNDS = 2
HEAD = f"{'':38} {'LangChain':>11} {'ours':>11} {'ratio':>7}"


def print_ratio(name: str, theirs: Work, ours: Work, rounds: int) -> None:
    """Print both times and how many times as fast ours is."""
    best = best_of_rounds({"theirs": theirs, "ours": ours}, rounds)
    ratio = best["theirs"] / best["ours"]
    print(f"{name:38} {best['theirs']:9.3f} s {best['ours']:9.3f} s {ratio:6.1f} x")


def compare_characters(texts: list[str]) -> None:
    """Print the ratios where lengths are characters."""
    for size, overlap in CHARACTERS:
        options: dict[str, Any] = {"chunk_size": size, "chunk_overlap": overlap}
        splitters = (
            LangChainSplitter(**options),
            RecursiveCharacterTextSplitter(**options),
        )
        theirs, ours = (each(splitter.split_text, texts) for splitter in splitters)
        print_ratio(f"split_text, {size}/{overlap} characters", theirs, ours, ROUNDS)
    for size, overlap in CHARACTERS:
        options = {
            "chunk_size": size,
            "chunk_overlap": overlap,
            "add_start_index": True,
        }
        langchain = LangChainSplitter(**options)
        splitter = RecursiveCharacterTextSplitter(**options)
        print_ratio(
            f"create_documents with offsets, {size}/{overlap}",
            lambda langchain=langchain: langchain.create_documents(texts),  # type: ignore[misc]
            lambda splitter=splitter: splitter.create_documents(texts),  # type: ignore[misc]
            ROUNDS,
        )


def compare_tokens(texts: list[str]) -> None:
    """Print the ratios where lengths are tokens."""
    for size, overlap in TOKENS:
        theirs, ours = (
            each(
                cls.from_tiktoken_encoder(
                    "cl100k_base",
                    disallowed_special=(),
                    chunk_size=size,
                    chunk_overlap=overlap,
                ).split_text,
                texts,
            )
            for cls in (LangChainSplitter, RecursiveCharacterTextSplitter)
        )
        print_ratio(f"split_text, {size}/{overlap} tokens", theirs, ours, TOKEN_ROUNDS)


def compare_large_overlap() -> None:
    """Print the ratio where chunks and their overlap are large."""
    text = "A few words of text. " * 15_000
    options: dict[str, Any] = {"chunk_size": 100_000, "chunk_overlap": 50_000}
    splitters = LangChainSplitter(**options), RecursiveCharacterTextSplitter(**options)
    theirs, ours = (each(splitter.split_text, [text]) for splitter in splitters)
    print_ratio("315,000 characters, 100,000/50,000", theirs, ours, 1)


def print_hostile() -> None:
    """Print times of large texts without any, or with nothing but, separators."""
    shapes = {"no separator": "a", "spaces": " ", "newlines": "\n"}
    for name, unit in shapes.items():
        for size, overlap in CHARACTERS:
            splitter = RecursiveCharacterTextSplitter(
                chunk_size=size, chunk_overlap=overlap
            )
            seconds = [
                cpu_seconds(each(splitter.split_text, [unit * length]))
                for length in (4_000_000, 8_000_000)
            ]
            times = " ".join(f"{value:6.3f} s" for value in seconds)
            print(f"{name}, {size}/{overlap}, 4 and 8 MB: {times}")


if __name__ == "__main__":
    use_shared_ranks()
    corpus = [read_source(path) for path in corpus_files()]
    print(HEAD)
    compare_characters(corpus)
    compare_tokens(corpus)
    compare_large_overlap()
    print_hostile()
