"""How long chunks may be: the limit, less what estimates get wrong."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from statistics import median

from langchain_mdsplit.packing.chunks import PackedChunk

_MOST_ROUNDS = 40
_LEAST_RAISE = 1.02
_OFTEN = 3  # more than one in so many chunks too long: estimates are too low
_FEW = 4
_EXCESS = 3  # units by which estimates of whole blocks are too high at most, as a rule
_MOST_FAILURES = 3  # rounds in which chunks of one block are too long
_MOST_SHORT = 8  # chunks of one block that could be longer


@dataclass(frozen=True, slots=True)
class Budget:
    """How long chunks may be, by estimate.

    Attributes:
        limit: The limit, in the measure's unit.
        factor: How much longer texts are than estimated.
        penalties: By how much chunks were too long, by where they were to begin; less
            than 0 for those that could be longer, infinite for those that were too
            long twice.
        measured: The blocks that estimates are wrong about.
        failures: In how many rounds chunks of a block were too long, by block.
        rounds: How often it has been tightened.
        is_exact: Whether each block must be measured, as no estimate is right.
    """

    limit: int
    factor: float = 1.0
    penalties: Mapping[int, float] = field(default_factory=dict)
    measured: frozenset[int] = frozenset()
    failures: Mapping[int, int] = field(default_factory=dict)
    rounds: int = 0
    is_exact: bool = False

    @property
    def most(self) -> float:
        """How long a chunk may be at most."""
        return self.limit / self.factor

    def at(self, place: int) -> float:
        """Return how long a chunk may be that is to begin at a position."""
        return (self.limit - self.penalties.get(place, 0)) / self.factor

    def may_fit(self, length: float) -> bool:
        """Whether a chunk may fit that is so long by estimate."""
        return length <= self.most + _EXCESS

    def is_measured(self, place: int, block: int | None) -> bool:
        """Whether a chunk is not to be estimated but measured.

        Args:
            place: Where it is to begin.
            block: The block if it begins inside of one.
        """
        is_known = block in self.measured or self.penalties.get(place) == inf
        return self.is_exact or is_known

    def differs_everywhere(self, other: "Budget") -> bool:
        """Whether this leaves another room than another budget wherever a chunk is."""
        return (self.factor, self.is_exact) != (other.factor, other.is_exact)

    def other_places(self, other: "Budget") -> set[int]:
        """Return where chunks are to begin that have another room in another budget."""
        differing = self.penalties.items() ^ other.penalties.items()
        return {place for place, _ in differing}

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
        penalties, measured = dict(self.penalties), set(self.measured)
        # All pieces of a block move where one of them is cut elsewhere: if each time
        # others are too long, it would take as many rounds as there are pieces.
        failures = dict(self.failures)
        for block in {block for chunk in over for block in (chunk.first, chunk.last)}:
            failures[block] = failures.get(block, 0) + 1
            if failures[block] >= _MOST_FAILURES:
                measured.add(block)
        for chunk, length in over.items():
            known = penalties.get(chunk.place, 0)
            if known > 0:
                penalties[chunk.place] = inf
                measured |= {chunk.first, chunk.last}
            else:
                penalties[chunk.place] = known + max(length - self.limit, -known / 2)
        factor = self.factor
        if len(over) > _FEW and len(over) * _OFTEN > len(chunks):
            factor *= max(median(over.values()) / self.limit, _LEAST_RAISE)
        return replace(
            self,
            factor=factor,
            penalties=penalties,
            measured=frozenset(measured),
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
        bonuses = {
            chunk.place: -room
            for chunk, room in short.items()
            if chunk.last not in measured
        }
        return replace(
            self,
            penalties={**self.penalties, **bonuses},
            measured=self.measured | measured,
        )
