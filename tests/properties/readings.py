"""How a text reads: what stands around each character of it, by the parser alone.

A whole text is parsed at once and each event is looked at once: nothing is used of how
the package reads the inside of a block.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from langchain_mdsplit.markdown.parser import markdown_parser, parser_copy

LEAVES: Final = {
    "Paragraph": "paragraph",
    "Heading": "heading",
    "CodeBlock": "code",
    "HtmlBlock": "html",
    "Table": "table",
}
CONTAINERS: Final = {
    "BlockQuote": "blockquote",
    "Item": "listItem",
    "FootnoteDefinition": "footnoteDefinition",
}
MARKERS: Final = re.compile(
    r"(?:[ \t>]|[-+*](?=\s|\Z)|[0-9]{1,9}[.)](?=\s|\Z)|\[\^[^\]\s]+\]:)*"
)
"""What the containers around it may put before the text of a line."""
_AROUND: Final = frozenset(CONTAINERS.values())
_PARTS: Final = frozenset({"List", "TableHead", "TableRow", "TableCell"})
_ATOM_TAGS: Final = frozenset({"Link", "Image"})
_ATOMS: Final = frozenset({"Code", "InlineMath", "DisplayMath", "InlineHtml"})
_FRONT_MATTER: Final = re.compile(
    r"(---|\+\+\+)[ \t]*(?:\r\n?|\n)(?:.*?[\r\n])??\1[ \t]*(?:\r\n?|\n|\Z)", re.DOTALL
)
_LINE: Final = re.compile(r"[^\r\n]+")
_LINE_ENDING: Final = re.compile(r"\r\n|\r|\n")
_BLANKS: Final = re.compile(r"[ \t]*")
_QUOTE_MARKS: Final = re.compile(r"[ \t>]*")


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A container, or a leaf: a block that holds no other.

    Attributes:
        kinds: The kinds of the containers around it, outermost first, and its own.
        start: Its first code point.
        end: Just after it.
        parent: The container around it.
    """

    kinds: tuple[str, ...]
    start: int
    end: int
    parent: "Node | None" = None

    def around(self) -> Iterator["Node"]:
        """Yield the containers around it, innermost first."""
        node = self.parent
        while node is not None and node.kinds:
            yield node
            node = node.parent


@dataclass(frozen=True, slots=True)
class Reading:
    """How a text reads.

    Attributes:
        text: The text.
        nodes: What stands around each code point.
        is_content: For each code point whether it is text of its leaf and no marker.
        atoms: The spans of links, code and formulas in text.
    """

    text: str
    nodes: list[Node]
    is_content: bytearray
    atoms: list[tuple[int, int]] = field(default_factory=list)

    def contents(self, start: int, end: int) -> Iterator[int]:
        """Yield the places of a stretch at which visible text of a leaf stands."""
        for place in range(start, end):
            if self.is_content[place] and not self.text[place].isspace():
                yield place

    def is_marker(self, place: int) -> bool:
        """Whether a visible character is part of a container's marker."""
        kinds = self.nodes[place].kinds
        if self.is_content[place] or not kinds or kinds[-1] not in _AROUND:
            return False
        marks = MARKERS.match(self.text, start_of_line(self.text, place))
        return marks is not None and place < marks.end()

    def kinds(self, place: int) -> tuple[str, ...]:
        """Return what a character is text of; nothing for a marker."""
        return self.nodes[place].kinds if self.is_content[place] else ()

    def is_inside_atom(self, place: int) -> bool:
        """Whether a cut at a place would tear a link, code or a formula."""
        return any(start < place < end for start, end in self.atoms)

    def follows_definition(self, leaf: Node) -> bool:
        """Whether a link reference definition ends in the line before a leaf."""
        line_start = start_of_line(self.text, leaf.start)
        before = start_of_line(self.text, max(0, line_start - 1))
        if self.text.startswith("\r\n", line_start - 2):
            before = start_of_line(self.text, line_start - 2)
        line, marks = _LINE.match(self.text, before), MARKERS.match(self.text, before)
        if before == line_start or not line or not marks or marks.end() >= line.end():
            return False
        kinds = self.nodes[marks.end()].kinds
        return not kinds or kinds[-1] in _AROUND


def start_of_line(text: str, place: int) -> int:
    """Return where the line begins that a place is in."""
    return max(text.rfind("\n", 0, place), text.rfind("\r", 0, place)) + 1


class _Reader:
    """What has been read up to one place of a text."""

    def __init__(self, text: str) -> None:
        outside = Node((), 0, len(text))
        self.reading = Reading(text, [outside] * len(text), bytearray(len(text)))
        self.open = [outside]
        self._cursor = 0
        self._is_item_text = False

    def enter(self, kind: str, start: int, end: int) -> None:
        """Open a container or leaf."""
        self.leave_item_text(start)
        if kind in _AROUND:
            found = _BLANKS.match(self.reading.text, start, end)
            start = found.end() if found else start
        self._advance(start)
        around = self.open[-1]
        self.open.append(Node((*around.kinds, kind), start, end, around))

    def leave(self, end: int) -> None:
        """Close what was opened last."""
        self._advance(end)
        self.open.pop()

    def leave_item_text(self, end: int) -> None:
        """Close the paragraph that the text of an item without blank lines is."""
        if self._is_item_text:
            self._is_item_text = False
            self.leave(min(end, self.open[-1].end))

    def see(self, start: int, end: int, *, has_marks: bool) -> None:
        """Note text of a leaf; in an item without one it begins a paragraph.

        Its further lines may begin with markers of the quotes around it.
        """
        node, reading = self.open[-1], self.reading
        start -= reading.text.startswith("\\", start - 1)  # of an escape
        if not node.kinds or node.kinds[-1] in _AROUND:
            self.enter("paragraph", start, node.end)
            self._is_item_text = True
        for line in _LINE.finditer(reading.text, start, end):
            first = line.start()
            if has_marks and first > start:
                marks = _QUOTE_MARKS.match(reading.text, first, line.end())
                first = marks.end() if marks else first
            reading.is_content[first : line.end()] = b"\1" * (line.end() - first)

    def _advance(self, place: int) -> None:
        """Note what stands around all up to a place."""
        if place > self._cursor:
            count = place - self._cursor
            self.reading.nodes[self._cursor : place] = [self.open[-1]] * count
            self._cursor = place


@lru_cache(maxsize=8)
def read(text: str, *, is_document: bool = True) -> Reading:
    """Read a text.

    Args:
        text: The text.
        is_document: Whether a byte order mark and front matter may stand before it.
    """
    reader = _Reader(text)
    base = int(is_document and text.startswith("\ufeff"))
    front_matter = _FRONT_MATTER.match(text, base) if is_document else None
    if front_matter:
        kind = "yaml" if front_matter[1] == "---" else "toml"
        base = front_matter.end()
        reader.enter(kind, front_matter.start(), base)
        reader.leave(base)
    copy = parser_copy(text[base:])
    places = _places(copy, base)
    for event, extent in markdown_parser().events_with_range(copy):
        _look_at(event, places[extent["start"]], places[extent["end"]], reader)
    return reader.reading


def _places(copy: str, base: int) -> Sequence[int]:
    """Return the place in the text of each byte of its parsed copy."""
    if copy.isascii():
        return range(base, base + len(copy) + 1)
    places: list[int] = []
    for place, character in enumerate(copy, base):
        places.extend([place] * len(character.encode()))
    return [*places, base + len(copy)]


def _look_at(event: Any, start: int, end: int, reader: _Reader) -> None:
    """Note what one event of the parser tells."""
    if event == "Rule":
        reader.enter("thematicBreak", start, end)
        reader.see(start, end, has_marks=False)
        reader.leave(end)
        return
    name, value = event, ""
    if isinstance(event, dict):
        ((name, value),) = event.items()
    is_boundary = name in {"Start", "End"}
    tag = next(iter(value)) if isinstance(value, dict) else value
    if name in _ATOMS or (name == "Start" and tag in _ATOM_TAGS):
        reader.reading.atoms.append((start, end))
    kind = LEAVES.get(tag) or CONTAINERS.get(tag) if is_boundary else None
    if kind and name == "Start":
        reader.enter(kind, start, end)
    elif kind:
        reader.leave_item_text(end)
        reader.leave(end)
    elif is_boundary and tag in _PARTS:
        reader.leave_item_text(start if name == "Start" else end)
    elif name != "End":
        reader.see(start, end, has_marks=name not in {"Text", "Html"})
