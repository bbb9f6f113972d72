"""What the splitters that pack whole blocks under their headings share."""

from abc import abstractmethod
from typing import TYPE_CHECKING

from langchain_mdsplit.counting import Counted
from langchain_mdsplit.documents.excerpts import Excerpt
from langchain_mdsplit.splitters.packed import PackingTextSplitter
from langchain_mdsplit.splitters.structure import MarkdownStructure

if TYPE_CHECKING:
    from langchain_mdsplit.packing.drafts import Draft
    from langchain_mdsplit.packing.rounds import Planner

_NEARLY = 1.25  # a text this much too long by estimate is measured as a whole


class BlockPackingTextSplitter(PackingTextSplitter):
    """A splitter of Markdown that packs blocks, whole where they fit.

    A document that fits may be a chunk as it is; a subclass plans the others.
    """

    def _takes_whole(self, structure: MarkdownStructure) -> bool:  # noqa: ARG002
        """Whether a document that fits is a chunk as it is."""
        return True

    @abstractmethod
    def _planner(self, draft: "Draft") -> "Planner":
        """Return what plans a document's chunks."""

    def _split_structure(self, structure: MarkdownStructure) -> Counted[list[Excerpt]]:
        """Split a source that has been read."""
        # Imported where they are needed: their patterns take long to compile.
        from langchain_mdsplit.packing.budget import Budget  # noqa: PLC0415
        from langchain_mdsplit.packing.lengths.estimates import (  # noqa: PLC0415
            estimate_blocks,
        )

        source, blocks = structure.source, structure.blocks
        first = self._first_packed(structure)
        if len(blocks) <= first:
            return []
        start = blocks[first].outer_start if first else 0
        takes_whole = self._takes_whole(structure)
        is_asked = takes_whole and len(source) - start <= self._grain.longest
        if is_asked and (whole := (yield from self._whole(structure, start))):
            return [whole]
        estimates = yield from estimate_blocks(
            source, blocks, self._grain, keeps_blanks=not self._strip_whitespace
        )
        factor = yield from self._factor(structure, estimates)
        total = factor * estimates.between(first, len(blocks))
        may_fit = takes_whole and not is_asked and total <= _NEARLY * self._chunk_size
        if may_fit and (whole := (yield from self._whole(structure, start))):
            return [whole]
        tree = self._tree(structure)
        draft = self._draft(structure, tree, estimates)
        plan = self._with_front_matter(structure, self._planner(draft))
        budget, estimate = Budget(self._chunk_size, factor), draft.lengths.of
        return (yield from self._settled(structure, tree, budget, plan, estimate))

    def _is_one_section(self, structure: MarkdownStructure) -> bool:
        """Whether a document is one section, but for front matter that is left out."""
        blocks, sections = structure.blocks, structure.sections
        first = self._first_packed(structure)
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
