"""What stands around a piece that begins or ends inside a block.

A piece that begins inside containers repeats their markers; inside a fence, formula,
front matter or table it repeats the opening lines too, and where it ends inside one
that has a closing line it gets that line.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from langchain_mdsplit.markdown.nesting import Node
from langchain_mdsplit.packing.containers import Surroundings, read_surroundings
from langchain_mdsplit.packing.fences import Fence, read_fence
from langchain_mdsplit.packing.lines import NOT_LEAVES, BlockLines

_HEADING_MARK = re.compile(r"#{1,6}+")
_CELL_BORDER = re.compile(r"(?<!\\)\|")
_CODE_INDENTATION = "    "
_KEEPS_INDENTATION = frozenset({"code", "math", "yaml", "toml"})


class Choice(NamedTuple):
    """Which parts of a frame are used."""

    markers: bool
    opening: bool
    info: bool
    tail: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a piece's slice begins and what may stand before it.

    Attributes:
        start: The slice's first code point.
        markers: The markers of the containers that the slice's first line lacks.
        opening_markers: The markers before the opening lines.
        opening: The opening line without its info string, or a table's header and
            delimiter rows; `""` where there are none.
        info: The info string.
        line_ending: What ends the opening.
        continuation: What follows the opening lines before the slice.
        tail: What the slice's line needs in any case: the indentation of code, the
            mark of a heading.
        required: Whether the opening must not be left out.
    """

    start: int
    markers: str = ""
    opening_markers: str = ""
    opening: str = ""
    info: str = ""
    line_ending: str = ""
    continuation: str = ""
    tail: str = ""
    required: bool = False

    def prefix(self, choice: Choice) -> str:
        """Return the added text before the slice."""
        markers = self.markers if choice.markers else ""
        if not (self.opening and choice.opening):
            return markers + (self.tail if choice.tail else "")
        info = self.info if choice.info else ""
        opening = self.opening + info + self.line_ending
        if choice.markers:
            return self.opening_markers + opening + self.continuation
        return opening


class Closing(NamedTuple):
    """The closing line of a fence that a piece ends in."""

    leaf_start: int
    continuation: str
    mark: str
    required: bool

    def suffix(self, *, markers: bool) -> str:
        """Return the added text after the slice."""
        return "\n" + (self.continuation if markers else "") + self.mark


class Frames:
    """Frames of the positions in one block."""

    def __init__(self, lines: BlockLines) -> None:
        self._lines = lines
        self._fences: dict[int, Fence | None] = {}
        self._headers: dict[int, tuple[str, int]] = {}
        kinds = {node.kind for node in lines.nesting.nodes}
        self._has_fences = not kinds.isdisjoint(_KEEPS_INDENTATION)

    def fence(self, leaf: int) -> Fence | None:
        """Return the fence of a leaf, if it has one."""
        if leaf not in self._fences:
            self._fences[leaf] = read_fence(self._lines, leaf)
        return self._fences[leaf]

    def header(self, table: int) -> tuple[str, int]:
        """Return a table's header and delimiter rows, and where the rows after begin."""
        if table not in self._headers:
            self._headers[table] = _read_header(self._lines, table)
        return self._headers[table]

    def at(self, position: int, floor: int | None = None) -> Frame:
        """Return the frame of a piece whose own text begins at a position.

        Args:
            position: The end of the piece before, or a place to cut.
            floor: Where the slice may begin at the earliest, the position by default:
                at a place to cut it may begin before, with the markers of its line.

        Returns:
            The frame; its slice begins at the next visible character or, at the start
            of a line, with what the markers added before it do not stand for.
        """
        lines = self._lines
        if position <= lines.start:
            return Frame(lines.start)
        first = lines.visible(position)
        inside = lines.content(first)
        index = lines.nesting.innermost(inside)
        chain = lines.containers(index, first)
        around = read_surroundings(lines, chain or (), first)
        node = lines.nesting.nodes[index] if index >= 0 else None
        if node is not None and node.kind in NOT_LEAVES:
            node = None
        begin = _begin(
            lines,
            around,
            node,
            position if floor is None else floor,
            first,
            strict=floor is None,
        )
        if node is None or node.start >= first:
            return begin
        return self._inside_leaf(begin, around, index, first)

    def _inside_leaf(
        self, begin: Frame, around: Surroundings, leaf: int, first: int
    ) -> Frame:
        """Return the frame of a piece that begins inside a leaf."""
        node = self._lines.nesting.nodes[leaf]
        fence = self.fence(leaf)
        if fence is not None:
            return _inside_fence(begin, around, fence, first)
        if node.kind == "table":
            return self._inside_table(begin, around, leaf, first)
        tail = ""
        if node.indented and begin.start == first:
            tail = _CODE_INDENTATION
        mark = _HEADING_MARK.match(self._lines.source, node.start)
        if node.kind == "heading" and mark:
            tail = mark[0] + " "
        return Frame(begin.start, begin.markers, tail=tail)

    def _inside_table(
        self, begin: Frame, around: Surroundings, table: int, first: int
    ) -> Frame:
        """Return the frame of a piece that begins inside a table."""
        header, body_start = self.header(table)
        if first < body_start or not header:
            return begin
        lines = self._lines
        line_start = lines.starts[lines.line_of(first)]
        row = lines.source[line_start:first].lstrip("> \t")
        borders = len(_CELL_BORDER.findall(row))
        cells = borders if row.startswith("|") else borders + 1
        padding = "| " * cells if row else ""
        return Frame(
            begin.start,
            begin.markers,
            _joined_markers(around, len(around.containers)),
            header,
            line_ending="\n",
            continuation=begin.continuation + padding,
        )

    def closing(self, end: int) -> Closing | None:
        """Return what closes the fence that a piece ends in, if it ends in one."""
        if not self._has_fences:
            return None
        leaf = self._lines.leaf(end - 1)
        fence = self.fence(leaf) if leaf >= 0 else None
        if fence is None:
            return None
        node = self._lines.nesting.nodes[leaf]
        last = self._lines.trimmed(node.start, node.end)
        if end >= last or end > fence.body_end:
            return None
        return Closing(node.start, fence.continuation, fence.mark, fence.required)


def _joined_markers(around: Surroundings, count: int) -> str:
    return "".join(container.marker for container in around.containers[:count])


def _split_line(around: Surroundings) -> tuple[int, int]:
    """Return how many containers' markers are added to a line, and how many it loses.

    What the line holds of the containers up to the innermost item is replaced by their
    markers; quotes inside that keep their own. A line that lacks some (a lazy one,
    CommonMark section 5.1) gets all, but among quotes only those that are missing.
    """
    containers, held = around.containers, len(around.places)
    for count in range(len(containers), 0, -1):
        if containers[count - 1].width:
            return (count, count) if held == len(containers) else (len(containers), held)
    return len(containers) - held, 0


def _line_content(lines: BlockLines, around: Surroundings, first: int) -> int:
    """Return where the content of a position's line begins, after its containers."""
    if around.places:
        return around.places[-1].position
    return lines.starts[lines.line_of(first)]


def _begin(
    lines: BlockLines,
    around: Surroundings,
    node: Node | None,
    floor: int,
    first: int,
    *,
    strict: bool,
) -> Frame:
    """Return the frame without regard to the leaf, but for its indentation."""
    content = _line_content(lines, around, first)
    if not around.begins and first <= lines.visible(content):
        count, lost = _split_line(around)
        start = lines.starts[lines.line_of(first)]
        if lost:
            start = around.places[lost - 1].position
        if node is None or not (node.indented or node.kind in _KEEPS_INDENTATION):
            start = lines.visible(start)
        if strict and first < start and lines.source[first:start].strip():
            return Frame(first)
        if start >= floor:
            return _frame(around, count, start)
    return _frame(around, len(around.containers), first)


def _frame(around: Surroundings, count: int, start: int) -> Frame:
    """Return a frame in which so many containers are repeated."""
    parts = [container.continuation for container in around.containers[:count]]
    return Frame(start, _joined_markers(around, count), continuation="".join(parts))


def _inside_fence(
    begin: Frame, around: Surroundings, fence: Fence, first: int
) -> Frame:
    """Return the frame of a piece that begins inside a fenced leaf."""
    markers = _joined_markers(around, len(around.containers))
    opening = fence.indentation + fence.mark
    if first < fence.body_start:
        return Frame(
            begin.start, markers, markers, opening, required=fence.required
        )
    return Frame(
        begin.start,
        begin.markers,
        markers,
        opening,
        fence.info,
        "\n",
        begin.continuation,
        required=fence.required,
    )


def _read_header(lines: BlockLines, table: int) -> tuple[str, int]:
    """Return a table's header and delimiter rows, and where the first row begins."""
    rows = lines.nesting.rows(table)
    if not rows:
        return "", lines.nesting.nodes[table].end
    delimiter = lines.line_of(rows[0].start) + 1
    body_start = min(lines.line_end(delimiter), lines.nesting.nodes[table].end)
    return lines.source[rows[0].start : body_start].rstrip("\r\n"), body_start
