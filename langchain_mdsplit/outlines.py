"""Outlines: the headings of a document with what stands under each of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from langchain_mdsplit.markdown.blocks import Block, parse_blocks
from langchain_mdsplit.markdown.heading_path import join_heading_path
from langchain_mdsplit.markdown.sections import MAX_LEVEL, Section, read_sections
from langchain_mdsplit.text.line_numbers import LineNumbers
from langchain_mdsplit.tokens import TokenCounter


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A section of a document; the first one is the document itself.

    Attributes:
        section: Its label, titles and levels; without any for the document.
        start_index: Where it begins, a code point index.
        end_index: Where it ends, subsections included.
        line: The line it begins on, counted from 1.
        tokens: The length of all of it, subsections included (tokens).
        own_tokens: The length of its heading and its text before the first
            subsection (tokens).
    """

    section: Section
    start_index: int
    end_index: int
    line: int
    tokens: int
    own_tokens: int

    @property
    def heading(self) -> str:
        """The title of its heading; empty for the document."""
        return self.section.titles[-1] if self.section.titles else ""

    @property
    def level(self) -> int:
        """The level of its heading, 1 to 6; 0 for the document."""
        return self.section.levels[-1] if self.section.levels else 0

    def as_dict(self) -> dict[str, str | int]:
        """Return the entry as values by name, as lines of JSON and artifacts hold it.

        Returns:
            The values; `anchor` only where the heading has one.

        Example:
            >>> _, entry = read_outline("# Tea {#tea}", TokenCounter())
            >>> list(entry.as_dict())[:5], entry.as_dict()["anchor"]
            (['label', 'level', 'heading', 'heading_path', 'line'], 'tea')
        """
        section = self.section
        anchor = {} if section.anchor is None else {"anchor": section.anchor}
        return {
            "label": section.label,
            "level": self.level,
            "heading": self.heading,
            "heading_path": join_heading_path(section.titles),
            "line": self.line,
            "start_index": self.start_index,
            "end_index": self.end_index,
            "tokens": self.tokens,
            "own_tokens": self.own_tokens,
            **anchor,
        }


def read_outline(
    text: str,
    counter: TokenCounter,
    *,
    max_depth: int | None = None,
    max_heading_level: int = MAX_LEVEL,
    heading_attributes: bool = True,
) -> list[OutlineEntry]:
    r"""Read the outline of a document.

    Args:
        text: The document.
        counter: Counts its tokens, all in one call.
        max_depth: How many headings deep to go; None for all.
        max_heading_level: Deeper headings are ordinary text.
        heading_attributes: Whether a trailing `{#id .class}` of a heading is an
            attribute block instead of text.

    Returns:
        The document and its sections in their order.

    Example:
        >>> entries = read_outline("Hi.\n\n# A\n\none\n\n## B\n\ntwo", TokenCounter())
        >>> for entry in entries:
        ...     print(entry.line, entry.heading, entry.tokens, entry.own_tokens)
        1  11 2
        3 A 9 4
        7 B 4 4
    """
    blocks = parse_blocks(text, heading_attributes=heading_attributes).blocks
    sections = [
        section
        for section in read_sections(blocks, max_heading_level)
        if max_depth is None or len(section.titles) <= max_depth
    ]
    own = [_span(blocks, section.first, section.own_end) for section in sections]
    whole = [_span(blocks, section.first, section.end) for section in sections]
    spans = list(dict.fromkeys([*own, *whole]))
    counts = counter.count_many([text[start:end] for start, end in spans])
    tokens = dict(zip(spans, counts, strict=True))
    numbers = LineNumbers(text)
    return [
        OutlineEntry(
            section=section,
            start_index=start,
            end_index=end,
            line=numbers.line(start),
            tokens=tokens[start, end],
            own_tokens=tokens[own_span],
        )
        for section, own_span, (start, end) in zip(sections, own, whole, strict=True)
    ]


def _span(blocks: Sequence[Block], first: int, stop: int) -> tuple[int, int]:
    """Return where some blocks begin and end."""
    return (blocks[first].start, blocks[stop - 1].end) if first < stop else (0, 0)
