"""A new round takes from the one before what it would plan the same."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.packing.beginnings import Place
from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.earlier_rounds import EarlierRound, EarlierRounds
from langchain_mdsplit.packing.section_chunks import SectionChunkPlanner
from langchain_mdsplit.splitters.packed import PackingTextSplitter
from langchain_mdsplit.splitters.section import MarkdownSectionTextSplitter
from langchain_mdsplit.splitters.semantic import SemanticChunker
from langchain_mdsplit.splitters.token import MarkdownTokenTextSplitter
from tests.properties.markdown_texts import PIECES, markdown_texts
from tests.small_embeddings import WordEmbeddings

CHUNKS = [
    (
        PackedChunk(0, 0, start, start + 9, place=start),
        Place(0, start + 10, is_inside=True),
    )
    for start in range(0, 50, 10)
]


BEFORE = Budget(8, extra={20: -1})


def noted(*, repeats: bool = False) -> EarlierRounds:
    """Return a round in which the chunks were planned."""
    rounds = EarlierRounds(repeats=repeats)
    assert rounds.last(0, 1, BEFORE).run(0, None) == []
    rounds.note(0, 1, BEFORE, list(CHUNKS))
    return rounds


def run(budget: Budget, index: int = 0, *, repeats: bool = False) -> int:
    """Return how many chunks from one on are planned as they were."""
    found = noted(repeats=repeats).last(0, 1, budget).run(10 * index, None)
    assert found == CHUNKS[index : index + len(found)]
    return len(found)


def test_all_is_kept_where_no_room_differs() -> None:
    assert run(replace(BEFORE)) == len(CHUNKS)


@pytest.mark.parametrize(
    ("extra", "counts"),
    [
        ({20: -1, 40: -2}, [3, 2, 1, 0, 0]),
        ({20: -3}, [1, 0, 0, 2, 1]),
        ({20: -1, 0: -1}, [0, 4, 3, 2, 1]),
        ({20: -1, 10: -1, 30: 1}, [0, 0, 0, 0, 1]),
    ],
)
def test_what_stands_apart_from_other_rooms_is_kept(
    extra: dict[int, float], counts: list[int]
) -> None:
    budget = Budget(8, extra=extra)
    assert [run(budget, index) for index in range(len(CHUNKS))] == counts


def test_what_is_measured_is_planned_anew() -> None:
    assert run(replace(BEFORE, measured_blocks=frozenset({0})), 3) == 0
    assert run(replace(BEFORE, measured_places=frozenset({20}))) == 1


def test_nothing_is_planned_before_from_where_no_chunk_began() -> None:
    assert noted().last(0, 1, replace(BEFORE)).run(5, None) == []


def test_a_chunk_that_repeats_another_is_kept_after_the_same_only() -> None:
    budget = replace(BEFORE)
    assert run(budget, 0, repeats=True) == len(CHUNKS)
    assert run(budget, 1, repeats=True) == 0
    found = noted(repeats=True).last(0, 1, budget)
    assert found.run(10, CHUNKS[0][0]) == CHUNKS[1:]


@pytest.mark.parametrize(
    "budget",
    [
        Budget(8, 1.5, {20: -1}),
        Budget(8, extra={20: -1}, is_exact=True),
    ],
)
def test_nothing_is_kept_where_all_rooms_differ(budget: Budget) -> None:
    assert run(budget) == 0


def uneven(modulus: int) -> Callable[[str], int]:
    """Return a measure that estimates are often wrong about."""
    return lambda text: len(text) + len(text) % modulus


@given(
    markdown_texts(),
    st.sampled_from(
        [
            MarkdownTokenTextSplitter,
            MarkdownSectionTextSplitter,
            partial(SemanticChunker, WordEmbeddings()),
        ]
    ),
    st.sampled_from([3, 7, 20]),
    st.integers(30, 90),
    st.sampled_from([0, 12]),
)
def test_rounds_that_keep_plan_as_those_that_do_not(
    text: str,
    kind: Callable[..., PackingTextSplitter],
    modulus: int,
    size: int,
    repeats: int,
) -> None:
    text = "\n\n".join([text, *PIECES[:14], text])
    splitter = kind(
        chunk_size=size,
        chunk_overlap=0 if isinstance(kind, partial) else repeats,
        length_function=uneven(modulus),
        on_long_heading="truncate",
    )
    with pytest.MonkeyPatch.context() as patch:
        chunks = splitter.split_chunks(text)
        patch.setattr(EarlierRound, "run", lambda *_: [])
        patch.setattr(Budget, "changes_since", lambda *_: None)
        assert splitter.split_chunks(text) == chunks


def test_sections_are_planned_again_only_where_the_room_differs() -> None:
    section = "word " * 30
    text = "".join(f"# {name}\n\n## {name}\n\n{section}\n\n" for name in range(300))

    def length(text: str) -> int:
        return len(text) + 9 * ("299" in text and "word" in text)

    with pytest.MonkeyPatch.context() as patch:
        planned: list[int] = []
        items = SectionChunkPlanner._new_items

        def counted(self: SectionChunkPlanner, index: int, *rest: Any) -> Any:
            planned.append(index)
            return items(self, index, *rest)

        patch.setattr(SectionChunkPlanner, "_new_items", counted)
        MarkdownSectionTextSplitter(60, length_function=length).split_chunks(text)
    once = 1 + 2 * 300
    assert sorted(planned[:once]) == list(range(once))
    assert once < len(planned) < once + 20
    assert set(planned[once:]) <= {0, once - 1, once - 2}
