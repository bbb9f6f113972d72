"""The frames of the positions in one block, by the leaf they stand in."""

import re

from langchain_mdsplit.packing.containers import ContainerReader, Surroundings
from langchain_mdsplit.packing.fences import Fence, read_fence
from langchain_mdsplit.packing.frames import (
    Closing,
    Frame,
    begin_frame,
    joined_markers,
)
from langchain_mdsplit.packing.lines import NOT_LEAVES, BlockLines

_HEADING_MARK = re.compile(r"#{1,6}+")
_CELL_BORDER = re.compile(r"(?<!\\)\|")
_CODE_INDENTATION = "    "
_FENCED = frozenset({"code", "math", "yaml", "toml"})


class FrameReader:
    """Frames of the positions in one block."""

    def __init__(self, lines: BlockLines) -> None:
        self._lines = lines
        self._fences: dict[int, Fence | None] = {}
        self._reader = ContainerReader(lines)
        self._headers: dict[int, tuple[str, int]] = {}
        kinds = set(lines.nesting.kinds)
        self._has_fences = not kinds.isdisjoint(_FENCED)

    def fence(self, leaf: int) -> Fence | None:
        """Return the fence of a leaf, if it has one."""
        if leaf not in self._fences:
            self._fences[leaf] = read_fence(self._lines, self._reader, leaf)
        return self._fences[leaf]

    def header(self, table: int) -> tuple[str, int]:
        """Return a table's header with its delimiter row, and where that ends."""
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
            return Frame(lines.start, tail=self._list_indentation())
        first = lines.visible(position)
        inside = lines.content(first)
        index = lines.nesting.innermost(inside)
        chain = lines.containers(index, first)
        around = self._reader.around(chain or (), first)
        node = lines.nesting.node(index) if index >= 0 else None
        begin = begin_frame(
            lines,
            around,
            node,
            position if floor is None else floor,
            first,
            strict=floor is None,
        )
        if node is None or node.kind in NOT_LEAVES or node.start >= first:
            return begin
        return self._inside_leaf(begin, around, index, first)

    def _list_indentation(self) -> str:
        """Return the indentation of a list's first line, which its start leaves out.

        Without it the items after the first would become the first one's children.
        """
        lines = self._lines
        if lines.nesting.kinds[:1] != ["list"]:
            return ""
        return self._reader.around((), lines.start).padding(lines, lines.start, 0)

    def _inside_leaf(
        self, begin: Frame, around: Surroundings, leaf: int, first: int
    ) -> Frame:
        """Return the frame of a piece that begins inside a leaf."""
        node = self._lines.nesting.node(leaf)
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
            joined_markers(around, len(around.containers)),
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
        if end >= fence.end or end > fence.body_end:
            return None
        start = self._lines.nesting.starts[leaf]
        return Closing(
            start,
            fence.container_start,
            fence.continuation,
            fence.mark,
            fence.required,
        )


def _inside_fence(
    begin: Frame, around: Surroundings, fence: Fence, first: int
) -> Frame:
    """Return the frame of a piece that begins inside a fenced leaf."""
    markers = joined_markers(around, len(around.containers))
    opening = fence.indentation + fence.mark
    if first < fence.body_start:
        return Frame(begin.start, markers, markers, opening, required=fence.required)
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
        return "", lines.nesting.ends[table]
    delimiter = lines.line_of(rows[0]) + 1
    body_start = min(lines.line_end(delimiter), lines.nesting.ends[table])
    return lines.source[rows[0] : body_start].rstrip("\r\n"), body_start
