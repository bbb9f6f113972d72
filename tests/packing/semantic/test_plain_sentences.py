"""Sentences of plain paragraphs: those that reading the paragraph finds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.packing.semantic import units
from langchain_mdsplit.packing.semantic.plain_sentences import plain_sentence_starts
from langchain_mdsplit.packing.semantic.units import Unit
from tests.packing.cutting.cut_pieces import first_block
from tests.packing.semantic.documents import units_of
from tests.properties.markdown_texts import markdown_texts
from tests.shared_data import corpus_files, read_source, tricky_files

EVERY = 40  # of the corpus's files, one in so many


def read_units(source: str) -> list[Unit]:
    """Return units for which every paragraph was read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(units, "plain_sentence_starts", lambda *_: None)
        return units_of(source)


PLAIN = (
    "One. Two",
    "One is\nhere. Two",
    "Just words",
    "一。二",
    "E\u0301. A",
    "**A.** B",
)
HARD = ("_A._ B", "A!B", "A.) B", "A.B", "(A.) (B.)", "A?_B_", "1.B", "A.\tB")
NOT_PLAIN = ("`A. B`", "[A. B](c)", "<a. b>", "$a. B$", "http://a. B", "- a. B", "# A")


@pytest.mark.parametrize("source", PLAIN)
def test_plain(source: str) -> None:
    assert plain_sentence_starts(source, first_block(source)) is not None
    assert units_of(source) == read_units(source)


@pytest.mark.parametrize("source", NOT_PLAIN)
def test_not_plain(source: str) -> None:
    assert plain_sentence_starts(source, first_block(source)) is None


WORDS = (
    *("One is.", "Two", "three.", "Dr. No", "e.g. so", "x!?", "**Four.**", '"Five."'),
    *("_Six._", "7.", "8) Nine.", "- ten.", "+ 1.", "> So.", "# No.", "| a. |", "==="),
    *(
        "一。二！",
        "E\u0301.",
        "\u0301 F.",
        "👩‍👩‍👧. G",
        "\xa0",
        "\u3000H.",
        "\u2028I.",
        "\x0c",
    ),
    *("\x85J.", "\ufeff", "\\", "&nbsp; K.", "L...", "M…", "1. N.", "!!! o. P.", ":::"),
)


@given(
    pairs=st.lists(
        st.tuples(
            st.sampled_from(WORDS),
            st.sampled_from(
                ["", " ", " ", " ", "\n", "\r\n", "\r", "  \n", "\\\n", "\n  "]
            ),
        ),
        max_size=8,
    )
)
def test_paragraphs_of_anything(pairs: list[tuple[str, str]]) -> None:
    source = "".join(word + space for word, space in pairs)
    assert units_of(source) == read_units(source)


@pytest.mark.parametrize("source", HARD)
def test_marks_after_stops(source: str) -> None:
    assert units_of(source) == read_units(source)


def test_many_stops_take_no_time() -> None:
    assert len(units_of("A" + "." * 200_000 + "b " + "?!" * 200_000)) == 1


@given(markdown_texts())
def test_documents_of_anything(source: str) -> None:
    assert units_of(source) == read_units(source)


def test_documents_of_the_corpus() -> None:
    for path in [*tricky_files(), *corpus_files()[::EVERY]]:
        source = read_source(path)
        assert units_of(source) == read_units(source), path
