"""Pieces for pages and search: Markdown, or plain text where that cannot be cut."""

from collections.abc import Sequence

import pytest
from langchain_core.documents import Document

from langchain_mdsplit.tools.library import ReadingOptions
from langchain_mdsplit.tools.pieces import cut_documents, cut_pieces
from tests.tools.samples import COUNT

OPTIONS = ReadingOptions(COUNT, max_heading_level=6, heading_attributes=True)
TEA = "# Tea\n\nBoil water. Steep it for four minutes."
FENCE = f"# Code\n\n{'`' * 200}\ncode\n{'`' * 200}\n"
"""Its opening line alone is too long for a piece."""


def cut(texts: Sequence[str], **metadata: str) -> list[Document]:
    """Return the pieces of several documents."""
    given = [
        Document(text, id=str(number), metadata={"number": number, **metadata})
        for number, text in enumerate(texts)
    ]
    return cut_documents(given, 12, COUNT, OPTIONS, 0)


def test_pieces_carry_their_headings() -> None:
    found = [piece.page_content for piece in cut([TEA])]
    assert found == ["# Tea\n\nBoil water.", "# Tea\n\nSteep it for four minutes."]
    pieces = cut_pieces(TEA, 12, COUNT, OPTIONS, 0)
    assert [piece.text for piece in pieces] == found


def test_what_cannot_be_cut_as_markdown_is_cut_as_text() -> None:
    pieces = cut_pieces(FENCE, 12, COUNT, OPTIONS, 0)
    assert all(COUNT(piece.text) <= 12 for piece in pieces)
    kept = "".join(piece.text for piece in pieces)
    assert "".join(kept.split()) == "".join(FENCE.split())
    found = [piece.page_content for piece in cut([FENCE])]
    assert found == [piece.text for piece in pieces]


def test_documents_keep_their_order_however_they_are_cut() -> None:
    texts = [TEA, FENCE, TEA, FENCE]
    pieces = cut(texts)
    numbers = [piece.metadata["number"] for piece in pieces]
    assert numbers == sorted(numbers)
    for number, text in enumerate(texts):
        mine = [it.page_content for it in pieces if it.metadata["number"] == number]
        assert mine == [it.text for it in cut_pieces(text, 12, COUNT, OPTIONS, 0)]


def test_ids_differ_also_in_pages_of_one_source() -> None:
    pieces = cut([TEA, FENCE, TEA, FENCE, TEA], source="book.pdf")
    ids = [piece.id for piece in pieces]
    assert None not in ids
    assert len(set(ids)) == len(ids)
    assert ids == [
        piece.id for piece in cut([TEA, FENCE, TEA, FENCE, TEA], source="book.pdf")
    ]


def test_other_errors_name_the_document() -> None:
    def measure(text: str) -> int:
        if "two" in text:
            raise LookupError(text)
        return len(text)

    with pytest.raises(LookupError) as caught:
        cut_documents([Document("one"), Document("two")], 12, measure, OPTIONS, 0)
    assert caught.value.__notes__ == ["while splitting document 1 (source: None)"]
