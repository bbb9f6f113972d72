import pytest
from hypothesis import given

from langchain_mdsplit import Chunk, MdSplitError
from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError
from langchain_mdsplit.view.layout import Card, Gap, check_spans, lay_out
from tests.view.spans import chunk_of, sources_with_chunks


def kinds(source: str, chunks: list[Chunk]) -> list[tuple[str, str]]:
    return [
        (part.kind if isinstance(part, Gap) else "chunk", source[part.start : part.end])
        for part in lay_out(source, chunks)
    ]


@given(sources_with_chunks())
def test_parts_tile_the_source(case: tuple[str, list[Chunk]]) -> None:
    source, chunks = case
    check_spans(source, chunks)
    parts = lay_out(source, chunks)
    assert "".join(source[part.start : part.end] for part in parts) == source
    assert [part.chunk for part in parts if isinstance(part, Card)] == chunks


@given(sources_with_chunks())
def test_gaps_are_what_no_chunk_covers(case: tuple[str, list[Chunk]]) -> None:
    source, chunks = case
    covered = {
        index for chunk in chunks for index in range(chunk.start_index, chunk.end_index)
    }
    for part in lay_out(source, chunks):
        if isinstance(part, Gap):
            assert covered.isdisjoint(range(part.start, part.end))
            text = source[part.start : part.end]
            is_blank = not text.strip() or (part.start == 0 and text[0] == "\ufeff")
            assert (part.kind == "blank") == is_blank
        else:
            assert covered.issuperset(range(part.start, part.end))


@given(sources_with_chunks())
def test_shared_text_is_what_an_earlier_chunk_covers(
    case: tuple[str, list[Chunk]],
) -> None:
    source, chunks = case
    for part in lay_out(source, chunks):
        if isinstance(part, Card):
            before = chunks[: part.number - 1]
            for index in range(part.start, part.end):
                is_shared = any(c.start_index <= index < c.end_index for c in before)
                assert is_shared == (index < part.shared_end)
            if part.shared_end > part.start:
                sharer = chunks[part.first_sharer - 1]
                assert sharer.start_index <= part.start < sharer.end_index


def test_text_in_no_chunk_is_dropped_and_white_space_is_not() -> None:
    source = "One.\n\nTwo.\n\nThree.\n"
    chunks = [chunk_of(source, 0, 4), chunk_of(source, 12, 18)]
    assert kinds(source, chunks) == [
        ("chunk", "One."),
        ("blank", "\n\n"),
        ("dropped", "Two."),
        ("blank", "\n\n"),
        ("chunk", "Three."),
        ("blank", "\n"),
    ]


def test_a_heading_in_added_context_is_not_dropped() -> None:
    source = "# A\n\n## B\n\nOne.\n"
    chunk = Chunk("# A\n## B\n\nOne.", 9, 11, 15, content_offset=10)
    assert [kind for kind, _ in kinds(source, [chunk])] == [
        *("heading", "blank", "heading", "blank", "chunk", "blank")
    ]


def test_a_heading_in_a_breadcrumb_is_not_dropped() -> None:
    source = "Title *x*\n===\n\n## B {#b}\n\nOne.\n"
    start = source.index("One")
    headings = ("Title x", "B")
    chunk = Chunk("Title x > B\n\nOne.", 9, start, start + 4, 13, headings)
    assert [kind for kind, _ in kinds(source, [chunk])] == [
        *("heading", "blank", "heading", "blank", "chunk", "blank")
    ]


def test_a_heading_in_the_context_of_another_section_is_dropped() -> None:
    source = "# A\n\n# A\n\nOne.\n"
    chunk = Chunk("# A\n\nOne.", 9, 10, 14, content_offset=5)
    assert [kind for kind, _ in kinds(source, [chunk])] == [
        *("dropped", "blank", "heading", "blank", "chunk", "blank")
    ]


def test_a_chunk_that_begins_inside_a_line_is_marked() -> None:
    source = "One. Two.\n  Three."
    chunks = [chunk_of(source, 0, 4), chunk_of(source, 5, 9), chunk_of(source, 12, 18)]
    cards = [part for part in lay_out(source, chunks) if isinstance(part, Card)]
    assert [card.begins_inside_line for card in cards] == [False, True, False]


@pytest.mark.parametrize(
    ("spans", "message"),
    [
        ([(-1, 2)], r"chunks\[0\] spans -1 to 2; allowed is 0 to 8"),
        ([(0, 9)], r"chunks\[0\] spans 0 to 9; allowed is 0 to 8"),
        ([(5, 3)], r"chunks\[0\] spans 5 to 3; allowed is 0 to 8"),
        ([(4, 8), (0, 4)], r"chunks\[1\] spans 0 to 4, the chunk before 4 to 8"),
        ([(0, 8), (2, 4)], r"chunks\[1\] spans 2 to 4, the chunk before 0 to 8"),
    ],
)
def test_wrong_spans_raise(spans: list[tuple[int, int]], message: str) -> None:
    source = "One two."
    chunks = [chunk_of(source, start, end) for start, end in spans]
    with pytest.raises(ArgumentError, match=message):
        check_spans(source, chunks)


def test_chunks_of_another_source_raise() -> None:
    with pytest.raises(MdSplitError, match=r"where source holds 'One'.*is source what"):
        check_spans("One two.", [Chunk("Two", 1, 0, 3)])
    with pytest.raises(MdSplitError, match="where source holds"):
        check_spans("One two.", [Chunk("One", 1, 0, 3, content_offset=-3)])


def test_what_is_no_chunk_raises() -> None:
    with pytest.raises(ArgumentTypeError, match=r"chunks\[0\] must be a Chunk"):
        check_spans("One", ["One"])  # type: ignore[list-item]
