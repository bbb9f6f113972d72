"""The frames of the positions in one block, by the leaf they stand in."""

import re
from collections.abc import Sequence

from langchain_mdsplit.markdown.nesting import Node
from langchain_mdsplit.markdown.syntax import CODE_COLUMNS
from langchain_mdsplit.packing.cutting.containers import ContainerReader, Surroundings
from langchain_mdsplit.packing.cutting.fences import (
    Fence,
    frame_inside_fence,
    read_fence,
)
from langchain_mdsplit.packing.cutting.frames import (
    Closing,
    Frame,
    begin_frame,
)
from langchain_mdsplit.packing.cutting.lines import FENCED_KINDS, NOT_LEAVES, BlockLines
from langchain_mdsplit.packing.cutting.markers import joined_markers, markers_apart
from langchain_mdsplit.packing.cutting.table_rows import (
    RowReader,
    TableHeader,
    read_header,
)

_HEADING_MARK = re.compile(r"#{1,6}+")
_MOST_FOLLOWING = 64  # nodes after an item whose indentation is looked at


class FrameReader:
    """Frames of the positions in one block."""

    def __init__(self, lines: BlockLines) -> None:
        self._lines = lines
        self._fences: dict[int, Fence | None] = {}
        self._reader = ContainerReader(lines)
        self._headers: dict[int, TableHeader] = {}
        kinds = set(lines.nesting.kinds)
        self._rows = RowReader(lines)
        self.has_fences = not kinds.isdisjoint(FENCED_KINDS)
        self._last = (-1, -1, Frame(-1))
        self._node: tuple[int, Node | None] = (-1, None)

    def fence(self, leaf: int) -> Fence | None:
        """Return the fence of a leaf, if it has one."""
        if self._lines.nesting.kinds[leaf] not in FENCED_KINDS:
            return None
        if leaf not in self._fences:
            self._fences[leaf] = read_fence(self._lines, self._reader, leaf)
        return self._fences[leaf]

    def header(self, table: int) -> TableHeader:
        """Return a table's header."""
        if table not in self._headers:
            self._headers[table] = read_header(self._lines, table)
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
        last_first, last_floor, last = self._last
        if floor is not None:
            frame = self._read(first, floor, strict=False)
        elif last_first == first and last_floor <= position <= last.start <= first:
            return last  # it was read as what follows the piece before
        else:
            floor = position
            frame = self._read(first, floor, strict=True)
        self._last = first, floor, frame
        return frame

    def _read(self, first: int, floor: int, *, strict: bool) -> Frame:
        """Return the frame of a piece with its first own visible character."""
        lines = self._lines
        index = lines.nesting.innermost(lines.content(first))
        chain = lines.containers(index, first)
        around = self._reader.around(chain or (), first)
        node = self._node_at(index)
        begin = begin_frame(lines, around, node, floor, first, strict=strict)
        is_in_item = around.containers and around.containers[-1].width
        if node and node.kind == "listItem" and is_in_item and not begin.is_inside_line:
            begin = self._nested_item(begin, around, chain or (), index)
        if node and node.indented and begin.is_inside_line:
            return begin._replace(tail=" " * CODE_COLUMNS)
        if node is None or node.kind in NOT_LEAVES or node.start >= first:
            return begin
        if node.kind == "paragraph":
            return Frame(begin.start, begin.markers)
        return self._inside_leaf(begin, around, index, first)

    def _node_at(self, index: int) -> Node | None:
        """Return a node; that which was asked for last is kept."""
        if index != self._node[0]:
            node = self._lines.nesting.node(index) if index >= 0 else None
            self._node = index, node
        return self._node[1]

    def _nested_item(
        self, begin: Frame, around: Surroundings, chain: Sequence[Node], item: int
    ) -> Frame:
        """Return the frame of an indented item in another item.

        The indentation widens the item around it, which what follows must not leave;
        without it the items after this one must not become its children. Where both
        cannot be, the item around it gets a line of its own.
        """
        node = self._lines.nesting.node(item)
        indentation = around.indentation(self._lines, node.start)
        if not indentation or begin.start != node.start:
            return begin
        following, after = self._following_indentation(around, item)
        inner = self._reader.around((*chain, node), node.start).containers[-1]
        if after > min(following, len(begin.tail)) + inner.width - indentation - 1:
            apart = markers_apart(around, indentation)
            if apart:
                return begin._replace(markers=apart, tail=" " * indentation)
        return begin._replace(tail=begin.tail[:following])

    def _following_indentation(
        self, around: Surroundings, item: int
    ) -> tuple[int, int]:
        """Return the least indentation of what follows, and that of the next item."""
        nesting = self._lines.nesting
        outer = nesting.parents[nesting.parents[item]]
        least, after = CODE_COLUMNS, -1
        for index in range(item + 1, min(item + _MOST_FOLLOWING, len(nesting.starts))):
            if nesting.starts[index] >= nesting.ends[outer]:
                break
            parent = nesting.parents[index]
            is_item = nesting.kinds[index] == "listItem"
            around_it = nesting.parents[parent] if is_item else parent
            if around_it != outer or nesting.kinds[index] == "list":
                continue
            found = self._reader.indentation(around.containers, nesting.starts[index])
            if found is not None:
                least = min(least, found)
                after = found if is_item and after < 0 else after
        return least, after

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
            return frame_inside_fence(begin, around, fence, first)
        if node.kind == "table":
            return self._inside_table(begin, around, leaf, first)
        tail = ""
        mark = _HEADING_MARK.match(self._lines.source, node.start)
        if node.kind == "heading" and mark:
            tail = mark[0] + " "
        return Frame(begin.start, begin.markers, tail=tail)

    def _inside_table(
        self, begin: Frame, around: Surroundings, table: int, first: int
    ) -> Frame:
        """Return the frame of a piece that begins inside a table."""
        header = self.header(table)
        if first < header.end or not header.text:
            return begin
        row = self._rows.at(first)
        cells = min(row.cells_before(first), header.columns)
        return Frame(
            start=begin.start,
            markers=begin.markers,
            opening_markers=joined_markers(around, len(around.containers)),
            opening=header.text,
            line_ending="\n",
            continuation=begin.continuation,
            cells=cells,
            key=row.key if cells > 1 and first >= row.key_end else "",
        )

    def closing(self, end: int) -> Closing | None:
        """Return what closes the fence that a piece ends in, if it ends in one."""
        leaf = self._lines.leaf(end - 1)
        fence = self.fence(leaf) if leaf >= 0 else None
        if fence is None:
            return None
        if end >= fence.end or end > fence.body_end:
            return None
        start = self._lines.nesting.starts[leaf]
        return Closing(
            leaf_start=start,
            container_start=fence.container_start,
            continuation=fence.continuation,
            mark=fence.mark,
            required=fence.required,
        )
