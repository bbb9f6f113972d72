"""The tree of a document's sections, for users to walk."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from langchain_mdsplit.markdown.blocks import Block
from langchain_mdsplit.markdown.fragments import FRONT_MATTER_KINDS
from langchain_mdsplit.markdown.sections import Section


@dataclass(frozen=True, slots=True)
class MarkdownSection:
    """A heading with its own content and the sections below it.

    Attributes:
        heading: The heading's rendered plain text; None for the root.
        level: 1 to 6, as in the source; 0 for the root.
        content: The source's slice between the heading and the next one.
        token_count: The length of the content, in the splitter's unit (tokens).
        children: The sections right below it, in document order.
        start_index: Where the section begins, with its heading, a code point index.
        end_index: Where the last section below it ends.
        content_start_index: Where its content begins.
        content_end_index: Where its content ends; the same if it has none.
        label: Its numbers, as `1-2`; `0` for the root.
        anchor: The id of its heading, if it has one.
    """

    heading: str | None
    level: int
    content: str
    token_count: int
    children: tuple["MarkdownSection", ...]
    start_index: int
    end_index: int
    content_start_index: int
    content_end_index: int
    label: str
    anchor: str | None = None


def build_section_tree(
    source: str,
    blocks: Sequence[Block],
    sections: Sequence[Section],
    count_many: Callable[[Sequence[str]], Sequence[int]],
) -> MarkdownSection:
    r"""Build the tree of a document's sections.

    Args:
        source: The document's text.
        blocks: Its blocks; front matter among them is no content.
        sections: Its sections, see `read_sections`.
        count_many: Returns the lengths of texts.

    Returns:
        The root, whose content is what stands before the first heading.

    Example:
        >>> from langchain_mdsplit.markdown.blocks import parse_blocks
        >>> from langchain_mdsplit.markdown.sections import read_sections
        >>> source = "# A\n\none\n\n### B\n"
        >>> blocks = parse_blocks(source).blocks
        >>> count = lambda texts: [len(text) for text in texts]
        >>> root = build_section_tree(source, blocks, read_sections(blocks), count)
        >>> (a,) = root.children
        >>> a.heading, a.level, a.content, a.children[0].level
        ('A', 1, 'one', 3)
    """
    spans = [_content_span(blocks, section) for section in sections]
    contents = [source[start:end] for start, end in spans]
    lengths = count_many(contents)
    children: list[list[MarkdownSection]] = [[] for _ in sections]
    tree: dict[int, MarkdownSection] = {}
    for index in range(len(sections) - 1, -1, -1):
        section, (start, end) = sections[index], spans[index]
        is_root = section.parent < 0
        tree[index] = MarkdownSection(
            heading=None if is_root else section.titles[-1],
            level=0 if is_root else section.levels[-1],
            content=contents[index],
            token_count=lengths[index],
            children=tuple(reversed(children[index])),
            start_index=start if is_root else blocks[section.first].start,
            end_index=blocks[section.end - 1].end if section.end else start,
            content_start_index=start,
            content_end_index=end,
            label=section.label,
            anchor=section.anchor,
        )
        if not is_root:
            children[section.parent].append(tree[index])
    return tree[0]


def _content_span(blocks: Sequence[Block], section: Section) -> tuple[int, int]:
    """Return where a section's own content begins and ends."""
    first = section.first + bool(section.levels)
    while first < section.own_end and blocks[first].kind in FRONT_MATTER_KINDS:
        first += 1
    if first < section.own_end:
        return blocks[first].start, blocks[section.own_end - 1].end
    end = blocks[first - 1].end if first else 0
    return end, end
