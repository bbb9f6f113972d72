"""Top-level blocks: what stands where in a Markdown source, tiling it without a gap."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from langchain_mdsplit.markdown.definitions import find_definitions
from langchain_mdsplit.markdown.events import RawBlock, read_raw_blocks
from langchain_mdsplit.markdown.frontmatter import FrontMatter, find_front_matter
from langchain_mdsplit.markdown.titles import read_title

BYTE_ORDER_MARK = "\ufeff"
_INDENTATION = " \t"


@dataclass(frozen=True, slots=True)
class Block:
    """One top-level block: the span of its text, and the tile of the source it owns.

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
    raw_blocks = list(_fill_gaps(body, read_raw_blocks(body)))
    starts = [_line_start(source, base, base + raw.start) for raw in raw_blocks]
    starts.append(len(source))
    blocks = []
    if front_matter is not None:
        span = (front_matter.start, front_matter.end, 0, starts[0])
        blocks.append(Block(front_matter.kind, *span))
    elif raw_blocks:
        starts[0] = 0
    blocks += [
        _block(source, base, raw, tile, heading_attributes=heading_attributes)
        for raw, tile in zip(raw_blocks, pairwise(starts), strict=True)
    ]
    return ParsedMarkdown(source, front_matter, tuple(blocks))


def _fill_gaps(body: str, raw_blocks: list[RawBlock]) -> Iterator[RawBlock]:
    """Yield the blocks with what stands between them: link definitions."""
    position = 0
    for raw in raw_blocks:
        if raw.start > position:
            yield from find_definitions(body, position, raw.start)
        yield raw
        position = raw.end
    yield from find_definitions(body, position, len(body))


def _line_start(source: str, base: int, position: int) -> int:
    """Return where the line begins on which only indentation precedes a position."""
    while position > base and source[position - 1] in _INDENTATION:
        position -= 1
    return position


def _block(
    source: str,
    base: int,
    raw: RawBlock,
    tile: tuple[int, int],
    *,
    heading_attributes: bool,
) -> Block:
    """Return a raw block as a block of the source."""
    start = base + raw.start
    if raw.indented or raw.kind == "html":
        start = _line_start(source, base, start)
    elif raw.kind == "list":
        while source[start] in _INDENTATION:
            start += 1
    end = start + len(source[start : base + raw.end].rstrip())
    title, anchor = "", None
    if raw.level:
        title, anchor = read_title(
            source, raw.parts, base, attributes=heading_attributes
        )
    return Block(raw.kind, start, end, *tile, raw.level, title, anchor)
