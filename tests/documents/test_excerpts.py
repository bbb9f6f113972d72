"""Excerpts: what is their own, and the chunks they become."""

from dataclasses import asdict, fields

from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit import Chunk
from langchain_mdsplit.documents.excerpts import Excerpt, as_chunks
from langchain_mdsplit.markdown.sections import Section

SECTION = Section("1-2", ("A", "B"), (1, 2), "b", 0, 0, 1, 1)


def excerpt(text: str, start: int, end: int, offset: int | None = 0) -> Excerpt:
    return Excerpt(text, 3, start, end, offset, SECTION, "1-2-content-1")


@given(before=st.text(), shared=st.text(), own=st.text(), after=st.text())
def test_own_text_is_without_context_and_overlap(
    before: str, shared: str, own: str, after: str
) -> None:
    end = 10 + len(shared + own)
    item = excerpt(before + shared + own + after, 10, end, len(before))
    assert item._replace(overlap=len(shared)).own_text == own


def test_own_text_of_what_is_no_slice_is_all_of_it() -> None:
    item = excerpt('{"a": 1}', 0, 12, None)._replace(overlap=2)
    assert item.own_text == '{"a": 1}'


def test_a_chunk_says_what_its_excerpt_says() -> None:
    item = Excerpt(
        text="```\nx\n```",
        token_count=5,
        start_index=7,
        end_index=8,
        content_offset=4,
        section=SECTION,
        label="1-2-content-3",
        type="code",
        level=0,
        overlap=1,
        part=2,
        front_matter="{}",
    )
    expected = item._asdict()
    del expected["section"]
    expected |= {"headings": ("A", "B"), "heading_levels": (1, 2), "anchor": "b"}
    assert [asdict(chunk) for chunk in as_chunks([item])] == [expected]


def test_excerpts_and_chunks_have_the_same_defaults() -> None:
    (chunk,) = as_chunks([excerpt("a", 0, 1)])
    for field in fields(Chunk):
        if field.name in Excerpt._field_defaults:
            assert Excerpt._field_defaults[field.name] == field.default
            assert getattr(chunk, field.name) == field.default


def test_chunks_are_in_the_order_of_their_excerpts() -> None:
    items = (excerpt(text, index, index + 1) for index, text in enumerate("abc"))
    assert [chunk.text for chunk in as_chunks(items)] == ["a", "b", "c"]
    assert as_chunks([]) == []
