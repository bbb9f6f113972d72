"""The documents that the tools work on: their names, sections, lines and chunks."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from langchain_core.documents import Document

from langchain_mdsplit.documents.arguments import check_document
from langchain_mdsplit.documents.metadata_keys import CHUNK_KEYS, PARENT_START
from langchain_mdsplit.outlines import OutlineEntry, read_outline
from langchain_mdsplit.text.line_numbers import LineNumbers
from langchain_mdsplit.tokens import TokenCounter
from langchain_mdsplit.tools.answers import AnswerLimit
from langchain_mdsplit.tools.names import name_documents

_ESCAPED = re.compile(r"\\([\\>])")
_SEPARATOR = re.compile(r"\s*>\s*")
_SPACE = re.compile(r"\s+")
_ANSWER_KEYS = ("document", "end_line", "line", "page", "pages")
_OUR_KEYS = frozenset({*CHUNK_KEYS, PARENT_START, *_ANSWER_KEYS})


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How documents are read.

    Attributes:
        counter: Counts tokens.
        max_heading_level: Deeper headings are ordinary text.
        heading_attributes: Whether a trailing `{#id .class}` of a heading is an
            attribute block.
    """

    counter: TokenCounter
    max_heading_level: int
    heading_attributes: bool


class MarkdownSource:
    """A document with its sections and lines, which are read when first asked for.

    Args:
        name: What the model calls it, unlike any other document's name.
        text: Its text.
        metadata: Its metadata, without keys that are ours.
        options: How it is read.
    """

    def __init__(
        self, name: str, text: str, metadata: dict[Any, Any], options: ReadingOptions
    ) -> None:
        self.name = name
        self.text = text
        self.metadata = metadata
        self._options = options

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what was given; the rest is read again."""
        return type(self), (self.name, self.text, self.metadata, self._options)

    @cached_property
    def entries(self) -> list[OutlineEntry]:
        """Its sections in document order, first the document itself."""
        return read_outline(
            self.text,
            self._options.counter,
            max_heading_level=self._options.max_heading_level,
            heading_attributes=self._options.heading_attributes,
        )

    @cached_property
    def by_label(self) -> dict[str, int]:
        """The positions of its sections by their labels."""
        return {
            entry.section.label: position for position, entry in enumerate(self.entries)
        }

    @cached_property
    def by_path(self) -> dict[str, list[int]]:
        """The positions of its sections by the ends of their heading paths."""
        found: dict[str, list[int]] = defaultdict(list)
        for position, entry in enumerate(self.entries):
            titles = [path_key(title) for title in entry.section.titles]
            for first in range(len(titles)):
                found[">".join(titles[first:])].append(position)
        return dict(found)

    @cached_property
    def _lines(self) -> LineNumbers:
        return LineNumbers(self.text)

    @cached_property
    def _starts(self) -> list[int]:
        return [entry.start_index for entry in self.entries[1:]]

    def as_document(self) -> Document:
        """Return it as a Document that says in its metadata what it is called."""
        metadata = self.metadata | {"document": self.name}
        return Document(page_content=self.text, metadata=metadata, id=self.name)

    def line_at(self, index: int) -> int:
        """Return the line of a code point, counted from 1."""
        return self._lines.line(index)

    def section_at(self, index: int) -> int:
        """Return the position of the innermost section that holds a code point."""
        return bisect_right(self._starts, index)

    def own_end(self, position: int) -> int:
        """Return where a section's text ends, that of its subsections left out."""
        following = self.entries[position + 1 : position + 2]
        return following[0].start_index if following else len(self.text)

    def after(self, position: int) -> int:
        """Return the position of the first section that is not below another."""
        if position == 0:
            return len(self.entries)
        end = self.entries[position].end_index
        return bisect_left(self._starts, end, lo=position - 1) + 1


class MarkdownLibrary:
    """The documents of a toolkit.

    Args:
        sources: The documents.
        limit: How long an answer may be.
        options: How they are read.
    """

    def __init__(
        self,
        sources: Sequence[MarkdownSource],
        limit: AnswerLimit,
        options: ReadingOptions,
    ) -> None:
        self.sources = tuple(sources)
        self.by_name = {source.name: source for source in self.sources}
        self.limit = limit
        self.options = options

    @property
    def is_single(self) -> bool:
        """Whether there is one document only, so that a call need not name it."""
        return len(self.sources) == 1

    def argument(self, source: MarkdownSource) -> str | None:
        """Return the argument `document` that a call for a document needs."""
        return None if self.is_single else source.name


def build_library(
    documents: Iterable[Document], limit: AnswerLimit, options: ReadingOptions
) -> MarkdownLibrary:
    """Give Documents their names; nothing is parsed yet.

    Args:
        documents: The Documents, consumed once.
        limit: How long an answer may be.
        options: How they are read.

    Returns:
        The library.

    Example:
        >>> counter = TokenCounter()
        >>> options = ReadingOptions(counter, 6, True)
        >>> documents = [Document("a", metadata={"source": "a.md"}), Document("b")]
        >>> library = build_library(documents, AnswerLimit(counter, 500), options)
        >>> [source.name for source in library.sources]
        ['a.md', 'document-2']
    """
    given = [
        check_document(f"documents[{position}]", document)
        for position, document in enumerate(documents)
    ]
    sources = [
        MarkdownSource(name, document.page_content, _foreign(document), options)
        for name, document in zip(name_documents(given, limit), given, strict=True)
    ]
    return MarkdownLibrary(sources, limit, options)


def path_key(path: str) -> str:
    r"""Return a heading path, or a title, in the form in which paths are compared.

    Args:
        path: The path, with or without its escapes.

    Returns:
        The path without escapes, case and superfluous white space.

    Example:
        >>> path_key("Types  > Vec<T\\>"), path_key("types>vec<t>")
        ('types>vec<t>', 'types>vec<t>')
    """
    bare = _ESCAPED.sub(r"\1", _SPACE.sub(" ", path.strip()))
    return _SEPARATOR.sub(">", bare).casefold()


def _foreign(document: Document) -> dict[Any, Any]:
    """Return a Document's metadata without keys that are ours."""
    return {
        key: value for key, value in document.metadata.items() if key not in _OUR_KEYS
    }
