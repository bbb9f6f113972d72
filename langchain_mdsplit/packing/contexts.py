"""The context before a chunk: which headings stand there, and as which lines."""

from collections.abc import Sequence
from functools import partial
from itertools import islice
from typing import Final, NamedTuple, Protocol

from langchain_mdsplit.markdown.heading_lines import heading_line
from langchain_mdsplit.packing.block_tree import BlockTree
from langchain_mdsplit.packing.cutting.costs import Costs
from langchain_mdsplit.packing.heading_fitter import HeadingFitter
from langchain_mdsplit.packing.options import HeadingContext, OnLongHeading


class Context(NamedTuple):
    """What stands before a slice.

    Attributes:
        text: The text.
        length: Its length, in the measure's unit.
        in_full: The sections whose headings stand in it in full.
    """

    text: str = ""
    length: int = 0
    in_full: frozenset[int] = frozenset()


NO_CONTEXT: Final = Context()


class ContextRule(Protocol):
    """What stands before a chunk that begins at a block or inside of it."""

    def before(self, block: int, *, is_inside: bool) -> Context:
        """Return the context of a chunk.

        Args:
            block: The block that its slice begins in.
            is_inside: Whether it begins inside the block.

        Returns:
            The context.
        """


class HeadingContexts:
    """The heading lines before the chunks of one document, outermost first."""

    def __init__(
        self,
        tree: BlockTree,
        costs: Costs,
        limit: int,
        *,
        heading_context: HeadingContext,
        on_long_heading: OnLongHeading,
    ) -> None:
        self._tree = tree
        self._costs = costs
        self._mode = heading_context
        self._fitter = HeadingFitter(
            tree,
            costs,
            limit,
            on_long_heading=on_long_heading,
            part=partial(section_line, tree),
            short_part=partial(_title_line, tree),
            render=_joined_lines,
        )
        self._known: dict[tuple[int, bool], Context] = {}

    def before(self, block: int, *, is_inside: bool) -> Context:
        """Return the context of a chunk that begins at a block or inside of it."""
        tree = self._tree
        section = tree.owners[block]
        is_own = not is_inside and tree.begins_section(block)
        if self._mode == "none" or (self._mode == "own" and is_own):
            return NO_CONTEXT
        if is_own:
            section = tree.sections[section].parent
        is_heading = not is_inside and tree.blocks[block].kind == "heading"
        key = section, is_heading
        if key not in self._known:
            self._known[key] = self._read(section, "\n" if is_heading else "\n\n")
        return self._known[key]

    def slice_begin(self, headings: Sequence[int]) -> int:
        """Return at which of some headings, one right after another, a slice begins.

        It is the last before which all others stand in the context in full.
        """
        for count in range(len(headings) - 1, 0, -1):
            in_full = self.before(headings[count], is_inside=False).in_full
            before = islice(headings, count)
            if in_full.issuperset(self._tree.owners[heading] for heading in before):
                return headings[count]
        return headings[0]

    def _read(self, section: int, ending: str) -> Context:
        """Return the context of what stands directly under a section's heading."""
        path = self._tree.path(section)
        if self._mode == "own":
            path = path[-1:]
        lines, in_full = self._fitter.fit(path)
        if not lines:
            return NO_CONTEXT
        text = "\n".join(lines) + ending
        return Context(text, self._costs.measured(text), in_full)


def section_line(tree: BlockTree, section: int) -> str:
    """Return a section's heading as one ATX line."""
    return heading_line(tree.source, tree.heading(section))


def _title_line(tree: BlockTree, section: int) -> str:
    """Return a section's heading as one line without marks, images and addresses."""
    heading = tree.heading(section)
    return f"{'#' * heading.level} {heading.title}"


def _joined_lines(lines: Sequence[str]) -> str:
    """Return the longest context that some heading lines make."""
    return "\n".join(lines) + "\n\n"
