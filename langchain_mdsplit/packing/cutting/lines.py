"""The lines of one block, and which of its nodes stands where."""

import re
from bisect import bisect_right
from dataclasses import dataclass

from langchain_mdsplit.markdown.blocks import Block, first_line_start
from langchain_mdsplit.markdown.nesting import (
    CONTAINERS,
    Nesting,
    Node,
    read_nesting,
)
from langchain_mdsplit.markdown.syntax import FENCE_MARKS
from langchain_mdsplit.text.line_numbers import line_starts
from langchain_mdsplit.text.visible import next_visible

MAX_DEPTH = 64
"""The deepest position whose containers are repeated; renderers stop sooner."""

QUOTE_BLANKS = " \t\r\n\f\v>"
"""White space and the markers of quotes, of which blank lines in quotes consist."""

FENCED_KINDS = frozenset({"code", "math", "yaml", "toml"})
"""The kinds of block that may stand between two lines of marks."""

LINED_KINDS = FENCED_KINDS | {"html"}
"""The kinds whose lines are kept as they are."""

_MAY_BE_INLINE = re.compile(r"[`\[<$]")  # code, links, images, tags, formulas
_MARKS = " \t>"
_MARKERS = re.compile(r"[ \t>]{0,4096}+")
_STRETCH = 64  # characters, first looked at for the end of white space
NOT_LEAVES = CONTAINERS | {"list"}


@dataclass(frozen=True, slots=True)
class BlockLines:
    """A block as lines and nodes.

    Attributes:
        source: The text the block is a part of.
        start: Where the block's text begins.
        end: Where it ends, before the white space after it.
        starts: Where each line begins; the first with its indentation.
        nesting: The block's nodes.
    """

    source: str
    start: int
    end: int
    starts: list[int]
    nesting: Nesting

    def line_of(self, position: int) -> int:
        """Return which line a position stands in."""
        return (bisect_right(self.starts, position) or 1) - 1

    def line_end(self, line: int) -> int:
        """Return where a line ends, its line ending included."""
        return self.starts[line + 1] if line + 1 < len(self.starts) else self.end

    def visible(self, position: int) -> int:
        """Return the first visible character at or after a position, or the end."""
        return next_visible(self.source, position, self.end)

    def content(self, position: int) -> int:
        """Return the first character after a quote's markers in the same line.

        Where there is none, it is the position itself.
        """
        if position < self.end and self.source[position] not in _MARKS:
            return position
        found = _MARKERS.match(self.source, position, self.end)
        content = found.end() if found else position
        return content if content < self.line_end(self.line_of(position)) else position

    def trimmed(self, start: int, end: int, blanks: str | None = None) -> int:
        """Return the end of a slice without the blanks at its end.

        It takes as long as there are blanks, however far the start is.

        Args:
            start: Where the slice begins.
            end: Where it ends.
            blanks: The characters to leave out, white space by default.

        Returns:
            The end; the start if there is nothing else.
        """
        if end > start and blanks is None and not self.source[end - 1].isspace():
            return end
        width = _STRETCH
        while end > start:
            first = max(start, end - width)
            kept = len(self.source[first:end].rstrip(blanks))
            if kept:
                return first + kept
            end = first
            width *= 2
        return start

    def leaf(self, position: int) -> int:
        """Return the leaf around a position, or -1."""
        index = self.nesting.innermost(position)
        if index < 0 or self.nesting.kinds[index] in NOT_LEAVES:
            return -1
        return index

    def next_node(self, position: int) -> int:
        """Return where the first node begins after a position, or the end."""
        starts = self.nesting.starts
        index = bisect_right(starts, position)
        return starts[index] if index < len(starts) else self.end

    def containers(self, index: int, before: int) -> list[Node] | None:
        """Return the containers around a node that begin before a position.

        Args:
            index: The node, which may be one of them, or -1.
            before: A position.

        Returns:
            The containers, outermost first; None where they nest too deep.
        """
        nesting = self.nesting
        if index >= 0 and nesting.depths[index] > 2 * MAX_DEPTH:
            return None
        chain: list[Node] = []
        while index >= 0:
            if nesting.kinds[index] in CONTAINERS and nesting.starts[index] < before:
                chain.append(nesting.node(index))
            index = nesting.parents[index]
        chain.reverse()
        return chain


def read_lines(source: str, block: Block) -> BlockLines:
    r"""Read a block's lines and nodes.

    Args:
        source: The text the block is a part of.
        block: The block.

    Returns:
        The lines.

    Example:
        >>> from langchain_mdsplit.markdown.blocks import parse_blocks
        >>> source = " - a\n   b\n"
        >>> read_lines(source, parse_blocks(source).blocks[0]).starts
        [0, 5]
    """
    starts = line_starts(source, block.start, block.end)
    starts.insert(0, first_line_start(source, block))
    nesting = _leaf_alone(source, block) or read_nesting(source, block)
    return BlockLines(source, block.start, block.end, starts, nesting)


def _leaf_alone(source: str, block: Block) -> Nesting | None:
    """Return the nodes of a block that is plainly one leaf, if it is."""
    start, end = block.start, block.end
    is_fence = block.kind == "code" and source.startswith(FENCE_MARKS, start)
    is_text = block.kind == "paragraph" and not _MAY_BE_INLINE.search(
        source, start, end
    )
    if not (is_fence or is_text):
        return None
    return Nesting(
        kinds=[block.kind],
        starts=[start],
        ends=[end],
        parents=[-1],
        depths=[0],
        firsts=[True],
        indented=frozenset(),
        atoms=[],
    )
