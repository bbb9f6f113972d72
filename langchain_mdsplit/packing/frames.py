"""What may stand around a piece that begins or ends inside a block.

A piece that begins inside containers repeats their markers; inside a fence, formula,
front matter or table it repeats the opening lines too, and where it ends inside one
that has a closing line it gets that line.
"""

from dataclasses import dataclass
from typing import NamedTuple

from langchain_mdsplit.markdown.nesting import Node
from langchain_mdsplit.packing.containers import Surroundings
from langchain_mdsplit.packing.lines import BlockLines

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
        tail: What the slice's line needs in any case: the indentation of code or of an
            item, the mark of a heading.
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
    container_start: int
    continuation: str
    mark: str
    required: bool

    def suffix(self, *, markers: bool) -> str:
        """Return the added text after the slice."""
        return "\n" + (self.continuation if markers else "") + self.mark


def joined_markers(around: Surroundings, count: int) -> str:
    """Return the markers of the outermost containers."""
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
            return (
                (count, count) if held == len(containers) else (len(containers), held)
            )
    return len(containers) - held, 0


def _line_content(lines: BlockLines, around: Surroundings, first: int) -> int:
    """Return where the content of a position's line begins, after its containers."""
    if around.places:
        return around.places[-1].position
    return lines.starts[lines.line_of(first)]


def begin_frame(
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
        if node is None or not _keeps_indentation(node, first):
            start = lines.visible(start)
        if strict and first < start and lines.source[first:start].strip():
            return Frame(first)
        if start >= floor:
            tail = ""
            if node and node.kind == "listItem" and start == first == node.start:
                tail = around.padding(lines, first, count)
            return _frame(around, count, start, tail)
    return _frame(around, len(around.containers), first)


def _frame(around: Surroundings, count: int, start: int, tail: str = "") -> Frame:
    """Return a frame in which so many containers are repeated."""
    parts = [container.continuation for container in around.containers[:count]]
    markers, continuation = joined_markers(around, count), "".join(parts)
    return Frame(start, markers, continuation=continuation, tail=tail)


def _keeps_indentation(node: Node, first: int) -> bool:
    """Whether the indentation of a line is part of its leaf's content."""
    is_inside = node.start < first and node.kind in _KEEPS_INDENTATION
    return node.indented or is_inside
