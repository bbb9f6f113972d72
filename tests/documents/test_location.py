"""Where chunks stand in a source, now that it may have been edited."""

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document

from langchain_mdsplit import (
    Location,
    MarkdownFragmentTextSplitter,
    MarkdownTokenTextSplitter,
    locate,
)
from langchain_mdsplit.errors import ChunkNotFoundError

TWICE = "# A\n\nsame\n\nsame\n\n# B\n\nsame\n"


def split(text: str, **options: Any) -> list[Document]:
    """Split a text that has a source."""
    splitter = MarkdownFragmentTextSplitter(**options)
    return splitter.create_documents([text], [{"source": "a.md"}])


def chunk(text: str, start: int | None = None, **metadata: Any) -> Document:
    """Return a chunk made by hand."""
    if start is not None:
        end = start + len(text)
        metadata |= {"start_index": start, "end_index": end, "content_offset": 0}
    return Document(page_content=text, metadata=metadata)


def starts(source: str, documents: list[Document], **options: Any) -> list[int]:
    """Return where documents begin in a source."""
    return [locate(source, document, **options).start_index for document in documents]


@given(text=st.text("ab\r\n", min_size=1), data=st.data())
def test_lines_and_columns_lead_back_to_the_index(
    text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    place = locate(text, chunk(text[start:end], start))
    for index, line, column in (
        (start, place.line, place.column),
        (end - 1, place.end_line, place.end_column),
    ):
        before = _ended_lines(text, index)
        assert (line, column) == (len(before) + 1, index - sum(map(len, before)) + 1)


def _ended_lines(text: str, index: int) -> list[str]:
    """Return the lines, with their ends, that end at or before an index."""
    lines, line = [], ""
    for position, character in enumerate(text[:index]):
        line += character
        is_half = character == "\r" and text[position + 1 : position + 2] == "\n"
        if character in "\r\n" and not is_half:
            lines.append(line)
            line = ""
    return lines


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_all_kinds_end_lines(end: str) -> None:
    source = f"# A{end}{end}one{end}two{end}"
    place = locate(source, split(source)[1])
    assert (place.line, place.column) == (3, 1)
    assert (place.end_line, place.end_column) == (4, 3)


@pytest.mark.parametrize("end", ["\x0b", "\x0c", "\x85", "\u2028"])
def test_other_separators_end_no_lines(end: str) -> None:
    assert locate(f"a{end}b", chunk("b", 2)).line == 1


def test_columns_are_code_points() -> None:
    assert locate("沸😀 x", chunk("x", 3)) == Location(3, 4, 1, 4, 1, 4)


def test_a_moved_text_is_found() -> None:
    documents = split("# A\n\none\n\ntwo\n")
    assert starts("New.\n\n# A\n\ntwo\n\none\n", documents) == [6, 16, 11]


def test_added_context_is_no_part_of_the_place() -> None:
    document = Document(
        page_content="# A\n\none",
        metadata={"start_index": 9, "end_index": 12, "content_offset": 5},
    )
    assert locate("# A\n\ntwo\n\none\n", document).start_index == 10


def test_duplicates_are_told_by_their_heading_path() -> None:
    documents = split(TWICE)
    source = "New.\n\n" + TWICE
    assert starts(source, documents)[-1] == source.rindex("same")


def test_duplicates_of_one_section_are_told_by_their_ids() -> None:
    documents = split(TWICE, add_ids=True)
    source = TWICE.replace("# A\n", "# A\n\n" + "Long. " * 9 + "\n")
    first = source.index("same")
    assert starts(source, documents[1:3]) == [first, first + len("same\n\n")]


def test_duplicates_without_ids_are_told_by_what_is_near() -> None:
    source = "\n\n" + TWICE
    first = source.index("same")
    assert starts(source, split(TWICE)[1:3]) == [first, first + len("same\n\n")]


def test_whole_blocks_come_before_parts_of_blocks() -> None:
    document = split("# A\n\ntea\n")[1]
    source = "# A\n\nMore tea, or tea.\n\ntea\n"
    assert starts(source, [document]) == [source.rindex("tea")]


def test_without_offsets_the_text_is_enough() -> None:
    documents = split(TWICE, add_start_index=False, add_ids=True)
    assert starts(TWICE, documents) == [0, 5, 11, 17, 22]


def test_a_document_without_metadata_is_found() -> None:
    assert locate("a\n\nb\n", chunk("b")) == Location(3, 4, 3, 1, 3, 1)


def test_text_of_patterns_is_taken_literally() -> None:
    assert locate("ab\n\na.(b\n", chunk("a.(b")).start_index == 4


def test_front_matter_is_found_wherever_it_ends() -> None:
    (first, *_) = split("---\na: 1\n---\n\nText.\n")
    place = locate("---\na: 1\nb: 2\n---\n\nText.\n", first)
    assert (place.start_index, place.line, place.end_line) == (0, 1, 4)


def test_front_matter_that_is_gone_is_named() -> None:
    (first, *_) = split("---\na: 1\n---\n")
    with pytest.raises(ChunkNotFoundError, match="front matter"):
        locate("Text.\n", first)


@pytest.mark.parametrize("source", ["", "tw", "# A\n\nTwo\n", "t wo"])
def test_a_text_that_is_gone_is_named(source: str) -> None:
    message = r"^the chunk's text is not in the source: 'two'$"
    with pytest.raises(ChunkNotFoundError, match=message):
        locate(source, split("# A\n\ntwo\n")[1])


def test_of_a_long_text_the_beginning_is_named() -> None:
    with pytest.raises(ChunkNotFoundError) as caught:
        locate("", chunk("begin " + "x" * 500))
    assert "'begin x" in str(caught.value)
    assert len(str(caught.value)) < 150


@pytest.mark.parametrize("metadata", [{}, {"start_index": 1, "end_index": 1}])
def test_an_empty_chunk_is_nowhere(metadata: dict[str, Any]) -> None:
    with pytest.raises(ChunkNotFoundError):
        locate("a\n", Document(page_content="", metadata=metadata))


def test_a_chunk_of_a_chunk_is_found_after_an_edit() -> None:
    splitter = MarkdownFragmentTextSplitter(chunk_size=4, add_ids=True)
    source = "# A\n\nOne two three. Four five six.\n\n# B\n\nOne two three.\n"
    children = splitter.split_documents(split(source))
    moved = "New and longer.\n\n" + source
    found = starts(moved, children)
    assert found == [17 + start for start in starts(source, children)]
    assert len(set(found)) == len(children) > 4


def test_a_chunk_of_a_chunk_is_not_taken_for_another() -> None:
    first_pass = split("# A\n\nx\n\n# A\n\nz\n")
    (child,) = MarkdownFragmentTextSplitter().split_documents(first_pass[2:3])
    edited = "# A\n\nlonger\n\n# A\n\nz\n"
    assert locate(edited, first_pass[2]).start_index == 13
    assert locate(edited, child).start_index == 13


def test_the_levels_of_headings_are_the_splitters() -> None:
    one, other = "# A\n\n## B\n\nsame\n\n", "# D\n\nsame\n\n"
    under_b, under_d = split(one + other, max_heading_level=1)[2::2]
    swapped = "x\n\n" + other + one
    places = [swapped.rindex("same"), swapped.index("same")]
    assert starts(swapped, [under_b, under_d], max_heading_level=1) == places


def test_the_attributes_of_headings_are_the_splitters() -> None:
    source = "# A {#a}\n\nsame\n\n# A\n\nsame\n"
    documents = split(source, heading_attributes=False)
    edited = "# A {#a}\n\n" + "Long. " * 3 + "\n\nsame\n\n# A\n\nsame\n"
    places = [edited.index("same"), edited.rindex("same")]
    found = starts(edited, documents, heading_attributes=False)
    assert [found[1], found[3]] == places


def test_a_source_may_be_a_number() -> None:
    splitter = MarkdownFragmentTextSplitter(add_ids=True)
    documents = splitter.create_documents(["# A\n\nsame\n\nsame\n"], [{"source": 0}])
    assert starts("# A\n\nlonger\n\nsame\n\nsame\n", documents[1:]) == [13, 19]


@pytest.mark.parametrize(
    ("name", "text", "options"),
    [
        ("parent_start_index", "a\n", {}),
        ("start_index", "a\n", {"add_start_index": False}),
        ("overlap", "a\n", {"add_ids": True}),
        ("content_offset", "---\na: 1\n---\n", {}),
    ],
)
@pytest.mark.parametrize("theirs", ["x", None, -1, [1], 1.5, True])
def test_keys_of_ours_may_be_the_users(
    name: str, text: str, options: dict[str, Any], theirs: Any
) -> None:
    splitter = MarkdownFragmentTextSplitter(**options)
    (document,) = splitter.create_documents([text], [{"source": "s", name: theirs}])
    assert starts(text + "\n# B\n", [document]) == [0]


def test_an_overlap_of_the_users_does_not_hide_an_id() -> None:
    splitter = MarkdownFragmentTextSplitter(add_ids=True)
    metadata = {"source": "s", "overlap": 2}
    documents = splitter.create_documents(["# A\n\nsame\n\nsame\n"], [metadata])
    assert starts("# A\n\nlonger\n\nsame\n\nsame\n", documents[1:]) == [13, 19]


@pytest.mark.parametrize("source", [" ", "\ufeff\n", " \n \n"])
def test_a_blank_text_is_found_in_a_blank_source(source: str) -> None:
    assert starts(source, [chunk(source[0])]) == [0]


def test_a_place_is_never_before_the_source() -> None:
    assert locate("abc\n\ntext", chunk("text", -4)).start_index == 5


def test_a_chunk_whose_overlap_was_edited_is_found_by_its_own_text() -> None:
    sentences = [f"Sentence number {n} is here and has some words." for n in range(12)]
    text = "# Tea\n\n" + "\n\n".join(sentences)
    splitter = MarkdownTokenTextSplitter(chunk_size=40, chunk_overlap=12, add_ids=True)
    documents = splitter.create_documents([text], [{"source": "a.md"}])
    edited = text.replace("number 2 is here", "number 2 is where")
    again = splitter.create_documents([edited], [{"source": "a.md"}])
    (kept,) = [item for item in documents if item.id == again[1].id]
    assert kept.metadata["overlap"]
    place = locate(edited, kept)
    assert edited[place.start_index : place.end_index].startswith(sentences[3])


@pytest.mark.parametrize(("near", "start"), [(105, 5), (1, 2), (3, 2), (4, 5)])
def test_of_repetitions_that_overlap_the_nearest_is_taken(
    near: int, start: int
) -> None:
    stale = chunk("ab ab", near)
    assert starts("x ab ab ab", [stale]) == [start]


def test_an_id_counts_chunks_and_not_repetitions_that_overlap() -> None:
    splitter = MarkdownTokenTextSplitter(10, length_function=len, add_ids=True)
    source = "same\n\n" * 5
    documents = splitter.create_documents([source], [{"source": "a.md"}])
    assert [document.page_content for document in documents] == [
        "same\n\nsame",
        "same\n\nsame",
        "same",
    ]
    edited = "New and so much longer than before.\n\n" + source
    assert starts(edited, documents[:2]) == [37, 49]


def test_rows_that_are_alike_are_told_by_what_is_near() -> None:
    row = "| a | b |\n"
    table = f"| h | h |\n|---|---|\n{row * 9}"
    edited = table.replace("h", "hot", 1)
    for number in range(7):
        start = table.index(row) + number * len(row)
        assert starts(edited, [chunk(row * 3, start)]) == [start + len("ot")]


def test_a_text_that_is_there_once_needs_no_parser(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise AssertionError

    documents = split("# A\n\none\n\ntwo\n")
    monkeypatch.setattr("langchain_mdsplit.documents.location.parse_blocks", fail)
    assert starts("New.\n\n# A\n\ntwo\n\none\n", documents) == [6, 16, 11]
    with pytest.raises(AssertionError):
        starts("two, two", documents[2:])


def test_a_long_repetition_is_found_in_linear_time() -> None:
    source = "a" * 200_000
    document = Document(source[:100_000], metadata={"source": "s"}, id="7")
    started = time.process_time()
    assert starts(source, [document]) == [0]
    assert time.process_time() - started < 10


def test_a_null_where_the_heading_path_was_is_none() -> None:
    metadata = {"source": "a.md", "heading_path": None}
    document = Document(page_content="same", id="7", metadata=metadata)
    assert locate(TWICE, document).start_index == TWICE.index("same")
