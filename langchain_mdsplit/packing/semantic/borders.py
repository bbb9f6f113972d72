"""Borders of chunks: whether a heading stands there, and how deep in the tree it is.

Two chunks that a heading parts hold whole sections if the headings that stand before
and after both are no deeper than the one between them.
"""

from collections.abc import Sequence
from math import inf

from langchain_mdsplit.markdown.sections import Section
from langchain_mdsplit.packing.block_tree import BlockTree
from langchain_mdsplit.packing.chunks import PackedChunk


class Borders:
    """Tells which chunks of one document may be one.

    Args:
        tree: The document's blocks and sections.
    """

    def __init__(self, tree: BlockTree) -> None:
        self._tree = tree
        self._depths = _run_depths(tree.sections)

    def inner_depth(
        self,
        before: PackedChunk | None,
        left: PackedChunk,
        right: PackedChunk,
        after: PackedChunk | None,
    ) -> float | None:
        """Return how deep the heading between two chunks is, infinity for none.

        Args:
            before: The chunk before both; None at the start of the document.
            left: The first.
            right: The second.
            after: The chunk after both; None at the end of the document.

        Returns:
            The depth; None if they must not be one, as they do not hold whole sections.
            After a section's own text, that of its first subsection is enough.
        """
        inner = self._depth(left, right)
        if inner == inf:
            return inner
        end = self._depth(right, after)
        goes_down = end < inf and inner > self._depth_at(left.last)
        is_whole = self._depth(before, left) <= inner and (end <= inner or goes_down)
        return inner if is_whole else None

    def share_parent(self, left: PackedChunk, right: PackedChunk) -> bool:
        """Whether two chunks that a heading parts stand under one heading.

        The document counts as one where no heading of level 1 parts them, and for
        what stands before any heading.

        Args:
            left: The first.
            right: The second.
        """
        tree = self._tree
        if tree.common(left.first, right.last):
            return True
        section = tree.sections[tree.owners[left.last + 1]]
        return section.levels[0] > 1 or not tree.owners[left.last]

    def _depth_at(self, block: int) -> int:
        """Return how deep the section is that a block stands in."""
        return len(self._tree.sections[self._tree.owners[block]].titles)

    def _depth(self, before: PackedChunk | None, after: PackedChunk | None) -> float:
        """Return how deep the heading between two chunks is, infinity for none.

        It may stand in the context of the second. The document's ends are above all.
        """
        if before is None or after is None:
            return 0
        block = before.last + 1
        if after.first < block or not self._tree.begins_section(block):
            return inf
        return self._depths[self._tree.owners[block]]


def _run_depths(sections: Sequence[Section]) -> list[int]:
    """Return the least depth in the run of headings that begins with each section's."""
    depths = [len(section.titles) for section in sections]
    for index in range(len(sections) - 2, 0, -1):
        section = sections[index]
        if section.own_end - section.first == 1:
            depths[index] = min(depths[index], depths[index + 1])
    return depths
