"""From the vectors of a document's units to its chunks."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from langchain_mdsplit.counting import Counted
from langchain_mdsplit.documents.excerpts import Excerpt
from langchain_mdsplit.packing.semantic.rules import MaxMinRule, Sizes
from langchain_mdsplit.splitters.packed import PackingTextSplitter
from langchain_mdsplit.splitters.semantic_analysis import SemanticUnit
from langchain_mdsplit.splitters.semantic_options import Strategy
from langchain_mdsplit.splitters.structure import MarkdownStructure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_mdsplit.packing.block_tree import BlockTree
    from langchain_mdsplit.packing.lengths.ruler import Ruler
    from langchain_mdsplit.packing.semantic.grouping import Grouping
    from langchain_mdsplit.packing.semantic.similarities import Floats
    from langchain_mdsplit.packing.semantic.units import Unit

_FINE = 256  # characters; the parts of a longer block have lengths of their own


@dataclass(frozen=True, slots=True)
class SemanticSource:
    """A document read into units.

    Attributes:
        structure: The document.
        tree: Its blocks, in the tree of its sections.
        units: Its units; front matter is none.
    """

    structure: MarkdownStructure
    tree: "BlockTree"
    units: "Sequence[Unit]"

    @property
    def texts(self) -> list[str]:
        """The texts to embed."""
        source = self.structure.source
        return [source[unit.start : unit.end].rstrip() for unit in self.units]

    def named_units(self) -> tuple[SemanticUnit, ...]:
        """Return the units as users see them."""
        pairs = zip(self.texts, self.units, strict=True)
        return tuple(
            SemanticUnit(text, unit.start, unit.start + len(text))
            for text, unit in pairs
        )


class UnitPackingTextSplitter(PackingTextSplitter):
    """A splitter that groups units by their vectors, and cuts and merges by size."""

    _rule: MaxMinRule
    _strategy: Strategy
    _sizes: Sizes

    def _read_units(self, structure: MarkdownStructure) -> SemanticSource:
        """Read what of a document is to be embedded."""
        # Imported where they are needed: their patterns take long to compile.
        from langchain_mdsplit.packing.semantic.units import (  # noqa: PLC0415
            UnitReader,
        )

        tree = self._tree(structure)
        reader = UnitReader(
            tree, self._measure, self._chunk_size, self._sentence_splitter
        )
        units = reader.read(structure.body_first)
        return SemanticSource(structure, tree, units)

    def _pack_units(
        self, source: SemanticSource, vectors: "Floats"
    ) -> Counted[tuple["Grouping", list[Excerpt]]]:
        """Return the groups of a document's units, and the chunks that they make."""
        # Imported where they are needed: numpy takes long to import.
        from langchain_mdsplit.packing.budget import Budget  # noqa: PLC0415
        from langchain_mdsplit.packing.lengths.estimates import (  # noqa: PLC0415
            estimate_blocks,
        )
        from langchain_mdsplit.packing.semantic.semantic_chunks import (  # noqa: PLC0415
            SemanticChunkPlanner,
        )

        structure, tree, units = source.structure, source.tree, source.units
        if not structure.blocks:
            return self._grouping(units, vectors, None, self._chunk_size), []
        estimates = yield from estimate_blocks(
            structure.source,
            structure.blocks,
            self._grain._replace(longest=_FINE),
            keeps_blanks=not self._strip_whitespace,
        )
        factor = yield from self._factor(structure, estimates)
        budget = Budget(self._chunk_size, factor)
        grouping = self._grouping(units, vectors, estimates.ruler, budget.most)
        draft = self._draft(structure, tree, estimates)
        planner = SemanticChunkPlanner(
            draft,
            units,
            grouping,
            contexts=self._heading_contexts(draft),
            sizes=self._sizes,
        )
        plan = self._with_front_matter(structure, planner)
        excerpts = yield from self._settled(structure, tree, budget, plan, None)
        return grouping, _with_counts(excerpts, units)

    def _grouping(
        self,
        units: "Sequence[Unit]",
        vectors: "Floats",
        ruler: "Ruler | None",
        limit: float,
    ) -> "Grouping":
        """Return the groups of units, by the strategy that was chosen."""
        from langchain_mdsplit.packing.semantic.grouping import (  # noqa: PLC0415
            firsts_by_count,
            firsts_by_length,
            max_min_grouping,
            optimal_grouping,
        )

        if self._strategy == "max-min":
            return max_min_grouping(vectors, units, self._rule)
        if ruler is not None and self._limit is not None:
            firsts = firsts_by_length(units, ruler, limit)
        else:
            firsts = firsts_by_count(units, self._rule.max_sentences or 1)
        return optimal_grouping(vectors, units, firsts)


def _with_counts(excerpts: list[Excerpt], units: "Sequence[Unit]") -> list[Excerpt]:
    """Return excerpts with the number of units that each holds a part of."""
    starts = [unit.start for unit in units]
    ends = [unit.end for unit in units]
    return [
        excerpt._replace(
            sentence_count=bisect_left(starts, excerpt.end_index)
            - bisect_right(ends, excerpt.start_index)
        )
        for excerpt in excerpts
    ]
