"""Top-level blocks: what stands where in a Markdown source, tiling it without a gap."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from langchain_mdsplit.markdown.definitions import find_definitions
from langchain_mdsplit.markdown.events import (
    FOOTNOTE,
    LIST,
    RawBlock,
    read_raw_blocks,
)
from langchain_mdsplit.markdown.frontmatter import FrontMatter, find_front_matter
from langchain_mdsplit.markdown.syntax import CODE_COLUMNS, TAB
from langchain_mdsplit.markdown.titles import Title

BYTE_ORDER_MARK = "\ufeff"
_INDENTATION = " \t"
_NO_TITLE = Title("")
_new_tuple = tuple.__new__  # the constructor of a named tuple takes twice the time


class Block(NamedTuple):
    """One top-level block: the span of its text, and the tile of the source it owns.

    A named tuple, as there is one for every few dozen characters of a document: it is
    made three times as fast as a frozen dataclass.

    Attributes:
        kind: The mdast name of its type (`paragraph`, `code`, ...).
        start: Where its text begins, a code point index.
        end: Where its text ends, before the white space after it.
        outer_start: Where its tile begins: the start of its first line, or 0.
        outer_end: Where its tile ends: where the next block's tile begins.
        level: 1 to 6 for a heading, else 0.
        title: The rendered plain text of a heading, else `""`.
        anchor: The id in a heading's attribute block, if it has one.
    """

    kind: str
    start: int
    end: int
    outer_start: int
    outer_end: int
    level: int = 0
    title: str = ""
    anchor: str | None = None


@dataclass(frozen=True, slots=True)
class ParsedMarkdown:
    """A source with its front matter and its blocks in document order."""

    source: str
    front_matter: FrontMatter | None
    blocks: tuple[Block, ...]


def parse_blocks(
    source: str, *, heading_attributes: bool = True, has_front_matter: bool = True
) -> ParsedMarkdown:
    r"""Parse a source into blocks that tile it.

    Args:
        source: Any text.
        heading_attributes: Whether a trailing `{#id .class}` of a heading is an
            attribute block instead of text.
        has_front_matter: Whether front matter may stand at its beginning.

    Returns:
        The blocks; none at all for blank text.

    Example:
        >>> [(b.kind, b.start, b.end) for b in parse_blocks("# A\n\nb\n").blocks]
        [('heading', 0, 3), ('paragraph', 5, 6)]
    """
    front_matter = find_front_matter(source) if has_front_matter else None
    base = int(source.startswith(BYTE_ORDER_MARK))
    if front_matter is not None:
        base = front_matter.body_start
    body = source[base:] if base else source
    raw_blocks = read_raw_blocks(body, heading_attributes=heading_attributes)
    if any(raw[0] is FOOTNOTE for raw in raw_blocks):
        raw_blocks = _with_nested_footnotes(body, raw_blocks)
    blocks = _place(source, base, list(_with_definitions(body, raw_blocks)))
    if front_matter is not None:
        end = blocks[0].outer_start if blocks else len(source)
        span = (front_matter.start, front_matter.end, 0, end)
        blocks.insert(0, Block(front_matter.kind, *span))
    elif blocks:
        blocks[0] = blocks[0]._replace(outer_start=0)
    return ParsedMarkdown(source, front_matter, tuple(blocks))


def first_line_start(source: str, block: Block) -> int:
    """Return where a block's first line begins, before its indentation.

    Args:
        source: The text the block is a part of.
        block: The block.

    Returns:
        A code point index, not after the block's start.
    """
    return _line_start(source, block.outer_start, block.start)


def list_indentation(source: str, block: Block) -> str:
    """Return what must stand before a list so that its lines keep their meaning.

    Without the indentation of its first item the others would be nested in it, and so
    would be an indented block after it.

    Args:
        source: The text the block is a part of.
        block: The block.

    Returns:
        White space; `""` for other blocks and for lists of one line that nothing
        indented follows.
    """
    if block.kind != "list":
        return ""
    start = first_line_start(source, block)
    if start == block.start:
        return ""
    has_more_lines = any(end in source[start : block.end] for end in "\r\n")
    following = source[block.outer_end : block.outer_end + 1]
    if has_more_lines or following in tuple(_INDENTATION):
        return source[start : block.start]
    return ""


def _place(source: str, base: int, raw_blocks: Sequence[RawBlock]) -> list[Block]:
    """Return the blocks whose text is not blank, tile next to tile."""
    blocks: list[Block] = []
    outer_end = len(source)
    for shape, raw_start, raw_end, title in reversed(raw_blocks):
        line_start = start = base + raw_start
        if shape is LIST:
            start = _indentation_end(source, start)
        if start > base and source[start - 1] in _INDENTATION:
            line_start = _line_start(source, base, start)
            if shape.keeps_indentation:
                start = line_start
        end = start + len(source[start : base + raw_end].rstrip())
        if start == end:
            continue
        kind, level, _, _ = shape
        words, anchor = title or _NO_TITLE
        fields = kind, start, end, line_start, outer_end, level, words, anchor
        blocks.append(_new_tuple(Block, fields))
        outer_end = line_start
    blocks.reverse()
    return blocks


def _line_start(source: str, base: int, position: int) -> int:
    """Return where the line begins on which only indentation precedes a position."""
    while position > base and source[position - 1] in _INDENTATION:
        position -= 1
    return position


def _indentation_end(source: str, position: int) -> int:
    """Return where the indentation ends that begins at a position."""
    while source[position] in _INDENTATION:
        position += 1
    return position


def _with_definitions(body: str, raw_blocks: list[RawBlock]) -> Iterator[RawBlock]:
    """Yield the blocks with what stands between them: link reference definitions."""
    position = 0
    for raw in raw_blocks:
        gap = body[position : raw[1]]
        if gap and not gap.isspace():
            yield from find_definitions(gap, position)
        yield raw
        position = raw[2]
    yield from find_definitions(body[position:], position)


def _with_nested_footnotes(body: str, raw_blocks: list[RawBlock]) -> list[RawBlock]:
    """Return the blocks, a footnote definition inside of another as part of that.

    The parser ends a footnote definition where the next begins, even if that is
    indented and so belongs to it.
    """
    joined: list[RawBlock] = []
    for raw in raw_blocks:
        shape, start, end, _ = raw
        follows = shape is FOOTNOTE and joined and joined[-1][0] is FOOTNOTE
        if follows and _is_nested(body, start):
            joined[-1] = shape, joined[-1][1], end, None
        else:
            joined.append(raw)
    return joined


def _is_nested(body: str, position: int) -> bool:
    """Whether a footnote definition is indented like code, or not first on its line."""
    start = _line_start(body, 0, position)
    indentation = body[start:position].expandtabs(TAB)
    return len(indentation) >= CODE_COLUMNS or body[start - 1 : start] not in "\r\n"
