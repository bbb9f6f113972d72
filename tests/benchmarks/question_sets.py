"""Questions whose evidence is marked in documents, from the shared data."""

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.benchmarks.span_metrics import Span


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the places of its answer.

    Attributes:
        text: The question.
        document: The name of the document with the answer.
        evidence: The spans of it that hold the answer.
        hidden: The name of a document that must not be searched: the question was
            taken from it.
    """

    text: str
    document: str
    evidence: tuple[Span, ...]
    hidden: str | None = None


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Documents, and questions about them.

    Attributes:
        documents: The documents' texts by name.
        questions: The questions.
    """

    documents: Mapping[str, str]
    questions: Sequence[Question]


def load_questions(name: str, shared: Path) -> QuestionSet:
    """Return one of the sets.

    Args:
        name: A key of `SETS`.
        shared: The folder of the shared data.

    Returns:
        The set.
    """
    return SETS[name](shared / "eval" / name)


def _load_chroma(folder: Path) -> QuestionSet:
    """Return the part of Chroma's evaluation that the folder holds."""
    rows = _read_rows(folder / "questions.csv")
    names = sorted({row["corpus_id"] for row in rows})
    return QuestionSet(
        {name: _read(folder / f"{name}.md") for name in names},
        [_chroma_question(row) for row in rows],
    )


def _chroma_question(row: Mapping[str, str]) -> Question:
    """Return the question of one row."""
    spans = (
        (excerpt["start_index"], excerpt["end_index"])
        for excerpt in json.loads(row["references"])
    )
    return Question(row["question"], row["corpus_id"], tuple(spans))


def _load_links(folder: Path) -> QuestionSet:
    """Return the sentences that link from one page to a section of another."""
    found: list[dict[str, Any]] = json.loads(_read(folder / "questions.json"))
    return QuestionSet(
        json.loads(_read(folder / "docs.json")),
        [
            Question(
                item["q"],
                item["doc"],
                tuple((start, end) for start, end in item["spans"]),
                hidden=item["src"],
            )
            for item in found
        ],
    )


def _read_rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _read(path: Path) -> str:
    """Return a file's text with its line endings as they are."""
    return path.read_bytes().decode("utf-8")


SETS: Mapping[str, Callable[[Path], QuestionSet]] = {
    "chroma": _load_chroma,
    "links": _load_links,
}
