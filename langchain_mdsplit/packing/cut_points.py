"""Where a block is best cut: between the nodes of its structure, else inside a leaf.

The best level wins, and of that level the furthest place. A place that leaves a piece
under a quarter full is passed over for a lower level when what follows it up to the
next such place would have to be torn anyway; between the outermost nodes of a block
(the items of a list) it never is.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import NamedTuple

from langchain_mdsplit.packing.frames import Frames
from langchain_mdsplit.packing.leaf_cuts import (
    Finder,
    LineCuts,
    ProseCuts,
    blanked_markers,
    follows_opener,
    leaf_levels,
)
from langchain_mdsplit.packing.lines import BlockLines
from langchain_mdsplit.packing.ruler import Ruler
from langchain_mdsplit.text.graphemes import ceil_grapheme, floor_grapheme
from langchain_mdsplit.text.sentences import checked_sentence_spans, sentence_spans

SentenceSplitter = Callable[[str], list[tuple[int, int]]]

_LEAST_FILL = 4  # a cut must fill this part of the room: a quarter
_ROWS = frozenset({"tableHead", "tableRow"})
_LINED = frozenset({"code", "html", "yaml", "toml", "math"})


class Window(NamedTuple):
    """Where the end of a piece is looked for.

    Attributes:
        start: Where the piece begins.
        after: Its first visible character: the end must be after it.
        content: The first that is no marker of a quote.
        until: About the furthest end.
        inner: The same for an end inside the leaf there, which may need closing.
        room: The length that a piece may have.
        torn: Whether the first grapheme cluster alone is known to be too long.
    """

    start: int
    after: int
    content: int
    until: int
    inner: int
    room: float
    torn: bool = False


class _Leaf(NamedTuple):
    """A leaf as far as its cuts go.

    Attributes:
        start: Where it begins.
        body_start: Where its content begins.
        least: The first place where it may be cut, after the marks of a code fence.
        until: The last place where it may be cut.
        end: Where it ends.
        levels: Its levels, best first.
        sequence: The level of its sentences, lines or rows.
        prose: Its text, if it is text.
    """

    start: int
    body_start: int
    least: int
    until: int
    end: int
    levels: tuple[Finder, ...]
    sequence: Finder
    prose: ProseCuts | None


class CutPoints:
    """The places at which one block may be cut."""

    def __init__(
        self,
        lines: BlockLines,
        frames: Frames,
        ruler: Ruler,
        sentence_splitter: SentenceSplitter | None,
    ) -> None:
        self._lines = lines
        self._frames = frames
        self._ruler = ruler
        self._split = sentence_splitter
        self._leaves: dict[int, _Leaf] = {}
        nodes = [
            node
            for node in lines.nesting.nodes
            if not node.first and node.kind not in _ROWS and node.start > lines.start
        ]
        self._places = [node.start for node in nodes]
        self._levels = [node.depth for node in nodes]
        self._outermost = min(self._levels, default=0)
        text = lines.source
        self._has_openers = any(
            text.find(mark, lines.start, lines.end) >= 0 for mark in ("!!!", "???", ":::")
        )

    def choose(self, window: Window) -> int:
        """Return the best place to cut in a window, the block's end if it is in it."""
        lines = self._lines
        until = lines.visible(window.until)
        if until >= lines.end:
            return lines.end
        leaf = self._leaf_at(window)
        passed = 0
        for place, following in self._options(window, until, leaf):
            if self._is_worth(place, following, window):
                return place
            passed = passed or place
        if passed and window.inner <= leaf.body_start:
            return passed
        return self._grapheme(window, leaf)

    def _is_worth(self, place: int, following: Finder | None, window: Window) -> bool:
        """Whether a place fills enough, or keeps whole what follows it."""
        filled = (place - window.start) * _LEAST_FILL >= window.until - window.start
        if filled or following is None:
            return True
        until = self._ruler.reach(place, window.room)
        if until >= self._lines.end:
            return True
        return following(place, until, window.room) is not None

    def _options(
        self, window: Window, until: int, leaf: _Leaf
    ) -> Iterator[tuple[int, Finder | None]]:
        """Yield the furthest place of each level, best first.

        With each comes the finder of the next place of its level; None for a level
        that always wins.
        """
        for place, level in self._structure(window.content, until):
            if level == self._outermost:
                yield place, None
            else:
                yield place, self._next_of_level(level)
        after = max(window.content, leaf.start)
        until = min(self._lines.visible(max(window.inner, after)), leaf.until)
        for find in leaf.levels:
            place = find(after, until, window.room) if after < until else None
            if place is not None:
                yield place, _or_end(find, leaf.end)

    def _structure(self, after: int, until: int) -> list[tuple[int, int]]:
        """Return places and levels, each further and of a worse level than the last."""
        found: list[tuple[int, int]] = []
        best = len(self._levels) + max(self._levels, default=0)
        index = bisect_right(self._places, until) - 1
        while index >= 0 and self._places[index] > after:
            level = self._levels[index]
            if level < best and self._is_allowed(self._places[index]):
                found.append((self._places[index], level))
                best = level
                if level == self._outermost:
                    break
            index -= 1
        found.reverse()
        return found

    def _is_allowed(self, place: int) -> bool:
        if not self._has_openers:
            return True
        return not follows_opener(self._lines, place)

    def _next_of_level(self, level: int) -> Finder:
        """Return the finder of a place as good as a level."""

        def find(after: int, until: int, _room: float) -> int | None:
            index = bisect_right(self._places, after)
            while index < len(self._places) and self._places[index] <= until:
                if self._levels[index] <= level:
                    return self._places[index]
                index += 1
            return None

        return find

    def _leaf_at(self, window: Window) -> _Leaf:
        """Return the leaf that a window ends in."""
        return self._leaf_ending(max(window.until, window.after + 1))

    def _leaf_ending(self, end: int) -> _Leaf:
        """Return the leaf that a stretch ends in."""
        index = self._lines.leaf(min(end, self._lines.end) - 1)
        if index not in self._leaves:
            self._leaves[index] = self._read_leaf(index)
        return self._leaves[index]

    def _read_leaf(self, index: int) -> _Leaf:
        """Read the cuts of a leaf, or of text that is in none."""
        lines = self._lines
        start, end = lines.start, lines.end
        if index < 0:
            cuts = LineCuts(lines, start, quoted=False)
            return _Leaf(start, start, start, end, end, (cuts.line, cuts.word), cuts.line, None)
        node = lines.nesting.nodes[index]
        chain = lines.containers(index, node.start + 1) or [node]
        quoted = any(part.kind == "blockquote" for part in chain)
        start, end = node.start, lines.trimmed(node.start, node.end)
        body_start, least, until = start, start, end
        fence = self._frames.fence(index)
        if fence is not None:
            body_start = fence.body_start
            if fence.required:
                least = 1 + lines.content(lines.visible(fence.info_start))
            until = lines.trimmed(start, fence.body_end) - 1
        elif node.kind == "table":
            body_start = self._frames.header(index)[1]
        cuts = LineCuts(lines, lines.visible(body_start), quoted=quoted)
        prose = ProseCuts(
            lines,
            self._ruler,
            (start, end),
            lambda: self._sentences(start, end, quoted=quoted),
            is_paragraph=node.kind == "paragraph",
        )
        in_quote = chain[-1].kind == "blockquote"
        levels = leaf_levels(node, cuts, prose, in_quote=in_quote)
        is_text = node.kind not in _LINED
        has_lines = node.kind in {"table", *_LINED}
        return _Leaf(
            start,
            body_start,
            least,
            until,
            end,
            levels,
            cuts.line if has_lines else prose.sentence,
            prose if is_text else None,
        )

    def units(self, after: int, until: int) -> list[int]:
        """Return the places in a stretch that begin a block, sentence, line or row."""
        first = bisect_right(self._places, after)
        last = bisect_right(self._places, until - 1)
        found = self._places[first:last]
        leaf = self._leaf_ending(until)
        begin = max(after, leaf.start)
        find = leaf.sequence
        place = find(begin, until - 1, 0) if begin < until else None
        while place is not None:
            found.append(place)
            place = find(begin, place - 1, 0)
        return sorted(found)

    def _sentences(self, start: int, end: int, *, quoted: bool) -> list[int]:
        """Return where the sentences of a leaf begin."""
        text = self._lines.source[start:end]
        if quoted:
            text = blanked_markers(text)
        spans = (
            sentence_spans(text)
            if self._split is None
            else checked_sentence_spans(text, self._split)
        )
        return [start + first for first, _ in spans[1:]]

    def _grapheme(self, window: Window, leaf: _Leaf) -> int:
        """Return the furthest place between grapheme clusters."""
        source, after = self._lines.source, window.after
        until = max(after + 1, leaf.least, min(window.inner, self._lines.end))
        if after < leaf.until < until:
            until = leaf.until
        place = floor_grapheme(source, until, after)
        if place > after:
            prose = leaf.prose
            return prose.outside_atom(after, place, window.room) if prose else place
        return until if window.torn else ceil_grapheme(source, after + 1, after)


def _or_end(find: Finder, end: int) -> Finder:
    """Return a finder that takes the end of its leaf for a place as well."""

    def found(after: int, until: int, room: float) -> int | None:
        return end if end <= until else find(after, until, room)

    return found
