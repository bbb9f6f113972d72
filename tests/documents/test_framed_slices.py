"""A splitter after a splitter reads the parts of a cut block as what they were."""

from collections.abc import Iterable

import pytest
from langchain_core.documents import Document
from langchain_text_splitters import TextSplitter

from langchain_mdsplit import (
    MarkdownFragmentTextSplitter,
    MarkdownTokenTextSplitter,
    RecursiveCharacterTextSplitter,
    TokenCounter,
)
from langchain_mdsplit.documents.excerpts import Excerpt
from langchain_mdsplit.documents.framed_slices import frame_start, without_frame
from langchain_mdsplit.markdown.sections import Section
from tests.packing.cutting.cut_pieces import kinds

COUNTER = TokenCounter()
FRAGMENT = MarkdownFragmentTextSplitter
SECTION = Section("0", (), (), None, -1, 0, 1, 1)
SOURCES = {
    "code": "# H\n\n```bash\n" + "# one\nrun\n" * 9 + "```\n\nAfter it.\n",
    "a table": "| a | b |\n|---|---|\n" + "| one | two |\n" * 9,
    "code in an item": "- x\n  ```py\n" + "  # y\n" * 9 + "  ```\n\n  z\n",
    "code in a quote": "> ```py\n" + "> # y\n" * 9 + "> ```\n> z\n",
    "a long item": "1. one\n2. " + "two three four. " * 9,
    "CRLF": "# H\r\n\r\n| a | b |\r\n|---|---|\r\n" + "| one | two |\r\n" * 9,
}


def place(chunk: Document) -> range:
    """Return which code points of the first source a chunk holds."""
    base = chunk.metadata.get("parent_start_index", 0)
    return range(
        base + chunk.metadata["start_index"], base + chunk.metadata["end_index"]
    )


def held(source: str, chunks: Iterable[Document]) -> list[int]:
    """Return the code points that chunks hold and are no white space, in order."""
    found = (position for chunk in chunks for position in place(chunk))
    return [position for position in found if not source[position].isspace()]


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
@pytest.mark.parametrize(("first", "second"), [(24, 20), (24, 60), (40, 24)])
def test_parts_are_split_in_their_frames(source: str, first: int, second: int) -> None:
    parts = MarkdownTokenTextSplitter(first).create_documents([source])
    assert len(parts) > 1
    chunks = MarkdownTokenTextSplitter(second).split_documents(parts)
    assert held(source, chunks) == held(source, parts)
    at = kinds(source)
    for chunk in chunks:
        text, offset = chunk.page_content, chunk.metadata["content_offset"]
        held_here = place(chunk)
        assert text.startswith(source[held_here.start : held_here.stop], offset)
        assert chunk.metadata["token_count"] == COUNTER(text) <= second
        alone = kinds(text, has_front_matter=False)
        for position in held_here:
            if source[position].isalnum():
                moved = position - held_here.start + offset
                assert alone[moved] == at[position], (chunk, position)


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_the_drop_in_splits_the_slices_without_frames(source: str) -> None:
    parts = MarkdownTokenTextSplitter(24).create_documents([source])
    recursive = RecursiveCharacterTextSplitter(
        chunk_size=20, chunk_overlap=0, add_start_index=True
    )
    chunks = recursive.split_documents(parts)
    assert held(source, chunks) == held(source, parts)
    for chunk in chunks:
        span = place(chunk)
        assert chunk.page_content == source[span.start : span.stop]


@pytest.mark.parametrize("first", [MarkdownTokenTextSplitter, FRAGMENT])
@pytest.mark.parametrize("second", [MarkdownTokenTextSplitter, FRAGMENT])
@pytest.mark.parametrize("mark", ["---", "+++"])
def test_parts_of_front_matter_are_front_matter(
    first: type[TextSplitter], second: type[TextSplitter], mark: str
) -> None:
    lines = [f'key{number} = "a value"' for number in range(5)]
    source = "\n".join([mark, *lines, mark, "", "# T", "", "text"])
    parts = first(48, length_function=len).create_documents([source])
    chunks = second(28, length_function=len).split_documents(parts)
    assert held(source, chunks) == held(source, parts)
    cut = [chunk for chunk in chunks if "key" in chunk.page_content]
    assert len(cut) == len(lines)
    for chunk in cut:
        text, span = chunk.page_content, place(chunk)
        offset = chunk.metadata["content_offset"]
        assert text.startswith(f"{mark}\n")
        assert text.endswith(f"\n{mark}")
        assert text.startswith(source[span.start : span.stop], offset)
        assert chunk.metadata["heading_path"] == ""
        if second is FRAGMENT:
            assert chunk.metadata["type"] == {"---": "yaml", "+++": "toml"}[mark]


def test_of_parts_of_front_matter_no_value_is_read() -> None:
    source = "---\na: b\ncc: dddddddd\n---\n\ntext"
    parts = FRAGMENT(15, length_function=len).create_documents([source])
    assert len(parts) > 2
    chunks = FRAGMENT().split_documents(parts)
    assert [it.page_content for it in chunks] == [it.page_content for it in parts]
    chunks = FRAGMENT(front_matter="metadata").split_documents(parts)
    assert [it.page_content for it in chunks] == ["text"]


@pytest.mark.parametrize(
    ("added", "frame"),
    [
        ("", ""),
        ("# A\n\n", ""),
        ("# A\n## B\n", ""),
        ("A > B\n\n", ""),
        ("A > B\n\n## C\n", ""),
        ("# A\n\n```py\n", "```py\n"),
        ("> - ```\n>   ", "> - ```\n>   "),
        ("#\n\n| a |\r\n|---|\r\n", "| a |\r\n|---|\r\n"),
        ("# A\n\n## ", "## "),
        ("#no\n", "#no\n"),
    ],
)
def test_where_a_frame_begins(added: str, frame: str) -> None:
    assert added[frame_start(added) :] == frame


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        ((0, 4), None),
        ((0, 7), (0, 3, 9, 0)),
        ((2, 30), (0, 20, 7, 1)),
        ((5, 9), (1, 5, 5, 3)),
        ((24, 28), None),
        ((21, 28), None),
    ],
)
def test_places_are_those_in_the_slice(
    span: tuple[int, int], expected: tuple[int, ...] | None
) -> None:
    excerpt = Excerpt("", 0, *span, 5, SECTION, "", overlap=3)
    found = [
        (it.start_index, it.end_index, it.content_offset, it.overlap)
        for it in without_frame([excerpt], 4, 20)
    ]
    assert found == ([expected] if expected else [])


def test_what_is_no_slice_has_the_place_of_what_it_stands_for() -> None:
    excerpt = Excerpt("{}", 1, 0, 28, None, SECTION, "")
    expected = excerpt._replace(start_index=0, end_index=20)
    assert list(without_frame([excerpt], 4, 20)) == [expected]


@pytest.mark.parametrize("size", [None, 8])
def test_pieces_of_a_value_of_front_matter_stand_where_it_stood(
    size: int | None,
) -> None:
    source = "\ufeff---\nk: v\n---\n\none"
    values = FRAGMENT().create_documents([source])
    chunks = FRAGMENT(size, length_function=len).split_documents(values)
    assert "".join(it.page_content for it in chunks[:-1]).startswith("{")
    for chunk in chunks[:-1]:
        assert place(chunk) == range(1, 13)
        assert "content_offset" not in chunk.metadata
    assert place(chunks[-1]) == range(15, 18)


@pytest.mark.parametrize("second", [MarkdownTokenTextSplitter, FRAGMENT])
def test_front_matter_after_a_byte_order_mark_stays_front_matter(
    second: type[TextSplitter],
) -> None:
    source = "\ufeff---\nk: v\n---\n\n# T\n\none two three"
    parts = MarkdownTokenTextSplitter(20, length_function=len).create_documents(
        [source]
    )
    chunks = second(20, length_function=len).split_documents(parts)
    assert chunks[0].metadata["heading_path"] == ""
    assert all("k:" not in it.metadata["heading_path"] for it in chunks)


def test_a_rule_after_a_blank_line_does_not_become_front_matter() -> None:
    source = "\n---\n\nSome text.\n\n---\n\n" + "more words " * 40
    chunks = MarkdownTokenTextSplitter(40).create_documents([source])
    assert chunks[0].metadata["start_index"] == 1
    fragments = FRAGMENT(front_matter="drop").split_documents(chunks)
    assert "Some text." in [it.page_content for it in fragments]


def test_a_splitter_after_the_drop_in_keeps_its_places() -> None:
    source = "one two three four five six seven eight nine"
    recursive = RecursiveCharacterTextSplitter(
        chunk_size=20, chunk_overlap=0, add_start_index=True
    )
    parts = recursive.create_documents([source])
    chunks = MarkdownTokenTextSplitter(12, length_function=len).split_documents(parts)
    assert len(chunks) > len(parts) > 1
    for chunk in chunks:
        span = place(chunk)
        assert chunk.page_content == source[span.start : span.stop]
