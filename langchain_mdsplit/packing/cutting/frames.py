"""What may stand around a piece that begins or ends inside a block.

A piece that begins inside containers repeats their markers; inside a fence, formula,
front matter or table it repeats the opening lines too, and where it ends inside one
that has a closing line it gets that line.
"""

from typing import NamedTuple

from langchain_mdsplit.markdown.nesting import Node
from langchain_mdsplit.markdown.syntax import (
    CODE_COLUMNS,
)
from langchain_mdsplit.packing.cutting.containers import Surroundings
from langchain_mdsplit.packing.cutting.lines import FENCED_KINDS, BlockLines
from langchain_mdsplit.packing.cutting.markers import (
    empty_cells,
    is_in_item,
    joined_markers,
    markers_apart,
    markers_before_code,
)


class Choice(NamedTuple):
    """Which parts of a frame are used; `info` is the key of a table's row as well."""

    markers: bool
    opening: bool
    info: bool
    tail: bool


class Frame(NamedTuple):
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
        cells: Which cell of a table's row the slice begins in, counted from 1, or 0 for
            the row's start; those before are empty.
        key: What stands in the first of them instead: what the row is about.
        tail: What the slice's line needs in any case: the indentation of code or of an
            item, the mark of a heading.
        required: Whether the opening must not be left out.
        is_inside_line: Whether it does not begin with its line's content.
        inset: By how much the opening line's indentation widens the item around it.
    """

    start: int
    markers: str = ""
    opening_markers: str = ""
    opening: str = ""
    info: str = ""
    line_ending: str = ""
    continuation: str = ""
    cells: int = 0
    key: str = ""
    tail: str = ""
    required: bool = False
    is_inside_line: bool = False
    inset: str = ""

    def at_row(self) -> "Frame":
        """Return the frame of a slice that begins with a row of the same table."""
        return self._replace(cells=0, key="")

    def prefix(self, choice: Choice) -> str:
        """Return the added text before the slice."""
        markers = self.markers if choice.markers else ""
        if not (self.opening and choice.opening):
            return markers + (self.tail if choice.tail else "")
        info = self.info if choice.info else ""
        opening = self.opening + info + self.line_ending
        if choice.markers:
            cells = empty_cells(self.cells)
            if self.key and choice.info:
                cells = f"| {self.key} {empty_cells(self.cells - 1)}"
            return self.opening_markers + opening + self.continuation + cells
        return opening


class Closing(NamedTuple):
    """The closing line of a fence that a piece ends in.

    Attributes:
        leaf_start: Where the fence begins.
        container_start: Where the innermost container around it begins.
        continuation: What its lines begin with in the containers around it.
        mark: The closing mark.
        required: Whether it must not be left out.
    """

    leaf_start: int
    container_start: int
    continuation: str
    mark: str
    required: bool

    def suffix_after(self, frame: Frame, choice: Choice) -> str:
        """Return the added text after a slice that begins with a frame."""
        if self.leaf_start >= frame.start:
            if not choice.opening and not self.required:
                return ""
            is_around = bool(frame.markers) and self.container_start < frame.start
            return self._suffix(markers=choice.markers or not is_around)
        if not frame.opening or not choice.opening:
            return ""
        return self._suffix(markers=choice.markers, inset=frame.inset)

    def _suffix(self, *, markers: bool, inset: str = "") -> str:
        """Return the closing line, with the markers of its containers or without."""
        return "\n" + (self.continuation + inset if markers else "") + self.mark


def _split_line(around: Surroundings) -> tuple[int, int]:
    """Return how many containers' markers are added to a line, and how many it loses.

    What the line holds of the containers up to the innermost item is replaced by their
    markers; quotes inside that keep their own. A line that lacks some (a lazy one,
    CommonMark section 5.1) gets all, but among quotes only those that are missing.
    """
    containers, found = around.containers, len(around.places)
    for count in range(len(containers), 0, -1):
        if containers[count - 1].width:
            return (
                (count, count) if found == len(containers) else (len(containers), found)
            )
    return len(containers) - found, 0


def _line_content(lines: BlockLines, around: Surroundings, first: int) -> int:
    """Return where the content of a position's line begins, after its containers."""
    if around.places:
        return around.places[-1].position
    return lines.starts[lines.line_of(first)]


def _frame_apart(
    lines: BlockLines, around: Surroundings, floor: int, first: int
) -> Frame:
    """Return the frame of a line whose own text begins with its quote's marker.

    The markers of an item inside the quote cannot stand before that.
    """
    last = around.containers[-1]
    if len(around.places) < len(around.containers) or not last.width:
        return Frame(first)
    content = lines.visible(around.places[-1].position)
    mark = markers_apart(around, around.indentation(lines, content))
    if not mark:
        return Frame(first)
    start = lines.starts[lines.line_of(first)]
    return (
        Frame(start, mark[: mark.index("\n") + 1]) if start >= floor else Frame(first)
    )


def begin_frame(
    lines: BlockLines,
    around: Surroundings,
    node: Node | None,
    floor: int,
    first: int,
    *,
    strict: bool,
) -> Frame:
    """Return the frame of the containers alone, with the leaf's indentation."""
    if not around.containers:
        return _frame_alone(lines, around, node, floor, first)
    content = _line_content(lines, around, first)
    if not around.begins and lines.trimmed(content, first) == content:
        count, lost = _split_line(around)
        start = lines.starts[lines.line_of(first)]
        if lost:
            start = around.places[lost - 1].position
        is_code = node is not None and node.indented
        keeps = node is not None and _keeps_indentation(node, first)
        if not (keeps or is_code) and _is_far_in(lines, around):
            count, lost = len(around.containers), len(around.places)
            start = around.places[-1].position
        if not keeps or lost < len(around.places):
            start = lines.visible(start)
        if strict and first < start and lines.source[first:start].strip():
            return _frame_apart(lines, around, floor, first)
        if start >= floor:
            tail = ""
            if node and node.kind == "listItem" and start == first == node.start:
                tail = around.padding(lines, first, count)
            begins_with_code = is_code and keeps
            return _frame(around, count, start, tail, begins_with_code=begins_with_code)
    return _frame(around, len(around.containers), first)._replace(is_inside_line=True)


def _is_far_in(lines: BlockLines, around: Surroundings) -> bool:
    """Whether a line's text is so far from its last marker that alone it is code."""
    if not around.places:
        return False
    content = lines.visible(around.places[-1].position)
    return around.indentation(lines, content) >= CODE_COLUMNS


def _frame_alone(
    lines: BlockLines,
    around: Surroundings,
    node: Node | None,
    floor: int,
    first: int,
) -> Frame:
    """Return the frame of a position outside all containers."""
    start = lines.starts[lines.line_of(first)]
    if lines.trimmed(start, first) > start:
        return Frame(first, is_inside_line=True)
    if node is None or not _keeps_indentation(node, first):
        start = first
    if start < floor:
        return Frame(first, is_inside_line=True)
    is_item = node and node.kind == "listItem" and start == first == node.start
    return Frame(start, tail=around.padding(lines, first, 0) if is_item else "")


def _frame(
    around: Surroundings,
    count: int,
    start: int,
    tail: str = "",
    *,
    begins_with_code: bool = False,
) -> Frame:
    """Return a frame in which so many containers are repeated."""
    parts = [container.continuation for container in around.containers[:count]]
    markers, continuation = joined_markers(around, count), "".join(parts)
    last = around.containers[count - 1] if count else None
    if begins_with_code and count == len(around.containers) and last and last.width:
        markers = markers_before_code(
            markers, last, is_in_item=is_in_item(around, count)
        )
    return Frame(start, markers, continuation=continuation, tail=tail)


def _keeps_indentation(node: Node, first: int) -> bool:
    """Whether the indentation of a line is part of its leaf's content."""
    if node.start < first:
        return node.indented or node.kind in FENCED_KINDS
    return node.indented and node.start == first
