"""Units: what is embedded, a sentence, an item's text, a heading, a fence, a table."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from langchain_mdsplit.markdown.blocks import Block
from langchain_mdsplit.measure import Measure
from langchain_mdsplit.packing.block_tree import BlockTree
from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.cutting.costs import Costs
from langchain_mdsplit.packing.cutting.cutter import Cutter, read_cutter
from langchain_mdsplit.packing.lengths.ruler import Ruler
from langchain_mdsplit.packing.semantic.admonitions import body_starts, opens_body
from langchain_mdsplit.packing.semantic.long_lines import long_line_starts
from langchain_mdsplit.packing.semantic.plain_sentences import plain_sentence_starts
from langchain_mdsplit.text.sentence_splitter import SentenceSplitter

_WITH_TEXT = frozenset({"paragraph", "list", "blockquote", "footnoteDefinition"})


class Unit(NamedTuple):
    """A stretch of the source that is embedded as one.

    Attributes:
        start: Where its slice begins, a code point index.
        end: Where it ends.
        first: The block it begins in.
        last: The block it ends in.
        prefix: What a chunk that begins with it needs before it: enclosing markers.
        is_inside: Whether it begins inside of its block.
        begins: Whether it begins a group in any case: a run of headings does.
        joins: Whether it is in the group of the unit before it in any case.
        is_apart: Whether a line or block ends between it and the unit before.
    """

    start: int
    end: int
    first: int
    last: int
    prefix: str = ""
    is_inside: bool = False
    begins: bool = False
    joins: bool = False
    is_apart: bool = False


class UnitReader:
    """Reads the units of one document; for one thread.

    Args:
        tree: The document's blocks and sections.
        measure: Measures the markers that are added before units.
        limit: The limit of a chunk, in the measure's unit.
        sentence_splitter: Finds sentences in place of `sentence_spans`.
    """

    def __init__(
        self,
        tree: BlockTree,
        measure: Measure,
        limit: int,
        sentence_splitter: SentenceSplitter | None,
    ) -> None:
        self._tree = tree
        self._limit = limit
        self._sentence_splitter = sentence_splitter
        self._costs = Costs(measure, 0)

    def read(self, first: int) -> list[Unit]:
        """Return the units of all blocks from one on, in order."""
        units: list[Unit] = []
        blocks = self._tree.blocks
        for block in range(first, len(blocks)):
            found = self._units_of(block)
            if block > first and self._tree.keeps_with_next(block - 1):
                if blocks[block - 1].kind != "heading":
                    units[-1] = _united(units[-1], next(found))
                else:
                    units.append(next(found)._replace(joins=True))
            elif self._tree.begins_section(block):
                heading = next(found)
                is_first = block == first or not self._tree.begins_section(block - 1)
                units.append(heading._replace(begins=is_first, joins=not is_first))
            elif block > first and self._goes_with_last(block, units[-1]):
                units.append(next(found)._replace(joins=True))
            units += found
        return [units[0], *map(self._placed, pairwise(units))] if units else []

    def _goes_with_last(self, block: int, last: Unit) -> bool:
        """Whether the last unit introduces a block, or the block closes what it is in.

        What is introduced introduces nothing itself: lines that all do so are no group.
        """
        tree, before = self._tree, block - 1
        return not last.joins and (
            tree.is_closed_by_next(before)
            or tree.introduces_next(before)
            or tree.ends_introducing(before)
        )

    def _placed(self, neighbours: tuple[Unit, Unit]) -> Unit:
        """Return the second of two units with whether it is apart from the first."""
        before, unit = neighbours
        is_near = not ends_between(self._tree.source, before, unit)
        return unit if is_near else unit._replace(is_apart=True)

    def _units_of(self, index: int) -> Iterator[Unit]:
        """Yield the units of a block."""
        tree = self._tree
        block, last_end = tree.blocks[index], tree.end_of(index)
        plain = None
        if self._sentence_splitter is None:
            plain = plain_sentence_starts(tree.source, block)
        if plain is not None:
            lines = long_line_starts(tree.source, block.start, block.end)
            yield from self._plain_units(index, sorted({*plain, *lines}))
            return
        prefix = tree.indentation(index)
        cutter, starts = None, list[int]()
        if block.kind in _WITH_TEXT:
            cutter = self._cutter(tree.source, block)
            starts = _part_starts(cutter)
        elif block.kind == "code" and self._is_admonition_body(index):
            cutter = self._cutter(tree.source, block)
            starts = body_starts(tree.source, block, self._inner_starts)
        if cutter is None or not starts:
            yield Unit(block.start, last_end, index, index, prefix)
            return
        start, is_inside = block.start, False
        for place in sorted({*starts, block.end}):
            if place <= start:
                continue
            is_last = place >= block.end
            end = last_end if is_last else self._end(cutter, start, place)
            if end <= start:  # white space of Unicode that is text to Markdown
                continue
            yield Unit(start, end, index, index, prefix, is_inside=is_inside)
            if not is_last:
                start, prefix = cutter.opening(end, self._limit)
                is_inside = True

    def _plain_units(self, index: int, starts: list[int]) -> Iterator[Unit]:
        """Yield the units of a paragraph by where they begin but for the first."""
        source, block = self._tree.source, self._tree.blocks[index]
        start = block.start
        for place in starts:
            text = source[start:place].rstrip()
            if text:
                is_inside = start > block.start
                end = start + len(text)
                yield Unit(start, end, index, index, is_inside=is_inside)
                start = place
        is_inside, end = start > block.start, self._tree.end_of(index)
        yield Unit(start, end, index, index, is_inside=is_inside)

    def _end(self, cutter: Cutter, start: int, place: int) -> int:
        """Return where a unit ends before the place that begins the next."""
        lines = cutter.lines
        following = cutter.frames.at(place, start + 1).start
        return lines.trimmed(start, min(following, place))

    def _is_admonition_body(self, index: int) -> bool:
        """Whether a block of code belongs to the admonition before it."""
        source, blocks = self._tree.source, self._tree.blocks
        before = blocks[index - 1]
        if not index or before.kind != "paragraph":
            return False
        if source.startswith(("`", "~"), blocks[index].start):
            return False
        is_after_opening = self._tree.keeps_with_next(index - 1)
        return is_after_opening or opens_body(source[before.start : before.end])

    def _inner_starts(self, text: str, block: Block) -> list[int]:
        """Return where the parts of a block in a body begin, the first left out."""
        if block.kind not in _WITH_TEXT:
            return []
        return sorted(_part_starts(self._cutter(text, block)))

    def _cutter(self, source: str, block: Block) -> Cutter:
        """Return what knows where a block may be cut."""
        ruler = Ruler([block.start, block.end], [0])  # whatever fits may not be torn
        return read_cutter(
            source,
            block,
            self._sentence_splitter,
            ruler=ruler,
            costs=self._costs,
        )


def _part_starts(cutter: Cutter) -> list[int]:
    """Return where the sentences, items and leaves of a block begin but the first."""
    starts = [*cutter.points.places.boundaries(), *cutter.leaves.sentence_starts()]
    lines = cutter.lines
    if lines.nesting.kinds == ["paragraph"]:
        prose = cutter.leaves.ending(lines.end).prose
        if prose is not None:
            ends = long_line_starts(lines.source, lines.start, lines.end)
            starts += prose.accepted(ends)
    return starts


def ends_between(
    source: str, before: Unit | PackedChunk, after: Unit | PackedChunk
) -> bool:
    """Return whether a line or block ends between two stretches of a text."""
    if after.first > before.last:
        return True
    between = source[before.end : after.start]
    return "\n" in between or "\r" in between


def _united(unit: Unit, following: Unit) -> Unit:
    """Return two units as one."""
    return unit._replace(end=following.end, last=following.last)
