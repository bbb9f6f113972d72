"""Cuts in raw HTML: after rows and other blocks, items, cells; lines, breaks, words.

They are looked for in the source, as what stands there may be a part of a document or
wrong. What is shown or run as it is written is left to the cuts between lines.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from langchain_mdsplit.markdown.syntax import FENCE_MARKS
from langchain_mdsplit.packing.cutting.block_starts import may_begin_block
from langchain_mdsplit.packing.cutting.line_cuts import (
    WORD,
    Finder,
    LineCuts,
    is_grapheme_start,
    matches_backwards,
)
from langchain_mdsplit.packing.cutting.lines import BlockLines

BLOCK, ITEM, CELL, BREAK = _RANKS = range(4)
_RANK_OF: Mapping[str, int | None] = {
    "block": BLOCK,
    "item": ITEM,
    "verbatim": ITEM,
    "cell": CELL,
    "break": BREAK,
    "title": None,  # it goes with what follows it
}
_END = re.compile(
    r"""
    < (?:
      /(?:
        (?P<block>tr|table|thead|tbody|tfoot|[uod]l|div|section|article|details)
        | (?P<item>li|p|dd|blockquote|pre|figure)
        | (?P<cell>t[dh]|option)
        | (?P<title>h[1-6]|dt|summary|caption)
        | (?P<inline>[a-z][^\s<>]*+)
      )\s*+>
      | (?P<break>br\s*+/?)>
      | (?P<comment>!--).*?(?:-->|\Z)
      | (?P<verbatim>pre|script|style|textarea)(?=[\s/>])
        .*?(?:</(?P=verbatim)\s*+>|\Z)
    )
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_TAG = re.compile(
    r"""<[/a-z][^<>"']*+(?:(?:"[^"<]*+"|'[^'<]*+')[^<>"']*+)*+>""", re.IGNORECASE
)
_BLANKS = re.compile(r"\s*+")
_QUOTED_BLANKS = re.compile(r"[ \t]*+(?:[\r\n][\s>]*+)?+")
_WORD = re.compile(rf"(?<=>)\S|{WORD.pattern}")
_END_TAG = "</"
_COMMENT_START, _COMMENT_END = "<!--", "-->"
_MOST_COMMENT = 1000  # characters after a place in which a comment may end


class _Tag(NamedTuple):
    """A tag, a comment, or a "<" that begins neither.

    Attributes:
        start: Where it begins, or -1.
        end: Where it ends; its start if it is none.
        leads: Whether it opens what follows it.
    """

    start: int
    end: int
    leads: bool = False


class HtmlCuts:
    """Cuts in one leaf of raw HTML.

    Args:
        lines: The block it is in.
        start: Where it begins.
        end: Where its text ends.
        cuts: The cuts between its lines.
        quoted: Whether it stands in a quote, whose markers its lines begin with.
    """

    def __init__(
        self,
        lines: BlockLines,
        start: int,
        end: int,
        *,
        cuts: LineCuts,
        quoted: bool,
    ) -> None:
        self._lines = lines
        self._cuts = cuts
        self._start = start
        self._end = end
        self._blanks = _QUOTED_BLANKS if quoted else _BLANKS

    @property
    def levels(self) -> tuple[Finder, ...]:
        """What finds a place to cut, for the best places first."""
        blocks, items, cells, breaks = map(self._after_end, _RANKS)
        return blocks, items, cells, self.line, breaks, self._word

    def _after_end(self, rank: int) -> Finder:
        """Return what finds the furthest place after an end tag.

        Args:
            rank: Of which rank the tag is at worst: `BLOCK`, `ITEM`, `CELL` or `BREAK`.
        """

        def find(after: int, until: int, room: float) -> int | None:
            del room
            return _furthest(self._places[rank], after, until)

        return find

    def line(self, after: int, until: int, room: float) -> int | None:
        """Return the furthest start of a line, not in a tag or after an opening one."""
        place = self._cuts.line(after, until, room)
        while place is not None:
            tag = self._tag_before(place, after)
            if place >= tag.end and not self._is_led(tag, place):
                return place
            place = self._cuts.line(after, min(tag.start, place - 1), room)
        return None

    def _word(self, after: int, until: int, room: float) -> int | None:  # noqa: ARG002
        """Return the furthest start of a word, or end of a tag.

        What is inside a tag, or would be no text at the start of a piece, is taken only
        where there is nothing else.
        """
        source, second = self._lines.source, None
        tag = _Tag(until + 1, until + 1)
        for place in matches_backwards(_WORD, source, after, until):
            if place <= tag.start:
                tag = self._tag_before(place, after)
            is_good = self._is_good(place, tag)
            if not is_good and (second or source.startswith(FENCE_MARKS, place)):
                continue
            if is_grapheme_start(source, place, after):
                if is_good:
                    return place
                second = place
        return second

    @cached_property
    def _places(self) -> tuple[Sequence[int], ...]:
        """Where the next piece may begin, of each rank and of those before it.

        A comment or an end tag of another kind is as good as the end tag directly
        before it. What is before an end tag is no place: that goes with what it ends.
        """
        source, end = self._lines.source, self._end
        places = tuple(array("q") for _ in _RANKS)
        rank, following = None, self._start
        for found in _END.finditer(source, self._start, end):
            is_next = found.start() == following
            rank = _RANK_OF.get(found.lastgroup or "", rank if is_next else None)
            following = self._after_blanks(found.end())
            if rank is None or following >= end:
                continue
            if self._may_be_first(following):
                place = self._line_or(following, found.end())
                for of_rank in places[rank:]:
                    of_rank.append(place)
        return places

    def _may_be_first(self, position: int) -> bool:
        """Whether a piece may begin with what stands after an end tag."""
        source = self._lines.source
        if source.startswith(_END_TAG, position) or not self._stays(position):
            return False
        return is_grapheme_start(source, position, position - 1)

    def _after_blanks(self, position: int) -> int:
        """Return the first character after white space and markers of quotes."""
        blanks = self._blanks.match(self._lines.source, position, self._end)
        return blanks.end() if blanks else position

    def _line_or(self, position: int, after: int) -> int:
        """Return where the line of a position begins, the position if that is before.

        Args:
            position: A position.
            after: What the line must not begin before.
        """
        start = self._lines.starts[self._lines.line_of(position)]
        return start if start >= after else position

    def _stays(self, position: int) -> bool:
        """Whether what stands at a position is no other kind of block on its own."""
        source = self._lines.source
        return source[position] == "<" or not may_begin_block(source, position)

    def _is_good(self, position: int, tag: _Tag) -> bool:
        """Whether a word's start is outside of tags and stays what it is.

        An opening tag goes with the text that follows it.

        Args:
            position: The start.
            tag: The last tag that begins before it.
        """
        source = self._lines.source
        if position < tag.end or not self._stays(position):
            return False
        if source[position - 1] != ">":
            return True
        if position == tag.end:
            return not tag.leads or source[position] == "<"
        return source.endswith(_COMMENT_END, 0, position)

    def _is_led(self, tag: _Tag, position: int) -> bool:
        """Whether only white space stands between an opening tag and a position."""
        return tag.leads and self._after_blanks(tag.end) >= position

    def _tag_before(self, position: int, after: int) -> _Tag:
        """Return the last tag that begins before a position, not before another one."""
        source = self._lines.source
        start = source.rfind("<", after, position)
        if start >= 0 and source.startswith(_COMMENT_START, start):
            furthest = min(position + _MOST_COMMENT, self._end)
            end = source.find(_COMMENT_END, start, furthest)
            return _Tag(start, end + len(_COMMENT_END) if end >= 0 else start)
        found = _TAG.match(source, start, self._end) if start >= 0 else None
        if found is None:
            return _Tag(start, start)
        leads = source[start + 1] != "/" and source[found.end() - 2] != "/"
        return _Tag(start, found.end(), leads)


def _furthest(places: Sequence[int], after: int, until: int) -> int | None:
    """Return the last of some places that is after a position, up to another."""
    index = bisect_right(places, until) - 1
    return places[index] if index >= 0 and places[index] > after else None
