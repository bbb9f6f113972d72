"""The inner structure of one block: its containers, leaves and inline atoms.

A flat list of nodes in document order, every one with the place of its parent in the
list: no recursion, however deep a source nests.
"""

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from langchain_mdsplit.markdown.blocks import Block, first_line_start
from langchain_mdsplit.markdown.node_builder import NodeBuilder, read_nodes
from langchain_mdsplit.markdown.parser import parser_copy
from langchain_mdsplit.text.offsets import code_point_offsets

CONTAINERS = frozenset({"blockquote", "listItem", "footnoteDefinition"})
ROWS = frozenset({"tableHead", "tableRow"})
_UNPARSED = frozenset({"yaml", "toml", "definition"})
_BLANKS = " \t"
_MARKERS = frozenset("-+*0123456789")
# Of a tab that belongs to two containers the parser counts the columns as characters,
# and so takes an item after it to begin before it.
_BEFORE_MARKER = re.compile(r"[^\t]{0,3}?\t[ \t]*+")


class Node(NamedTuple):
    """One container, leaf block or table row inside a block.

    Attributes:
        kind: The mdast name of its type; `math` for a paragraph that is one formula.
        start: Its first code point: the marker's of a container.
        end: Just after it; a container's may run over white space.
        parent: The position of the node around it, -1 at top level.
        depth: How many nodes stand around it.
        first: Whether it is the first in its parent.
        indented: Whether it is indented code.
    """

    kind: str
    start: int
    end: int
    parent: int
    depth: int
    first: bool
    indented: bool = False


@dataclass(frozen=True, slots=True)
class Nesting:
    """The nodes of a block in document order, and what is best kept in one piece.

    Every node stands after its parent and before its later siblings. They are kept as
    columns: a list of 200,000 items has twice as many nodes, and few are looked at.

    Attributes:
        kinds: The nodes' kinds.
        starts: Their starts, never falling.
        ends: Their ends.
        parents: Where their parents are, -1 at top level.
        depths: How many nodes stand around them.
        firsts: Whether they are the first in their parents.
        indented: Which of them are indented code.
        atoms: The spans of code, links, images, formulas and tags inside text,
            outermost only, in order.
    """

    kinds: list[str]
    starts: list[int]
    ends: list[int]
    parents: list[int]
    depths: list[int]
    firsts: list[bool]
    indented: frozenset[int]
    atoms: list[tuple[int, int]]

    def node(self, index: int) -> Node:
        """Return one node."""
        return Node(
            self.kinds[index],
            self.starts[index],
            self.ends[index],
            self.parents[index],
            self.depths[index],
            self.firsts[index],
            index in self.indented,
        )

    def innermost(self, position: int) -> int:
        """Return the innermost node (no row of a table) around a position, or -1."""
        index = bisect_right(self.starts, position) - 1
        while index >= 0 and (
            position >= self.ends[index] or self.kinds[index] in ROWS
        ):
            index = self.parents[index]
        return index

    def rows(self, table: int) -> list[int]:
        """Return where the rows of a table begin, its header first."""
        end = bisect_right(self.starts, self.ends[table] - 1)
        return [
            self.starts[index]
            for index in range(table + 1, end)
            if self.kinds[index] in ROWS
        ]


def read_nesting(source: str, block: Block) -> Nesting:
    r"""Read the inner structure of a block.

    Args:
        source: The text the block is a part of.
        block: The block.

    Returns:
        Its nodes and atoms, in code points of the source.

    Example:
        >>> from langchain_mdsplit.markdown.blocks import parse_blocks
        >>> source = "> - a `b`\n>   c\n"
        >>> nesting = read_nesting(source, parse_blocks(source).blocks[0])
        >>> list(zip(nesting.kinds, nesting.starts, nesting.depths))
        [('blockquote', 0, 0), ('list', 2, 1), ('listItem', 2, 2), ('paragraph', 4, 3)]
        >>> nesting.atoms
        [(6, 9)]
    """
    builder = NodeBuilder()
    if block.kind in _UNPARSED:
        kind = "paragraph" if block.kind == "definition" else block.kind
        builder.add(kind, block.start, block.end)
        return _nesting(source, builder, int)
    base = first_line_start(source, block)
    copy = parser_copy(source[base : block.end])
    read_nodes(copy, builder)
    return _nesting(source, builder, _mover(copy, builder, base))


def _nesting(source: str, builder: NodeBuilder, moved: Callable[[int], int]) -> Nesting:
    """Return the nodes in code points, each from its first visible character on."""
    starts, ends = list(map(moved, builder.starts)), list(map(moved, builder.ends))
    for index in range(len(starts)):
        while starts[index] < ends[index] and source[starts[index]] in _BLANKS:
            starts[index] += 1
        is_item = builder.kinds[index] == "listItem"
        if is_item and source[starts[index]] not in _MARKERS:
            _begin_with_marker(source, starts, index, builder)
    return Nesting(
        builder.kinds,
        starts,
        ends,
        builder.parents,
        builder.depths,
        builder.firsts,
        frozenset(builder.indented),
        [(moved(start), moved(end)) for start, end in builder.atoms],
    )


def _begin_with_marker(
    source: str, starts: list[int], item: int, builder: NodeBuilder
) -> None:
    """Move the start of an item, and of the list that it begins, to its marker."""
    found = _BEFORE_MARKER.match(source, starts[item])
    if found is None:
        return
    starts[item] = found.end()
    if builder.firsts[item]:
        starts[builder.parents[item]] = found.end()


def _mover(copy: str, builder: NodeBuilder, base: int) -> Callable[[int], int]:
    """Return the map from byte offsets to code points of the source."""
    if copy.isascii():
        return base.__add__
    offsets = [*builder.starts, *builder.ends]
    for atom in builder.atoms:
        offsets += atom
    indices = code_point_offsets(copy, copy.encode(), offsets)
    return {
        offset: base + index for offset, index in zip(offsets, indices, strict=True)
    }.__getitem__
