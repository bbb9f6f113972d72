"""From the vectors of a document's units to its chunks."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from langchain_mdsplit.checks import check_integer
from langchain_mdsplit.counting import Counted
from langchain_mdsplit.documents.excerpts import Excerpt
from langchain_mdsplit.packing.semantic.rules import MaxMinRule
from langchain_mdsplit.splitters.arguments import check_unused
from langchain_mdsplit.splitters.options import PackingOptions
from langchain_mdsplit.splitters.packed import PackingTextSplitter, has_front_matter
from langchain_mdsplit.splitters.semantic_analysis import SemanticUnit
from langchain_mdsplit.splitters.semantic_options import OnShort, Strategy
from langchain_mdsplit.splitters.short_chunks import ShortChunks
from langchain_mdsplit.splitters.structure import MarkdownStructure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_mdsplit.packing.contexts import ContextRule
    from langchain_mdsplit.packing.lengths.ruler import Ruler
    from langchain_mdsplit.packing.outline import Outline
    from langchain_mdsplit.packing.semantic.grouping import Grouping
    from langchain_mdsplit.packing.semantic.neighbours import Sizes
    from langchain_mdsplit.packing.semantic.similarities import Floats
    from langchain_mdsplit.packing.semantic.units import Unit

_FINE = 256  # characters; the parts of a longer block have lengths of their own


@dataclass(frozen=True, slots=True)
class SemanticSource:
    """A document read into units.

    Attributes:
        structure: The document.
        outline: The same, as the packers see it.
        units: Its units; front matter is none.
    """

    structure: MarkdownStructure
    outline: "Outline"
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
    """A splitter that groups units by their vectors, and cuts and merges by size.

    Args:
        chunk_size: The most a chunk may measure (tokens); None for no limit.
        rule: When a unit joins a group.
        strategy: Whether groups are made by the rule, or the best of all.
        min_chunk_size: A chunk that measures less is merged (tokens).
        min_chunk_length: A chunk of less is short (characters).
        on_short: What becomes of it.
        chunk_overlap: Inherited; has no meaning here.
        **options: See `PackingTextSplitter`.
    """

    def __init__(
        self,
        chunk_size: int | None,
        chunk_overlap: int = 0,
        *,
        rule: MaxMinRule,
        strategy: Strategy,
        min_chunk_size: int,
        min_chunk_length: int,
        on_short: OnShort,
        **options: Unpack[PackingOptions],
    ) -> None:
        super().__init__(chunk_size, chunk_overlap, **options)
        check_unused("chunk_overlap", chunk_overlap, default=0)
        self._rule = rule
        self._strategy = strategy
        self._min_chunk_size = check_integer(
            "min_chunk_size", min_chunk_size, 0, self._limit
        )
        self._min_chunk_length = check_integer("min_chunk_length", min_chunk_length, 0)
        self._on_short = on_short

    def _read_units(self, structure: MarkdownStructure) -> SemanticSource:
        """Read what of a document is to be embedded."""
        # Imported where they are needed: their patterns take long to compile.
        from langchain_mdsplit.packing.outline import read_outline  # noqa: PLC0415
        from langchain_mdsplit.packing.semantic.units import (  # noqa: PLC0415
            UnitReader,
        )

        outline = read_outline(
            structure.source,
            structure.blocks,
            structure.sections,
            keeps_blanks=not self._strip_whitespace,
        )
        reader = UnitReader(
            outline, self._measure, self._chunk_size, self._sentence_splitter
        )
        units = reader.read(int(has_front_matter(structure)))
        return SemanticSource(structure, outline, units)

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

        structure, outline, units = source.structure, source.outline, source.units
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
        planner = SemanticChunkPlanner(
            self._draft(structure, outline, estimates),
            units,
            grouping,
            contexts=self._contexts(outline),
            sizes=self._sizes(),
        )
        plan = self._with_front_matter(structure, planner)
        excerpts = yield from self._settled(structure, outline, budget, plan, None)
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

    def _contexts(self, outline: "Outline") -> "ContextRule":
        """Return what stands before the pieces of a unit that is cut."""
        from langchain_mdsplit.packing.contexts import (  # noqa: PLC0415
            HeadingContexts,
        )

        return HeadingContexts(
            outline,
            self._measure,
            self._chunk_size,
            heading_context="ancestors",
            on_long_heading=self._on_long_heading,
        )

    def _sizes(self) -> "Sizes":
        """Return when a chunk is too short."""
        from langchain_mdsplit.packing.semantic.neighbours import (  # noqa: PLC0415
            Sizes,
        )

        is_merged = self._on_short == "merge"
        characters = self._min_chunk_length if is_merged else 0
        return Sizes(self._min_chunk_size, characters, self._rule.window_size)

    def _short_chunks(self) -> ShortChunks:
        """Return what leaves out short chunks during one call."""
        is_dropped = self._on_short == "drop"
        return ShortChunks(self._min_chunk_length if is_dropped else 0)


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
