"""Quality of chunks: their sizes and faults, for one text or many."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from math import ceil
from operator import attrgetter

from langchain_core.documents import Document

from langchain_mdsplit.cli.coverage import count_lost_characters
from langchain_mdsplit.cli.faults import (
    count_bare_headings,
    has_headless_rows,
    has_open_fence,
    has_true_offsets,
)
from langchain_mdsplit.measure import Measure

SHORT = 64  # tokens; a shorter chunk says little on its own
_QUARTER = 4


@dataclass(frozen=True, slots=True)
class Quality:
    """Sizes and faults of the chunks of one text, or of several.

    Attributes:
        limit: The most a chunk may measure (tokens); None for no limit.
        characters: How long the sources are (code points).
        lengths: The lengths of the chunks, context included (tokens).
        open_fences: How many chunks have a fence that nothing closes.
        rows_without_header: How many have table rows and no header above them.
        bare_headings: How many end with a heading whose body follows and would have
            fitted.
        wrong_offsets: How many have offsets that do not lead to their text.
        lost_characters: How many characters of the sources, white space aside, are in
            no chunk.
    """

    limit: int | None
    characters: int
    lengths: tuple[int, ...]
    open_fences: int
    rows_without_header: int
    bare_headings: int
    wrong_offsets: int
    lost_characters: int

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return len(self.lengths)

    @property
    def tokens(self) -> int:
        """The length of all chunks together."""
        return sum(self.lengths)

    @property
    def mean(self) -> float:
        """The mean length of a chunk; 0 without chunks."""
        return self.tokens / len(self.lengths) if self.lengths else 0.0

    @property
    def fill(self) -> float | None:
        """The mean length as a part of the limit; None without one."""
        return None if self.limit is None else self.mean / self.limit

    @property
    def over_limit(self) -> int | None:
        """How many chunks are over the limit; None without one."""
        if self.limit is None:
            return None
        return sum(length > self.limit for length in self.lengths)

    @property
    def short(self) -> float:
        """The part of the chunks that is under `SHORT` tokens."""
        return self._part_under(SHORT)

    @property
    def tiny(self) -> float:
        """The part that is under `SHORT` tokens and under a quarter of the limit."""
        if self.limit is None:
            return self.short
        return self._part_under(min(SHORT, self.limit / _QUARTER))

    def _part_under(self, bound: float) -> float:
        """Return the part of the chunks that is shorter than a bound."""
        if not self.lengths:
            return 0.0
        return sum(length < bound for length in self.lengths) / len(self.lengths)

    def percentile(self, percent: int) -> int:
        """Return the length that a percentage of the chunks does not exceed.

        Args:
            percent: 0 for the shortest chunk, 50 for the median, 100 for the longest.

        Returns:
            The length of one of the chunks (nearest rank); 0 without chunks.

        Example:
            >>> quality = Quality(10, 99, (9, 1, 5, 7), 0, 0, 0, 0, 0)
            >>> [quality.percentile(percent) for percent in (0, 50, 90, 100)]
            [1, 5, 9, 9]
        """
        if not self.lengths:
            return 0
        rank = ceil(percent / 100 * len(self.lengths))
        return sorted(self.lengths)[max(rank, 1) - 1]


def measure_quality(
    text: str, chunks: Sequence[Document], limit: int | None, measure: Measure
) -> Quality:
    """Measure the chunks of one text.

    Args:
        text: The text.
        chunks: Its chunks in order.
        limit: The limit they were split with (tokens); None for none.
        measure: The length of a text (tokens).

    Returns:
        Their sizes and faults.

    Example:
        >>> from langchain_mdsplit.tokens import TokenCounter
        >>> chunks = [Document(page_content="Boil it.", metadata={"start_index": 0})]
        >>> quality = measure_quality("Boil it. Wait.", chunks, 10, TokenCounter())
        >>> quality.lengths, quality.lost_characters, quality.wrong_offsets
        ((4,), 5, 0)
    """
    contents = [chunk.page_content for chunk in chunks]
    return Quality(
        limit=limit,
        characters=len(text),
        lengths=tuple(measure.count_many(contents)),
        open_fences=sum(map(has_open_fence, contents)),
        rows_without_header=sum(map(has_headless_rows, contents)),
        bare_headings=count_bare_headings(chunks, limit, measure),
        wrong_offsets=sum(not has_true_offsets(text, chunk) for chunk in chunks),
        lost_characters=count_lost_characters(text, chunks),
    )


def total_quality(qualities: Iterable[Quality], limit: int | None) -> Quality:
    """Add up what was measured of several texts.

    Args:
        qualities: The quality of each of them.
        limit: The limit of all of them (tokens); None for none.

    Returns:
        The quality of all.

    Example:
        >>> one = Quality(10, 99, (9, 1), 0, 0, 1, 0, 5)
        >>> total = total_quality([one, one], 10)
        >>> total.characters, total.lengths, total.bare_headings, total.lost_characters
        (198, (9, 1, 9, 1), 2, 10)
    """
    given = list(qualities)
    sums = {
        field.name: sum(map(attrgetter(field.name), given))
        for field in fields(Quality)
        if field.name not in {"limit", "lengths"}
    }
    lengths = tuple(length for quality in given for length in quality.lengths)
    return Quality(limit=limit, lengths=lengths, **sums)
