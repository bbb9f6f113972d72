"""How long chunks may be: the limit, less what estimates get wrong."""

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from math import inf
from statistics import median
from typing import NamedTuple

from langchain_mdsplit.packing.chunks import PackedChunk

_MOST_ROUNDS = 40
_LEAST_RAISE = 1.02
_OFTEN = 3  # more than one in so many chunks too long: estimates are too low
_FEW = 4
_EXCESS = 3  # units by which estimates of whole blocks are too high at most, as a rule
_MOST_FAILURES = 3  # rounds in which chunks of one block are too long
_MOST_SHORT = 8  # chunks of one block that could be longer


class Changes(NamedTuple):
    """What differs between two budgets.

    Attributes:
        places: The positions at which chunks begin that have another room.
        blocks: The blocks that are measured with one of them only.
    """

    places: AbstractSet[int]
    blocks: AbstractSet[int]


@dataclass(frozen=True, slots=True, eq=False)
class Budget:
    """How long chunks may be, by estimate; each round of planning has its own.

    Attributes:
        limit: The limit, in the measure's unit.
        factor: How much longer texts are than estimated.
        extra: How much more room than others some chunks have, by the position at
            which they begin; less than 0 for a chunk that was too long.
        measured_places: The positions at which chunks begin that are measured, as they
            were too long twice.
        measured_blocks: The blocks whose pieces are measured.
        failures: In how many rounds chunks of a block were too long, by block.
        rounds: How often it has been tightened.
        is_exact: Whether each block must be measured, as no estimate is right.
    """

    limit: int
    factor: float = 1.0
    extra: Mapping[int, float] = field(default_factory=dict)
    measured_places: frozenset[int] = frozenset()
    measured_blocks: frozenset[int] = frozenset()
    failures: Mapping[int, int] = field(default_factory=dict)
    rounds: int = 0
    is_exact: bool = False

    @property
    def most(self) -> float:
        """How long a chunk may be at most."""
        return self.limit / self.factor

    def at(self, place: int) -> float:
        """Return how long a chunk that begins at a position may be.

        No estimate is short enough for a chunk that is measured.
        """
        if place in self.measured_places:
            return -inf
        return (self.limit + self.extra.get(place, 0)) / self.factor

    def may_fit(self, length: float) -> bool:
        """Whether a chunk of an estimated length may fit."""
        return length <= self.most + _EXCESS

    def is_measured(self, place: int, block: int | None) -> bool:
        """Whether a chunk is not to be estimated but measured.

        Args:
            place: The position at which it begins.
            block: The block if it begins inside of one.
        """
        is_known = block in self.measured_blocks or place in self.measured_places
        return self.is_exact or is_known

    def changes_since(self, before: "Budget | None") -> Changes | None:
        """Return where the room differs from that of an earlier budget.

        Args:
            before: The other budget; None if there was none.

        Returns:
            The changes; None if any chunk may have another room.
        """
        if before is None or self.is_exact or before.factor != self.factor:
            return None
        differing = self.extra.items() ^ before.extra.items()
        places = {place for place, _ in differing}
        places |= self.measured_places ^ before.measured_places
        return Changes(places, self.measured_blocks ^ before.measured_blocks)

    def tightened(
        self, chunks: Sequence[PackedChunk], over: Mapping[PackedChunk, int]
    ) -> "Budget":
        """Return a budget that leaves less room for chunks that were too long.

        Args:
            chunks: The chunks that were planned with this one.
            over: Those of them that are too long, with their lengths.

        Returns:
            The budget to plan with next.
        """
        extra, places = dict(self.extra), set(self.measured_places)
        blocks = set(self.measured_blocks)
        # All pieces of a block move where one of them is cut elsewhere: if each time
        # others are too long, it would take as many rounds as there are pieces.
        failures = dict(self.failures)
        for block in {block for chunk in over for block in (chunk.first, chunk.last)}:
            failures[block] = failures.get(block, 0) + 1
            if failures[block] >= _MOST_FAILURES:
                blocks.add(block)
        for chunk, length in over.items():
            given = extra.get(chunk.place, 0)
            if given < 0:
                places.add(chunk.place)
                blocks |= {chunk.first, chunk.last}
            else:
                # At least half of the extra room goes: in few rounds it is all gone.
                extra[chunk.place] = given - max(length - self.limit, given / 2)
        factor = self.factor
        if len(over) > _FEW and len(over) * _OFTEN > len(chunks):
            factor *= max(median(over.values()) / self.limit, _LEAST_RAISE)
        return replace(
            self,
            factor=factor,
            extra=extra,
            measured_places=frozenset(places),
            measured_blocks=frozenset(blocks),
            failures=failures,
            rounds=self.rounds + 1,
            is_exact=self.rounds + 1 >= _MOST_ROUNDS,
        )

    def loosened(self, short: Mapping[PackedChunk, float]) -> "Budget":
        """Return a budget that gives chunks more room that could be longer.

        Args:
            short: Chunks, each with how much more room it should have.

        Returns:
            The budget to plan with next.
        """
        pieces = Counter(chunk.last for chunk in short)
        measured = {block for block, count in pieces.items() if count > _MOST_SHORT}
        extra = {
            chunk.place: room
            for chunk, room in short.items()
            if chunk.last not in measured
        }
        return replace(
            self,
            extra={**self.extra, **extra},
            measured_blocks=self.measured_blocks | measured,
        )
