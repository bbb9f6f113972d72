"""Headings that stand in the added context of chunks."""

import pytest

from langchain_mdsplit import Chunk, MarkdownSectionTextSplitter
from langchain_mdsplit.documents.added_headings import HeadingFinder, stands_in_context


@pytest.mark.parametrize(
    ("context", "expected"),
    [
        ("# Tea\n\n", True),
        ("# Hot\n# Tea\n", True),
        ("Hot > Tea\n\n", True),
        ("", False),
        ("# Teapot\n\n", True),  # a title of its path, in the first line
        ("# Hot\n# Teapot\n", False),
        ("Hot\n\nTea.", False),
    ],
)
def test_a_heading_stands_there_as_a_line_or_in_a_breadcrumb(
    context: str, *, expected: bool
) -> None:
    text = f"{context}Boil it."
    chunk = Chunk(text, 3, 9, 17, content_offset=len(context), headings=("Hot", "Tea"))
    assert stands_in_context(chunk, "# Tea", "Tea") is expected


def test_titles_of_other_paths_do_not_count() -> None:
    chunk = Chunk("Tea > Black\n\nx", 3, 9, 10, content_offset=13, headings=("Tea",))
    assert stands_in_context(chunk, "## Tea", "Tea")
    assert not stands_in_context(chunk, "## Black", "Black")


def test_headings_of_breadcrumbs_are_found() -> None:
    text = "# Tea\n\n## Black\n\nBoil it. Wait for it.\n\n## Green\n\nLess hot.\n"
    chunks = MarkdownSectionTextSplitter(14, merge=False).split_chunks(text)
    finder = HeadingFinder(text, chunks)
    spans: list[tuple[int, int, bool]] = []
    covered = 0
    for chunk in chunks:
        spans += finder.cut(covered, chunk.start_index)
        covered = chunk.end_index
    held = [text[start:end] for start, end, is_held in spans if is_held]
    assert held == ["# Tea", "## Black", "## Green"]
    lost = "".join(text[start:end] for start, end, is_held in spans if not is_held)
    assert lost.strip() == ""
