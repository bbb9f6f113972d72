"""Labelled blocks against the reference splitter's recorded fragments and own truth."""

from typing import Any

import pytest

from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.markdown.fragments import FRAGMENT_TYPES, label_blocks
from langchain_mdsplit.markdown.sections import read_sections
from tests.markdown.own_cases import case_id, load_own_cases
from tests.shared_data import load_cases

RECORDED_DIFFERENTLY = {
    "cm-98": "the reference crashes on empty front matter",
    "own-frontmatter empty": "the reference crashes on empty front matter",
    "own-frontmatter invalid": "the reference crashes on front matter that is no YAML",
    "own-math": "the reference knows no `math`",
}


def _recorded() -> list[Any]:
    cases = {case["id"]: case for case in load_cases("data/growi_fragments.json")}
    crashes = {name for name, case in cases.items() if "error" in case}
    assert not cases or crashes | {"own-math"} == RECORDED_DIFFERENTLY.keys()
    return [
        pytest.param(
            case["markdown"],
            case.get("fragments", []),
            id=name,
            marks=pytest.mark.xfail(strict=True, reason=RECORDED_DIFFERENTLY[name])
            if name in RECORDED_DIFFERENTLY
            else (),
        )
        for name, case in cases.items()
    ]


def _labels(source: str, max_heading_level: int = 6) -> list[list[str]]:
    blocks = parse_blocks(source).blocks
    sections = read_sections(blocks, max_heading_level)
    return [[label, block.kind] for block, _, label in label_blocks(blocks, sections)]


@pytest.mark.parametrize("case", load_own_cases("labels.json"), ids=case_id)
def test_own_truth(case: dict[str, Any]) -> None:
    assert _labels(case["markdown"]) == case["fragments"]


@pytest.mark.parametrize(("source", "fragments"), _recorded())
def test_equals_the_reference(source: str, fragments: list[dict[str, Any]]) -> None:
    expected = [[fragment["label"], fragment["type"]] for fragment in fragments]
    assert _labels(source) == expected


@pytest.mark.parametrize("case", load_own_cases("blocks.json"), ids=case_id)
def test_every_block_has_one_label(case: dict[str, Any]) -> None:
    blocks = parse_blocks(case["markdown"]).blocks
    labelled = list(label_blocks(blocks, read_sections(blocks)))
    assert [block for block, _, _ in labelled] == list(blocks)
    assert len({label for _, _, label in labelled}) == len(blocks)
    assert {block.kind for block in blocks} <= set(FRAGMENT_TYPES)


def test_every_type_is_found_in_own_truth() -> None:
    cases = load_own_cases("blocks.json")
    assert {kind for case in cases for kind, _ in case["blocks"]} == set(FRAGMENT_TYPES)


def test_deeper_headings_are_content() -> None:
    source = "# A\n\n## B\n\nb\n\n### C\n"
    assert [label for label, _ in _labels(source, max_heading_level=1)] == [
        "1-heading",
        "1-content-1",
        "1-content-2",
        "1-content-3",
    ]


@pytest.mark.parametrize("case_id_", ["front matter alone", "front matter"])
def test_front_matter_has_its_own_label(case_id_: str) -> None:
    (case,) = (c for c in load_own_cases("blocks.json") if c["id"] == case_id_)
    assert _labels(case["markdown"])[0] == ["frontmatter", "yaml"]
