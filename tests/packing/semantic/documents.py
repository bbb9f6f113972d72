"""Documents read as far as grouping needs them, all lengths in characters."""

from collections.abc import Sequence

from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.markdown.sections import read_sections
from langchain_mdsplit.packing.chunk_lengths import ChunkLengths
from langchain_mdsplit.packing.lengths.ruler import Ruler
from langchain_mdsplit.packing.outline import Outline, read_outline
from langchain_mdsplit.packing.semantic.parts import Part
from langchain_mdsplit.packing.semantic.units import Unit, UnitReader
from langchain_mdsplit.text.sentence_splitter import SentenceSplitter
from tests.packing.cutting.cut_pieces import CHARACTERS

NO_LIMIT = 2**62


def outline_of(source: str) -> Outline:
    blocks = parse_blocks(source).blocks
    return read_outline(source, blocks, read_sections(blocks))


def units_of(source: str, splitter: SentenceSplitter | None = None) -> list[Unit]:
    """Return the units of a document, those of its front matter left out."""
    first = int(parse_blocks(source).front_matter is not None)
    return UnitReader(outline_of(source), CHARACTERS, NO_LIMIT, splitter).read(first)


def texts_of(source: str) -> list[str]:
    return [source[unit.start : unit.end] for unit in units_of(source)]


def lengths_of(source: str) -> ChunkLengths:
    ruler = Ruler(range(len(source) + 1), [1] * len(source))
    return ChunkLengths(source, ruler, CHARACTERS)


def part_texts(source: str, parts: Sequence[Part]) -> list[str]:
    return [part.chunk.text(source) for part in parts]
