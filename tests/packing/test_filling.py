"""What a chunk is filled with after its first blocks, and what is left to the next."""

from typing import Any

import pytest

from langchain_mdsplit import (
    MarkdownSectionTextSplitter,
    MarkdownTokenTextSplitter,
    TokenCounter,
)
from langchain_mdsplit.markdown.blocks import parse_blocks
from tests.shared_data import corpus_files, read_source

EVERY = 40  # of the corpus's files, one in so many
LEAST = 18  # tokens; what is short and has addresses may be estimated as far longer
FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}\u200d\N{BOY}"
LINK = "[a link text here](https://example.com/some/long/path)"
TABLE = "| name | name |\n|---|---|\n" + "| v1 | v2 |\n" * 9
SENTENCE = "To define a struct, write the keyword struct and then its name."
SENTENCES = f"{SENTENCE} More words follow in a second sentence that is as long."


def split(text: str, size: int, **options: Any) -> list[str]:
    return MarkdownTokenTextSplitter(size, **options).split_text(text)


@pytest.mark.parametrize(
    ("text", "size", "first"),
    [
        (f"- a\n- b\n\n{FAMILY} {FAMILY}", 20, "- a\n- b"),
        (f"A few words before.\n\n{LINK} {LINK}", 18, "A few words before."),
        (f"A few words before.\n\n{SENTENCES}", 18, "A few words before."),
        (f"Words before it.\n\n10. {FAMILY}\n11. {FAMILY}", 22, "Words before it."),
        (f"A few words before it.\n\n{TABLE}", 20, "A few words before it."),
    ],
)
def test_what_fits_the_next_chunk_is_not_torn(text: str, size: int, first: str) -> None:
    found = split(text, size)
    assert found[0] == first
    assert len(found) > 2


@pytest.mark.parametrize(("torn", "size"), [(FAMILY, 20), (LINK, 16)])
def test_a_heading_stands_alone_before_what_would_be_torn(torn: str, size: int) -> None:
    found = split(f"# Some heading\n\n{torn} {torn}", size, heading_context="none")
    assert found == ["# Some heading", torn, torn]


def test_after_a_heading_a_sentence_may_be_torn() -> None:
    first, *_ = split(f"# Some heading\n\n{SENTENCES}", 16, heading_context="none")
    assert first.startswith("# Some heading\n\nTo define")


def test_what_fits_no_chunk_fills_the_one_before() -> None:
    sentence = "word " * 60
    first, *_ = split(f"Two words.\n\n{sentence}", 20)
    assert first.startswith("Two words.\n\nword word")


@pytest.mark.parametrize("size", range(20, 40))
def test_a_header_stands_above_all_rows_where_a_row_fits_below_it(size: int) -> None:
    assert all(text.startswith(TABLE[:15]) for text in split(TABLE, size))


def test_a_header_too_long_for_its_rows_stands_once() -> None:
    found = split(TABLE, 14)
    assert [text for text in found if "name" in text] == found[:1]
    assert all("| v1 | v2 |" in text for text in found[1:])


@pytest.mark.parametrize("limit", range(50, 90))
def test_a_row_is_not_torn_for_what_is_repeated(limit: int) -> None:
    rows = ["| one | two |", "| three four | five six |", "| seven | eight |"]
    table = "\n".join(["| aa | bb |", "|---|---|", *rows * 3])
    for text in split(table, limit, chunk_overlap=20, length_function=len):
        assert set(text.split("\n")[2:]) <= set(rows), text


def section_texts() -> list[str]:
    """Return the texts of sections of the corpus, or one of our own."""
    texts = ["# A\n\none two three\n\n- a\n- b\n\n```\ncode\n```"]
    for path in corpus_files()[::EVERY]:
        source = read_source(path)
        if parse_blocks(source).blocks:
            root = MarkdownSectionTextSplitter().parse_sections(source)
            texts += [source[it.start_index : it.end_index] for it in root.children]
    return texts


def test_sections_that_just_fit_are_chunks() -> None:
    count = TokenCounter()
    for text in section_texts():
        size = count(text)
        if size >= LEAST and parse_blocks(text).front_matter is None:
            level = "#" * parse_blocks(text).blocks[0].level
            more = f"{text}\n\n{level} B\n\n" + "word " * size
            assert split(more, size, on_long_heading="drop")[0] == text
