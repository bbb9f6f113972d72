"""Fragments: each top-level block with the label of the section it stands in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from langchain_mdsplit.markdown.blocks import Block
from langchain_mdsplit.markdown.labels import (
    FRONT_MATTER_LABEL,
    content_label,
    heading_label,
)
from langchain_mdsplit.markdown.sections import Section

FRONT_MATTER_KINDS = frozenset({"yaml", "toml"})
FRAGMENT_TYPES = (
    "heading",
    "paragraph",
    "list",
    "code",
    "blockquote",
    "table",
    "html",
    "thematicBreak",
    "definition",
    "footnoteDefinition",
    "yaml",
    "toml",
    "math",
)


@dataclass(frozen=True, slots=True)
class MarkdownFragment:
    """One labelled piece of a Markdown document.

    Attributes:
        label: Section numbers and `heading` or `content-N`, as `1-2-content-1`.
        type: The mdast name of the block's type.
        text: The source's slice; for front matter its value as JSON.
        token_count: The length of the text, in the splitter's unit (tokens).
        start_index: Where it begins in the source, a code point index.
        end_index: Where it ends.
        heading_path: The titles of the section it stands in, as `A > B`.
        level: 1 to 6 for a heading, else 0.
    """

    label: str
    type: str
    text: str
    token_count: int
    start_index: int
    end_index: int
    heading_path: str
    level: int


def label_blocks(
    blocks: Sequence[Block], sections: Sequence[Section]
) -> Iterator[tuple[Block, Section, str]]:
    r"""Label the blocks of a document.

    Args:
        blocks: All blocks of the document.
        sections: Its sections, see `read_sections`.

    Yields:
        Each block with its section and its label.

    Example:
        >>> from langchain_mdsplit.markdown.blocks import parse_blocks
        >>> from langchain_mdsplit.markdown.sections import read_sections
        >>> blocks = parse_blocks("intro\n\n# A\n\none\n\ntwo\n").blocks
        >>> [label for _, _, label in label_blocks(blocks, read_sections(blocks))]
        ['0-content-1', '1-heading', '1-content-1', '1-content-2']
    """
    for section in sections:
        content = 0
        for position in range(section.first, section.own_end):
            block = blocks[position]
            if block.kind in FRONT_MATTER_KINDS:
                yield block, section, FRONT_MATTER_LABEL
            elif position == section.first and section.levels:
                yield block, section, heading_label(section.label)
            else:
                content += 1
                yield block, section, content_label(section.label, content)
