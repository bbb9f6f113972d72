"""What all splitters share that pack what they read into chunks up to a limit."""

from typing import TYPE_CHECKING, Unpack

from langchain_mdsplit.checks import check_choice
from langchain_mdsplit.counting import Counted
from langchain_mdsplit.documents.excerpts import Excerpt
from langchain_mdsplit.packing.lengths.grain import grain_of
from langchain_mdsplit.packing.options import (
    ON_LONG_HEADING,
    HeadingContext,
    OnLongHeading,
)
from langchain_mdsplit.splitters.options import StructureOptions
from langchain_mdsplit.splitters.structure import (
    MarkdownStructure,
    MarkdownStructureTextSplitter,
)
from langchain_mdsplit.tokens import TokenCounter

if TYPE_CHECKING:
    from collections.abc import Callable

    from langchain_mdsplit.packing.block_tree import BlockTree
    from langchain_mdsplit.packing.budget import Budget
    from langchain_mdsplit.packing.chunks import PackedChunk
    from langchain_mdsplit.packing.contexts import HeadingContexts
    from langchain_mdsplit.packing.drafts import Draft
    from langchain_mdsplit.packing.lengths.estimates import Estimates
    from langchain_mdsplit.packing.rounds import Plan, Planner

_FAR_LESS = 0.9


class PackingTextSplitter(MarkdownStructureTextSplitter):
    """A splitter of Markdown that packs what it reads into chunks up to a limit.

    Args:
        chunk_size: The most a chunk may measure, its context included (tokens); None
            for no limit.
        chunk_overlap: How much of the previous chunk a chunk may repeat (tokens).
        on_long_heading: What becomes of a heading that alone is over half of
            `chunk_size` where it should be repeated: an error, or it is cut short or
            left out there and stands as text of its section's first chunks.
        **options: See `MarkdownStructureTextSplitter`.
    """

    def __init__(
        self,
        chunk_size: int | None,
        chunk_overlap: int = 0,
        *,
        on_long_heading: OnLongHeading = "raise",
        **options: Unpack[StructureOptions],
    ) -> None:
        super().__init__(chunk_size, chunk_overlap, **options)
        self._on_long_heading = check_choice(
            "on_long_heading", on_long_heading, ON_LONG_HEADING
        )
        self._grain = grain_of(self._chunk_size, self._measure)

    def _tree(self, structure: MarkdownStructure) -> "BlockTree":
        """Return a document as the packers see it."""
        from langchain_mdsplit.packing.block_tree import read_block_tree  # noqa: PLC0415

        return read_block_tree(
            structure.source,
            structure.blocks,
            structure.sections,
            keeps_blanks=not self._strip_whitespace,
        )

    def _draft(
        self, structure: MarkdownStructure, tree: "BlockTree", estimates: "Estimates"
    ) -> "Draft":
        """Return a document to be packed."""
        from langchain_mdsplit.packing.drafts import Draft  # noqa: PLC0415

        return Draft(
            tree,
            estimates,
            self._measure,
            overlap=self._chunk_overlap,
            first=structure.body_first,
            sentence_splitter=self._sentence_splitter,
        )

    def _heading_contexts(
        self, draft: "Draft", heading_context: HeadingContext = "ancestors"
    ) -> "HeadingContexts":
        """Return the heading lines before a document's chunks."""
        from langchain_mdsplit.packing.contexts import (  # noqa: PLC0415
            HeadingContexts,
        )

        return HeadingContexts(
            draft.tree,
            draft.costs,
            self._chunk_size,
            heading_context=heading_context,
            on_long_heading=self._on_long_heading,
        )

    def _with_front_matter(
        self, structure: MarkdownStructure, planner: "Planner"
    ) -> "Plan":
        """Return a plan that begins with front matter, where that is to be a chunk.

        Args:
            structure: The document.
            planner: Plans the chunks of all that follows it.
        """
        if self._front_matter != "chunk" or not structure.body_first:
            return planner.plan
        return lambda budget: planner.packer.pack(0, 1, budget) + planner.plan(budget)

    def _settled(
        self,
        structure: MarkdownStructure,
        tree: "BlockTree",
        budget: "Budget",
        plan: "Plan",
        estimate: "Callable[[PackedChunk], float] | None",
    ) -> Counted[list[Excerpt]]:
        """Return the chunks of a document, none over the limit.

        Args:
            structure: The document.
            tree: Its blocks, in the tree of its sections.
            budget: How long chunks may be, as far as is known.
            plan: Plans the chunks.
            estimate: Returns the estimated length of a chunk; see `settle`.
        """
        from langchain_mdsplit.packing.rounds import settle  # noqa: PLC0415

        chunks = yield from settle(plan, structure.source, budget, estimate)
        return [
            self._excerpt(structure, tree, chunk, length) for chunk, length in chunks
        ]

    def _factor(
        self, structure: MarkdownStructure, estimates: "Estimates"
    ) -> Counted[float]:
        """Return the ratio of measured to estimated lengths, 1 unless it is far less.

        Tokens add up. Of another unit a stretch is measured that should be as long as
        a chunk may be.
        """
        start, ruler = structure.blocks[0].start, estimates.ruler
        end = ruler.reach(start, self._chunk_size)
        if isinstance(self._measure, TokenCounter) or end == len(structure.source):
            return 1.0
        (length,) = yield [structure.source[start:end]]
        ratio = max(length, 1) / max(ruler.length(start, end), 1)
        return ratio if ratio < _FAR_LESS else 1.0

    def _first_packed(self, structure: MarkdownStructure) -> int:
        """Return the first block that is in a chunk: front matter may be in none."""
        return structure.body_first if self._front_matter != "chunk" else 0

    def _excerpt(
        self,
        structure: MarkdownStructure,
        tree: "BlockTree",
        chunk: "PackedChunk",
        length: int,
    ) -> Excerpt:
        """Return a chunk as an excerpt."""
        section = structure.sections[tree.common(chunk.first, chunk.last)]
        return Excerpt(
            chunk.text(structure.source),
            length,
            chunk.start,
            chunk.end,
            chunk.content_offset,
            section,
            section.label,
            overlap=chunk.overlap,
            front_matter=self._front_matter_key(structure),
        )
