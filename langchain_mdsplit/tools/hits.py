"""Search hits: from a chunk that was found to its passage, section and lines."""

from collections.abc import Collection
from copy import deepcopy
from typing import NamedTuple

from langchain_core.documents import Document

from langchain_mdsplit.markdown.heading_path import join_heading_path
from langchain_mdsplit.text.visible import next_visible
from langchain_mdsplit.tools.answers import AnswerLimit
from langchain_mdsplit.tools.library import MarkdownLibrary, MarkdownSource
from langchain_mdsplit.tools.words import best_passage

_SNIPPET = 64  # tokens
_SNIPPET_SHARE = 6  # a snippet may take a sixth of an answer


class Hit(NamedTuple):
    """A place that a search found.

    Attributes:
        chunk: The chunk.
        source: The document.
        position: The innermost section in which the passage stands.
        start: Where the passage begins in the document.
        end: Where it ends: with the chunk or the section.
        first_word: Where the first of the words stands that were looked for.
    """

    chunk: Document
    source: MarkdownSource
    position: int
    start: int
    end: int
    first_word: int

    @property
    def lines(self) -> str:
        """The first and the last line of the passage, counted from 1."""
        length = len(self.source.text[self.start : self.end].rstrip())
        last = self.source.line_at(self.start + length - 1)
        return f"{self.source.line_at(self.start)}-{last}"

    def snippet(self, limit: AnswerLimit) -> str:
        """Return the beginning of the passage, within its share of an answer."""
        share = min(_SNIPPET, limit.max_tokens // _SNIPPET_SHARE)
        return limit.excerpt(self.source.text[self.start : self.end], share).rstrip()

    def as_document(self) -> Document:
        """Return the chunk, with where it stands."""
        metadata, section = (
            self.chunk.metadata,
            self.source.entries[self.position].section,
        )
        start, end = metadata["start_index"], metadata["end_index"]
        place = {
            "label": section.label,
            "heading_path": join_heading_path(section.titles),
            "line": self.source.line_at(start),
            "end_line": self.source.line_at(max(start, end - 1)),
        }
        return Document(
            id=self.chunk.id,
            page_content=self.chunk.page_content,
            metadata=deepcopy(metadata) | place,
        )


def find_hit(library: MarkdownLibrary, chunk: Document, words: Collection[str]) -> Hit:
    """Return the place that is meant by a chunk that was found.

    Args:
        library: The documents.
        chunk: A chunk of one of them.
        words: What was looked for.

    Returns:
        The passage of the chunk that has the most of the words.
    """
    source = library.by_name[chunk.metadata["document"]]
    start, end = chunk.metadata["start_index"], chunk.metadata["end_index"]
    passage = best_passage(source.text[start:end], words)
    first, word = start + passage.start, start + passage.first_word
    position = source.section_at(next_visible(source.text, first))
    return Hit(chunk, source, position, first, min(end, source.own_end(position)), word)
