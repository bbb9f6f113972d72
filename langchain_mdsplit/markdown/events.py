"""The parser's events as raw top-level blocks in code points.

The events inside a block are skipped, except for those that tell a heading's title, a
paragraph that is one formula, and where a list ends.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

from langchain_mdsplit.markdown.parser import as_written, markdown_parser, parser_copy
from langchain_mdsplit.markdown.titles import InlineEvent, Title, read_title


class Shape(NamedTuple):
    """What its opening event alone tells about a top-level block.

    Attributes:
        kind: The mdast name of its type.
        level: 1 to 6 for a heading, else 0.
        keeps_indentation: Whether its text begins with its indentation.
        may_matter_inside: Whether the events inside it may tell more.
    """

    kind: str
    level: int = 0
    keeps_indentation: bool = False
    may_matter_inside: bool = False


RawBlock: TypeAlias = tuple[Shape, int, int, Title | None]
"""A block's shape, its start (after the indentation), its end (after its last line).

The last member is what a heading says. A plain tuple, as it is the cheapest there is.
"""

FOOTNOTE = Shape("footnoteDefinition")
_PARAGRAPH = Shape("paragraph", may_matter_inside=True)
LIST = Shape("list", may_matter_inside=True)
_SHAPES = {
    "Paragraph": _PARAGRAPH,
    "HtmlBlock": Shape("html", keeps_indentation=True),
    "BlockQuote": Shape("blockquote"),
    "CodeBlock": Shape("code"),
    "List": LIST,
    "FootnoteDefinition": FOOTNOTE,
    "Table": Shape("table"),
}
_HEADINGS = {
    f"H{level}": Shape("heading", level, may_matter_inside=True)
    for level in range(1, 7)
}
_INDENTED_CODE = Shape("code", keeps_indentation=True)
_FORMULA = Shape("math")
_THEMATIC_BREAK = Shape("thematicBreak")


def read_raw_blocks(text: str, *, heading_attributes: bool = True) -> list[RawBlock]:
    """Parse a text without front matter into its top-level blocks.

    Args:
        text: Any text.
        heading_attributes: Whether a trailing `{#id .class}` is no part of a title.

    Returns:
        The blocks in order, in code points. What stands between them is blank or link
        reference definitions.
    """
    copy = parser_copy(text)
    events = markdown_parser().events_with_range(copy, merge_text=True)
    encoded = copy.encode()
    blocks = _top_level(encoded, events, attributes=heading_attributes)
    if copy is not text:
        blocks = [_as_written(block) for block in blocks]
    if len(copy) != len(encoded):
        blocks = _in_code_points(encoded, blocks)
    return blocks


def _top_level(
    encoded: bytes, events: Iterable[tuple[Any, Any]], *, attributes: bool
) -> list[RawBlock]:
    """Return the top-level blocks in bytes.

    Events inside a block are kept where they matter, and no longer than it lasts.
    """
    blocks: list[RawBlock] = []
    inside: list[InlineEvent] | None = None
    until = 0
    for event, extent in events:
        start = extent["start"]
        if start < until:
            if inside is not None:
                inside.append((event, start, extent["end"]))
            continue
        if inside is not None:
            blocks[-1] = _look_inside(encoded, blocks[-1], inside, attributes)
            inside = None
        shape = _opened(event)
        end = extent["end"]
        if shape is None or start == end:
            continue
        until = end
        if shape.may_matter_inside and _needs_a_look(encoded, shape, start, end):
            inside = []
        blocks.append((shape, start, end, None))
    if inside is not None:
        blocks[-1] = _look_inside(encoded, blocks[-1], inside, attributes)
    return blocks


def _opened(event: Any) -> Shape | None:
    """Return the shape of the block that an event at top level opens, if it does."""
    if event.__class__ is str:
        return _THEMATIC_BREAK
    tag = event.get("Start")
    if tag.__class__ is str:
        return _SHAPES.get(tag)
    if tag is None:
        return None
    ((name, value),) = tag.items()
    if name == "Heading":
        return _HEADINGS[value["level"]]
    return _INDENTED_CODE if value == "Indented" else _SHAPES[name]


def _needs_a_look(encoded: bytes, shape: Shape, start: int, end: int) -> bool:
    """Whether the events inside a block may tell more about it."""
    if shape is _PARAGRAPH:
        return encoded.startswith(b"$$", start)
    if shape is LIST:
        return encoded.find(b"]:", start, end) >= 0
    return shape.level > 0


def _look_inside(
    encoded: bytes,
    block: RawBlock,
    events: list[InlineEvent],
    attributes: bool,  # noqa: FBT001  (one call for each heading: keywords cost time)
) -> RawBlock:
    """Return a block with what the events inside of it tell."""
    shape, start, end, _ = block
    if shape.level:
        title = read_title(encoded, start, events[:-1], attributes=attributes)
        return shape, start, end, title
    if shape is LIST:
        return shape, start, _last_item_end(events), None
    is_formula = len(events) == 2 and "DisplayMath" in events[0][0]
    return _FORMULA if is_formula else shape, start, end, None


def _last_item_end(events: Iterable[InlineEvent]) -> int:
    """Return where a list ends: with its last item, before the definitions after it."""
    until = 0
    for event, start, end in events:
        if start >= until and event.__class__ is dict and event.get("Start") == "Item":
            until = end
    return until


def _as_written(block: RawBlock) -> RawBlock:
    """Return a block of the parser's copy with the source's characters in its title."""
    shape, start, end, title = block
    if title is not None:
        title = title._replace(text=as_written(title.text))
    return shape, start, end, title


def _in_code_points(encoded: bytes, blocks: list[RawBlock]) -> list[RawBlock]:
    """Return blocks in byte offsets with code point indices instead.

    They stand in order and apart, so every code point is counted once.
    """
    placed: list[RawBlock] = []
    position = index = 0
    for shape, start, end, title in blocks:
        gap, text = encoded[position:start], encoded[start:end]
        first = index + (len(gap) if gap.isascii() else len(gap.decode()))
        index = first + (len(text) if text.isascii() else len(text.decode()))
        position = end
        placed.append((shape, first, index, title))
    return placed
