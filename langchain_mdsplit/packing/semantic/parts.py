"""Parts: chunks in the making, with the units that they hold."""

from collections.abc import Sequence
from typing import NamedTuple

from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.semantic.units import Unit


class Part(NamedTuple):
    """A chunk with the units it holds, as positions among those of the document.

    All pieces of a unit that is cut hold that unit.
    """

    chunk: PackedChunk
    units: range


def whole_part(units: Sequence[Unit], held: range) -> Part:
    """Return the part of whole units next to each other.

    Args:
        units: The units of the document.
        held: Which of them.
    """
    first, last = units[held[0]], units[held[-1]]
    chunk = PackedChunk(
        first.first,
        last.last,
        first.start,
        last.end,
        prefix=first.prefix,
        place=first.start,
    )
    return Part(chunk, held)
