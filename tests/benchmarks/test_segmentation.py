"""How chunks are compared with the passages of a joined document."""

from langchain_core.documents import Document

from tests.benchmarks.joined_documents import JoinedDocument
from tests.benchmarks.segmentation import chunk_numbers, measure

TEXT = "One a. One b. One c. One d. Two a. Two b. Two c. Two d."
STARTS = range(0, len(TEXT), 7)
DOCUMENT = JoinedDocument(TEXT, STARTS, [0] * 4 + [1] * 4)


def at_seam(text: str) -> list[Document]:
    seam = text.index("Two")
    return [Document(text[:seam]), Document(text[seam:])]


def in_one(text: str) -> list[Document]:
    return [Document(text)]


def inside_a_sentence(text: str) -> list[Document]:
    return [Document(text[:10]), Document(text[10:])]


def test_a_sentence_is_of_the_chunk_that_it_begins_in() -> None:
    assert chunk_numbers(DOCUMENT, at_seam) == [1] * 4 + [2] * 4
    assert chunk_numbers(DOCUMENT, inside_a_sentence) == [1] * 2 + [2] * 6


def test_chunks_that_are_the_passages_agree_fully() -> None:
    found = measure([DOCUMENT, DOCUMENT], at_seam)
    assert found.errors == [0, 0]
    assert found.information == [1, 1]
    assert found.chunks == [2, 2]


def test_one_chunk_agrees_no_more_than_chance() -> None:
    found = measure([DOCUMENT], in_one)
    assert found.errors == [2 / 6]
    assert abs(found.information[0]) < 1e-9
    assert found.chunks == [1]
