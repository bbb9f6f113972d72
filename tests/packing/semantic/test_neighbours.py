"""Short parts, merged with the neighbour more like them."""

from collections.abc import Sequence
from math import inf

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.semantic.grouping import Grouping
from langchain_mdsplit.packing.semantic.neighbours import NeighbourMerger
from langchain_mdsplit.packing.semantic.oversized import whole_part
from langchain_mdsplit.packing.semantic.rules import Sizes
from langchain_mdsplit.packing.semantic.similarities import Similarities
from tests.packing.drafts import draft_of
from tests.packing.semantic.documents import part_texts, singly, units_of
from tests.packing.semantic.naive import cosine
from tests.packing.semantic.vectors import turned


def merged(
    source: str,
    groups: Sequence[range],
    vectors: object,
    *,
    limit: int = 10_000,
    least: int = 0,
    least_characters: int = 0,
    window: int | None = 5,
    paragraph_break: float = 0.0,
) -> list[str]:
    """Return the texts of groups of units, merged."""
    units = units_of(source)
    assert sum(map(len, groups)) == len(units)
    grouping = Grouping(
        similarities=Similarities(np.array(vectors, float)),
        thresholds=[],
        paragraph_break=paragraph_break,
        groups=list(groups),
    )
    sizes = Sizes(least, least_characters, window)
    merger = NeighbourMerger(draft_of(source, longest=0), grouping, sizes)
    parts = [whole_part(units, group) for group in groups]
    return part_texts(source, merger.merged(parts, Budget(limit)))


PROSE = "aa.\n\nbbbb.\n\ncc."
SAME = [[1.0, 0.0]]


@pytest.mark.parametrize(
    ("angles", "texts"),
    [
        ([0, 0.1, 0.9], ["aa.\n\nbbbb.", "cc."]),
        ([0, 0.9, 0.1], ["aa.", "bbbb.\n\ncc."]),
        ([0, 0.5, 0.5], ["aa.\n\nbbbb.", "cc."]),
    ],
)
def test_the_neighbour_more_like_it(angles: list[float], texts: list[str]) -> None:
    # All may be joined but not three; the middle one alone is short.
    source = "aaaaa.\n\nbb.\n\nccccc."
    long_texts = [text.replace("aa", "aaaaa").replace("cc", "ccccc") for text in texts]
    expected = [text.replace("bbbb", "bb") for text in long_texts]
    groups = singly(source)
    assert merged(source, groups, turned(angles), limit=14, least=4) == expected


@pytest.mark.parametrize(
    ("paragraph_break", "texts"),
    [(0.0, ["aaaaa.", "bb.\n\nccccc."]), (0.2, ["aaaaa. bb.", "ccccc."])],
)
def test_the_same_paragraph_counts_where_it_should(
    paragraph_break: float, texts: list[str]
) -> None:
    source = "aaaaa. Bb.\n\nccccc."
    vectors = [[0.95, 0.312], [1.0, 0.0], [0.99, 0.141]]
    groups = singly(source)
    found = merged(
        source, groups, vectors, limit=14, least=4, paragraph_break=paragraph_break
    )
    assert [text.lower() for text in found] == texts


def test_the_shortest_first() -> None:
    # "cc." is shorter than "bbbb." and takes it, before that could go with "aaaaa.".
    source = "aaaaa.\n\nbbbb.\n\ncc."
    vectors = turned([0, 0.0, 0.9])
    found = merged(source, singly(source), vectors, limit=13, least=6)
    assert found == ["aaaaa.", "bbbb.\n\ncc."]


def test_what_is_no_longer_short_stays() -> None:
    source = "aaaaaaa.\n\nbbb.\n\nc."
    vectors = turned([0, 0.1, 0.2])
    assert merged(source, singly(source), vectors, least=6) == [
        "aaaaaaa.",
        "bbb.\n\nc.",
    ]


@pytest.mark.parametrize(
    ("limit", "texts"),
    [(15, ["aa.\n\nbbbb.\n\ncc."]), (14, ["aa.\n\nbbbb.", "cc."]), (8, None)],
)
def test_never_over_the_limit(limit: int, texts: list[str] | None) -> None:
    found = merged(PROSE, singly(PROSE), SAME * 3, limit=limit, least=100)
    assert found == (texts or ["aa.", "bbbb.", "cc."])


def test_nothing_short() -> None:
    assert merged(PROSE, singly(PROSE), SAME * 3, least=3) == ["aa.", "bbbb.", "cc."]


def test_short_in_characters() -> None:
    found = merged(PROSE, singly(PROSE), turned([0, 1, 0.1]), least_characters=4)
    assert found == ["aa.\n\nbbbb.\n\ncc."]
    found = merged(PROSE, singly(PROSE), SAME * 3, least_characters=3)
    assert found == ["aa.", "bbbb.", "cc."]


HEADINGS: dict[str, tuple[str, int, int, list[str]]] = {
    "sections under one heading": (
        "# A\n\n## B\n\nx.\n\n## C\n\nyyyyyyyyyy.",
        20,
        99,
        ["# A\n\n## B\n\nx.\n\n## C\n\nyyyyyyyyyy."],
    ),
    "a long section under one heading": (
        "# A\n\n## B\n\nx.\n\n## C\n\nyyyyyyyyyy.",
        15,
        99,
        ["# A\n\n## B\n\nx.", "## C\n\nyyyyyyyyyy."],
    ),
    "chapters": (
        "# A\n\nx.\n\n# B\n\ny.",
        50,
        99,
        ["# A\n\nx.", "# B\n\ny."],
    ),
    "sections without a title": (
        "## A\n\nx.\n\n## B\n\ny.",
        50,
        99,
        ["## A\n\nx.\n\n## B\n\ny."],
    ),
    "text before any heading": (
        "x.\n\n# B\n\ny.\n\n## C\n\nzzzzzzz.",
        12,
        16,
        ["x.\n\n# B\n\ny.", "## C\n\nzzzzzzz."],
    ),
    "the rest of text before any heading": (
        "xxxxxxxxxx.\n\nx.\n\n# B\n\ny.",
        9,
        12,
        ["xxxxxxxxxx.", "x.", "# B\n\ny."],
    ),
    "a section's text and its first subsection": (
        "# A\n\nx.\n\n## B\n\ny.\n\n### C\n\nzzzzzzz.",
        12,
        24,
        ["# A\n\nx.\n\n## B\n\ny.", "### C\n\nzzzzzzz."],
    ),
    "a first subsection that is torn": (
        "# A\n\nx.\n\n## B\n\ny.\n\nzzzzzzz.",
        8,
        17,
        ["# A\n\nx.", "## B\n\ny.", "zzzzzzz."],
    ),
    "a section and the text of one with subsections": (
        "# A\n\n## B\n\nx.\n\n## C\n\ny.\n\n### D\n\nzzzzzzz.",
        14,
        23,
        ["# A\n\n## B\n\nx.", "## C\n\ny.", "### D\n\nzzzzzzz."],
    ),
    "sections with subsections": (
        "# A\n\n## B\n\n### C\n\nx.\n\n## D\n\n### E\n\ny.",
        30,
        99,
        ["# A\n\n## B\n\n### C\n\nx.\n\n## D\n\n### E\n\ny."],
    ),
    "a last subsection and the section after its parent": (
        "# A\n\n## B\n\nxxxxxxxxxx.\n\n### C\n\ny.\n\n## D\n\nz.",
        12,
        24,
        ["# A\n\n## B\n\nxxxxxxxxxx.", "### C\n\ny.", "## D\n\nz."],
    ),
    "the end of a section and the next": (
        "# A\n\nxxxxxxxxxx.\n\ny.\n\n# B\n\nz.",
        9,
        18,
        ["# A\n\nxxxxxxxxxx.", "y.", "# B\n\nz."],
    ),
    "a section and the beginning of the next": (
        "# A\n\nx.\n\n# B\n\ny.\n\nzzzzzzz.",
        8,
        16,
        ["# A\n\nx.", "# B\n\ny.", "zzzzzzz."],
    ),
    "a subsection and a section after an empty heading": (
        "# A\n\nxxxxxxxxx.\n\n## B\n\ny.\n\n## C\n\n# D\n\nz.",
        20,
        24,
        ["# A\n\nxxxxxxxxx.", "## B\n\ny.", "## C\n\n# D\n\nz."],
    ),
    "levels that are left out": (
        "# A\n\n### B\n\nx.\n\n## C\n\ny.",
        15,
        99,
        ["# A\n\n### B\n\nx.\n\n## C\n\ny."],
    ),
    "inside a section": (
        "# A\n\nx.\n\nyyyyyyyyyyyyyyy.",
        9,
        99,
        ["# A\n\nx.\n\nyyyyyyyyyyyyyyy."],
    ),
    "a heading in a quote is none": (
        "x.\n\n> # A\n>\n> y.",
        9,
        99,
        ["x.\n\n> # A\n>\n> y."],
    ),
}


@pytest.mark.parametrize(
    ("source", "least", "limit", "texts"), HEADINGS.values(), ids=HEADINGS
)
def test_across_headings(source: str, least: int, limit: int, texts: list[str]) -> None:
    vectors = SAME * len(units_of(source))
    groups = singly(source)
    assert merged(source, groups, vectors, least=least, limit=limit) == texts


def test_the_own_section_before_another() -> None:
    # "y." is like "xxx.", but what comes below it is nearer than what is above it.
    source = "# A\n\nxxx.\n\n## B\n\ny.\n\n### C\n\nzz."
    vectors = turned([0, 0, 0, 0, 1, 1])
    found = merged(source, singly(source), vectors, least=11, limit=20)
    assert found == ["# A\n\nxxx.", "## B\n\ny.\n\n### C\n\nzz."]


def test_a_section_that_has_become_whole_is_merged() -> None:
    # "## A" comes first and may not have the beginning of "## B", which is then whole.
    source = "## A\n\nx.\n\n## B\n\nyyyyy.\n\nzzzzzzz."
    found = merged(source, singly(source), SAME * 5, least=23)
    assert found == [source]


@pytest.mark.parametrize(
    ("window", "joins_left"), [(2, True), (3, False), (None, False)]
)
def test_only_units_near_the_border_are_compared(
    window: int | None,
    *,
    joins_left: bool,
) -> None:
    source = "aaa.\n\nbbb.\n\nccc.\n\nd.\n\neeeeeeeeeeeee."
    angles = [-1.5, 0.1, 0.1, 0.0, 0.4]  # the first is unlike the fourth
    vectors = [[np.cos(angle), np.sin(angle)] for angle in angles]
    groups = [range(3), range(3, 4), range(4, 5)]
    found = merged(source, groups, vectors, limit=24, least=4, window=window)
    assert (len(found[0]) > len("aaa.\n\nbbb.\n\nccc.")) == joins_left


def slowly_merged(
    lengths: Sequence[int],
    vectors: Sequence[Sequence[float]],
    *,
    limit: int,
    least: int,
    window: int | None,
) -> tuple[list[range], float]:
    """Merge groups of one unit each by looking at all of them again and again.

    Returns:
        The groups, and how near to a tie the closest decision was.
    """
    groups = [range(at, at + 1) for at in range(len(lengths))]
    margin = inf

    def length(first: range, last: range) -> int:
        held = lengths[first.start : last.stop]
        return sum(held) + 2 * (len(held) - 1)

    def alike(left: range, right: range) -> float:
        near = left if window is None else left[-window:]
        following = right if window is None else right[:window]
        found = [cosine(vectors[a], vectors[b]) for a in near for b in following]
        return sum(found) / len(found)

    while True:
        by_length = sorted(groups, key=lambda group: length(group, group))
        for group in by_length:
            at = groups.index(group)
            pairs = [
                (alike(groups[left], groups[left + 1]), left)
                for left in (at - 1, at)
                if 0 <= left < len(groups) - 1
                and length(groups[left], groups[left + 1]) <= limit
            ]
            if length(group, group) < least and pairs:
                break
        else:
            return groups, margin
        if len(pairs) == 2:
            margin = min(margin, abs(pairs[0][0] - pairs[1][0]))
        left = max(pairs)[1]
        joined = range(groups[left].start, groups[left + 1].stop)
        groups[left : left + 2] = [joined]


@given(data=st.data(), lengths=st.lists(st.integers(1, 9), min_size=1, max_size=14))
def test_merging_is_that_of_the_slow_writing(
    data: st.DataObject, lengths: list[int]
) -> None:
    angles = st.lists(st.floats(0, 1), min_size=len(lengths), max_size=len(lengths))
    vectors = turned(data.draw(angles)).tolist()
    limit, least = data.draw(st.integers(5, 60)), data.draw(st.integers(0, 20))
    window = data.draw(st.sampled_from([2, 5, None]))
    groups, margin = slowly_merged(
        lengths, vectors, limit=limit, least=least, window=window
    )
    assume(margin > 1e-9)
    source = "\n\n".join("w" * length for length in lengths)
    starts = [
        at for at in range(len(source)) if at == 0 or source[at - 2 : at] == "\n\n"
    ]
    expected = [
        source[starts[group[0]] : starts[group[-1]] + lengths[group[-1]]]
        for group in groups
    ]
    found = merged(
        source, singly(source), vectors, limit=limit, least=least, window=window
    )
    assert found == expected
