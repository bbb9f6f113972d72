"""Breadcrumbs: how a chunk begins that holds more than one section."""

import pytest

from langchain_mdsplit import MarkdownSectionTextSplitter
from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.packing.breadcrumbs import Breadcrumbs
from langchain_mdsplit.packing.cutting.costs import Costs
from tests.packing.cutting.cut_pieces import CHARACTERS
from tests.packing.test_block_tree import outline_of


def opening(
    source: str, first: int, last: int, *, limit: int = 100, is_included: bool = True
) -> tuple[int, str] | None:
    """Return the block a chunk's slice begins with, and its context."""
    breadcrumbs = Breadcrumbs(
        outline_of(source),
        Costs(CHARACTERS, 0),
        limit,
        separator=" > ",
        is_included=is_included,
        on_long_heading="drop",
    )
    found = breadcrumbs.opening(first, last)
    return found and (found[0], found[1].text)


SOURCE = "# A\n\n## B\n\nb\n\n## C\n\nc\n\n# D\n"


def test_headings_in_the_breadcrumb_are_not_repeated() -> None:
    assert opening(SOURCE, 0, 2) == (2, "A > B\n\n")
    assert opening(SOURCE, 0, 4) == (1, "A\n\n")
    assert opening(SOURCE, 0, 5) == (0, "")
    assert opening(SOURCE, 3, 4) == (4, "A > C\n\n")


def test_a_heading_alone_is_own_text() -> None:
    assert opening(SOURCE, 5, 5) == (5, "")
    assert opening(SOURCE, 0, 1) == (1, "A\n\n")


def test_a_chunk_that_starts_deeper_has_heading_lines_below() -> None:
    assert opening(SOURCE, 2, 4) == (2, "A\n\n## B\n\n")
    assert opening(SOURCE, 2, 5) == (2, "# A\n## B\n\n")


def test_a_heading_that_is_too_long_stays_in_the_slice() -> None:
    assert opening("# A title\n\na", 0, 1, limit=8) == (0, "")
    assert opening("# A title\n\na", 0, 1, limit=30) == (1, "A title\n\n")


def test_without_breadcrumbs_every_heading_stays() -> None:
    assert opening(SOURCE, 0, 2, is_included=False) == (0, "")


def test_an_empty_heading_stays_in_the_slice() -> None:
    assert opening("# A\n\n##\n\n### B\n\nb", 0, 3) == (1, "A\n\n")


@pytest.mark.parametrize("title", ["`<script setup>`", "`<!-- a`", "\\```", "\\~~~ py"])
def test_a_title_that_would_swallow_the_text_is_escaped(title: str) -> None:
    found = opening(f"# {title}\n\na\n", 0, 1)
    assert found is not None
    assert found[1].startswith("\\")
    (crumb, text) = parse_blocks(f"{found[1]}a\n").blocks
    assert crumb.kind == text.kind == "paragraph"


def test_other_titles_are_not_escaped() -> None:
    assert opening("# `<b>` \\> c\n\na\n", 0, 1) == (1, "<b> > c\n\n")


@pytest.mark.parametrize(
    "title", ["1. Setup", "2) Setup", "- Setup", "[^1]: Setup", "1.", "\\-"]
)
@pytest.mark.parametrize(
    "text", ["    code\n    more", "- one\n- two", "1. one\n2. two"]
)
def test_a_title_like_a_marker_takes_in_no_list_and_no_code(
    title: str, text: str
) -> None:
    splitter = MarkdownSectionTextSplitter(60)
    (chunk,) = splitter.split_text(f"## {title}\n\n{text}")
    kinds = [block.kind for block in parse_blocks(chunk).blocks]
    assert kinds == ["paragraph", parse_blocks(text).blocks[0].kind]


@pytest.mark.parametrize("title", ["1. Setup", "- Setup"])
def test_a_title_like_a_marker_is_as_written_before_text(title: str) -> None:
    splitter = MarkdownSectionTextSplitter(60)
    assert splitter.split_text(f"## {title}\n\ntext") == [f"{title}\n\ntext"]


def test_each_line_of_a_breadcrumb_is_escaped() -> None:
    splitter = MarkdownSectionTextSplitter(60, merge=False, breadcrumb_separator="\n")
    chunks = splitter.split_text("# Top\n\n## `<!-- a`\n\n- one\n\n## `~~~`\n\n- two")
    assert chunks == ["Top\n\\<!-- a\n\n- one", "Top\n\\~~~\n\n- two"]
