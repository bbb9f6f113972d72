"""Top-level blocks against recorded truth, own truth, and what holds for any source."""

import re
from typing import Any

import pytest
from hypothesis import given

from langchain_mdsplit.markdown.blocks import Block, parse_blocks
from tests.markdown.line_soup import LINE_ENDINGS, hard_texts
from tests.markdown.own_cases import case_id, load_own_cases
from tests.markdown.tiling import assert_tiled
from tests.shared_data import corpus_files, load_cases, read_source, tricky_files

RECORDED_DIFFERENTLY = {
    "cm-215": "remark lets a setext heading begin with the definition before it",
    "own-math": "remark knows no `math` without its extension",
}


def _spec_examples() -> list[Any]:
    return [
        pytest.param(case["markdown"], id=f"{name}-{case['example']}")
        for name in ("commonmark", "gfm")
        for case in load_cases(f"data/{name}_spec.json")
    ]


def _recorded() -> list[Any]:
    cases = {case["id"]: case for case in load_cases("data/remark_blocks.json")}
    assert not cases or RECORDED_DIFFERENTLY.keys() <= cases.keys()
    return [
        pytest.param(
            case["markdown"],
            case["blocks"],
            id=name,
            marks=pytest.mark.xfail(strict=True, reason=RECORDED_DIFFERENTLY[name])
            if name in RECORDED_DIFFERENTLY
            else (),
        )
        for name, case in cases.items()
    ]


@pytest.mark.parametrize("case", load_own_cases("blocks.json"), ids=case_id)
def test_own_truth(case: dict[str, Any]) -> None:
    source = case["markdown"]
    parsed = parse_blocks(source)
    assert_tiled(parsed)
    found = [[block.kind, source[block.start : block.end]] for block in parsed.blocks]
    assert found == case["blocks"]


@pytest.mark.parametrize(("source", "recorded"), _recorded())
def test_equals_remark(source: str, recorded: list[dict[str, Any]]) -> None:
    """An end may differ by white space: ours never ends with any."""
    expected = [
        (block["type"], start, start + len(source[start : block["end"]].rstrip()))
        for block in recorded
        for start in [block["start"]]
    ]
    blocks = parse_blocks(source).blocks
    assert [(block.kind, block.start, block.end) for block in blocks] == expected


@pytest.mark.parametrize("source", _spec_examples())
def test_spec_examples_are_tiled(source: str) -> None:
    assert_tiled(parse_blocks(source))
    for line_ending in LINE_ENDINGS[1:]:
        _assert_same_with_line_ending(source, line_ending)


@pytest.mark.parametrize("path", tricky_files(), ids=lambda path: path.stem)
def test_tricky_documents_are_tiled(path: Any) -> None:
    assert_tiled(parse_blocks(read_source(path)))


def test_corpus_is_tiled() -> None:
    paths = corpus_files()
    if not paths:
        pytest.skip("no shared corpus")
    for path in paths:
        assert_tiled(parse_blocks(read_source(path)))


@given(source=hard_texts())
def test_any_text_is_tiled(source: str) -> None:
    assert_tiled(parse_blocks(source))
    assert_tiled(parse_blocks(source, has_front_matter=False, heading_attributes=False))


@given(source=hard_texts())
def test_same_input_same_output(source: str) -> None:
    assert parse_blocks(source) == parse_blocks(source)


@given(source=hard_texts())
def test_a_byte_order_mark_moves_all_by_one(source: str) -> None:
    source = source.lstrip("\ufeff")
    moved = [
        block._replace(
            start=block.start + 1,
            end=block.end + 1,
            outer_start=block.outer_start and block.outer_start + 1,
            outer_end=block.outer_end + 1,
        )
        for block in parse_blocks(source).blocks
    ]
    assert list(parse_blocks("\ufeff" + source).blocks) == moved


@given(source=hard_texts())
def test_lone_surrogates_are_replacement_characters(source: str) -> None:
    replaced = re.sub("[\ud800-\udfff]", "\ufffd", source)
    assert parse_blocks(source).blocks == parse_blocks(replaced).blocks


@pytest.mark.parametrize("line_ending", LINE_ENDINGS[1:], ids=repr)
@given(source=hard_texts())
def test_line_endings_do_not_matter(line_ending: str, source: str) -> None:
    source = re.sub(r"\r\n|\r", "\n", source)
    _assert_same_with_line_ending(source, line_ending)


def _assert_same_with_line_ending(source: str, line_ending: str) -> None:
    width = len(line_ending) - 1

    def moved(index: int) -> int:
        return index + width * source.count("\n", 0, index)

    expected = [
        (block.kind, moved(block.start), moved(block.end), moved(block.outer_end))
        for block in parse_blocks(source).blocks
    ]
    blocks = parse_blocks(source.replace("\n", line_ending)).blocks
    found = [(block.kind, block.start, block.end, block.outer_end) for block in blocks]
    assert found == expected
    # In a code span over two lines of a heading the parser makes two spaces of a CRLF.
    assert [_dense(block) for block in blocks] == [
        _dense(block) for block in parse_blocks(source).blocks
    ]


def _dense(block: Block) -> tuple[int, str, str | None]:
    return block.level, block.title.replace(" ", ""), block.anchor


def test_front_matter_can_be_left_out() -> None:
    source = "---\na: b\n---\n\nc\n"
    kinds = [
        [block.kind for block in parse_blocks(source, has_front_matter=has).blocks]
        for has in (True, False)
    ]
    assert kinds == [["yaml", "paragraph"], ["thematicBreak", "heading", "paragraph"]]


def test_front_matter_owns_the_blank_lines_after_it() -> None:
    parsed = parse_blocks("\ufeff---\na: b\n---\n\n\n  c\n")
    assert parsed.front_matter is not None
    assert [block[1:5] for block in parsed.blocks] == [(1, 13, 0, 16), (18, 19, 16, 20)]


@pytest.mark.parametrize("marker", ["> ", "- ", "1. ", "> - "])
def test_nesting_500_deep_is_one_block(marker: str) -> None:
    source = marker * 500 + "# a\n\n# b\n"
    blocks = parse_blocks(source).blocks
    assert [(block.level, source[block.start : block.end]) for block in blocks] == [
        (0, source[:-6]),
        (1, "# b"),
    ]
