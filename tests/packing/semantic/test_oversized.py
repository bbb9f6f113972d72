"""Groups over the limit, cut where neighbours are least alike."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.packing.block_packer import BlockPacker
from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.contexts import HeadingContexts
from langchain_mdsplit.packing.semantic.oversized import GroupCutter, Part
from langchain_mdsplit.packing.semantic.similarities import Similarities
from tests.packing.drafts import draft_of
from tests.packing.semantic.documents import part_texts, units_of
from tests.packing.semantic.vectors import turned


def parts_of(
    source: str, vectors: object, limit: int, least: int = 0, group: range | None = None
) -> list[Part]:
    """Return the parts of a group of units, of all if none is named."""
    draft, units = draft_of(source, longest=0), units_of(source)
    contexts = HeadingContexts(
        draft.tree,
        draft.costs,
        limit,
        heading_context="ancestors",
        on_long_heading="truncate",
    )
    cutter = GroupCutter(
        draft,
        units,
        Similarities(np.array(vectors, float)),
        contexts=contexts,
        packer=BlockPacker(draft, contexts),
        least=least,
    )
    return list(cutter.parts(group or range(len(units)), Budget(limit)))


def cut(source: str, vectors: object, limit: int, least: int = 0) -> list[str]:
    return part_texts(source, parts_of(source, vectors, limit, least))


FIVE = "aa.\n\nbb.\n\ncc.\n\ndd.\n\nee."
CUTS: dict[str, tuple[list[float], int, int, list[str]]] = {
    "it fits": ([0, 1, 1, 1, 1], 23, 0, [FIVE]),
    "once": ([0, 0.1, 0.9, 0.1, 0.2], 13, 0, ["aa.\n\nbb.", "cc.\n\ndd.\n\nee."]),
    "again": ([0, 0.3, 0.1, 0.2, 0.9], 13, 0, ["aa.", "bb.\n\ncc.\n\ndd.", "ee."]),
    "the first alone": ([0, 0.9, 0.1, 0.1, 0.1], 18, 0, ["aa.", FIVE[5:]]),
    "not a side too short": (
        [0, 0.9, 0.2, 0.3, 0.8],
        18,
        8,
        ["aa.\n\nbb.\n\ncc.", "dd.\n\nee."],
    ),
    "sides just long enough": (
        [0, 0.9, 0.5, 0.3, 0.8],
        18,
        8,
        ["aa.\n\nbb.", "cc.\n\ndd.\n\nee."],
    ),
    "too short where it must be": (
        [0, 0.9, 0.2, 0.3, 0.8],
        18,
        20,
        ["aa.", FIVE[5:]],
    ),
    "in the middle of all alike": (
        [0, 0, 0, 0, 0],
        13,
        0,
        ["aa.\n\nbb.", "cc.\n\ndd.\n\nee."],
    ),
}


@pytest.mark.parametrize(("angles", "limit", "least", "texts"), CUTS.values(), ids=CUTS)
def test_cuts(angles: list[float], limit: int, least: int, texts: list[str]) -> None:
    assert cut(FIVE, turned(angles), limit, least) == texts


def slowly_cut(
    lengths: Sequence[int], bonds: Sequence[float], held: range, limit: int, least: int
) -> list[range]:
    """Cut a group by its definition; `bonds` are similarities with the one before."""

    def length(units: range) -> int:
        return sum(lengths[unit] for unit in units) + 2 * (len(units) - 1)

    if length(held) <= limit:
        return [held]
    pairs = [
        (range(held.start, at), range(at, held.stop))
        for at in range(held.start + 1, held.stop)
    ]
    allowed = [pair for pair in pairs if min(map(length, pair)) >= least] or pairs
    best = min(allowed, key=lambda pair: bonds[pair[1].start])
    return [
        part for side in best for part in slowly_cut(lengths, bonds, side, limit, least)
    ]


@given(data=st.data(), lengths=st.lists(st.integers(1, 9), min_size=1, max_size=16))
def test_cuts_are_those_of_the_definition(
    data: st.DataObject, lengths: list[int]
) -> None:
    count = len(lengths)
    order = data.draw(st.permutations(range(count)))
    limit, least = data.draw(st.integers(9, 60)), data.draw(st.integers(0, 40))
    bonds = [-float(rank) for rank in order]
    source = "\n\n".join("w" * length for length in lengths)
    parts = parts_of(source, turned([rank / 20 for rank in order]), limit, least)
    expected = slowly_cut(lengths, bonds, range(count), limit, least)
    assert [part.units for part in parts] == expected
    assert all(len(text) <= limit for text in part_texts(source, parts))


def test_headings_stay_with_what_follows() -> None:
    source = "# A\n\n## B\n\nbbb.\n\nccc.\n\nddd."
    vectors = turned([0, 1.5, 1.5, 0.2, 0.1])
    assert cut(source, vectors, 16) == ["# A\n\n## B\n\nbbb.", "ccc.\n\nddd."]


LONG = "One two three four five six seven eight nine ten."
PIECES: dict[str, tuple[str, int, list[str]]] = {
    "a sentence": (LONG, 25, ["One two three four five", "six seven eight nine ten."]),
    "a sentence under a heading": (
        f"# A\n\n{LONG}",
        30,
        ["# A\n\nOne two three four five", "# A\n\nsix seven eight nine ten."],
    ),
    "a long sentence among short ones": (
        f"Aa. {LONG} Bb.",
        26,
        ["Aa.", "One two three four five", "six seven eight nine ten.", "Bb."],
    ),
    "the first sentence under a heading": (
        f"# A\n\n{LONG} Bb. Cc.",
        30,
        [
            "# A\n\nOne two three four five",
            "# A\n\nsix seven eight nine ten.",
            "Bb. Cc.",
        ],
    ),
    "a quote with a marker after the sentence": (
        f"> {LONG}\n>\n> Bb.",
        29,
        ["> One two three four five six", "> seven eight nine ten.\n>", "> Bb."],
    ),
    "a fence": (
        "```py\nx = 1\ny = 2\nz = 3\n```",
        24,
        ["```py\nx = 1\ny = 2\n```", "```py\nz = 3\n```"],
    ),
    "a table": (
        "|a|b|\n|-|-|\n| cccc | dddd |\n| eeee | ffff |",
        30,
        ["|a|b|\n|-|-|\n| cccc | dddd |", "|a|b|\n|-|-|\n| eeee | ffff |"],
    ),
    "a run of headings": (
        f"# A\n\n## B\n\n### C\n\n{LONG}",
        42,
        [
            "# A\n## B\n### C\n\nOne two three four five",
            "# A\n## B\n### C\n\nsix seven eight nine ten.",
        ],
    ),
}


@pytest.mark.parametrize(("source", "limit", "texts"), PIECES.values(), ids=PIECES)
def test_units_that_are_too_long(source: str, limit: int, texts: list[str]) -> None:
    # The last units are alike, the others are not.
    count = len(units_of(source))
    vectors = turned([1.0] * (count - 1) + [0.0])
    parts = parts_of(source, vectors, limit)
    assert part_texts(source, parts) == texts
    assert all(len(text) <= limit for text in texts)


def test_pieces_hold_the_units_they_are_of() -> None:
    source = f"# A\n\n{LONG} Bb."
    parts = parts_of(source, turned([0, 1, 1]), 30)
    assert [part.units for part in parts] == [range(2), range(2), range(2, 3)]


def test_part_of_the_units() -> None:
    parts = parts_of(FIVE, turned([0, 1, 1, 1, 1]), 100, group=range(1, 3))
    assert part_texts(FIVE, parts) == ["bb.\n\ncc."]
    assert [part.units for part in parts] == [range(1, 3)]
