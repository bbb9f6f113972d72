"""What `markdown_outline` answers: headings with their labels and lengths."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from langchain_mdsplit.markdown.sections import MAX_LEVEL
from langchain_mdsplit.tools.addressing import Address, find_section, find_source
from langchain_mdsplit.tools.answers import Answer
from langchain_mdsplit.tools.library import MarkdownLibrary, MarkdownSource
from langchain_mdsplit.tools.outline_rows import (
    Row,
    deepest_that_fits,
    list_rows,
    pack_rows,
)
from langchain_mdsplit.tools.wording import (
    OUTLINE,
    READ,
    call,
    clip_number,
    encode,
    page_text,
)

_SLACK = 8  # tokens that joined tokens may cost more
_KEPT_OUTLINES = 16
_COLUMNS = ("label", "heading", "tokens")
_HIDDEN = "headings not shown below"


class Scope(NamedTuple):
    """What an outline is asked for.

    Attributes:
        roots: The sections to begin with; 0 for a whole document.
        depth: How many headings deep to go below them; None for as many as fit.
        note: What the model does not get as it asked for it, in words.
    """

    roots: tuple[Address, ...]
    depth: int | None
    note: str | None = None


class OutlineReader:
    """Lists headings page by page; the pages of the last outlines are kept.

    Args:
        library: The documents.
    """

    def __init__(self, library: MarkdownLibrary) -> None:
        self._library = library
        self._pages = lru_cache(maxsize=_KEPT_OUTLINES)(self._cut)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the library alone; pages are cut again."""
        return type(self), (self._library,)

    def outline(
        self, document: str | None, label: str | None, depth: int | None, page: int
    ) -> Answer:
        """Return one page of an outline.

        Args:
            document: The document's name; None for all.
            label: The section to begin with; None for the whole document.
            depth: How many headings deep to go; None for as many as fit on a page.
            page: The page, counted from 1.

        Returns:
            The page; its artifact is a list of dicts, one for each heading.

        Raises:
            ToolException: There is no such document, section or page.
        """
        refusal = self._library.limit.refusal
        if depth is not None and depth < 1:
            msg = f"depth must be 1 to {MAX_LEVEL}, got {page_text(depth)}. Leave it "
            msg += "out for as many headings as fit."
            raise refusal(msg)
        deepest, note = None, None
        if depth is not None:
            deepest, note = clip_number("depth", depth, MAX_LEVEL)
        scope = Scope(self._roots(document, label), deepest, note)
        pages, contents = self._pages(scope)
        if not 1 <= page <= len(pages):
            msg = f"page must be 1 to {len(pages)}, got {page_text(page)}. Leave it "
            msg += "out for the first page."
            raise refusal(msg)
        rows = pages[page - 1]
        artifact = [
            {"document": row.source.name, **row.entry.as_dict()}
            for row in rows
            if row.position >= 0
        ]
        return Answer(contents[page - 1], artifact)

    def _roots(self, document: str | None, label: str | None) -> tuple[Address, ...]:
        """Return the sections that an outline begins with."""
        if label is not None and label.strip():
            return (find_section(self._library, label, document),)
        if document is not None and document.strip():
            return (Address(find_source(self._library, document), 0),)
        return tuple(Address(source, 0) for source in self._library.sources)

    def _cut(self, scope: Scope) -> tuple[list[list[Row]], list[str]]:
        """Cut an outline into pages whose answers fit."""
        limit = self._library.limit
        rows = [row for root in scope.roots for row in list_rows(root)]
        costs = limit.counter.count_many([f"{self._cell(row)}," for row in rows])
        whole = limit.max_tokens - limit.counter(self._frame(rows, scope)) - _SLACK
        deepest = scope.depth
        if deepest is None:
            deepest = deepest_that_fits(
                rows, costs, whole, 0 if len(scope.roots) > 1 else 1
            )
        shown = [
            (row, cost)
            for row, cost in zip(rows, costs, strict=True)
            if row.depth <= deepest
        ]
        return limit.settle(
            lambda budget: list(pack_rows(shown, budget)),
            lambda pages: [
                self._content(page, scope, deepest, number, len(pages))
                for number, page in enumerate(pages, 1)
            ],
            whole,
        )

    def _frame(self, rows: Sequence[Row], scope: Scope) -> str:
        """Return the longest answer without rows."""
        longest = max(rows, key=lambda row: len(row.entry.section.label))
        return self._content([longest], scope, 0, len(rows), len(rows))

    def _content(
        self, rows: Sequence[Row], scope: Scope, depth: int, page: int, pages: int
    ) -> str:
        """Return the answer that shows one page of an outline."""
        outline, has_hidden = [], False
        for source, group in groupby(rows, key=lambda row: row.source):
            sections = [self._section(row, depth) for row in group if row.position >= 0]
            has_hidden = has_hidden or any(len(section) > 3 for section in sections)
            outline.append(self._document(source) | {"sections": sections})
        answer = {
            "outline": outline,
            "columns": [*_COLUMNS, *([_HIDDEN] if has_hidden else [])],
            "depth": depth,
            "page": page,
            "pages": pages,
            **({"note": scope.note} if scope.note else {}),
            "next": self._next(rows, scope, depth, page, pages),
        }
        return encode(answer)

    def _document(self, source: MarkdownSource) -> dict[str, Any]:
        """Return what is shown of a document."""
        headings = len(source.entries) - 1
        tokens = source.entries[0].tokens
        return {"document": source.name, "tokens": tokens, "headings": headings}

    def _section(self, row: Row, depth: int | None) -> list[str | int]:
        """Return what is shown of a section."""
        entry = row.entry
        heading = self._library.limit.clip(entry.heading)
        cells: list[str | int] = [entry.section.label, heading, entry.tokens]
        hidden = row.source.after(row.position) - row.position - 1
        if row.depth == depth and hidden:
            cells.append(hidden)
        return cells

    def _cell(self, row: Row) -> str:
        """Return the most that is shown of a row."""
        if row.position < 0:
            return encode(self._document(row.source) | {"sections": []})
        return encode(self._section(row, row.depth))

    def _next(
        self, rows: Sequence[Row], scope: Scope, depth: int, page: int, pages: int
    ) -> str:
        """Return what a model may call after a page."""
        sections = [row for row in rows if row.position >= 0]
        hidden = [row for row in sections if len(self._section(row, depth)) > 3]
        is_all = len(scope.roots) > 1 or self._library.is_single
        calls: list[str] = []
        if page < pages:
            first = Row(*scope.roots[0], 0)
            calls.append(
                call(
                    OUTLINE,
                    document=None if is_all else first.source.name,
                    label=first.entry.section.label if first.position else None,
                    depth=depth or None,
                    page=page + 1,
                )
            )
        document = self._library.argument(rows[0].source)
        if depth == 0:
            calls.append(call(OUTLINE, document=document))
        if hidden:
            calls.append(self._call(OUTLINE, hidden[0]))
        with_text = [row for row in sections or rows if not _is_empty(row.source)]
        calls += [self._call(READ, row) for row in with_text[:1]]
        limit = self._library.limit
        while (
            len(calls) > 1 and limit.measure(" or ".join(calls)) > limit.max_tokens // 4
        ):
            del calls[-1]
        return " or ".join(calls) or "no text here"

    def _call(self, tool: str, row: Row) -> str:
        """Return the call of a tool for a section."""
        document = self._library.argument(row.source)
        return call(tool, label=row.entry.section.label, document=document)


def _is_empty(source: MarkdownSource) -> bool:
    """Whether there is nothing in a document to read."""
    return not source.text.strip()
