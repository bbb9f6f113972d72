"""What of a path of headings fits above a chunk: half of it may be context.

Where headings would take more, the outermost are left out; what becomes of a heading
that alone is too long is an option.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, NoReturn

from langchain_mdsplit.errors import HeadingTooLongError
from langchain_mdsplit.markdown.syntax import ATX_MARKS
from langchain_mdsplit.measure import Measure
from langchain_mdsplit.packing.block_tree import BlockTree
from langchain_mdsplit.packing.cutting.costs import Costs
from langchain_mdsplit.packing.options import OnLongHeading
from langchain_mdsplit.shortening import short_repr
from langchain_mdsplit.text.graphemes import floor_grapheme
from langchain_mdsplit.tokens import TokenCounter


class _Part(NamedTuple):
    """What stands for a section in a context.

    Attributes:
        section: The section.
        text: The heading's line or title.
        is_long: Whether it alone is over half of the limit.
        is_full: Whether it is the heading in full.
    """

    section: int
    text: str
    is_long: bool
    is_full: bool


class HeadingFitter:
    """Chooses what of a path of headings may stand in a context; one per document.

    Args:
        tree: The document's blocks and sections.
        costs: The lengths of contexts.
        limit: The limit of a chunk, in the measure's unit.
        on_long_heading: What becomes of a heading that alone is over half of it.
        part: Returns what stands for a section.
        short_part: Returns what stands for it where that is too long; it is a shorter
            text, not the heading in full.
        render: Returns the context that some parts make.
    """

    def __init__(
        self,
        tree: BlockTree,
        costs: Costs,
        limit: int,
        *,
        on_long_heading: OnLongHeading,
        part: Callable[[int], str],
        short_part: Callable[[int], str] | None = None,
        render: Callable[[Sequence[str]], str],
    ) -> None:
        self._tree = tree
        self._costs = costs
        self._limit = limit
        self._most = limit // 2
        self._on_long_heading = on_long_heading
        self._full_part = part
        self._short_part = short_part
        self._render = render
        self._parts: dict[int, _Part] = {}

    def fit(self, path: Sequence[int]) -> tuple[list[str], frozenset[int]]:
        """Return the parts of a context and the sections that stand in it in full.

        Args:
            path: The sections whose headings should stand in it, outermost first.

        Returns:
            The parts, outermost first, and the sections.

        Raises:
            HeadingTooLongError: A heading alone is too long, and that is an error.
        """
        lines = list(map(self._full_part, path))
        if is_surely_within(self._render(lines), self._most, self._costs.measure):
            return lines, frozenset(path)
        parts = list(map(self._part, path))
        too_long = next((part for part in parts if part.is_long), None)
        if too_long and self._on_long_heading == "raise":
            self._raise(too_long)
        if self._on_long_heading == "drop":
            parts = [part for part in parts if not part.is_long]
        texts = [part.text for part in parts]
        while len(texts) > 1 and not self._is_within(self._render(texts)):
            del texts[0]
        parts = parts[len(parts) - len(texts) :]
        if len(parts) == 1 and parts[0].is_long:
            kept = self._truncated(texts[0])
            return [kept] if kept else [], frozenset()
        return texts, frozenset(part.section for part in parts if part.is_full)

    def _is_within(self, text: str) -> bool:
        """Whether a text is not over half of the limit."""
        is_sure = is_surely_within(text, self._most, self._costs.measure)
        return is_sure or self._costs.measured(text) <= self._most

    def is_long(self, section: int) -> bool:
        """Whether a heading alone is over half of the limit, its short part too."""
        return self._part(section).is_long

    def _part(self, section: int) -> _Part:
        """Return what stands for a section: its part, the short one if that is long."""
        if section not in self._parts:
            text = self._full_part(section)
            is_long, is_full = not self._is_within(text), True
            if is_long and self._short_part is not None:
                text, is_full = self._short_part(section), False
                is_long = not self._is_within(text)
            self._parts[section] = _Part(section, text, is_long, is_full)
        return self._parts[section]

    def _raise(self, part: _Part) -> NoReturn:
        """Raise the error about a heading that is too long."""
        block = self._tree.heading(part.section)
        length = self._costs.measured(part.text)
        msg = (
            f"Heading token count is too large. Heading token count: {length}, "
            f"allowed maximum: {self._most}, half of chunk_size={self._limit}; "
            "on_long_heading can be 'truncate' or 'drop'. "
            f"The heading {short_repr(block.title)} stands at position {block.start}"
        )
        raise HeadingTooLongError(msg)

    def _truncated(self, text: str) -> str:
        """Return what of a heading makes a context within half of the limit.

        Nothing at all where that is the heading's mark alone.
        """
        fits, over = 0, len(text)
        while over - fits > 1:
            middle = (fits + over) // 2
            if self._costs.measure(self._render([text[:middle]])) <= self._most:
                fits = middle
            else:
                over = middle
        kept = text[: floor_grapheme(text, fits)].rstrip()
        return kept if kept.strip(ATX_MARKS) else ""


def is_surely_within(text: str, most: int, measure: Measure) -> bool:
    """Whether a text is known to be within a length: a token has a byte at least."""
    if not isinstance(measure, TokenCounter) or len(text) > most:
        return False
    return text.isascii() or len(text.encode(errors="surrogatepass")) <= most
