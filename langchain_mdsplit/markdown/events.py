"""The parser's events as raw top-level blocks in code points.

A block's inner events are skipped, except for those that tell a heading's title, a
paragraph that is one formula, and the end of a list.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from langchain_mdsplit.markdown.parser import markdown_parser, parser_copy
from langchain_mdsplit.text.offsets import code_point_offsets

_Event: TypeAlias = Any  # a dictionary of one key, or a name alone
_SeenEvent: TypeAlias = tuple[_Event, int, int]


class InlinePart(NamedTuple):
    """A piece of a heading's content: its plain text and where it stands.

    `kind` is `text`, `alt` (text inside an image), `formula`, `break` or `other`.
    """

    kind: str
    text: str
    start: int
    end: int


class RawBlock(NamedTuple):
    """A top-level block as the parser sees it.

    Attributes:
        kind: The mdast name of its type.
        start: Where it begins, after the indentation for most kinds.
        end: Just after its last line.
        level: 1 to 6 for a heading, else 0.
        indented: Whether it is indented code.
        parts: The inline content of a heading.
    """

    kind: str
    start: int
    end: int
    level: int = 0
    indented: bool = False
    parts: tuple[InlinePart, ...] = ()


class _Shape(NamedTuple):
    """What a block's opening event alone tells about it."""

    kind: str
    level: int = 0
    indented: bool = False


_SHAPES = {
    "Paragraph": _Shape("paragraph"),
    "HtmlBlock": _Shape("html"),
    "BlockQuote": _Shape("blockquote"),
    "CodeBlock": _Shape("code"),
    "List": _Shape("list"),
    "FootnoteDefinition": _Shape("footnoteDefinition"),
    "Table": _Shape("table"),
}
_HEADINGS = {f"H{level}": _Shape("heading", level) for level in range(1, 7)}
_INDENTED_CODE = _Shape("code", indented=True)
_FORMULA = _Shape("math")
_THEMATIC_BREAK = _Shape("thematicBreak")


@dataclass(slots=True)
class _Columns:
    """Top-level blocks, column by column, so that one pass maps all offsets.

    Attributes:
        shapes: What kind of block each is.
        starts: Where each begins.
        ends: Where each ends.
        inside: The events inside of those blocks that need a look, by position.
    """

    shapes: list[_Shape] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    inside: dict[int, list[_SeenEvent]] = field(default_factory=dict)
    parts: dict[int, tuple[InlinePart, ...]] = field(default_factory=dict)


def read_raw_blocks(text: str) -> list[RawBlock]:
    """Parse a text without front matter into its top-level blocks.

    Args:
        text: Any text.

    Returns:
        The blocks in order, in code points. What stands between them is blank or link
        reference definitions.
    """
    copy = parser_copy(text)
    encoded = copy.encode()
    events = markdown_parser().events_with_range(copy, merge_text=True)
    columns = _top_level(encoded, events)
    for position, events_inside in columns.inside.items():
        _look_inside(columns, position, events_inside)
    if len(copy) != len(encoded):
        _map_offsets(columns, copy, encoded)
    blocks = [
        RawBlock(kind, start, end, level, indented)
        for (kind, level, indented), start, end in zip(
            columns.shapes, columns.starts, columns.ends, strict=True
        )
    ]
    for position, parts in columns.parts.items():
        blocks[position] = blocks[position]._replace(parts=parts)
    return blocks


def _top_level(encoded: bytes, events: Iterable[tuple[_Event, Any]]) -> _Columns:
    """Return the top-level blocks, in byte offsets."""
    columns = _Columns()
    shapes, starts, ends = columns.shapes, columns.starts, columns.ends
    until = 0
    inside: list[_SeenEvent] | None = None
    for event, extent in events:
        start = extent["start"]
        if start < until:
            if inside is not None:
                inside.append((event, start, extent["end"]))
            continue
        shape = _shape(event)
        if shape is None or start == extent["end"]:
            continue
        inside = None
        until = extent["end"]
        if _needs_a_look(encoded, shape, start, until):
            inside = columns.inside[len(starts)] = []
        shapes.append(shape)
        starts.append(start)
        ends.append(until)
    return columns


def _shape(event: _Event) -> _Shape | None:
    """Return the shape of the block that an event at top level opens, if it does."""
    if event.__class__ is str:
        return _THEMATIC_BREAK
    tag = event.get("Start")
    if tag is None:
        return None
    if tag.__class__ is str:
        return _SHAPES.get(tag)
    for name, value in tag.items():
        if name == "Heading":
            return _HEADINGS[value["level"]]
        return _INDENTED_CODE if value == "Indented" else _SHAPES[name]
    return None


def _needs_a_look(encoded: bytes, shape: _Shape, start: int, end: int) -> bool:
    """Whether a block is a heading, may be a formula, or may run over definitions."""
    if shape.kind == "paragraph":
        return encoded.startswith(b"$$", start)
    if shape.kind == "list":
        return encoded.find(b"]:", start, end) >= 0
    return shape.level > 0


def _look_inside(columns, position, events) -> None:
    shape = columns.shapes[position]
    if shape.kind == "list":
        columns.ends[position] = _last_item_end(events)
        return
    parts = list(_inline_parts(events))
    if shape.level:
        columns.parts[position] = parts
    elif [(p.kind, p.start) for p in parts] == [("formula", columns.starts[position])]:
        columns.shapes[position] = _FORMULA


def _last_item_end(events: Iterable[_SeenEvent]) -> int:
    """Return where a list ends: with its last item, before the definitions after it."""
    until = 0
    for event, start, end in events:
        if start >= until and event.__class__ is dict and event.get("Start") == "Item":
            until = end
    return until


def _map_offsets(columns, copy, encoded):
    parts = [part for parts in columns.parts.values() for part in parts]
    offsets = columns.starts + columns.ends
    for part in parts:
        offsets += (part.start, part.end)
    indices = code_point_offsets(copy, encoded, offsets)
    count = len(columns.starts)
    columns.starts, columns.ends = indices[:count], indices[count:2*count]
    it = iter(indices[2*count:])
    for position, parts in columns.parts.items():
        columns.parts[position] = [InlinePart(part.kind, part.text, next(it), next(it)) for part in parts]
    

def _inline_parts(inside: Iterable[_SeenEvent]) -> Iterator[InlinePart]:
    """Yield the inline content that a block's events describe."""
    images = 0
    for event, start, end in inside:
        if event.__class__ is str:
            yield InlinePart("break", " ", start, end)
            continue
        (name, value), *_ = event.items()
        if name in {"Start", "End"}:
            is_image = value == "Image" or (name == "Start" and "Image" in value)
            images += is_image * (1 if name == "Start" else -1)
        elif name in {"InlineMath", "DisplayMath"}:
            yield InlinePart("formula", value, start, end)
        elif name in {"Text", "Code"}:
            yield InlinePart("alt" if images else "text", value, start, end)
        else:
            yield InlinePart("other", "", start, end)
