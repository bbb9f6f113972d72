"""Container arithmetic: the markers around a position and how far they reach in a line.

Columns are counted as CommonMark does (spec 0.31.2, section 2.2): a tab runs to the
next multiple of four and may belong to a container in part only.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from langchain_mdsplit.markdown.nesting import Node
from langchain_mdsplit.markdown.syntax import (
    LIST_MARKER,
    MOST_INDENTATION,
    MOST_SPACES,
    TAB,
)
from langchain_mdsplit.packing.cutting.lines import BlockLines

_FOOTNOTE_WIDTH = 4
_MARKER = re.compile(rf"{LIST_MARKER}|\[\^[^\]\r\n]*+\]:")
_REST_IS_BLANK = re.compile(r"[ \t]*+(?:[\r\n]|\Z)")
_QUOTE = "> "


class Place(NamedTuple):
    """A position in a line and its column, which may lie inside a tab."""

    position: int
    column: int


@dataclass(frozen=True, slots=True)
class Container:
    """What a container asks of its lines.

    Attributes:
        marker: What its first line begins with; white space in a form that does not
            depend on the column.
        width: The indentation of its other lines in columns, 0 for a quote.
    """

    marker: str
    width: int

    @property
    def most_padding(self) -> int:
        """How many spaces may follow the marker before an item in the same line."""
        if not self.width:
            return MOST_INDENTATION
        return MOST_SPACES - len(self.marker) + len(self.marker.rstrip())

    @property
    def continuation(self) -> str:
        """What its other lines begin with."""
        return " " * self.width if self.width else _QUOTE


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The containers around a position and what of them its line holds.

    Attributes:
        containers: Outermost first, without those that begin at the position.
        places: The position after each container's part of the line, as many as the
            line holds; none for a line that one of them begins in.
        begins: Whether one of them begins in this line.
    """

    containers: tuple[Container, ...]
    places: tuple[Place, ...]
    begins: bool

    def padding(self, lines: BlockLines, position: int, count: int) -> str:
        """Return the indentation of an item in its line, after so many containers.

        Without it the items after it in the same list would become its children.
        """
        place = Place(lines.starts[lines.line_of(position)], 0)
        most = MOST_INDENTATION
        if count:
            place = self.places[min(count, len(self.places)) - 1]
            most = self.containers[count - 1].most_padding
        columns = _skip_blanks(lines, place, position).column - place.column
        return " " * min(columns, most)

    def indentation(self, lines: BlockLines, position: int) -> int:
        """Return the columns between the containers' part of a line and its text."""
        place = Place(lines.starts[lines.line_of(position)], 0)
        if self.places:
            place = self.places[-1]
        return _skip_blanks(lines, place, position).column - place.column


_NO_SURROUNDINGS = Surroundings((), (), begins=False)


class ContainerReader:
    """Reads the containers of one block, each of them once."""

    def __init__(self, lines: BlockLines) -> None:
        self._lines = lines
        self._known: dict[int, tuple[tuple[Container, ...], Place]] = {}

    def around(self, chain: Sequence[Node], position: int) -> Surroundings:
        """Return the surroundings of a position.

        Args:
            chain: The nodes of its containers, outermost first.
            position: The position.

        Returns:
            The containers, and what its line holds of them.
        """
        if not chain:
            return _NO_SURROUNDINGS
        lines = self._lines
        containers = self._containers(chain)
        line_start = lines.starts[lines.line_of(position)]
        if chain[-1].start >= line_start:
            return Surroundings(containers, (), begins=True)
        places = _after(lines, line_start, containers)
        return Surroundings(containers, tuple(places), begins=False)

    def indentation(
        self, containers: tuple[Container, ...], position: int
    ) -> int | None:
        """Return the columns before a line's text in containers that it all holds."""
        lines = self._lines
        start = lines.starts[lines.line_of(position)]
        places = tuple(_after(lines, start, containers))
        if len(places) < len(containers):
            return None
        return Surroundings(containers, places, begins=False).indentation(
            lines, position
        )

    def _containers(self, chain: Sequence[Node]) -> tuple[Container, ...]:
        """Return a chain's containers; a container is known by its start."""
        count = len(chain)
        while count and chain[count - 1].start not in self._known:
            count -= 1
        containers: tuple[Container, ...] = ()
        place = Place(self._lines.start, 0)
        line = -1
        if count:
            containers, place = self._known[chain[count - 1].start]
            line = self._lines.line_of(chain[count - 1].start)
        for node in chain[count:]:
            node_line = self._lines.line_of(node.start)
            if node_line != line:
                line = node_line
                start = Place(self._lines.starts[line], 0)
                places = _after(self._lines, start.position, containers)
                place = places[-1] if places else start
            container, place = _enter(self._lines, node, place)
            containers = (*containers, container)
            self._known[node.start] = containers, place
        return containers


def _after(
    lines: BlockLines, start: int, containers: Sequence[Container]
) -> list[Place]:
    """Return the places after each container's part of a line, as many as it holds."""
    place = Place(start, 0)
    places: list[Place] = []
    for container in containers:
        following = (
            _after_indentation(lines, place, container.width)
            if container.width
            else _after_quote_marker(lines, place)
        )
        if following is None:
            break
        place = following
        places.append(place)
    return places


def _after_indentation(lines: BlockLines, place: Place, width: int) -> Place | None:
    """Return the place after so many columns of white space, if they are there."""
    source, (position, column) = lines.source, place
    target = column + width
    while column < target:
        character = source[position] if position < lines.end else ""
        if character == " ":
            position, column = position + 1, column + 1
        elif character == "\t":
            stop = column // TAB * TAB + TAB
            if stop > target:
                return Place(position, target)
            position, column = position + 1, stop
        elif _REST_IS_BLANK.match(source, position, lines.end):
            return Place(position, column)
        else:
            return None
    return Place(position, column)


def _after_quote_marker(lines: BlockLines, place: Place) -> Place | None:
    """Return the place after a quote's marker, if it is there."""
    most = min(lines.end, place.position + MOST_INDENTATION + 1)
    marker = _skip_blanks(lines, place, most)
    too_far = marker.column - place.column > MOST_INDENTATION
    if too_far or not lines.source.startswith(">", marker.position, lines.end):
        return None
    position, column = marker.position + 1, marker.column + 1
    if lines.source.startswith(" ", position, lines.end):
        return Place(position + 1, column + 1)
    if lines.source.startswith("\t", position, lines.end):
        column += 1
        return Place(position + (column % TAB == 0), column)
    return Place(position, column)


def _skip_blanks(lines: BlockLines, place: Place, end: int) -> Place:
    """Return the place after the spaces and tabs, at most at an end."""
    source, (position, column) = lines.source, place
    while position < end and source[position] in " \t":
        is_tab = source[position] == "\t"
        column = column // TAB * TAB + TAB if is_tab else column + 1
        position += 1
    return Place(position, column)


def _enter(lines: BlockLines, node: Node, place: Place) -> tuple[Container, Place]:
    """Return a container that begins after a place, and the place of its content."""
    begin = _skip_blanks(lines, place, node.start)
    if node.kind == "blockquote":
        after = _after_quote_marker(lines, Place(node.start, begin.column))
        return Container(_QUOTE, 0), after or begin
    found = _MARKER.match(lines.source, node.start, lines.end)
    marker = found[0] if found else ""
    after_marker = Place(node.start + len(marker), begin.column + len(marker))
    content = _skip_blanks(lines, after_marker, lines.end)
    if node.kind == "footnoteDefinition":
        return Container(marker + " ", _FOOTNOTE_WIDTH), content
    spaces = content.column - after_marker.column
    is_blank = _REST_IS_BLANK.match(lines.source, after_marker.position, lines.end)
    if is_blank or spaces > MOST_SPACES:
        spaces = 1
        content = _after_indentation(lines, after_marker, 1) or after_marker
    width = begin.column - place.column + len(marker) + spaces
    padding = min(MOST_SPACES, max(1, width - len(marker)))
    return Container(marker + " " * padding, width), content
