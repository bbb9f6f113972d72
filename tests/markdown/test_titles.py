"""Titles and anchors of headings."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.markdown.blocks import Block, parse_blocks
from tests.markdown.own_cases import case_id, load_own_cases

ID = st.from_regex(r"[\w.:_*-]+", fullmatch=True)
WORDS = st.lists(
    st.sampled_from(
        (
            "word",
            "*em*",
            "`code`",
            "[link](u)",
            "$5",
            "$a_b$",
            "é",
            "&amp;",
            "\\*",
            "2 * 3",
        )
    ),
    min_size=1,
).map(" ".join)


def _heading(source: str, *, heading_attributes: bool = True) -> Block:
    """Return the only heading of a source."""
    blocks = parse_blocks(source, heading_attributes=heading_attributes).blocks
    (heading,) = (block for block in blocks if block.level)
    return heading


@pytest.mark.parametrize("case", load_own_cases("titles.json"), ids=case_id)
def test_own_truth(case: dict[str, Any]) -> None:
    heading = _heading(case["markdown"])
    assert (heading.title, heading.anchor) == (case["title"], case["anchor"])


@pytest.mark.parametrize("case", load_own_cases("titles.json"), ids=case_id)
def test_read_literally(case: dict[str, Any]) -> None:
    """A block that is no attribute block any more stands at the end of the title."""
    heading = _heading(case["markdown"], heading_attributes=False)
    assert heading.anchor is None
    assert heading.title == case["title"] or heading.title.endswith("}")
    assert case["anchor"] is None or f"#{case['anchor'].strip('_*')}" in heading.title


@pytest.mark.parametrize("frame", ["# {} ", "{}\n===", "## {} ##", "a\r\n{}\r\n---"])
@given(words=WORDS, identifier=ID)
def test_an_attribute_block_is_cut_off(frame: str, words: str, identifier: str) -> None:
    plain = _heading(frame.format(words))
    attributed = _heading(frame.format(f"{words} {{#{identifier} .a}}"))
    assert attributed.title == plain.title
    assert (plain.anchor, attributed.anchor) == (None, identifier)


@given(words=st.lists(st.from_regex(r"[A-Za-z0-9,.;:?!()/é漢-]+", fullmatch=True)))
def test_plain_words_are_the_title(words: list[str]) -> None:
    heading = _heading("# Title " + " \t ".join(words))
    assert heading.title == " ".join(["Title", *words])
    assert heading.anchor is None


@given(text=st.text(st.characters(exclude_characters="\r\n"), min_size=1))
def test_any_text_gives_a_title(text: str) -> None:
    heading = _heading(f"# {text}")
    assert heading.title == " ".join(heading.title.split()) != ""
    assert "\0" not in heading.title
    heading.title.encode()
