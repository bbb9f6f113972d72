"""What `markdown_read` answers: a section in pages, each valid Markdown on its own."""

from bisect import bisect_right
from collections.abc import Sequence
from copy import deepcopy
from functools import lru_cache
from typing import Any, NamedTuple

from langchain_core.documents import Document

from langchain_mdsplit.spans import Chunk
from langchain_mdsplit.tools.addressing import Address, find_section
from langchain_mdsplit.tools.answers import Answer
from langchain_mdsplit.tools.library import MarkdownLibrary, MarkdownSource
from langchain_mdsplit.tools.pieces import cut_pieces
from langchain_mdsplit.tools.wording import OUTLINE, READ, call, encode, page_text

_PLACEHOLDER = 9_999_999  # stands for numbers that are not known yet
_SLACK = 8  # tokens that other numbers, or joined tokens, may cost more
_KEPT_SECTIONS = 64  # a model pages through one section at a time


class SectionPages(NamedTuple):
    """A section cut into pages.

    Attributes:
        chunks: The pages, with offsets in the section.
        contents: The answers that show them, JSON.
        start_index: Where the section begins in its document.
    """

    chunks: list[Chunk]
    contents: list[str]
    start_index: int


class SectionReader:
    """Reads sections page by page; the pages of the last ones are kept.

    Args:
        library: The documents.
    """

    def __init__(self, library: MarkdownLibrary) -> None:
        self.library = library
        self._pages = lru_cache(maxsize=_KEPT_SECTIONS)(self._cut)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the library alone; pages are cut again."""
        return type(self), (self.library,)

    def read(self, label: str, document: str | None, page: int) -> Answer:
        """Return one page of a section, with all below it.

        Args:
            label: Which section, see `find_section`.
            document: The document's name; None to look in all documents.
            page: The page, counted from 1.

        Returns:
            The page; its artifact is a Document.

        Raises:
            ToolException: There is no such section or page.
        """
        source, position = address = find_section(self.library, label, document)
        pages = self._pages(address)
        count = len(pages.chunks)
        if not count:
            msg = f"{encode(source.name)} is empty. All documents: {call(OUTLINE)}."
            raise self.library.limit.refusal(msg)
        if not 1 <= page <= count:
            nearest = self._call(address, 1 if page < 1 else count)
            msg = f"page must be 1 to {count}, got {page_text(page)}. Call {nearest}."
            raise self.library.limit.refusal(msg)
        chunk = pages.chunks[page - 1]
        metadata = deepcopy(source.metadata) | {
            "document": source.name,
            "label": source.entries[position].section.label,
            "page": page,
            "pages": count,
            "start_index": pages.start_index + chunk.start_index,
            "end_index": pages.start_index + chunk.end_index,
            "content_offset": chunk.content_offset,
            "token_count": self.library.limit.counter(chunk.text),
        }
        artifact = Document(page_content=chunk.text, metadata=metadata)
        return Answer(pages.contents[page - 1], artifact)

    def page_at(self, source: MarkdownSource, position: int, index: int) -> int:
        """Return the page of a section on which a code point stands.

        Args:
            source: The document.
            position: The section's position.
            index: The code point's index in the document.

        Returns:
            The page, counted from 1.
        """
        pages = self._pages(Address(source, position))
        starts = [pages.start_index + chunk.start_index for chunk in pages.chunks]
        return max(bisect_right(starts, index), 1)

    def _cut(self, address: Address) -> SectionPages:
        """Cut a section into pages whose answers fit."""
        source, position = address
        entry, limit = source.entries[position], self.library.limit
        measure, options = limit.measure, self.library.options
        start = entry.start_index if position else 0
        text = source.text[start : entry.end_index]
        if not text.strip():
            return SectionPages([], [], start)
        placeholder = Chunk("", 0, 0, 0)
        frame = self._content(address, placeholder, _PLACEHOLDER, _PLACEHOLDER - 1, 0)
        chunks, contents = limit.settle(
            lambda budget: cut_pieces(text, budget, measure, options, budget),
            lambda chunks: self._contents(address, chunks, start),
            limit.max_tokens - limit.counter(frame) - _SLACK,
        )
        return SectionPages(chunks, contents, start)

    def _contents(
        self, address: Address, chunks: Sequence[Chunk], start: int
    ) -> list[str]:
        """Return the answers that show a section's pages."""
        return [
            self._content(address, chunk, number, len(chunks), start)
            for number, chunk in enumerate(chunks, 1)
        ]

    def _content(
        self, address: Address, chunk: Chunk, page: int, pages: int, start: int
    ) -> str:
        """Return the answer that shows one page of a section."""
        source, position = address
        section = source.entries[position].section
        first = source.line_at(start + chunk.start_index)
        last = source.line_at(start + max(chunk.start_index, chunk.end_index - 1))
        return encode(
            {
                "document": source.name,
                "label": section.label,
                "heading_path": self.library.limit.clip_path(section.titles),
                "page": page,
                "pages": pages,
                "lines": f"{first}-{last}",
                "document_text": chunk.text,
                "next": self._next(address, page, pages),
            }
        )

    def _next(self, address: Address, page: int, pages: int) -> str:
        """Return what a model may call after a page."""
        if page < pages:
            return self._call(address, page + 1)
        source = address.source
        after = source.after(address.position)
        if after >= len(source.entries):
            return "end of the document"
        return f"end of the section; then {self._call(Address(source, after), 1)}"

    def _call(self, address: Address, page: int) -> str:
        """Return the call that reads a page."""
        source, position = address
        return call(
            READ,
            label=source.entries[position].section.label,
            document=self.library.argument(source),
            page=None if page == 1 else page,
        )
