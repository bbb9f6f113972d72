"""What a search finds in the chunks of splitters, for questions with marked evidence.

Run as `python -m tests.benchmarks.retrieval --model minilm --set chroma --size 400`;
see `--help`. Chunks are embedded with their context, and only characters of the source
count. It prints, for each splitter, the mean over the questions of: recall of the first
5 and 10 chunks, recall of the first 4,000 characters, precision and IoU of the first 5,
and precision-omega; then the differences to other splitters with the interval that
holds each with 95 %. The shared data is needed.
"""

import argparse
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray

from langchain_mdsplit import TokenCounter
from tests.benchmarks.bootstrap import in_per_cent, paired_interval
from tests.benchmarks.chunk_spans import chunk_spans
from tests.benchmarks.configurations import (
    CONTROL,
    HEADERS,
    RECURSIVE,
    configurations,
)
from tests.benchmarks.embeddings import MODELS, load_embeddings
from tests.benchmarks.peers import Split
from tests.benchmarks.question_sets import (
    SETS,
    Question,
    QuestionSet,
    load_questions,
)
from tests.benchmarks.span_metrics import (
    Place,
    cut_to_budget,
    precision_omega,
    score,
)
from tests.benchmarks.timing import use_shared_ranks
from tests.shared_data import shared_folder

BUDGET = 4_000  # characters
SIZES = (200, 400)
BASES = (RECURSIVE, HEADERS, CONTROL)
METRICS = (
    "recall@5",
    "recall@10",
    f"recall at {BUDGET:,}",
    "precision",
    "IoU",
    "precision-omega",
)
CACHE = Path(tempfile.gettempdir()) / "mdsplit-benchmarks"


@dataclass(frozen=True, slots=True)
class Pool:
    """The chunks of all documents.

    Attributes:
        places: Where each stands.
        texts: The final text of each, which is embedded.
    """

    places: Sequence[Place]
    texts: Sequence[str]


@dataclass(frozen=True, slots=True)
class Result:
    """What was measured of one splitter.

    Attributes:
        chunks: How many chunks there are.
        tokens: Their mean length, context included (tokens).
        scores: One score for each question, by metric.
    """

    chunks: int
    tokens: float
    scores: Mapping[str, Sequence[float]]


def make_pool(documents: Mapping[str, str], split: Split) -> Pool:
    """Return the chunks of all documents, without those that show nothing."""
    places: list[Place] = []
    texts: list[str] = []
    for name, text in documents.items():
        chunks = split(text)
        for chunk, (start, end) in zip(chunks, chunk_spans(text, chunks), strict=True):
            if start < end:
                places.append(Place(name, start, end))
                texts.append(chunk.page_content)
    return Pool(places, texts)


def measure(
    questions: QuestionSet, split: Split, embeddings: Embeddings, counter: TokenCounter
) -> Result:
    """Measure one splitter.

    Args:
        questions: The documents and the questions.
        split: The splitter.
        embeddings: What the search uses.
        counter: Counts tokens.

    Returns:
        The scores of all questions.
    """
    pool = make_pool(questions.documents, split)
    similarity = similarities(questions.questions, pool, embeddings)
    spans = _spans_by_document(pool.places)
    rows = [
        _answer(question, ranked(question, pool.places, row), spans[question.document])
        for question, row in zip(questions.questions, similarity, strict=True)
    ]
    columns = [list(column) for column in zip(*rows, strict=True)]
    return Result(
        chunks=len(pool.texts),
        tokens=float(np.mean(counter.count_many(pool.texts))),
        scores=dict(zip(METRICS, columns, strict=True)),
    )


def similarities(
    questions: Sequence[Question], pool: Pool, embeddings: Embeddings
) -> NDArray[np.float32]:
    """Return the similarity of each question (rows) and each chunk."""
    asked = embeddings.embed_documents([question.text for question in questions])
    held = embeddings.embed_documents(list(pool.texts))
    left, right = (np.asarray(part, dtype=np.float32) for part in (asked, held))
    result: NDArray[np.float32] = left @ right.T
    return result


def ranked(
    question: Question, places: Sequence[Place], similarity: NDArray[np.float32]
) -> list[Place]:
    """Return the places that may be searched, most similar first."""
    order = np.argsort(-similarity, kind="stable")
    return [
        places[index] for index in order if places[index].document != question.hidden
    ]


def _spans_by_document(places: Iterable[Place]) -> dict[str, list[tuple[int, int]]]:
    """Return the spans of the chunks of each document."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for place in places:
        spans.setdefault(place.document, []).append((place.start, place.end))
    return spans


def _answer(
    question: Question, places: Sequence[Place], spans: Iterable[tuple[int, int]]
) -> tuple[float, ...]:
    """Return the scores of one question, in the order of `METRICS`."""
    evidence, document = question.evidence, question.document
    first = score(evidence, document, places[:5])
    return (
        first.recall,
        score(evidence, document, places[:10]).recall,
        score(evidence, document, cut_to_budget(places, BUDGET)).recall,
        first.precision,
        first.iou,
        precision_omega(evidence, spans),
    )


def print_scores(results: Mapping[str, Result]) -> None:
    """Print a row of means (per cent) for each splitter."""
    print(f"| splitter | {' | '.join(METRICS)} | chunks | tokens a chunk |")
    print(f"|---|{'---:|' * (len(METRICS) + 2)}")
    for name, result in results.items():
        means = [f"{100 * np.mean(result.scores[metric]):.1f}" for metric in METRICS]
        cells = [*means, f"{result.chunks:,}", f"{result.tokens:.0f}"]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def print_differences(results: Mapping[str, Result], base: str) -> None:
    """Print how much better each splitter is than one of them (per cent)."""
    print(f"\n| minus {base} | {' | '.join(METRICS)} |")
    print(f"|---|{'---:|' * len(METRICS)}")
    for name, result in results.items():
        if name == base:
            continue
        cells = [
            in_per_cent(
                paired_interval(result.scores[metric], results[base].scores[metric])
            )
            for metric in METRICS
        ]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def _arguments() -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", nargs="+", choices=MODELS, default=MODELS)
    parser.add_argument("--set", nargs="+", choices=tuple(SETS), default=tuple(SETS))
    parser.add_argument("--size", nargs="+", type=int, default=SIZES, help="tokens")
    parser.add_argument(
        "--against", nargs="+", default=BASES, help="splitters to compare with"
    )
    parser.add_argument(
        "--only", nargs="+", default=("",), help="parts of splitters' names"
    )
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
    counter = TokenCounter()
    for model in asked.model:
        embeddings = load_embeddings(model, asked.cache)
        for name in asked.set:
            questions = load_questions(name, shared)
            for size in asked.size:
                print(
                    f"\n## {model}, {name} ({len(questions.questions)} questions), "
                    f"{size} tokens\n"
                )
                results = {
                    splitter: measure(questions, split, embeddings, counter)
                    for splitter, split in configurations(size, embeddings).items()
                    if any(part in splitter for part in asked.only)
                }
                print_scores(results)
                for base in asked.against:
                    if base in results:
                        print_differences(results, base)


if __name__ == "__main__":
    main()
