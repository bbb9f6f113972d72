"""Documents read as far as grouping needs them, all lengths in characters."""

from collections.abc import Sequence
from itertools import pairwise

from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.packing.semantic.oversized import Part
from langchain_mdsplit.packing.semantic.units import Unit, UnitReader
from langchain_mdsplit.text.sentence_splitter import SentenceSplitter
from tests.packing.cutting.cut_pieces import CHARACTERS
from tests.packing.test_block_tree import outline_of

NO_LIMIT = 2**62


def units_of(source: str, splitter: SentenceSplitter | None = None) -> list[Unit]:
    """Return the units of a document, those of its front matter left out."""
    first = int(parse_blocks(source).front_matter is not None)
    return UnitReader(outline_of(source), CHARACTERS, NO_LIMIT, splitter).read(first)


def texts_of(source: str) -> list[str]:
    return [source[unit.start : unit.end] for unit in units_of(source)]


def part_texts(source: str, parts: Sequence[Part]) -> list[str]:
    return [part.chunk.text(source) for part in parts]


def singly(source: str) -> list[range]:
    """Return groups of one unit, of more where units belong together."""
    units = units_of(source)
    starts = [at for at, unit in enumerate(units) if not unit.joins]
    return [range(*pair) for pair in pairwise([*starts, len(units)])]
