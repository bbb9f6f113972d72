"""Sections are not torn by merging: any tree, by the lines that chunks hold."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.semantic.grouping import Grouping
from langchain_mdsplit.packing.semantic.neighbours import NeighbourMerger
from langchain_mdsplit.packing.semantic.oversized import whole_part
from langchain_mdsplit.packing.semantic.rules import Sizes
from langchain_mdsplit.packing.semantic.similarities import Similarities
from tests.packing.drafts import draft_of
from tests.packing.semantic.documents import part_texts, singly, units_of

ENTRIES = st.tuples(st.integers(0, 4), st.lists(st.integers(1, 9), max_size=3))


@st.composite
def outlines(draw: st.DrawFn) -> list[str]:
    """Draw the lines of a document, where every section has a text below it."""
    entries = draw(st.lists(ENTRIES, min_size=1, max_size=9))
    lines: list[str] = []
    for (level, lengths), (following, _) in pairwise([*entries, (0, [])]):
        lines += ["#" * level + " A"] * (level > 0)
        is_empty = not lengths and following <= level
        lines += ["w" * length for length in ([1] if is_empty else lengths)]
    return lines


def merged(lines: list[str], limit: int, least: int) -> list[str]:
    """Return the chunks of a document whose paragraphs are all alike."""
    source = "\n\n".join(lines)
    units, groups = units_of(source), singly(source)
    alike = Similarities(np.ones((len(units), 1)))
    grouping = Grouping(alike, [], 0.0, groups)
    merger = NeighbourMerger(draft_of(source), grouping, Sizes(least))
    parts = [whole_part(units, group) for group in groups]
    return part_texts(source, merger.merged(parts, Budget(limit)))


def level_of(line: str) -> int:
    return line.count("#")


def sections_of(lines: list[str]) -> list[range]:
    """Return the lines of each section."""
    found = []
    for first, line in enumerate(lines):
        rest = enumerate(lines[first + 1 :], first + 1)
        ends = (at for at, other in rest if 0 < level_of(other) <= level_of(line))
        if level_of(line):
            found.append(range(first, next(ends, len(lines))))
    return found


def own_texts(lines: list[str]) -> list[range]:
    """Return each run of headings with the text up to the next."""
    starts = [
        at
        for at, line in enumerate(lines)
        if at == 0 or (level_of(line) and not level_of(lines[at - 1]))
    ]
    return [range(*pair) for pair in pairwise([*starts, len(lines)])]


def is_torn(held: range, stretch: range) -> bool:
    """Whether some lines hold a part of a stretch and of what is beside it."""
    common = range(max(held[0], stretch[0]), min(held[-1], stretch[-1]) + 1)
    return bool(common) and common not in (held, stretch)


def is_first_below(lines: list[str], section: range) -> bool:
    """Whether the text before a section is its parent's own."""
    levels = [level_of(line) for line in lines[: section.start] if level_of(line)]
    return not levels or levels[-1] < level_of(lines[section.start])


@given(lines=outlines(), limit=st.integers(10, 80), least=st.integers(0, 60))
def test_sections_are_not_torn_by_merging(
    lines: list[str], limit: int, least: int
) -> None:
    texts = merged(lines, limit, least)
    counts = [text.count("\n\n") + 1 for text in texts]
    starts = [sum(counts[:index]) for index in range(len(counts) + 1)]
    chunks = [range(*pair) for pair in pairwise(starts)]
    sections, own = sections_of(lines), own_texts(lines)
    for held in chunks:
        assert not any(is_torn(held, text) for text in own)
        torn = [section for section in sections if is_torn(held, section)]
        assert all(is_first_below(lines, section) for section in torn)
    for (left, right), pair in zip(pairwise(texts), pairwise(chunks), strict=True):
        both = range(pair[0].start, pair[1].stop)
        if right.startswith("# "):
            continue  # what stands before a chapter is no part of it
        size = (max if right.startswith("#") else min)(len(left), len(right))
        if size < least and len(left) + 2 + len(right) <= limit:
            assert any(is_torn(both, stretch) for stretch in [*sections, *own])
