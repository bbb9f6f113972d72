"""A heading's title (rendered plain text) and the id in its attribute block."""

import re
from collections.abc import Sequence

from langchain_mdsplit.markdown.events import InlinePart

_ATTRIBUTE_BLOCK = re.compile(
    r"""(?<!\\)\{:?[ \t]*+
    (?:(?:\#[^\s{}\#.]++ | \.[^\s{}.\#]++
        | [A-Za-z_:][\w:.-]*+=(?:"[^"{}]*+" | '[^'{}]*+' | [^\s{}"']*+))[ \t]*+)++
    \}\Z""",
    re.VERBOSE,
)
_ID = re.compile(r"#([^\s{}#]+?)(?=[ \t.#}]|\Z)")
UNTITLED = "(untitled)"


def read_title(
    source: str, parts: Sequence[InlinePart], base: int, *, attributes: bool
) -> tuple[str, str | None]:
    """Read a heading's title and anchor.

    The title is the rendered text, its white-space runs one space; without any, the
    alternative text of its images, else its raw source, else `(untitled)`.

    Args:
        source: The whole source.
        parts: The heading's inline content.
        base: What to add to the parts' positions, in code points.
        attributes: Whether a trailing `{#id .class}` is an attribute block.

    Returns:
        The title, and the id of the attribute block if there is one.
    """
    if not parts:
        return UNTITLED, None
    start, end = base + parts[0].start, base + parts[-1].end
    text = "".join(_plain_text(source, part, base) for part in parts)
    anchor = None
    block = _attribute_block(source, start, end) if attributes else None
    if block and text.endswith(block[0]):
        text, end = text[: -len(block[0])], block.start()
        found = _ID.search(block[0])
        anchor = found[1] if found else None
    alternative = "".join(part.text for part in parts if part.kind == "alt")
    for candidate in (text, alternative, source[start:end]):
        title = " ".join(candidate.split())
        if title:
            return title, anchor
    return UNTITLED, anchor


def _attribute_block(source: str, start: int, end: int) -> re.Match[str] | None:
    """Return the attribute block at the end of a heading's content."""
    opening = source.rfind("{", start, end)
    return _ATTRIBUTE_BLOCK.match(source, opening, end) if opening >= 0 else None


def _plain_text(source: str, part: InlinePart, base: int) -> str:
    """Return what a reader sees of one part: the source's own text if it can be."""
    if part.kind == "formula":
        return source[base + part.start : base + part.end]
    if part.kind == "text":
        if part.end - part.start == len(part.text):
            return source[base + part.start : base + part.end]
        return part.text
    return part.text if part.kind == "break" else ""
