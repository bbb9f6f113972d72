"""Sections against their definition, put into practice the slow way."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.markdown.blocks import Block, parse_blocks
from langchain_mdsplit.markdown.sections import read_sections

LEVELS = st.lists(st.integers(0, 6), max_size=30)


def _blocks(levels: Sequence[int]) -> list[Block]:
    """Return a heading for each level, a paragraph for 0."""
    return [
        Block(
            "heading" if level else "paragraph",
            position,
            position + 1,
            position,
            position + 1,
            level,
            f"title {position}" if level else "",
        )
        for position, level in enumerate(levels)
    ]


def _slow_label(levels: Sequence[int], position: int) -> str:
    """Return the label of the heading at a position, from the headings before it.

    Its number at a depth is 1 for a missing level that was filled, and 1 more for each
    heading of that depth, counted from the last heading of a lesser depth on.
    """
    numbers = []
    for depth in range(1, levels[position] + 1):
        start = max(
            (at + 1 for at in range(position) if 0 < levels[at] < depth), default=0
        )
        deeper = [level for level in levels[start : position + 1] if level >= depth]
        numbers.append(deeper.count(depth) + (deeper[0] > depth))
    return "-".join(map(str, numbers))


def _slow_ancestors(levels: Sequence[int], position: int) -> list[int]:
    """Return where the headings above a heading stand, and the heading itself."""
    chain = [position]
    for at in range(position - 1, -1, -1):
        if 0 < levels[at] < levels[chain[0]]:
            chain.insert(0, at)
    return chain


def _slow_end(levels: Sequence[int], position: int) -> int:
    """Return where the next heading of the same or a lesser depth stands."""
    later = range(position + 1, len(levels))
    return next((at for at in later if 0 < levels[at] <= levels[position]), len(levels))


@given(levels=LEVELS, deepest=st.integers(1, 6))
def test_sections_are_as_defined(levels: list[int], deepest: int) -> None:
    blocks = _blocks(levels)
    levels = [level if level <= deepest else 0 for level in levels]
    heads = [position for position, level in enumerate(levels) if level]
    before, *sections = read_sections(blocks, deepest)
    assert (before.label, before.titles, before.parent) == ("0", (), -1)
    assert (before.first, before.end) == (0, len(blocks))
    assert [section.first for section in sections] == heads
    assert [section.label for section in sections] == [
        _slow_label(levels, position) for position in heads
    ]
    chains = [_slow_ancestors(levels, position) for position in heads]
    assert [section.titles for section in sections] == [
        tuple(blocks[at].title for at in chain) for chain in chains
    ]
    assert [section.levels for section in sections] == [
        tuple(levels[at] for at in chain) for chain in chains
    ]
    assert [section.end for section in sections] == [
        _slow_end(levels, position) for position in heads
    ]
    assert [section.own_end for section in [before, *sections]] == [*heads, len(blocks)]
    assert [
        [before, *sections][s.parent].first for s in sections if len(s.levels) > 1
    ] == [chain[-2] for chain in chains if len(chain) > 1]
    assert all(s.parent == 0 for s in sections if len(s.levels) == 1)


@given(levels=LEVELS)
def test_labels_are_unique(levels: list[int]) -> None:
    labels = [section.label for section in read_sections(_blocks(levels))]
    assert len(set(labels)) == len(labels)


def test_anchor_is_the_headings() -> None:
    sections = read_sections(parse_blocks("# A {#a}\n\n## B\n").blocks)
    assert [section.anchor for section in sections] == [None, "a", None]


@pytest.mark.parametrize("source", ["", "a\n\n- b\n", "> # a\n"])
def test_without_headings_there_is_one_section(source: str) -> None:
    blocks = parse_blocks(source).blocks
    assert [section.own_end for section in read_sections(blocks)] == [len(blocks)]
