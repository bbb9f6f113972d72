"""Parts that are too short to be of use, merged with the neighbour more like them."""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from math import inf
from operator import itemgetter

from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.drafts import Draft
from langchain_mdsplit.packing.merging import joined_chunk
from langchain_mdsplit.packing.semantic.borders import Borders
from langchain_mdsplit.packing.semantic.grouping import Grouping
from langchain_mdsplit.packing.semantic.oversized import Part
from langchain_mdsplit.packing.semantic.rules import Sizes
from langchain_mdsplit.packing.semantic.units import ends_between


class NeighbourMerger:
    """Merges short parts of one document, the shortest first; for one thread.

    Args:
        draft: The document.
        grouping: Its groups of units, and how alike units are.
        sizes: When a part is too short.
    """

    def __init__(self, draft: Draft, grouping: Grouping, sizes: Sizes) -> None:
        self._tree = draft.tree
        self._lengths = draft.lengths
        self._borders = Borders(draft.tree)
        self._grouping = grouping
        self._sizes = sizes

    def merged(self, parts: Sequence[Part], budget: Budget) -> list[Part]:
        """Return the parts, short ones merged with a neighbour where that is allowed.

        It never makes one too long, and across a heading it merges only whole sections
        that are both short (see `Borders`). A neighbour in the part's own section comes
        first, then the one more like it.

        Args:
            parts: Parts next to each other.
            budget: How long chunks may be.
        """
        row = _Row(parts)
        lengths = [self._lengths.of(part.chunk) for part in parts]
        heap = [
            (length, index)
            for index, length in enumerate(lengths)
            if self._is_short(parts[index].chunk, length)
        ]
        heapify(heap)
        while heap:
            length, index = heappop(heap)
            if row.parts[index] is None or length != lengths[index]:
                continue
            pair = self._best_pair(row, index, budget)
            if pair is None:
                continue
            left, joined = pair
            row.merge(left, joined)
            lengths[left] = self._lengths.of(joined.chunk)
            # A section that is whole now may be merged with those beside it.
            for at in (row.before[left], left, row.after[left]):
                if at >= 0 and self._is_short(row.at(at).chunk, lengths[at]):
                    heappush(heap, (lengths[at], at))
        return [part for part in row.parts if part is not None]

    def _is_short(self, chunk: PackedChunk, length: float) -> bool:
        """Whether a chunk is shorter than it should be."""
        sizes, characters = self._sizes, chunk.end - chunk.start
        return length < sizes.least or characters < sizes.least_characters

    def _best_pair(
        self, row: "_Row", index: int, budget: Budget
    ) -> tuple[int, Part] | None:
        """Return which part takes the next one in, and what that makes, if any may."""
        found: list[tuple[float, float, int, Part]] = []
        for left in (row.before[index], index):
            right = row.after[left] if left >= 0 else -1
            if right < 0:
                continue
            first, second = row.at(left), row.at(right)
            depth = self._borders.inner_depth(*row.chunks_around(left))
            if depth is None or not self._may_be_one(first, second, depth):
                continue
            joined = self._joined(first, second, budget)
            if joined is not None:
                found.append((depth, self._similarity(first, second), -left, joined))
        if not found:
            return None
        *_, left, joined = max(found, key=itemgetter(0, 1, 2))
        return -left, joined

    def _may_be_one(self, left: Part, right: Part, depth: float) -> bool:
        """Whether no heading parts two parts, or both are short and under one."""
        if depth == inf:
            return True
        chunks = left.chunk, right.chunk
        are_short = (self._is_short(it, self._lengths.of(it)) for it in chunks)
        return self._borders.share_parent(*chunks) and all(are_short)

    def _joined(self, left: Part, right: Part, budget: Budget) -> Part | None:
        """Return two parts as one, if that is not too long."""
        chunk = joined_chunk(self._tree, left.chunk, right.chunk)
        if chunk is None or not self._lengths.fit(chunk, budget):
            return None
        return Part(chunk, range(left.units.start, right.units.stop))

    def _similarity(self, left: Part, right: Part) -> float:
        """Return how alike the units are where two parts meet.

        Where similarities are calibrated, those of one paragraph count for more.
        """
        window = self._sizes.window or max(len(left.units), len(right.units))
        similarities = self._grouping.similarities
        alike = similarities.between(left.units[-window:], right.units[:window])
        is_apart = ends_between(self._tree.source, left.chunk, right.chunk)
        return alike - self._grouping.paragraph_break if is_apart else alike


class _Row:
    """Parts in a row, of which some have been taken in by the one before them."""

    def __init__(self, parts: Sequence[Part]) -> None:
        count = len(parts)
        self.parts: list[Part | None] = list(parts)
        self.before = list(range(-1, count - 1))
        self.after = [*range(1, count), -1]

    def at(self, index: int) -> Part:
        """Return a part that is still there."""
        part = self.parts[index]
        assert part is not None  # noqa: S101 - what is taken in has no neighbours
        return part

    def chunks_around(
        self, left: int
    ) -> tuple[PackedChunk | None, PackedChunk, PackedChunk, PackedChunk | None]:
        """Return the chunks of two parts, with the one before and the one after."""
        right = self.after[left]
        before, after = self.before[left], self.after[right]
        return (
            self.at(before).chunk if before >= 0 else None,
            self.at(left).chunk,
            self.at(right).chunk,
            self.at(after).chunk if after >= 0 else None,
        )

    def merge(self, left: int, joined: Part) -> None:
        """Put what two parts make in the place of the first."""
        right = self.after[left]
        self.parts[left], self.parts[right] = joined, None
        self.after[left] = self.after[right]
        if self.after[right] >= 0:
            self.before[self.after[right]] = left
