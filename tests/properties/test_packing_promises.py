"""The promises, for chunks of packed blocks: Hypothesis, hostile and tricky, corpus.

A run checks a seeded sample of the corpus for each configuration; with the environment
variable `MDSPLIT_FULL_CORPUS=1` it checks every file with every one of them, which
takes an hour.
"""

import os
import random
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document

from langchain_mdsplit.errors import HeadingTooLongError, LimitTooSmallError
from langchain_mdsplit.markdown.blocks import Block, parse_blocks
from langchain_mdsplit.markdown.sections import Section, read_sections
from langchain_mdsplit.measure import Measure, resolve_measure
from langchain_mdsplit.packing.contexts import heading_line
from langchain_mdsplit.splitters.packed import PackingTextSplitter
from langchain_mdsplit.splitters.section import MarkdownSectionTextSplitter
from langchain_mdsplit.splitters.semantic import SemanticChunker
from langchain_mdsplit.splitters.token import MarkdownTokenTextSplitter
from tests.hostile.inputs import hostile_inputs
from tests.packing.cut_pieces import kinds
from tests.properties.markdown_texts import markdown_texts
from tests.properties.promises import check_limit, check_offsets
from tests.shared_data import REPOSITORY, corpus_files, read_source, tricky_files
from tests.small_embeddings import WordEmbeddings

FRONT_MATTER: Final = frozenset({"yaml", "toml"})
# A definition is known in the whole source only, raw HTML ends where its block does.
COMPARED: Final = frozenset({"paragraph", "code", "heading", "thematicBreak", "table"})
LARGE: Final = 5_000  # characters: a longer hostile input is cut to so many
SEED: Final = 20
FULL: Final = os.environ.get("MDSPLIT_FULL_CORPUS") == "1"
SPLITTERS: Final[Mapping[str, Callable[..., PackingTextSplitter]]] = {
    "token": MarkdownTokenTextSplitter,
    "section": MarkdownSectionTextSplitter,
    "semantic": partial(SemanticChunker, WordEmbeddings()),
}
NO_OVERLAP: Final = frozenset({"semantic"})
BASE: Final[Mapping[str, Any]] = {"on_long_heading": "truncate"}


@dataclass(frozen=True, slots=True)
class Case:
    """A source with its chunks, and what they are compared with."""

    source: str
    splitter: PackingTextSplitter
    options: Mapping[str, Any]
    documents: Sequence[Document]
    blocks: Sequence[Block]
    sections: Sequence[Section]
    measure: Measure

    @property
    def is_whole(self) -> bool:
        """Whether the text was returned as it is."""
        texts = [document.page_content for document in self.documents]
        return texts == [self.source]

    def block_at(self, position: int) -> int:
        """Return the block whose tile holds a position."""
        key = attrgetter("outer_start")
        return bisect_right(self.blocks, position, key=key) - 1

    def context(self, document: Document) -> str:
        """Return what stands before a chunk's slice."""
        return document.page_content[: document.metadata["content_offset"]]


def read_case(kind: str, source: str, **options: Any) -> Case:
    """Split a source and read what its chunks are compared with."""
    splitter = SPLITTERS[kind](**{**BASE, **options})
    blocks = parse_blocks(source).blocks
    return Case(
        source,
        splitter,
        {**BASE, **options},
        splitter.create_documents([source]),
        blocks,
        read_sections(blocks, options.get("max_heading_level", 6)),
        resolve_measure(length_function=options.get("length_function")),
    )


def held_headings(case: Case) -> set[int]:
    """Return the blocks of the headings that stand in some chunk's context."""
    separator = case.options.get("breadcrumb_separator", " > ")
    held: set[int] = set()
    stops = [section.first for section in case.sections]
    for document in case.documents:
        context = case.context(document).replace("\r\n", "\n").replace("\r", "\n")
        lines = context.split("\n")
        parts = lines + lines[0].removeprefix("\\").split(separator)
        index = bisect_right(
            stops, case.block_at(document.metadata["start_index"]), lo=1
        )
        index -= 1
        while index > 0:
            section = case.sections[index]
            block = case.blocks[section.first]
            line = heading_line(case.source, block)
            if line in parts or section.titles[-1] in parts or not section.titles[-1]:
                held.add(section.first)
            index = section.parent
    return held


def check_length(case: Case) -> None:
    """The final text, measured, is what is said and within the limit."""
    texts = [document.page_content for document in case.documents]
    counts = [document.metadata["token_count"] for document in case.documents]
    assert case.measure.count_many(texts) == counts
    check_limit(case.documents, case.options["chunk_size"])


def check_slices(case: Case) -> None:
    """Each slice stands verbatim in its chunk, before it context, after it a fence."""
    check_offsets(case.source, case.documents)
    for document in case.documents:
        metadata = document.metadata
        length = metadata["end_index"] - metadata["start_index"]
        after = document.page_content[metadata["content_offset"] + length :]
        assert not after.strip(" \t\r\n>`~$+-"), after


def check_lossless(case: Case) -> None:
    """Own spans hold each visible code point once; others are headings in a context."""
    position = 0
    gaps: list[tuple[int, int]] = []
    for document in case.documents:
        metadata = document.metadata
        start = metadata["start_index"] + metadata.get("overlap", 0)
        end = metadata["end_index"]
        assert position <= start < end, (position, start, end)
        gaps.append((position, start))
        position = end
    gaps.append((position, len(case.source)))
    held: set[int] | None = None
    for start, end in gaps:
        gap = case.source[start:end].strip()
        if not gap or (start == 0 and not gap.strip("\ufeff")):
            continue
        for index in range(case.block_at(start), case.block_at(end - 1) + 1):
            block = case.blocks[index]
            lost = case.source[max(start, block.start) : min(end, block.end)]
            if not lost.strip() or is_left_out(case, block):
                continue
            assert block.kind == "heading", lost
            assert start <= block.start, lost
            assert block.end <= end, lost
            held = held_headings(case) if held is None else held
            assert index in held, lost


def is_left_out(case: Case, block: Block) -> bool:
    """Whether a block is left out as an option says."""
    is_kept = case.options.get("front_matter", "chunk") == "chunk"
    return block.kind in FRONT_MATTER and not is_kept


def check_white_space(case: Case) -> None:
    """Slices begin with no blank line and end with no white space."""
    if case.is_whole:
        return
    is_trimmed = case.options.get("strip_whitespace", True)
    for document in case.documents:
        metadata = document.metadata
        kept = case.source[metadata["start_index"] : metadata["end_index"]]
        assert kept.lstrip(" \t")[0] not in "\r\n"
        if is_trimmed and len(case.documents) > 1:
            assert not kept[-1].isspace(), kept


def check_overlap(case: Case) -> None:
    """What is repeated is held by the chunk before, short enough, without heading."""
    headings = [case.blocks[section.first] for section in case.sections[1:]]
    starts = [heading.start for heading in headings]
    most = case.options.get("chunk_overlap", 0)
    for before, after in pairwise([None, *case.documents]):
        assert after is not None
        overlap = after.metadata.get("overlap", 0)
        assert overlap >= 0
        if not overlap:
            continue
        assert before is not None
        start = after.metadata["start_index"]
        assert before.metadata["start_index"] <= start
        assert not case.source[before.metadata["end_index"] : start + overlap].strip()
        assert start + overlap < after.metadata["end_index"]
        held = min(start + overlap, before.metadata["end_index"])
        assert case.measure(case.source[start:held]) <= most
        first = bisect_right(starts, start - 1)
        assert first == bisect_right(starts, start + overlap - 1)


def check_determinism(case: Case) -> None:
    """The same text has the same chunks again, and beside others."""
    again = case.splitter.create_documents([case.source])
    assert again == case.documents
    texts = ["other *text*", case.source, "# More\n\nof it"]
    together = case.splitter.create_documents(texts)
    alone = [case.splitter.create_documents([text]) for text in texts]
    assert together == [document for documents in alone for document in documents]


def check_kinds(case: Case) -> None:
    """A chunk parsed alone has the same kinds of block for the same text."""
    if "]: " in case.source or case.source.startswith("\ufeff"):
        return
    at = kinds(case.source)
    for document in case.documents:
        metadata = document.metadata
        start, end = metadata["start_index"], metadata["end_index"]
        if case.blocks[case.block_at(start)].kind in FRONT_MATTER:
            continue
        alone = kinds(document.page_content, has_front_matter=False)
        moved = metadata["content_offset"] - start
        for position in range(start, end):
            around = at.get(position, ("none",))
            if case.source[position].isalnum() and around[-1] in COMPARED:
                block = case.blocks[case.block_at(position)]
                if (
                    block.kind == "heading"
                    and not start <= block.start < block.end <= end
                ):
                    continue  # a cut heading is text
                found = alone[position + moved]
                if found[-1] == "math":  # a formula that stands in text
                    found = (*found[:-1], "paragraph")
                assert found == around, (position, document)


def check_fences(case: Case) -> None:
    """No chunk leaves a fence open that the source closes."""
    for document in case.documents:
        metadata = document.metadata
        start, end = metadata["start_index"], metadata["end_index"]
        if case.blocks[case.block_at(start)].kind in FRONT_MATTER:
            continue
        text = document.page_content
        probe = f"{text}\n\nafter"
        alone = kinds(probe, has_front_matter=False).get(len(probe) - 1)
        if alone and alone[-1] == "code" and end < len(case.source.rstrip()):
            found = kinds(f"{case.source[:end]}\n\nafter")[end + 2]
            assert found[-1] == "code", text
            assert case.source[end:].strip("\r\n").startswith("    "), text


def check_trailing_headings(case: Case) -> None:
    """No chunk ends with a bare heading whose body follows and would have fitted."""
    limit = case.options["chunk_size"]
    for before, after in pairwise(case.documents):
        last = case.block_at(before.metadata["end_index"] - 1)
        block = case.blocks[last]
        if block.kind != "heading" or before.metadata["end_index"] < block.end:
            continue
        body = case.blocks[last + 1]
        if body.kind == "heading" or last + 1 == len(case.blocks):
            continue
        start = before.metadata["start_index"]
        context = case.context(before) if start == block.start else case.context(after)
        text = context + case.source[block.outer_start : body.end]
        assert case.measure(text) > limit, before


PROMISES: Final[Mapping[str, Callable[[Case], None]]] = {
    "length": check_length,
    "slices": check_slices,
    "lossless": check_lossless,
    "white space": check_white_space,
    "overlap": check_overlap,
    "determinism": check_determinism,
    "kinds": check_kinds,
    "fences": check_fences,
    "trailing headings": check_trailing_headings,
}
CHEAP: Final = tuple(set(PROMISES) - {"kinds", "fences", "determinism"})


def options_of(kind: str) -> st.SearchStrategy[dict[str, Any]]:
    """Return options of a splitter, any of them together."""
    common: dict[str, st.SearchStrategy[Any]] = {
        "chunk_overlap": st.integers(0, 10),
        "strip_whitespace": st.booleans(),
        "front_matter": st.sampled_from(["chunk", "metadata", "drop"]),
        "on_long_heading": st.sampled_from(["truncate", "drop", "raise"]),
        "length_function": st.just(len),
        "max_heading_level": st.integers(1, 6),
    }
    own: dict[str, dict[str, st.SearchStrategy[Any]]] = {
        "token": {
            "heading_context": st.sampled_from(["ancestors", "own", "none"]),
            "min_chunk_size": st.integers(0, 12),
        },
        "semantic": {
            "min_chunk_size": st.integers(0, 12),
            "hard_threshold": st.sampled_from(["auto", 0.0, 0.6, 0.99]),
            "strategy": st.sampled_from(["max-min", "optimal"]),
            "max_sentences": st.sampled_from([1, 2, 15, None]),
            "window_size": st.sampled_from([2, 5, None]),
            "min_chunk_length": st.integers(0, 60),
            "on_short": st.sampled_from(["merge", "keep"]),
            "batch_size": st.integers(1, 5),
        },
        "section": {
            "merge": st.booleans(),
            "include_breadcrumb": st.booleans(),
            "breadcrumb_separator": st.sampled_from([" > ", " / "]),
        },
    }
    if kind in NO_OVERLAP:
        del common["chunk_overlap"]
    needed: dict[str, st.SearchStrategy[Any]] = {"chunk_size": st.integers(12, 70)}
    if kind == "semantic":  # otherwise short chunks are dropped
        needed["on_short"] = own[kind].pop("on_short")
    return st.fixed_dictionaries(needed, optional=common | own[kind])


@pytest.mark.parametrize("kind", SPLITTERS)
@pytest.mark.parametrize("promise", PROMISES)
@given(data=st.data())
def test_any_markdown_keeps_the_promises(
    promise: str, kind: str, data: st.DataObject
) -> None:
    text = data.draw(markdown_texts())
    options = data.draw(options_of(kind))
    if promise in {"kinds", "lossless", "fences"}:  # frames do not fit in less
        options["chunk_size"] += 60
    try:
        case = read_case(kind, text, **options)
    except (LimitTooSmallError, HeadingTooLongError):
        return
    PROMISES[promise](case)


@pytest.mark.parametrize("kind", SPLITTERS)
@given(text=markdown_texts(6), limit=st.integers(1, 12))
def test_tiny_limits_hold_or_raise(kind: str, text: str, limit: int) -> None:
    try:
        case = read_case(kind, text, chunk_size=limit)
    except LimitTooSmallError:
        return
    check_length(case)
    check_slices(case)
    if kind == "token":
        check_lossless(case)


@pytest.mark.parametrize("path", tricky_files(), ids=lambda path: path.name)
@pytest.mark.parametrize("limit", [48, 64])
@pytest.mark.parametrize("kind", SPLITTERS)
def test_tricky_documents_keep_the_promises(path: Path, limit: int, kind: str) -> None:
    overlap = 0 if kind in NO_OVERLAP else 5
    source = read_source(path)
    case = read_case(kind, source, chunk_size=limit, chunk_overlap=overlap)
    is_deep = "deep-nesting" in path.name  # more markers than half of the limit
    for promise in CHEAP if is_deep else PROMISES:
        PROMISES[promise](case)


@pytest.mark.parametrize("kind", SPLITTERS)
@pytest.mark.parametrize("name", hostile_inputs())
def test_hostile_inputs_keep_the_promises(name: str, kind: str) -> None:
    text = hostile_inputs()[name]
    case = read_case(kind, text if FULL else text[:LARGE], chunk_size=200)
    for promise in CHEAP:
        PROMISES[promise](case)


CONFIGURATIONS: Final[Sequence[tuple[str, dict[str, Any]]]] = (
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
    ("semantic", {"chunk_size": 2**40}),
    ("section", {"chunk_size": 32, "on_long_heading": "drop", "merge": False}),
    ("section", {"chunk_size": 64, "chunk_overlap": 12, "breadcrumb_separator": "/"}),
    ("section", {"chunk_size": 200, "include_breadcrumb": False}),
    ("section", {"chunk_size": 512, "strip_whitespace": False, "chunk_overlap": 60}),
    ("section", {"chunk_size": 800, "max_heading_level": 2, "merge": False}),
    ("section", {"chunk_size": 100, "length_function": len, "front_matter": "drop"}),
    ("section", {"chunk_size": 1000, "length_function": len}),
)


def sampled_files(seed: int) -> list[Path]:
    """Return a seeded sample of the corpus, or all of it where that is asked for."""
    files = corpus_files() or [REPOSITORY / "README.md"]
    if FULL:
        return files
    return random.Random(SEED + seed).sample(files, min(len(files), 12))  # noqa: S311


@pytest.mark.parametrize(
    "number",
    range(len(CONFIGURATIONS)),
    ids=lambda number: f"{CONFIGURATIONS[number][0]} {CONFIGURATIONS[number][1]}",
)
def test_the_corpus_keeps_the_promises(number: int) -> None:
    kind, options = CONFIGURATIONS[number]
    is_small = options["chunk_size"] < 200
    for path in sampled_files(number):
        case = read_case(kind, read_source(path), **options)
        for promise in CHEAP if is_small else PROMISES:
            PROMISES[promise](case)
