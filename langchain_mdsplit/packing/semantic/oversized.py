"""Groups that are over the limit, cut where two neighbours are least alike."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

import numpy as np

from langchain_mdsplit.packing.beginnings import Place
from langchain_mdsplit.packing.block_packer import BlockPacker
from langchain_mdsplit.packing.budget import Budget
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.contexts import HeadingContexts
from langchain_mdsplit.packing.cutting.lines import QUOTE_BLANKS
from langchain_mdsplit.packing.drafts import Draft
from langchain_mdsplit.packing.semantic.similarities import Similarities
from langchain_mdsplit.packing.semantic.units import Unit


class Part(NamedTuple):
    """A chunk with the units it holds, as positions among those of the document.

    All pieces of a unit that is cut hold that unit.
    """

    chunk: PackedChunk
    units: range


def whole_part(units: Sequence[Unit], stretch: range) -> Part:
    """Return the part of whole units next to each other."""
    first, last = units[stretch[0]], units[stretch[-1]]
    chunk = PackedChunk(
        first.first,
        last.last,
        first.start,
        last.end,
        prefix=first.prefix,
        place=first.start,
    )
    return Part(chunk, stretch)


class GroupCutter:
    """Cuts groups of one document until each part fits; for one thread.

    Args:
        draft: The document.
        units: Its units.
        similarities: Their similarities.
        contexts: What stands before the pieces of a unit.
        packer: Cuts units.
        least: How long both sides of a cut should be, in the measure's unit.
    """

    def __init__(
        self,
        draft: Draft,
        units: Sequence[Unit],
        similarities: Similarities,
        *,
        contexts: HeadingContexts,
        packer: BlockPacker,
        least: int,
    ) -> None:
        self._tree = draft.tree
        self._units = units
        self._lengths = draft.lengths
        self._contexts = contexts
        self._packer = packer
        self._least = least
        # How alike each unit and the one before it are; those that belong together
        # are never parted.
        self._before = np.concatenate(([inf], similarities.adjacent()))
        self._before[[index for index, unit in enumerate(units) if unit.joins]] = inf

    def parts(self, group: range, budget: Budget) -> list[Part]:
        """Return the parts of a group in order, each short enough by estimate.

        Args:
            group: The units of the group.
            budget: How long chunks may be.

        Returns:
            The parts: whole units, or pieces of one that is too long.
        """
        found: list[Part] = []
        waiting = [group]
        while waiting:
            stretch = waiting.pop()
            part = whole_part(self._units, stretch)
            if self._lengths.fit(part.chunk, budget):
                found.append(part)
                continue
            place = self._weakest(stretch)
            if place is None:
                found += self._pieces(stretch, budget)
            else:
                waiting += [range(place, stretch.stop), range(stretch.start, place)]
        return found

    def _weakest(self, stretch: range) -> int | None:
        """Return the unit before which units are best parted, if they may be."""
        places = range(stretch.start + 1, stretch.stop)
        return self._least_alike(self._central(stretch, places)) or self._least_alike(
            places
        )

    def _central(self, stretch: range, places: range) -> range:
        """Return the places that leave enough on both sides."""
        first = bisect_left(
            places,
            True,  # noqa: FBT003
            key=lambda place: self._is_long(range(stretch.start, place)),
        )
        last = bisect_left(
            places,
            True,  # noqa: FBT003
            key=lambda place: not self._is_long(range(place, stretch.stop)),
        )
        return places[first:last]

    def _is_long(self, stretch: range) -> bool:
        """Whether whole units are as long as a chunk should be."""
        units = self._units
        start, end = units[stretch[0]].start, units[stretch[-1]].end
        return self._lengths.between(start, end) >= self._least

    def _least_alike(self, places: range) -> int | None:
        """Return the place between the units least alike, the middlemost of several."""
        if not places:
            return None
        bonds = self._before[places.start : places.stop]
        least = bonds.min()
        if least == inf:
            return None
        found = np.flatnonzero(bonds == least)
        middle = (len(places) - 1) / 2
        return places.start + int(found[np.abs(found - middle).argmin()])

    def _pieces(self, stretch: range, budget: Budget) -> Iterator[Part]:
        """Yield the pieces of units that belong together and are too long together."""
        last = self._units[stretch[-1]]
        stop = last.last + 1
        text = self._tree.source[last.start : last.end]
        visible_end = last.start + len(text.rstrip(QUOTE_BLANKS))
        for chunk, _ in self._packer.chunks_from(self._place(stretch), stop, budget):
            # What is measured is not made longer by the marks and blanks after it.
            is_final = budget.is_measured(chunk.place, chunk.first)
            end = min(chunk.end, last.end) if is_final else last.end
            rest = text[max(end - last.start, 0) :]
            if chunk.end < visible_end or rest.strip():
                yield Part(chunk, stretch)
                continue
            suffix = chunk.suffix if chunk.end == end else ""
            yield Part(chunk._replace(last=last.last, end=end, suffix=suffix), stretch)
            return

    def _place(self, stretch: range) -> Place:
        """Return where the first piece begins.

        Headings that stand in its context in full are not in its slice.
        """
        first = self._units[stretch[0]]
        if first.is_inside:
            return Place(first.first, first.start, is_inside=True)
        headings = [
            self._units[index].first
            for index in stretch
            if self._tree.begins_section(self._units[index].first)
        ]
        block = first.first
        if headings:
            block = self._contexts.slice_begin(headings)
        return Place(block, self._tree.blocks[block].start, is_inside=False)
