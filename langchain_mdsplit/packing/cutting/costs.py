"""The lengths of what is added around pieces, each text measured once."""

import sys

from langchain_mdsplit.measure import Measure
from langchain_mdsplit.packing.cutting.markers import empty_cells

_MOST_COSTS = 1024  # lengths of added text that are remembered


class Costs:
    """Lengths of added texts; for one thread, as it remembers them.

    Args:
        measure: Measures texts.
        empty: The length of the empty text, which is no part of what a text adds.

    Attributes:
        measure: What measures texts.
    """

    def __init__(self, measure: Measure, empty: int) -> None:
        self.measure = measure
        self._empty = empty
        self._known: dict[str, int] = {}
        self._too_many = self._too_long = sys.maxsize  # cells, and their length

    def of(self, text: str) -> int:
        """Return the length that a text around many pieces adds to each."""
        return max(0, self.measured(text) - self._empty) if text else 0

    def measured(self, text: str) -> int:
        """Return the length of a text that stands around many pieces."""
        length = self._known.get(text)
        if length is None:
            if len(self._known) >= _MOST_COSTS:
                self._known.clear()
            length = self._known[text] = self.measure(text)
        return length

    def holds_cells(self, count: int, limit: int) -> bool:
        """Whether `count` empty cells of a table on their own are within a limit."""
        if count < self._too_many or limit >= self._too_long:
            length = self.measure(empty_cells(count))
            if length > limit:
                self._too_many, self._too_long = count, length
            return length <= limit
        return False
