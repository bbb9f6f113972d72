"""Known texts: the specifications' examples, hostile and tricky ones, the corpus.

A run checks a seeded sample of the corpus for each configuration; with the environment
variable `MDSPLIT_FULL_CORPUS=1` it checks every file with every one of them, which
takes an hour.
"""

import os
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from langchain_mdsplit.errors import LimitTooSmallError
from tests.hostile.inputs import hostile_inputs
from tests.properties.cases import MARKDOWN, NO_OVERLAP, SPLITTERS, read_case
from tests.properties.suite import DEAR, FRAMED, check_case, check_text
from tests.shared_data import (
    REPOSITORY,
    corpus_files,
    load_cases,
    read_source,
    tricky_files,
)

LARGE: Final = 5_000  # characters: a longer hostile input is cut to so many
SEED: Final = 20
SAMPLE: Final = 12  # files of the corpus for each configuration
FULL: Final = os.environ.get("MDSPLIT_FULL_CORPUS") == "1"
SMALL: Final = 200  # tokens: under it there are too many chunks to parse each of
EXAMPLES: Final = load_cases("data/commonmark_spec.json") + load_cases(
    "data/gfm_spec.json"
)
SPEC_OPTIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    "token": {"chunk_size": 20, "chunk_overlap": 3},
    "section": {"chunk_size": 20, "chunk_overlap": 3},
    "semantic": {"chunk_size": 20},
    "fragment": {"chunk_size": None},
    "recursive": {"chunk_size": 20, "chunk_overlap": 5},
}


@pytest.mark.parametrize(
    "case", EXAMPLES, ids=lambda case: f"{case['section']}-{case['example']}"
)
def test_every_spec_example_keeps_the_promises(case: Mapping[str, str]) -> None:
    for kind, options in SPEC_OPTIONS.items():
        check_text(kind, case["markdown"], **options)
    check_text("fragment", case["markdown"], chunk_size=20, chunk_overlap=3)


@pytest.mark.parametrize("path", tricky_files(), ids=lambda path: path.name)
@pytest.mark.parametrize("limit", [48, 64, 256])
@pytest.mark.parametrize("kind", SPLITTERS)
def test_tricky_documents_keep_the_promises(path: Path, limit: int, kind: str) -> None:
    overlap = 0 if kind in NO_OVERLAP else 5
    case = read_case(kind, read_source(path), chunk_size=limit, chunk_overlap=overlap)
    is_deep = "deep-nesting" in path.name  # more markers than half of the limit
    check_case(kind, case, but=DEAR if is_deep else frozenset())


@pytest.mark.parametrize("kind", SPLITTERS)
@pytest.mark.parametrize("name", hostile_inputs())
def test_hostile_inputs_keep_the_promises(name: str, kind: str) -> None:
    text = hostile_inputs()[name] if FULL else hostile_inputs()[name][:LARGE]
    try:
        case = read_case(kind, text, chunk_size=SMALL, chunk_overlap=0)
    except LimitTooSmallError:
        assert "`" * SMALL in text  # a fence's mark, which is not cut
        return
    check_case(kind, case, but=DEAR)


@pytest.mark.parametrize("name", hostile_inputs())
def test_hostile_inputs_have_fragments(name: str) -> None:
    check_text("fragment", hostile_inputs()[name], but=DEAR)


@pytest.mark.parametrize("path", tricky_files(), ids=lambda path: path.name)
@pytest.mark.parametrize("kind", MARKDOWN)
def test_tricky_documents_in_small_chunks(path: Path, kind: str) -> None:
    try:
        case = read_case(kind, read_source(path), chunk_size=16)
    except LimitTooSmallError:
        return
    check_case(kind, case, but=FRAMED)


CONFIGURATIONS: Final[Sequence[tuple[str, Mapping[str, Any]]]] = (
    ("token", {"chunk_size": 32, "heading_context": "own", "front_matter": "drop"}),
    ("token", {"chunk_size": 64, "chunk_overlap": 12, "heading_context": "none"}),
    ("token", {"chunk_size": 200, "min_chunk_size": 50, "front_matter": "metadata"}),
    ("token", {"chunk_size": 512, "chunk_overlap": 60, "min_chunk_size": 128}),
    ("token", {"chunk_size": 800, "max_heading_level": 2, "strip_whitespace": False}),
    ("token", {"chunk_size": 100, "length_function": len, "on_long_heading": "drop"}),
    ("token", {"chunk_size": 1000, "length_function": len, "chunk_overlap": 100}),
    ("semantic", {"chunk_size": 32, "min_chunk_size": 12, "on_long_heading": "drop"}),
    ("semantic", {"chunk_size": 64, "strategy": "optimal", "front_matter": "drop"}),
    ("semantic", {"chunk_size": 200, "min_chunk_size": 75, "max_heading_level": 2}),
    ("semantic", {"chunk_size": 512, "hard_threshold": 0.6, "max_sentences": None}),
    ("semantic", {"chunk_size": 800, "strip_whitespace": False, "window_size": 2}),
    ("semantic", {"chunk_size": 100, "length_function": len, "min_chunk_size": 30}),
    ("semantic", {"chunk_size": None}),
    ("section", {"chunk_size": 32, "on_long_heading": "drop", "merge": False}),
    ("section", {"chunk_size": 64, "chunk_overlap": 12, "breadcrumb_separator": "/"}),
    ("section", {"chunk_size": 200, "include_breadcrumb": False}),
    ("section", {"chunk_size": 512, "strip_whitespace": False, "chunk_overlap": 60}),
    ("section", {"chunk_size": 800, "max_heading_level": 2, "merge": False}),
    ("section", {"chunk_size": 100, "length_function": len, "front_matter": "drop"}),
    ("section", {"chunk_size": 1000, "length_function": len}),
    ("fragment", {"chunk_size": None}),
    ("fragment", {"chunk_size": 32, "chunk_overlap": 6}),
    ("fragment", {"chunk_size": 200, "front_matter": "metadata"}),
    ("fragment", {"chunk_size": 100, "length_function": len, "types": ["code"]}),
    ("recursive", {"chunk_size": 300, "chunk_overlap": 60}),
    ("recursive", {"chunk_size": 80, "chunk_overlap": 0, "keep_separator": "end"}),
)


def sampled_files(seed: int) -> list[Path]:
    """Return a seeded sample of the corpus, or all of it where that is asked for."""
    files = corpus_files() or [REPOSITORY / "README.md"]
    if FULL:
        return files
    return random.Random(SEED + seed).sample(files, min(len(files), SAMPLE))  # noqa: S311


@pytest.mark.timeout(7200 if FULL else 300)
@pytest.mark.parametrize(
    "number",
    range(len(CONFIGURATIONS)),
    ids=lambda number: f"{CONFIGURATIONS[number][0]} {CONFIGURATIONS[number][1]}",
)
def test_the_corpus_keeps_the_promises(number: int) -> None:
    kind, options = CONFIGURATIONS[number]
    is_small = (options["chunk_size"] or SMALL) < SMALL
    for path in sampled_files(number):
        case = read_case(kind, read_source(path), **options)
        check_case(kind, case, but=DEAR if is_small else frozenset())


@pytest.mark.parametrize("limit", [None, 32, 200], ids=lambda limit: f"limit {limit}")
def test_the_fragments_of_the_corpus_keep_the_promises(limit: int | None) -> None:
    """Every file: fragments take a fraction of the time of the others."""
    but = DEAR | {"metadata"}
    for path in corpus_files() or [REPOSITORY / "README.md"]:
        check_text("fragment", read_source(path), but=but, chunk_size=limit)
