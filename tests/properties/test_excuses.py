"""What reads otherwise in chunks is seen, and little of it is excused."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

import pytest
from langchain_core.documents import Document

from tests.properties.cases import MARKDOWN, Case, read_case
from tests.properties.changes import changes, count_places
from tests.properties.known_faults import FAULTS
from tests.properties.known_limits import is_limit
from tests.properties.markdown_texts import PIECES
from tests.properties.wholeness import excuse
from tests.shared_data import corpus_files, read_source

FILES: Final = 16  # of the corpus
SEED: Final = 12
MOST_EXCUSED: Final[Mapping[int, float]] = {64: 0.02, 200: 0.002}
"""The largest share of places that may be excused, for each limit in tokens."""
MOST_FAULTY: Final = 0.0005
"""The largest share of places that a known fault may be the excuse for."""
MOST_CHUNKS: Final = 0.02
TORN: Final[Mapping[str, tuple[str, str]]] = {
    "an item begins in a line": ("One two three - four five", "- four five"),
    "a quote begins in a line": ("One two three > four five", "> four five"),
    "HTML begins in a line": ("One two three <div> four five", "<div> four five"),
    "a number begins a line": ("One two three\n4. five six", "4. five six"),
    "a definition begins in a line": ("One two three [a]: b", "[a]: b"),
    "code begins in a line": ("One two three\n    four", "    four"),
    "code without its fence": ("```\none\ntwo\n```", "two"),
    "a row without a header": ("| a | b |\n|---|---|\n| c | d |", "| c | d |"),
    "an item without its marker": ("- one two three four", "three four"),
    "a footnote without its marker": ("[^1]: one two three four", "three four"),
    "a quote without its mark": ("> one two three four", "three four"),
    "text beside a definition": ("[a]: b\n\nOne two three - four", "- four"),
    "text beside a footnote": ("[^1]: a\n\nOne two three - four", "- four"),
    "a heading in a paragraph": ("One two three\n= four", "One two three\n="),
    "a marker in two": ("[^word]: two", "[^wo"),
    "blocks after HTML": ("<div>\n```\n</div>\n\nword", "```\n</div>\n\nword"),
}


def torn_case(source: str, chunk: str) -> Case:
    """Return a source with one chunk of it that no splitter should make."""
    start = source.index(chunk)
    places = {"start_index": start, "end_index": start + len(chunk)}
    document = Document(page_content=chunk, metadata={**places, "content_offset": 0})
    case = read_case("token", source, chunk_size=100, length_function=len)
    return replace(case, documents=[document])


@pytest.mark.parametrize("name", TORN)
def test_what_a_cut_would_tear_is_seen(name: str) -> None:
    found = changes(torn_case(*TORN[name]))
    assert any(not is_limit(change) for change in found)


def test_two_blocks_in_one_are_seen() -> None:
    case = read_case("token", "one\n\ntwo", chunk_size=100, length_function=len)
    places = {"start_index": 0, "end_index": 8, "content_offset": 0}
    document = Document(page_content="one\n two", metadata=places)
    (change, *_) = changes(replace(case, documents=[document]))
    assert change.place == len("one\n\n")


@pytest.mark.parametrize("source", ["One two three.", "[a]: b\n\n> One two three."])
def test_what_is_whole_is_not_seen(source: str) -> None:
    assert not list(changes(torn_case(source, source)))


def cases(kind: str, limit: int) -> Iterator[Case]:
    """Yield the cases of a sample of the corpus, or of all kinds of blocks."""
    files = corpus_files()
    some = random.Random(SEED).sample(files, min(len(files), FILES))  # noqa: S311
    for text in map(read_source, some) if some else ["\n\n".join(PIECES)]:
        yield read_case(kind, text, chunk_size=limit)


@pytest.mark.parametrize("limit", MOST_EXCUSED)
@pytest.mark.parametrize("kind", MARKDOWN)
def test_little_is_excused(kind: str, limit: int) -> None:
    reasons: Counter[str | None] = Counter()
    chunks = places = excused = 0
    for case in cases(kind, limit):
        chunks += len(case.documents)
        places += count_places(case)
        found = list(changes(case))
        excused += len({change.start for change in found})
        reasons.update(map(excuse, found))
    assert None not in reasons
    assert reasons.total() <= MOST_EXCUSED[limit] * places, reasons
    assert sum(reasons[name] for name in FAULTS) <= MOST_FAULTY * places, reasons
    assert excused <= MOST_CHUNKS * chunks, reasons
