"""Sections: which headings a block stands under, and the numbers that label them."""

from collections.abc import Sequence
from typing import NamedTuple

from langchain_mdsplit.markdown.blocks import Block
from langchain_mdsplit.markdown.labels import ROOT_LABEL

MAX_LEVEL = 6


class Section(NamedTuple):
    """A heading with what stands under it, as a range of blocks.

    Attributes:
        label: The section numbers, joined by `-`; `0` before the first heading.
        titles: The titles of the headings it stands under, outermost first, and its
            own at the end.
        levels: The levels of those headings, 1 to 6.
        anchor: The id of its own heading, if it has one.
        parent: The position of the section above in the list, -1 for none.
        first: Its first block: the heading's.
        own_end: Where its own content ends, a block position.
        end: Where its last subsection ends, a block position.
    """

    label: str
    titles: tuple[str, ...]
    levels: tuple[int, ...]
    anchor: str | None
    parent: int
    first: int
    own_end: int
    end: int


def read_sections(
    blocks: Sequence[Block], max_heading_level: int = MAX_LEVEL
) -> list[Section]:
    r"""Read the sections of a document in document order.

    A heading deeper than the current numbers fills missing levels with 1; an equal
    or shallower one drops the deeper levels and adds 1 at its own.

    Args:
        blocks: All blocks of the document.
        max_heading_level: Deeper headings are ordinary blocks.

    Returns:
        The sections, first the one before any heading, which may be empty.

    Example:
        >>> from langchain_mdsplit.markdown.blocks import parse_blocks
        >>> source = "# A\n\n#### B\n\n## C\n"
        >>> [section.label for section in read_sections(parse_blocks(source).blocks)]
        ['0', '1', '1-1-1-1', '1-2']
    """
    starts = [
        position
        for position, block in enumerate(blocks)
        if 0 < block.level <= max_heading_level
    ]
    parents, ends = _nest(
        [blocks[start].level for start in starts], starts, len(blocks)
    )
    stops = [*starts, len(blocks)]
    sections = [Section(ROOT_LABEL, (), (), None, -1, 0, stops[0], len(blocks))]
    numbers: list[int] = []
    for start, stop, end, parent in zip(starts, stops[1:], ends, parents, strict=True):
        block, above = blocks[start], sections[parent]
        _count(numbers, block.level)
        label = "-".join(map(str, numbers))
        titles, levels = (*above.titles, block.title), (*above.levels, block.level)
        span = start, stop, end
        sections.append(Section(label, titles, levels, block.anchor, parent, *span))
    return sections


def _nest(
    levels: Sequence[int], starts: Sequence[int], count: int
) -> tuple[list[int], list[int]]:
    """Return each section's parent (0 for the one before any heading) and its end."""
    parents: list[int] = []
    ends = [count] * len(levels)
    open_sections: list[int] = []
    for index, (level, start) in enumerate(zip(levels, starts, strict=True)):
        while open_sections and levels[open_sections[-1]] >= level:
            ends[open_sections.pop()] = start
        parents.append(open_sections[-1] + 1 if open_sections else 0)
        open_sections.append(index)
    return parents, ends


def _count(numbers: list[int], level: int) -> None:
    """Move the section numbers on to a heading of a level."""
    if level > len(numbers):
        numbers += [1] * (level - len(numbers))
    else:
        numbers[level - 1] += 1
        del numbers[level:]
