"""What the splitters that pack blocks into chunks share."""

from abc import abstractmethod
from typing import TYPE_CHECKING, Unpack

from langchain_mdsplit.counting import Counted
from langchain_mdsplit.markdown.fragments import FRONT_MATTER_KINDS
from langchain_mdsplit.packing.options import ON_LONG_HEADING, OnLongHeading
from langchain_mdsplit.splitters.arguments import check_choice
from langchain_mdsplit.splitters.excerpts import Excerpt
from langchain_mdsplit.splitters.options import StructureOptions
from langchain_mdsplit.splitters.structure import (
    MarkdownStructure,
    MarkdownStructureTextSplitter,
)
from langchain_mdsplit.tokens import TokenCounter

if TYPE_CHECKING:
    from langchain_mdsplit.packing.block_packer import BlockPacker
    from langchain_mdsplit.packing.budget import Budget
    from langchain_mdsplit.packing.chunk_lengths import ChunkLengths
    from langchain_mdsplit.packing.chunks import PackedChunk
    from langchain_mdsplit.packing.contexts import ContextRule
    from langchain_mdsplit.packing.estimates import Estimates
    from langchain_mdsplit.packing.outline import Outline
    from langchain_mdsplit.packing.rounds import Plan

_CHARACTERS = 4  # a token has about so many, most other units have one
_FAR_LESS = 0.9
_NEARLY = 1.25  # a text this much too long by estimate is measured as a whole


class PackingTextSplitter(MarkdownStructureTextSplitter):
    """A splitter of Markdown that packs blocks into chunks up to a limit.

    Args:
        chunk_size: The most a chunk may measure, its context included (tokens).
        chunk_overlap: How much of the previous chunk a chunk may repeat (tokens).
        on_long_heading: What becomes of a heading that alone is over half of
            `chunk_size` where it should be repeated: an error, or it is cut short or
            left out there and stands as text of its section's first chunks.
        **options: See `MarkdownStructureTextSplitter`.
    """

    def __init__(
        self,
        chunk_size: int,
        chunk_overlap: int = 0,
        *,
        on_long_heading: OnLongHeading = "raise",
        **options: Unpack[StructureOptions],
    ) -> None:
        super().__init__(chunk_size, chunk_overlap, **options)
        self._on_long_heading = check_choice(
            "on_long_heading", on_long_heading, ON_LONG_HEADING
        )
        is_token = isinstance(self._measure, TokenCounter)
        self._likely = self._chunk_size * (_CHARACTERS if is_token else 1)

    @abstractmethod
    def _takes_whole(self, structure: MarkdownStructure) -> bool:
        """Whether a document that fits is a chunk as it is."""

    @abstractmethod
    def _planner(
        self,
        outline: "Outline",
        estimates: "Estimates",
        lengths: "ChunkLengths",
        first: int,
    ) -> "tuple[BlockPacker, Plan]":
        """Return what packs a document's blocks, and what plans its chunks.

        Args:
            outline: The document.
            estimates: The lengths of its blocks.
            lengths: The lengths of its chunks.
            first: Its first block, after the front matter.
        """

    def _packer(
        self, outline: "Outline", estimates: "Estimates", contexts: "ContextRule"
    ) -> "BlockPacker":
        """Return what packs a document's blocks."""
        from langchain_mdsplit.packing.block_packer import (  # noqa: PLC0415
            BlockPacker,
        )

        return BlockPacker(
            outline,
            estimates,
            contexts,
            measure=self._measure,
            overlap=self._chunk_overlap,
            sentence_splitter=self._sentence_splitter,
        )

    def _split_structure(self, structure: MarkdownStructure) -> Counted[list[Excerpt]]:
        """Split a source that has been read."""
        # Imported where they are needed: their patterns take long to compile.
        from langchain_mdsplit.packing.budget import Budget  # noqa: PLC0415
        from langchain_mdsplit.packing.chunk_lengths import (  # noqa: PLC0415
            ChunkLengths,
        )
        from langchain_mdsplit.packing.estimates import (  # noqa: PLC0415
            estimate_blocks,
        )
        from langchain_mdsplit.packing.outline import read_outline  # noqa: PLC0415
        from langchain_mdsplit.packing.rounds import settle  # noqa: PLC0415

        source, blocks = structure.source, structure.blocks
        has_front_matter = _has_front_matter(structure)
        is_left_out = self._leaves_out_front_matter(structure)
        if len(blocks) <= is_left_out:
            return []
        start = blocks[1].outer_start if is_left_out else 0
        takes_whole = self._takes_whole(structure)
        is_asked = takes_whole and len(source) - start <= self._likely
        if is_asked and (whole := (yield from self._whole(structure, start))):
            return [whole]
        estimates = yield from estimate_blocks(
            source, blocks, self._likely, keeps_blanks=not self._strip_whitespace
        )
        factor = yield from self._factor(structure, estimates)
        total = factor * estimates.between(int(is_left_out), len(blocks))
        may_fit = takes_whole and not is_asked and total <= _NEARLY * self._chunk_size
        if may_fit and (whole := (yield from self._whole(structure, start))):
            return [whole]
        outline = read_outline(
            source,
            blocks,
            structure.sections,
            keeps_blanks=not self._strip_whitespace,
        )
        lengths = ChunkLengths(estimates.ruler, self._measure)
        packer, plan_body = self._planner(
            outline, estimates, lengths, int(has_front_matter)
        )

        def plan(budget: "Budget") -> "list[PackedChunk]":
            is_kept = has_front_matter and not is_left_out
            front_matter = packer.pack(0, 1, budget) if is_kept else []
            return front_matter + plan_body(budget)

        budget = Budget(self._chunk_size, factor)
        chunks = yield from settle(plan, source, budget, lengths.of)
        return [
            self._excerpt(structure, outline, chunk, length) for chunk, length in chunks
        ]

    def _factor(
        self, structure: MarkdownStructure, estimates: "Estimates"
    ) -> Counted[float]:
        """Return what texts measure of what is estimated, 1 unless it is far less.

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

    def _leaves_out_front_matter(self, structure: MarkdownStructure) -> bool:
        """Whether a document begins with front matter that is in no chunk."""
        return self._front_matter != "chunk" and _has_front_matter(structure)

    def _is_one_section(self, structure: MarkdownStructure) -> bool:
        """Whether a document is one section, but for front matter that is left out."""
        blocks, sections = structure.blocks, structure.sections
        first = int(self._leaves_out_front_matter(structure))
        has_heading = len(sections) > 1 and sections[1].first == first
        return has_heading and sections[1].end == len(blocks)

    def _whole(
        self, structure: MarkdownStructure, start: int
    ) -> Counted[Excerpt | None]:
        """Return a text as it is, if it fits."""
        source, sections = structure.source, structure.sections
        (length,) = yield [source[start:]]
        if length > self._chunk_size:
            return None
        section = sections[int(self._is_one_section(structure))]
        return Excerpt(
            source[start:],
            length,
            start,
            len(source),
            0,
            section,
            section.label,
            front_matter=self._front_matter_key(structure),
        )

    def _excerpt(
        self,
        structure: MarkdownStructure,
        outline: "Outline",
        chunk: "PackedChunk",
        length: int,
    ) -> Excerpt:
        """Return a chunk as an excerpt."""
        section = structure.sections[outline.common(chunk.first, chunk.last)]
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


def _has_front_matter(structure: MarkdownStructure) -> bool:
    """Whether a document begins with front matter."""
    blocks = structure.blocks
    return bool(blocks) and blocks[0].kind in FRONT_MATTER_KINDS
