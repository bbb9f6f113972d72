"""Recursive splitting where lengths are characters: by searching, without pieces.

Where separators are kept, a chunk ends at the last separator within its size, and the
next one begins at the first separator within the overlap.
"""

from langchain_mdsplit.packing.recursive.merging import merge_pieces
from langchain_mdsplit.packing.recursive.pieces import split_segment
from langchain_mdsplit.packing.recursive.rules import (
    Cuts,
    RecursiveRules,
    Segment,
    Separator,
)
from langchain_mdsplit.packing.recursive.searching import ambiguous_run, searchable

_MOST_SEPARATORS = 100
"""Python's stack holds some ten times as many calls; there is one per separator."""


def can_search(rules: RecursiveRules) -> bool:
    """Tell whether a text can be cut without asking for lengths.

    Args:
        rules: How lengths are measured, and how many separators there are.

    Returns:
        Whether lengths are characters.
    """
    return (
        rules.in_characters
        and not rules.graphemes
        and rules.size > 0
        and len(rules.separators) <= _MOST_SEPARATORS
    )


def cut_by_characters(text: str, rules: RecursiveRules, first: int = 0) -> Cuts:
    r"""Split a text into chunks of at most so many characters.

    Args:
        text: Any text.
        rules: Such for which `can_search` holds.
        first: The position of the first separator to try.

    Returns:
        The chunks, as `split_recursively` returns them.

    Example:
        >>> from langchain_mdsplit.packing.recursive.separators import read_separators
        >>> separators = read_separators(["\n", " ", ""], is_regex=False)
        >>> rules = RecursiveRules(separators, size=7, overlap=3)
        >>> cut_by_characters("a bc def\ng", rules).texts
        ['a bc', 'bc def', 'g']
    """
    cutter = _Cutter(rules)
    cutter.cut(text, 0, first)
    return cutter.cuts


class _Cutter:
    """Cuts parts of a text and notes the chunks in order.

    Every part is cut as a text of its own, which begins at `base` in the source.
    """

    def __init__(self, rules: RecursiveRules) -> None:
        self._rules, self._separators = rules, rules.separators
        self._size, self._overlap, self._strip = rules.size, rules.overlap, rules.strip
        self.cuts = Cuts(are_slices=rules.keep is not None)

    def cut(self, text: str, base: int, first: int) -> None:
        """Cut a part at the first separator in it, of those from a position on."""
        for position in range(first, len(self._separators)):
            separator = self._separators[position]
            if not separator.text:
                return self._cut_anywhere(text, base)
            if separator.is_literal:
                if separator.text in text:
                    return self._cut_at(text, base, separator)
            elif separator.search(text):
                return self._cut_at(text, base, separator)
        return self._cut_at(text, base, self._separators[-1]._replace(next=None))

    def _cut_at(self, text: str, base: int, separator: Separator) -> None:
        """Cut a part at a separator."""
        if separator.is_literal and self._rules.keep is not None:
            self._cut_at_literal(text, base, separator)
        else:
            self._cut_pieces(text, base, separator)

    def _cut_anywhere(self, text: str, base: int) -> None:
        """Cut a part between any two characters."""
        size, length = self._size, len(text)
        if size == 1:
            self.cuts.starts.extend(range(base, base + length))
            self.cuts.ends.extend(range(base + 1, base + length + 1))
            self.cuts.texts.extend(text)
            return
        step = max(size - self._overlap, 1)
        for start in range(0, max(length - size, 0) + step, step):
            content = text[start : start + size]
            kept = content.strip() if self._strip else content
            if kept:
                self.cuts.add(base + start, base + start + len(content), kept)

    def _cut_pieces(self, text: str, base: int, separator: Separator) -> None:
        """Cut a part at the matches of a pattern, or where separators are not kept."""
        segment = Segment(text, 0, len(text), 0)
        pieces = split_segment(segment, separator, self._rules)
        lengths = list(map(len, pieces.texts))
        for item in merge_pieces(segment, separator, pieces, lengths, self._rules):
            if not isinstance(item, Segment):
                start, end, content = item
                self.cuts.add(base + start, base + end, content)
            elif item.hull is None:
                self.cut(item.content, base + item.start, item.first)
            else:
                start, end = item.hull
                for content in cut_by_characters(
                    item.text, self._rules, item.first
                ).texts:
                    self.cuts.add(base + start, base + end, content)
        if not pieces.are_slices:
            self.cuts.are_slices = False

    def _cut_at_literal(self, text: str, base: int, separator: Separator) -> None:
        """Cut a part at a separator that stands for itself.

        A cut is where the separator begins or, `shift` characters later, ends.
        """
        strip, size, overlap, length = self._strip, self._size, self._overlap, len(text)
        what, doubt = separator.text, ambiguous_run(separator.text)
        where, what = (text, what) if doubt else searchable(text, what)
        shift = len(what) if self._rules.keep == "end" else 0
        reach = size + len(what) - shift
        # What stands before `stop` is cut. The last chunk stands from `start` to
        # `stop`; where these are equal, there is none that the next may overlap. The
        # next one begins at `floor` or later, so that its first piece fits.
        start = stop = floor = 0
        while stop < length:
            # Where does it begin? At the first cut within the overlap.
            begin = stop
            if overlap and start < stop:
                begin = least = max(start, floor, stop - overlap)
                if start < least < stop:
                    low = least - shift if least > shift else 0
                    begin = where.find(what, low) + shift
            # Where does it end? At the last cut within the size; if there is none, at
            # the first of all: its next piece is too long, or it begins too early.
            low = stop + 1 - shift if stop >= shift else 0
            fits, end = begin + size >= length, length
            if not fits:
                at = where.rfind(what, low, begin + reach)
                fits = at >= 0
                if not fits:
                    at = where.find(what, low)
                end = length if at < 0 else at + shift
            if doubt and (
                (fits and end - stop == size)
                or text.startswith(doubt, end - shift - 1)
                or text.startswith(doubt, begin - shift - 1)
            ):
                (where, what), doubt = searchable(text, what), ""
            elif not fits and end - stop < size:
                floor = end - size
            elif end - stop >= size and where.rfind(what, low, stop + reach - 1) < 0:
                # So long is a single piece; of just the size a chunk may have several.
                self._cut_long(text[stop:end], base + stop, separator)
                start, stop, floor = end, end, 0
            else:
                content = text[begin:end].strip() if strip else text[begin:end]
                if content:
                    self.cuts.starts.append(base + begin)
                    self.cuts.ends.append(base + end)
                    self.cuts.texts.append(content)
                start, stop, floor = begin, end, 0

    def _cut_long(self, text: str, base: int, separator: Separator) -> None:
        """Cut a piece that is not under the size, if there is a separator left."""
        if separator.next is None:
            self.cuts.add(base, base + len(text), text)
        else:
            self.cut(text, base, separator.next)
