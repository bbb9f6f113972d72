"""Documents joined from passages of different chapters, whose seams are known.

Made as Choi's set is ("Advances in domain independent linear text segmentation", NAACL
2000): ten passages of 3 to 11 sentences each. All stands in one paragraph, so that
only what is said shows where a passage ends.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.text.sentences import sentence_spans
from tests.shared_data import read_source

SEED = 20_250_601
PASSAGES = 10
SHORTEST, LONGEST = 3, 11  # sentences of a passage
# English prose; the list of chapters of the book and its contents pages have none
BOOKS = ("book/src", "docs/src/guide", "fastapi/docs/en")


@dataclass(frozen=True, slots=True)
class JoinedDocument:
    """A document with the passages that it was joined from.

    Attributes:
        text: The document, one paragraph.
        starts: Where each sentence begins in it, a code point index.
        passages: The number of the passage that each sentence is of.
    """

    text: str
    starts: Sequence[int]
    passages: Sequence[int]


def join_documents(
    chapters: Sequence[Sequence[str]], count: int, seed: int = SEED
) -> list[JoinedDocument]:
    """Return documents of passages, each from another chapter.

    Args:
        chapters: The sentences of each chapter, `LONGEST` or more.
        count: How many documents to make.
        seed: What the drawing starts from.

    Returns:
        The documents.
    """
    drawing = random.Random(seed)  # noqa: S311 - no secret
    return [
        _join(
            [_draw(chapter, drawing) for chapter in drawing.sample(chapters, PASSAGES)]
        )
        for _ in range(count)
    ]


def _draw(chapter: Sequence[str], drawing: random.Random) -> Sequence[str]:
    """Return some sentences of a chapter that follow each other."""
    length = drawing.randint(SHORTEST, LONGEST)
    start = drawing.randint(0, len(chapter) - length)
    return chapter[start : start + length]


def _join(passages: Iterable[Sequence[str]]) -> JoinedDocument:
    """Return the document of these passages."""
    sentences: list[str] = []
    starts: list[int] = []
    labels: list[int] = []
    place = 0
    for number, passage in enumerate(passages):
        for sentence in passage:
            starts.append(place)
            labels.append(number)
            sentences.append(sentence)
            place += len(sentence) + 1
    return JoinedDocument(" ".join(sentences), starts, labels)


def read_chapters(corpus: Path) -> list[list[str]]:
    """Return the sentences of each chapter that has enough of them.

    Args:
        corpus: The folder of the shared corpus.

    Returns:
        The chapters in a fixed order.
    """
    paths = [path for book in BOOKS for path in sorted((corpus / book).rglob("*.md"))]
    chapters = [prose_sentences(read_source(path)) for path in paths]
    return [chapter for chapter in chapters if len(chapter) >= LONGEST]


def prose_sentences(text: str) -> list[str]:
    """Return the sentences of a text's plain paragraphs, each on one line."""
    paragraphs = [
        " ".join(text[block.start : block.end].split())
        for block in parse_blocks(text).blocks
        if block.kind == "paragraph"
    ]
    return [
        paragraph[start:end]
        for paragraph in paragraphs
        if paragraph[0].isalpha() and paragraph[-1] in ".!?"
        for start, end in sentence_spans(paragraph)
    ]
