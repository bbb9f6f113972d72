"""Where splitters that look at meaning cut documents whose seams are known.

Run as `python -m tests.benchmarks.segmentation --model minilm`; see `--help`. It prints
for each splitter the mean P_k (lower is better) and adjusted mutual information (higher
is better) over the documents, how many chunks it makes of the ten passages, and the
differences to others with the interval that holds each with 95 %. The shared corpus is
needed.
"""

import argparse
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings

from langchain_mdsplit import SemanticChunker
from tests.benchmarks.bootstrap import in_per_cent, paired_interval
from tests.benchmarks.chunk_spans import chunk_spans
from tests.benchmarks.configurations import (
    BREAKPOINTS,
    EXPERIMENTAL,
    breakpoint_splitters,
)
from tests.benchmarks.embeddings import MODELS, load_embeddings
from tests.benchmarks.joined_documents import (
    JoinedDocument,
    join_documents,
    read_chapters,
)
from tests.benchmarks.peers import Split, langchain_splitters
from tests.benchmarks.retrieval import CACHE
from tests.benchmarks.segment_metrics import (
    adjusted_mutual_information,
    window_error,
)
from tests.benchmarks.timing import use_shared_ranks
from tests.shared_data import shared_folder

DOCUMENTS = 60
LEAST = 64  # tokens: about the shortest passage
AUTO = "auto"
RAW = "0.6"
PERCENTILE = f"{EXPERIMENTAL}, {BREAKPOINTS[0]}"


@dataclass(frozen=True, slots=True)
class Agreement:
    """How one splitter's chunks agree with the passages, per document.

    Attributes:
        errors: P_k.
        information: Adjusted mutual information.
        chunks: How many chunks there are.
    """

    errors: Sequence[float]
    information: Sequence[float]
    chunks: Sequence[int]


def splitters(embeddings: Embeddings) -> dict[str, Split]:
    """Return all splitters, from a text to Documents in order."""
    ours = partial(SemanticChunker, embeddings)
    chunkers = {
        AUTO: ours(),
        f"{AUTO}, at least {LEAST} tokens": ours(min_chunk_size=LEAST),
        RAW: ours(hard_threshold=0.6),
        f"{RAW}, at least {LEAST} tokens": ours(
            hard_threshold=0.6, min_chunk_size=LEAST
        ),
        f"merging without Max-Min, at least {LEAST} tokens": ours(
            max_sentences=1, min_chunk_size=LEAST
        ),
        "optimal": ours(strategy="optimal"),
    }
    return {
        **{name: partial(_documents, chunker) for name, chunker in chunkers.items()},
        **breakpoint_splitters(embeddings),
        **langchain_splitters(200),
        "all in one chunk": lambda text: [Document(text)],
    }


def _documents(chunker: SemanticChunker, text: str) -> list[Document]:
    """Return a text's chunks."""
    return chunker.create_documents([text])


def chunk_numbers(document: JoinedDocument, split: Split) -> list[int]:
    """Return for each sentence of a document the number of the chunk it begins in."""
    spans = chunk_spans(document.text, split(document.text))
    starts = [start for start, _ in spans]
    return [bisect_right(starts, place) for place in document.starts]


def measure(documents: Sequence[JoinedDocument], split: Split) -> Agreement:
    """Return how one splitter's chunks agree with the passages.

    Args:
        documents: The documents.
        split: The splitter.

    Returns:
        The figures of each document.
    """
    found = [chunk_numbers(document, split) for document in documents]
    pairs = [
        (document.passages, numbers)
        for document, numbers in zip(documents, found, strict=True)
    ]
    return Agreement(
        errors=[window_error(truth, numbers) for truth, numbers in pairs],
        information=[
            adjusted_mutual_information(truth, numbers) for truth, numbers in pairs
        ],
        chunks=[len(set(numbers)) for numbers in found],
    )


def print_agreement(results: Mapping[str, Agreement]) -> None:
    """Print a row of means for each splitter."""
    print("| splitter | P_k | AMI | chunks a document |")
    print("|---|---:|---:|---:|")
    for name, result in results.items():
        errors, information = np.mean(result.errors), np.mean(result.information)
        print(
            f"| {name} | {errors:.3f} | {information:.3f} "
            f"| {np.mean(result.chunks):.1f} |"
        )


def print_differences(results: Mapping[str, Agreement], base: str) -> None:
    """Print how much each splitter differs from one of them (hundredths)."""
    print(f"\n| minus {base}, x 100 | P_k | AMI |")
    print("|---|---:|---:|")
    other = results[base]
    for name, result in results.items():
        if name != base:
            errors = paired_interval(result.errors, other.errors)
            information = paired_interval(result.information, other.information)
            print(f"| {name} | {in_per_cent(errors)} | {in_per_cent(information)} |")


def _arguments() -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", nargs="+", choices=MODELS, default=MODELS)
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    parser.add_argument(
        "--cache", type=Path, default=CACHE, help="folder for the vectors"
    )
    return parser.parse_args()


def main() -> None:
    """Print the tables of all that was asked for."""
    use_shared_ranks()
    asked = _arguments()
    shared = shared_folder()
    if shared is None:
        msg = "the shared data is needed: name its folder in MDSPLIT_SHARED"
        raise SystemExit(msg)
    documents = join_documents(read_chapters(shared / "corpus"), asked.documents)
    sentences = sum(len(document.starts) for document in documents)
    for model in asked.model:
        print(f"\n## {model}, {len(documents)} documents, {sentences:,} sentences\n")
        embeddings = load_embeddings(model, asked.cache)
        results = {
            name: measure(documents, split)
            for name, split in splitters(embeddings).items()
        }
        print_agreement(results)
        for base in (RAW, PERCENTILE):
            if base in results:
                print_differences(results, base)


if __name__ == "__main__":
    main()
