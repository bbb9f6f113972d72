"""A heading's title (rendered plain text) and the id in its attribute block."""

import re
from collections.abc import Sequence
from html import unescape
from typing import Any, NamedTuple, TypeAlias

InlineEvent: TypeAlias = tuple[Any, int, int]
"""A parser event with its start and end in bytes."""

UNTITLED = "(untitled)"
_ATTRIBUTE_BLOCK = re.compile(
    rb"""\{:?[ \t]*+
    (?:(?:\#[^\s{}\#]++ | \.[^\s{}.\#][^\s{}\#]*+
        | [A-Za-z_:][\w:.-]*+=(?:"[^"{}]*+" | '[^'{}]*+' | [^\s{}"']*+))
        (?:[ \t]++|(?=\})))++
    \}[ \t]*+
    | \{/\*[ \t]*+\#[^\s{}\#*]++[ \t]*+\*/\}[ \t]*+""",
    re.VERBOSE,
)
_TEXT_WITH_ID = re.compile(r"([^{}\\]*[^{}\\\s]) \{#([^\s{}\\#]++)\}")
_PLAIN = frozenset({"Text", "Code"})
_BREAKS = frozenset({"SoftBreak", "HardBreak"})
_ID = re.compile(rb"(?:[{: \t]|/\*)#((?:[^\s}*]|\*(?!/))++)")
_ALTERNATIVE = re.compile(
    r"""<img
    (?:\s++(?!alt[\s=])[^\s=>"']++(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"']++))?+)*+
    \s++alt\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>"']++))""",
    re.IGNORECASE | re.VERBOSE,
)


class Title(NamedTuple):
    """What a heading says: its rendered text, and its id if it has one."""

    text: str
    anchor: str | None = None


def read_title(
    encoded: bytes, start: int, events: Sequence[InlineEvent], *, attributes: bool
) -> Title:
    """Read a heading's title and anchor.

    The title is the rendered text, its white-space runs one space; without any, the
    alternative text of its images, else its raw source, else `(untitled)`.

    Args:
        encoded: The parsed text in UTF-8.
        start: Where the heading begins, in bytes.
        events: The events inside of it.
        attributes: Whether a trailing `{#id .class}`, or `{/* #id */}` as MDX has it,
            is an attribute block.

    Returns:
        The title with the id of the attribute block, if there is one.
    """
    if not events:
        return Title(UNTITLED)
    if len(events) == 1:
        simple = _simple_title(encoded, *events[0], attributes=attributes)
        if simple is not None:
            return simple
    end, anchor = events[-1][2], None
    block = _attribute_block(encoded, start, end) if attributes else None
    if block:
        end = block.start()
        found = _ID.search(block[0])
        anchor = found[1].decode() if found else None
    texts = (*_plain_texts(events, end), encoded[events[0][1] : end].decode())
    titles = (" ".join(text.split()) for text in texts)
    title = next(filter(None, titles), UNTITLED)
    return Title(title.replace("\0", "\ufffd"), anchor)


def _simple_title(
    encoded: bytes, event: Any, start: int, end: int, *, attributes: bool
) -> Title | None:
    """Return a title that is one plain text, as most are, with an id or without."""
    text = event.get("Text") if event.__class__ is dict else None
    if text is None or "\0" in text:
        return None
    if "{" not in text:
        title = " ".join(text.split())
        return Title(title) if title else None
    found = _TEXT_WITH_ID.fullmatch(text) if attributes else None
    if found is None or encoded[start:end] != text.encode():
        return None  # what is escaped or encoded in the source is no attribute block
    return Title(" ".join(found[1].split()), found[2])


def _attribute_block(encoded: bytes, start: int, end: int) -> re.Match[bytes] | None:
    """Return the attribute block at the end of a heading's content."""
    opening = encoded.rfind(b"{", start, end)
    if opening < 0:
        return None
    before = encoded[start:opening]
    is_escaped = (len(before) - len(before.rstrip(b"\\"))) % 2
    return None if is_escaped else _ATTRIBUTE_BLOCK.fullmatch(encoded, opening, end)


def _plain_texts(events: Sequence[InlineEvent], end: int) -> tuple[str, str]:
    """Return the text before a byte offset, without and with that of images."""
    text: list[str] = []
    alternative: list[str] = []
    images = 0
    for event, start, stop in events:
        if start >= end:
            break
        name, value = (
            (event, "") if event.__class__ is str else next(iter(event.items()))
        )
        if name == "Start":
            images += "Image" in value
        elif name == "End":
            images -= value == "Image"
        else:
            piece = value if name in _PLAIN else _plain_text(name, value)
            if stop > end:
                piece = piece[: piece.rfind("{")]
            image = _ALTERNATIVE.match(value) if name == "InlineHtml" else None
            words = unescape(image[image.lastindex or 0]) if image else piece
            alternative.append(words)
            if not images:
                text.append(piece)
    return "".join(text), "".join(alternative)


def _plain_text(name: str, value: str) -> str:
    """Return what a reader sees of an inline event that is not text or code."""
    if name == "InlineMath":
        return f"${value}$"
    if name == "DisplayMath":
        return f"$${value}$$"
    is_break = name in _BREAKS or (name == "InlineHtml" and value[:3].lower() == "<br")
    return " " if is_break else ""
