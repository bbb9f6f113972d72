"""Raw blocks: what the parser's events are read as, in code points."""

import pytest
from hypothesis import given

from langchain_mdsplit.markdown.events import RawBlock, read_raw_blocks
from tests.markdown.line_soup import hard_texts


def _brief(block: RawBlock) -> tuple[str, int, int, int, bool]:
    shape, start, end, _ = block
    return shape.kind, start, end, shape.level, shape.keeps_indentation


@pytest.mark.parametrize(
    ("source", "blocks"),
    [
        ("", []),
        ("[a]: b\n", []),
        (
            "a\n\n***\n",
            [("paragraph", 0, 2, 0, False), ("thematicBreak", 3, 7, 0, False)],
        ),
        ("## é\n\né", [("heading", 0, 5, 2, False), ("paragraph", 6, 7, 0, False)]),
        ("😀\n\n    é\n", [("paragraph", 0, 2, 0, False), ("code", 7, 9, 0, True)]),
        ("```\n    é", [("code", 0, 9, 0, False)]),
        (
            "- é\n\n[a]: b\n\nc",
            [("list", 0, 5, 0, False), ("paragraph", 13, 14, 0, False)],
        ),
        ("$$é$$", [("math", 0, 5, 0, False)]),
        ("$$é$$ b", [("paragraph", 0, 7, 0, False)]),
        ("$$é$$\nb", [("paragraph", 0, 7, 0, False)]),
    ],
    ids=repr,
)
def test_raw_blocks(source: str, blocks: list[tuple[str, int, int, int, bool]]) -> None:
    assert [_brief(block) for block in read_raw_blocks(source)] == blocks


def test_headings_alone_have_a_title() -> None:
    blocks = read_raw_blocks("# a {#b}\n\nc\n")
    assert [title and tuple(title) for *_, title in blocks] == [("a", "b"), None]


def test_attributes_can_be_read_literally() -> None:
    ((_, _, _, title),) = read_raw_blocks("# a {#b}\n", heading_attributes=False)
    assert title is not None
    assert tuple(title) == ("a {#b}", None)


@given(source=hard_texts())
def test_blocks_stand_in_order_and_apart(source: str) -> None:
    position = 0
    for _, start, end, _ in read_raw_blocks(source):
        assert position <= start < end <= len(source)
        position = end
