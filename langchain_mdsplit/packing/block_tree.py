"""The blocks of a document, in the tree of the sections they stand in."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from langchain_mdsplit.markdown.blocks import Block, list_indentation
from langchain_mdsplit.markdown.nesting import CONTAINERS
from langchain_mdsplit.markdown.sections import Section
from langchain_mdsplit.packing.cutting.container_lines import closes
from langchain_mdsplit.packing.cutting.introductions import (
    ends_with_introduction,
    introduces,
)
from langchain_mdsplit.packing.cutting.openers import OPENING_MARK
from langchain_mdsplit.packing.cutting.raw_html import is_apart

_OUTER_START = attrgetter("outer_start")
_MAY_SWALLOW = CONTAINERS | {"html", "list"}


@dataclass(frozen=True, slots=True)
class BlockTree:
    """A document to be packed.

    Attributes:
        source: Its text.
        blocks: Its blocks, tile next to tile.
        sections: Its sections, see `read_sections`.
        owners: The section that each block stands in, as a position in `sections`.
        children: The sections right below each section.
        keeps_blanks: Whether chunks keep the white space after their last block.
    """

    source: str
    blocks: Sequence[Block]
    sections: Sequence[Section]
    owners: Sequence[int]
    children: Sequence[Sequence[int]]
    keeps_blanks: bool = False
    _last_kept: dict[int, int] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def end_of(self, block: int) -> int:
        """Return where a chunk ends that ends with a block."""
        found = self.blocks[block]
        return found.outer_end if self.keeps_blanks else found.end

    def block_at(self, position: int) -> int:
        """Return the block whose tile holds a position."""
        starts = bisect_right(self.blocks, position, key=_OUTER_START)
        return max(starts - 1, 0)

    def heading(self, section: int) -> Block:
        """Return the heading of a section, which is not the one before any."""
        return self.blocks[self.sections[section].first]

    def indentation(self, block: int) -> str:
        """Return what must stand before a chunk that begins with a block."""
        return list_indentation(self.source, self.blocks[block])

    def begins_section(self, block: int) -> bool:
        """Whether a block is the heading of the section it stands in."""
        owner = self.owners[block]
        return owner > 0 and self.sections[owner].first == block

    def common(self, first: int, last: int) -> int:
        """Return the innermost section that holds all blocks from first to last."""
        index = self.owners[first]
        while index and self.sections[index].end <= last:
            index = self.sections[index].parent
        return index

    def first_with_text(self, section: int) -> int:
        """Return the section of a chunk that begins with a section's heading.

        A section that is a heading alone leads to its first subsection.
        """
        sections = self.sections
        while section + 1 < len(sections):
            found, following = sections[section], sections[section + 1]
            if following.parent != section or found.own_end - found.first > (
                section > 0
            ):
                break
            section += 1
        return section

    def path(self, section: int) -> list[int]:
        """Return a section with those above it, outermost first."""
        found: list[int] = []
        while section > 0:
            found.append(section)
            section = self.sections[section].parent
        found.reverse()
        return found

    def sections_at(self, block: int) -> Iterator[int]:
        """Yield the sections that hold a block or its chunk, innermost first."""
        section = self.first_with_text(self.owners[block])
        while section >= 0:
            yield section
            section = self.sections[section].parent

    def keeps_with_next(self, block: int) -> bool:
        """Whether a block must not be parted from the next in its section.

        A heading is not, nor is a line that opens an admonition or a container.
        """
        found = self.blocks[block]
        if not self._has_next(block):
            return False
        if found.kind == "heading":
            return True
        if found.kind != "paragraph":
            return False
        source, start, end = self.source, found.start, found.end
        line = max(source.rfind("\n", start, end), source.rfind("\r", start, end))
        return OPENING_MARK.match(source, max(line + 1, start), end) is not None

    def introduces_next(self, block: int) -> bool:
        """Whether a block introduces the next of its section; see `introduces`."""
        source, blocks = self.source, self.blocks
        return self._has_next(block) and introduces(source, *blocks[block : block + 2])

    def ends_introducing(self, block: int) -> bool:
        """Whether the last sentence or item of a block introduces the next block."""
        found = self.blocks[block]
        return self._has_next(block) and ends_with_introduction(self.source, found)

    def is_closed_by_next(self, block: int) -> bool:
        """Whether the next block of a block's section does nothing but close it."""
        return self._has_next(block) and closes(self.source, self.blocks[block + 1])

    def _has_next(self, block: int) -> bool:
        """Whether a block is not the last of its section's own."""
        return block + 1 < self.sections[self.owners[block]].own_end

    def swallows_next(self, block: int, prefix: str, start: int) -> bool:
        """Whether the next block would be read as a part of the end of a block.

        Args:
            block: The block.
            prefix: What stands before its end.
            start: Where its end begins.
        """
        if block + 1 == len(self.blocks):
            return False
        return self.swallows(block, prefix, start, self.blocks[block + 1].start)

    def swallows(self, block: int, prefix: str, start: int, following: int) -> bool:
        """Whether what follows a part of a block would be read as a part of it.

        It may be where raw HTML has lost its beginning: a line that looks like a fence
        would open one, a comment that begins in it would have no end.

        Args:
            block: The block.
            prefix: What stands before the part.
            start: Where the part begins.
            following: Where the text after it begins.
        """
        found = self.blocks[block]
        if start == found.start or found.kind not in _MAY_SWALLOW:
            return False
        return not is_apart(self.source, start, following, prefix)

    def last_kept_with(self, block: int) -> int:
        """Return the last block that must not be parted from a block before it."""
        first, known = block, self._last_kept
        while block not in known and self.keeps_with_next(block):
            block += 1
        last = known.get(block, block)
        for index in range(first, block + 1):
            known[index] = last
        return last


def read_block_tree(
    source: str,
    blocks: Sequence[Block],
    sections: Sequence[Section],
    *,
    keeps_blanks: bool = False,
) -> BlockTree:
    """Read which section each block of a document stands in.

    Args:
        source: Its text.
        blocks: Its blocks, tile next to tile.
        sections: Its sections, see `read_sections`.
        keeps_blanks: Whether chunks keep the white space after their last block.

    Returns:
        The tree.
    """
    owners: list[int] = []
    children: list[list[int]] = [[] for _ in sections]
    for index, section in enumerate(sections):
        owners += [index] * (section.own_end - section.first)
        if index:
            children[section.parent].append(index)
    return BlockTree(
        source=source,
        blocks=blocks,
        sections=sections,
        owners=owners,
        children=children,
        keeps_blanks=keeps_blanks,
    )
