"""The tree: who stands in what, and what must not be parted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit import MarkdownTokenTextSplitter
from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.markdown.sections import read_sections
from langchain_mdsplit.packing.block_tree import BlockTree, read_block_tree


def outline_of(source: str, *, keeps_blanks: bool = False) -> BlockTree:
    """Return the tree of a source."""
    blocks = parse_blocks(source).blocks
    sections = read_sections(blocks)
    return read_block_tree(source, blocks, sections, keeps_blanks=keeps_blanks)


def test_each_block_has_its_section_and_each_section_its_children() -> None:
    tree = outline_of("a\n\n# B\n\nb\n\n### C\n\n## D\n\n# E\n")
    assert list(tree.owners) == [0, 1, 1, 2, 3, 4]
    assert [list(children) for children in tree.children] == [
        [1, 4],
        [2, 3],
        [],
        [],
        [],
    ]
    assert tree.path(3) == [1, 3]
    assert tree.path(0) == []


@pytest.mark.parametrize(
    ("first", "last", "section"),
    [(0, 0, 0), (1, 1, 1), (1, 4, 1), (3, 4, 1), (4, 4, 3), (4, 5, 0), (0, 5, 0)],
)
def test_the_common_section_holds_all(first: int, last: int, section: int) -> None:
    tree = outline_of("a\n\n# B\n\nb\n\n### C\n\n## D\n\n# E\n")
    assert tree.common(first, last) == section


@pytest.mark.parametrize(
    ("source", "holds"),
    [
        ("# A\n\na", True),
        ("# A\n\n# B", False),
        ("!!! note\n\nb", True),
        ('??? "Title"\n\nb', True),
        ("::: tip\n\nb", True),
        (":::{note}\n\nb", True),
        ("::: {.note}\n\nb", True),
        ("::: {.note} text\n\nb", True),
        (":::\n\nb", False),
        ("!!\n\nb", False),
        ("a !!! b\n\nc", False),
        ("text\n::: tip\n\nb", True),
        ("::: tip\ntext\n\nb", False),
        ("!!! note", False),
        ("!!! note\n\n# B", False),
    ],
)
def test_what_opens_something_holds_the_next(source: str, *, holds: bool) -> None:
    assert outline_of(source).keeps_with_next(0) is holds


def test_a_chunk_ends_with_its_text_or_with_the_blanks_after_it() -> None:
    assert outline_of("a  \n\n\nb").end_of(0) == 1
    assert outline_of("a  \n\n\nb", keeps_blanks=True).end_of(0) == 6


@given(levels=st.lists(st.integers(0, 6), min_size=1, max_size=30), data=st.data())
def test_the_common_section_is_the_innermost_around_both(
    levels: list[int], data: st.DataObject
) -> None:
    tree = outline_of("\n\n".join("#" * level + " a" for level in levels))
    last = data.draw(st.integers(0, len(tree.blocks) - 1))
    first = data.draw(st.integers(0, last))
    around = [
        index
        for index, section in enumerate(tree.sections)
        if section.first <= first and last < section.end
    ]
    assert tree.common(first, last) == around[-1]
    assert tree.block_at(tree.blocks[last].start) == last


def test_long_runs_that_must_not_be_parted_are_walked_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keeps_with_next, calls = BlockTree.keeps_with_next, []

    def counted(tree: BlockTree, block: int) -> bool:
        calls.append(block)
        return keeps_with_next(tree, block)

    monkeypatch.setattr(BlockTree, "keeps_with_next", counted)
    count = 400
    splitter = MarkdownTokenTextSplitter(
        50, chunk_overlap=10, length_function=len, max_heading_level=1
    )
    for line in ("!!! note", "## heading"):
        calls.clear()
        splitter.split_text("\n\n".join(f"{line} {index}" for index in range(count)))
        assert count < len(calls) < 20 * count
