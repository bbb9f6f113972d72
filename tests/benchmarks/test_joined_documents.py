"""Joined documents are made of their chapters, and the seed decides."""

import re
from itertools import groupby

from tests.benchmarks.joined_documents import (
    LONGEST,
    PASSAGES,
    SHORTEST,
    join_documents,
    prose_sentences,
)

CHAPTERS = [
    [f"Chapter {chapter} says {number}." for number in range(15)]
    for chapter in range(12)
]


def test_passages_are_runs_of_different_chapters() -> None:
    for document in join_documents(CHAPTERS, 20):
        ends = [*(start - 1 for start in document.starts[1:]), len(document.text)]
        sentences = [
            document.text[start:end]
            for start, end in zip(document.starts, ends, strict=True)
        ]
        found = [
            [tuple(map(int, re.findall(r"\d+", sentence))) for _, sentence in passage]
            for _, passage in groupby(
                zip(document.passages, sentences, strict=True), key=lambda pair: pair[0]
            )
        ]
        assert len(found) == PASSAGES
        assert len({passage[0][0] for passage in found}) == PASSAGES
        for passage in found:
            first, length = passage[0], len(passage)
            assert SHORTEST <= length <= LONGEST
            assert passage == [(first[0], first[1] + n) for n in range(length)]


def test_the_seed_decides() -> None:
    one, same, other = (join_documents(CHAPTERS, 3, seed) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_only_prose_is_taken() -> None:
    text = (
        "# Title.\n\nOne is\nhere. Two is there!\n\n- An item.\n\n```\nCode.\n```\n\n"
        "See this:\n\n<p>HTML.</p>\n\n/// tip.\n\nThree?\n"
    )
    assert prose_sentences(text) == ["One is here.", "Two is there!", "Three?"]
