"""Excerpts: pieces of a source on their way to a chunk or a Document."""

from collections.abc import Iterable
from typing import NamedTuple

from langchain_mdsplit.markdown.sections import Section
from langchain_mdsplit.spans import Chunk


class Excerpt(NamedTuple):
    """What a splitter says of one piece of a source; see `Chunk` for the fields.

    A named tuple, as there is one for each chunk: it is made six times as fast as a
    frozen dataclass, and a Document needs no more.
    """

    text: str
    token_count: int
    start_index: int
    end_index: int
    content_offset: int | None
    section: Section
    label: str
    type: str | None = None
    level: int = 0
    overlap: int = 0
    part: int | None = None
    front_matter: str | None = None
    sentence_count: int | None = None

    @property
    def own_text(self) -> str:
        """The source's slice without what the excerpt before it also holds."""
        if self.content_offset is None:
            return self.text
        start = self.content_offset + self.overlap
        end = self.content_offset + self.end_index - self.start_index
        return self.text[start:end]


def as_chunks(excerpts: Iterable[Excerpt]) -> list[Chunk]:
    """Return excerpts as the chunks that users see.

    Args:
        excerpts: The excerpts of one source.

    Returns:
        A chunk for each.
    """
    return [
        Chunk(
            text=excerpt.text,
            token_count=excerpt.token_count,
            start_index=excerpt.start_index,
            end_index=excerpt.end_index,
            content_offset=excerpt.content_offset,
            headings=excerpt.section.titles,
            heading_levels=excerpt.section.levels,
            label=excerpt.label,
            overlap=excerpt.overlap,
            anchor=excerpt.section.anchor,
            type=excerpt.type,
            level=excerpt.level,
            part=excerpt.part,
            front_matter=excerpt.front_matter,
            sentence_count=excerpt.sentence_count,
        )
        for excerpt in excerpts
    ]
