"""Header-tree chunks of Markdown with a breadcrumb, neighbours merged up to a limit."""

from typing import TYPE_CHECKING, Unpack

from langchain_mdsplit.checks import check_boolean, check_text
from langchain_mdsplit.errors import ArgumentError
from langchain_mdsplit.markdown.section_tree import MarkdownSection, build_section_tree
from langchain_mdsplit.splitters.block_packing import BlockPackingTextSplitter
from langchain_mdsplit.splitters.options import PackingOptions
from langchain_mdsplit.splitters.structure import MarkdownStructure

if TYPE_CHECKING:
    from langchain_mdsplit.packing.drafts import Draft
    from langchain_mdsplit.packing.rounds import Planner


class MarkdownSectionTextSplitter(BlockPackingTextSplitter):
    r"""Splits Markdown along its headings, each chunk with its breadcrumb.

    From the innermost sections outwards, neighbouring chunks are merged while they
    fit. A chunk starts with the path common to all it holds (`A > B`), then the
    source, in which every further section begins with its own heading line. Choose it
    for fewer and fuller chunks than `MarkdownTokenTextSplitter` makes, or for the tree
    of sections.

    Args:
        chunk_size: The most a chunk may measure, its breadcrumb included (tokens).
        chunk_overlap: How much of the previous chunk of its section a chunk may
            repeat where a section's own text is cut (tokens).
        merge: Whether neighbours are merged; if not, each section's own text is a
            chunk or several.
        breadcrumb_separator: What stands between two titles.
        include_breadcrumb: Whether chunks start with a breadcrumb; if not, headings
            stay in the text.
        **options: `on_long_heading` (see `PackingTextSplitter`), how lengths are
            measured (`encoding_name`, `model_name`, `length_function`), how Markdown is
            read (`max_heading_level`, `heading_attributes`, `sentence_splitter`,
            `front_matter`), and what Documents carry (`add_start_index`,
            `strip_whitespace`, `heading_keys`, `add_ids`, `show_progress`).

    Example:
        >>> splitter = MarkdownSectionTextSplitter(chunk_size=12)
        >>> text = "# Tea\n\n## Black\n\nFour minutes.\n\n## Green\n\nTwo minutes."
        >>> for chunk in splitter.split_text(text):
        ...     print(repr(chunk))
        'Tea > Black\n\nFour minutes.'
        'Tea > Green\n\nTwo minutes.'

    Note:
        Nothing is lost, offsets are exact, and no chunk is over the limit.
    """

    def __init__(
        self,
        chunk_size: int = 500,
        chunk_overlap: int = 0,
        *,
        merge: bool = True,
        breadcrumb_separator: str = " > ",
        include_breadcrumb: bool = True,
        **options: Unpack[PackingOptions],
    ) -> None:
        super().__init__(chunk_size, chunk_overlap, **options)
        self._merge = check_boolean("merge", merge)
        self._breadcrumb_separator = check_text(
            "breadcrumb_separator", breadcrumb_separator
        )
        self._include_breadcrumb = check_boolean(
            "include_breadcrumb", include_breadcrumb
        )

    def parse_sections(self, text: str) -> MarkdownSection:
        """Read a text as the tree of its sections.

        Args:
            text: The Markdown to read.

        Returns:
            The root, whose content is what stands before the first heading; front
            matter is no part of the tree.

        Raises:
            ArgumentError: The text is empty, or nothing but white space.
        """
        check_text("text", text)
        structure = self._read_structure(text)
        if not structure.blocks:
            msg = "text must hold something, got an empty or blank text"
            raise ArgumentError(msg)
        return build_section_tree(
            text, structure.blocks, structure.sections, self._measure.count_many
        )

    def _takes_whole(self, structure: MarkdownStructure) -> bool:
        """Whether a document that fits is a chunk as it is: without a breadcrumb."""
        has_breadcrumb = self._include_breadcrumb and self._is_one_section(structure)
        return self._merge and not has_breadcrumb

    def _planner(self, draft: "Draft") -> "Planner":
        """Return what plans a document's chunks."""
        # Imported where they are needed: their patterns take long to compile.
        from langchain_mdsplit.packing.breadcrumbs import (  # noqa: PLC0415
            Breadcrumbs,
        )
        from langchain_mdsplit.packing.section_chunks import (  # noqa: PLC0415
            SectionChunkPlanner,
        )

        breadcrumbs = Breadcrumbs(
            draft.tree,
            draft.costs,
            self._chunk_size,
            separator=self._breadcrumb_separator,
            is_included=self._include_breadcrumb,
            on_long_heading=self._on_long_heading,
        )
        return SectionChunkPlanner(draft, breadcrumbs, merges=self._merge)
