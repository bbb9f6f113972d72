"""The inner structure of one block: its containers, leaves and inline atoms.

A flat list of nodes in document order, every one with the place of its parent in the
list: no recursion, however deep a source nests.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from langchain_mdsplit.markdown.blocks import Block
from langchain_mdsplit.markdown.events import markdown_parser, parser_copy
from langchain_mdsplit.text.offsets import code_point_offsets

CONTAINERS = frozenset({"blockquote", "listItem", "footnoteDefinition"})
_ROWS = frozenset({"tableHead", "tableRow"})
_UNPARSED = frozenset({"yaml", "toml", "definition"})
_KIND_BY_TAG = {
    "Paragraph": "paragraph",
    "HtmlBlock": "html",
    "Heading": "heading",
    "BlockQuote": "blockquote",
    "CodeBlock": "code",
    "List": "list",
    "Item": "listItem",
    "FootnoteDefinition": "footnoteDefinition",
    "Table": "table",
    "TableHead": "tableHead",
    "TableRow": "tableRow",
}
_SPANS = frozenset({"Link", "Image"})
_ATOMS = frozenset(
    {"Code", "InlineMath", "DisplayMath", "InlineHtml", "FootnoteReference"}
)
_BLANKS = " \t"


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

    Attributes:
        nodes: Every node stands after its parent and before its later siblings.
        starts: The nodes' starts, never falling.
        atoms: The spans of code, links, images, formulas and tags inside text,
            outermost only, in order.
    """

    nodes: list[Node]
    starts: list[int]
    atoms: list[tuple[int, int]]

    def innermost(self, position: int) -> int:
        """Return the innermost node (no row of a table) around a position, or -1."""
        index = bisect_right(self.starts, position) - 1
        while index >= 0:
            node = self.nodes[index]
            if position < node.end and node.kind not in _ROWS:
                return index
            index = node.parent
        return index

    def rows(self, table: int) -> list[Node]:
        """Return the rows of a table, its header first."""
        end = bisect_right(self.starts, self.nodes[table].end - 1)
        return [node for node in self.nodes[table + 1 : end] if node.kind in _ROWS]


class _Outline:
    """The nodes read so far, in byte offsets."""

    def __init__(self) -> None:
        self.kinds: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.parents: list[int] = []
        self.depths: list[int] = []
        self.firsts: list[bool] = []
        self.indented: set[int] = set()
        self.atoms: list[tuple[int, int]] = []
        self._open: list[int] = [-1]
        self._with_child: set[int] = set()
        self._text = -1

    def enter(self, kind: str, start: int, end: int) -> None:
        """Open a node inside the one that is open."""
        parent = self._open[-1]
        self.kinds.append(kind)
        self.starts.append(start)
        self.ends.append(end)
        self.parents.append(parent)
        self.depths.append(len(self._open) - 1)
        self.firsts.append(parent not in self._with_child)
        self._with_child.add(parent)
        self._open.append(len(self.kinds) - 1)
        self._text = -1

    def leave(self) -> None:
        """Close the open node."""
        self._open.pop()
        self._text = -1

    def see_text(self, start: int, end: int, *, formula: bool) -> None:
        """Note inline content; what stands in an item itself is its paragraph."""
        if self._text >= 0:
            self.ends[self._text] = max(self.ends[self._text], end)
            if self.kinds[self._text] == "math":
                self.kinds[self._text] = "paragraph"
        elif self._open[-1] < 0 or self.kinds[self._open[-1]] == "listItem":
            self.enter("math" if formula else "paragraph", start, end)
            self._text = self._open.pop()
        elif self.kinds[self._open[-1]] == "paragraph":
            self._text = self._open[-1]
            if formula and start == self.starts[self._text]:
                self.kinds[self._text] = "math"


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
        >>> [(node.kind, node.start, node.depth) for node in nesting.nodes]
        [('blockquote', 0, 0), ('list', 2, 1), ('listItem', 2, 2), ('paragraph', 4, 3)]
        >>> nesting.atoms
        [(6, 9)]
    """
    if block.kind in _UNPARSED:
        kind = "paragraph" if block.kind == "definition" else block.kind
        node = Node(kind, block.start, block.end, -1, 0, first=True)
        return Nesting([node], [node.start], [])
    base = block.start
    while base > block.outer_start and source[base - 1] in _BLANKS:
        base -= 1
    copy = parser_copy(source[base : block.end])
    encoded = copy.encode()
    outline = _read_outline(copy)
    moved = _mover(copy, encoded, outline, base)
    nodes = list(_nodes(source, outline, moved))
    atoms = [(moved(start), moved(end)) for start, end in outline.atoms]
    return Nesting(nodes, [node.start for node in nodes], atoms)


def _read_outline(copy: str) -> _Outline:
    """Read the parser's events into nodes and atoms."""
    outline = _Outline()
    atom_end = 0
    for event, extent in markdown_parser().events_with_range(copy):
        start, end = extent["start"], extent["end"]
        if event.__class__ is str:
            if event == "Rule":
                outline.enter("thematicBreak", start, end)
                outline.leave()
            continue
        ((name, value),) = event.items()
        tag = value
        if name in {"Start", "End"} and value.__class__ is not str:
            tag = next(iter(value))
        kind = _KIND_BY_TAG.get(tag) if name in {"Start", "End"} else None
        if kind is None:
            if name != "End":
                outline.see_text(start, end, formula=name == "DisplayMath")
            is_atom = name in _ATOMS or (name == "Start" and tag in _SPANS)
            if is_atom and start >= atom_end:
                outline.atoms.append((start, end))
                atom_end = end
        elif name == "End":
            outline.leave()
        else:
            outline.enter(kind, start, end)
            if value == {"CodeBlock": "Indented"}:
                outline.indented.add(len(outline.kinds) - 1)
    return outline


def _mover(
    copy: str, encoded: bytes, outline: _Outline, base: int
) -> Callable[[int], int]:
    """Return the map from byte offsets to code points of the source."""
    if len(copy) == len(encoded):
        return base.__add__
    offsets = [*outline.starts, *outline.ends]
    for atom in outline.atoms:
        offsets += atom
    indices = code_point_offsets(copy, encoded, offsets)
    return {
        offset: base + index for offset, index in zip(offsets, indices, strict=True)
    }.__getitem__


def _nodes(
    source: str, outline: _Outline, moved: Callable[[int], int]
) -> Iterator[Node]:
    """Yield the nodes in code points, each from its first visible character on."""
    columns: Any = zip(
        outline.kinds,
        outline.starts,
        outline.ends,
        outline.parents,
        outline.depths,
        outline.firsts,
        strict=True,
    )
    for index, (kind, first, last, *where) in enumerate(columns):
        start, end = moved(first), moved(last)
        while start < end and source[start] in _BLANKS:
            start += 1
        yield Node(kind, start, end, *where, index in outline.indented)
