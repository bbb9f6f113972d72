"""Token-limited chunks of Markdown that carry the lines of their headings."""

from typing import TYPE_CHECKING, Unpack

from langchain_mdsplit.checks import check_choice, check_integer
from langchain_mdsplit.packing.options import HEADING_CONTEXTS, HeadingContext
from langchain_mdsplit.splitters.block_packing import BlockPackingTextSplitter
from langchain_mdsplit.splitters.options import PackingOptions

if TYPE_CHECKING:
    from langchain_mdsplit.packing.drafts import Draft
    from langchain_mdsplit.packing.rounds import Planner


class MarkdownTokenTextSplitter(BlockPackingTextSplitter):
    r"""Splits Markdown into token-limited chunks that carry their headings.

    A section with all below it that fits becomes one chunk. Else its own text is
    packed block by block and each subsection split on its own; a block that does not
    fit is cut so that each piece is valid Markdown. Before each chunk stand the lines
    of the headings it stands under. Choose it for documentation that is to be embedded
    and found: a chunk is about one thing, and says which.

    Args:
        chunk_size: The most a chunk may measure, its headings included (tokens).
        chunk_overlap: How much of the previous chunk of its section a chunk may
            repeat (tokens).
        heading_context: Which headings stand before a chunk: all it stands under, only
            its own section's, or none.
        min_chunk_size: A shorter chunk is merged with one beside it where that fits
            (tokens). A quarter of `chunk_size` is good for retrieval.
        **options: `on_long_heading` (see `PackingTextSplitter`), how lengths are
            measured (`encoding_name`, `model_name`, `length_function`), how Markdown is
            read (`max_heading_level`, `heading_attributes`, `sentence_splitter`,
            `front_matter`), and what Documents carry (`add_start_index`,
            `strip_whitespace`, `heading_keys`, `add_ids`, `show_progress`).

    Example:
        >>> splitter = MarkdownTokenTextSplitter(chunk_size=14)
        >>> text = "# Tea\n\n## Black\n\nBoil water. Steep it for four minutes."
        >>> for chunk in splitter.split_text(text):
        ...     print(repr(chunk))
        '# Tea\n## Black\n\nBoil water.'
        '# Tea\n## Black\n\nSteep it for four minutes.'

    Note:
        Nothing is lost, offsets are exact, and no chunk is over the limit.
    """

    def __init__(
        self,
        chunk_size: int = 800,
        chunk_overlap: int = 0,
        *,
        heading_context: HeadingContext = "ancestors",
        min_chunk_size: int = 0,
        **options: Unpack[PackingOptions],
    ) -> None:
        super().__init__(chunk_size, chunk_overlap, **options)
        self._heading_context = check_choice(
            "heading_context", heading_context, HEADING_CONTEXTS
        )
        self._min_chunk_size = check_integer(
            "min_chunk_size", min_chunk_size, 0, self._chunk_size
        )

    def _planner(self, draft: "Draft") -> "Planner":
        """Return what plans a document's chunks."""
        # Imported where it is needed: its patterns take long to compile.
        from langchain_mdsplit.packing.token_chunks import (  # noqa: PLC0415
            TokenChunkPlanner,
        )

        contexts = self._heading_contexts(draft, self._heading_context)
        return TokenChunkPlanner(draft, contexts, self._min_chunk_size)
