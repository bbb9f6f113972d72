"""Stretches of a text without a place to cut, each looked through only once."""


class BarrenStretches:
    """The last stretch without a place, of each level of cuts.

    Example:
        >>> barren = BarrenStretches()
        >>> barren.note("word", 10, 50)
        >>> barren.before("word", 40), barren.before("word", 60)
        (10, 60)
    """

    def __init__(self) -> None:
        self._of_level: dict[str, tuple[int, int]] = {}

    def before(self, level: str, until: int) -> int:
        """Return the furthest position, up to one, where a place of a level may be."""
        low, high = self._of_level.get(level, (0, 0))
        return low if low < until <= high else until

    def note(self, level: str, after: int, until: int) -> None:
        """Note that there is no place of a level after one position up to another."""
        low, high = self._of_level.get(level, (0, 0))
        if low <= until and after <= high:
            after, until = min(after, low), max(until, high)
        self._of_level[level] = (after, until)
