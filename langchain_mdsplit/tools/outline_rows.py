"""Rows of an outline: all of them, those that fit a depth, and their pages."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from langchain_mdsplit.markdown.sections import MAX_LEVEL
from langchain_mdsplit.outlines import OutlineEntry
from langchain_mdsplit.tools.addressing import Address
from langchain_mdsplit.tools.library import MarkdownSource


class Row(NamedTuple):
    """A line of an outline: a document's name, or a section.

    Attributes:
        source: The document.
        position: The section's position; -1 for the line with the document's name.
        depth: How many headings deep it is below where the outline begins.
    """

    source: MarkdownSource
    position: int
    depth: int

    @property
    def entry(self) -> OutlineEntry:
        """The section; that of the document for the line with its name."""
        return self.source.entries[max(self.position, 0)]


def list_rows(root: Address) -> Iterator[Row]:
    """Yield the line of a document, and one for each section below a root.

    Args:
        root: The section to begin with; that of the document for all of it.

    Yields:
        The rows in document order.
    """
    source, position = root
    above = len(source.entries[position].section.titles)
    yield Row(source, -1, 0)
    for at in range(position or 1, source.after(position)):
        yield Row(source, at, len(source.entries[at].section.titles) - above)


def deepest_that_fits(
    rows: Sequence[Row], costs: Sequence[int], budget: int, least: int
) -> int:
    """Return how many headings deep an outline can go on one page.

    Args:
        rows: All rows.
        costs: What each of them takes (tokens).
        budget: What there is for them on a page (tokens).
        least: How deep it goes at least.

    Returns:
        The depth.
    """
    by_depth = [0] * (MAX_LEVEL + 1)
    for row, cost in zip(rows, costs, strict=True):
        by_depth[row.depth] += cost
    fitting = [
        depth for depth, total in enumerate(accumulate(by_depth)) if total <= budget
    ]
    deepest = max((row.depth for row in rows), default=0)
    return max(min(max(fitting, default=0), deepest), least)


def pack_rows(rows: Sequence[tuple[Row, int]], budget: int) -> Iterator[list[Row]]:
    """Yield rows in pages of at most a number of tokens.

    Args:
        rows: The rows with what each of them takes (tokens).
        budget: What there is for them on a page (tokens).

    Yields:
        The rows of a page, one at least.
    """
    page: list[Row] = []
    used = name_cost = 0
    for row, cost in rows:
        name_cost = cost if row.position < 0 else name_cost
        if page and used + cost > budget:
            yield page
            page, used = [], name_cost if row.position >= 0 else 0
        page.append(row)
        used += cost
    yield page
