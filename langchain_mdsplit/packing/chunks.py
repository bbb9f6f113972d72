"""Chunks of a packed document: which stretch of the source, with what around it."""

from typing import NamedTuple


class PackedChunk(NamedTuple):
    """One chunk: its text is context + prefix + `source[start:end]` + suffix.

    Attributes:
        first: The block that its slice begins in.
        last: The block that its slice ends in.
        start: Where its slice begins, a code point index.
        end: Where it ends.
        context: The headings it stands under.
        prefix: What a slice that begins inside a block needs before it: enclosing
            markers, the opening line of a fence, the header of a table.
        suffix: What it needs after it: the closing line of a fence.
        overlap: How many code points at its start the chunk before also holds.
        place: Where it was to begin when it was planned: what its budget goes by.
    """

    first: int
    last: int
    start: int
    end: int
    context: str = ""
    prefix: str = ""
    suffix: str = ""
    overlap: int = 0
    place: int = 0

    @property
    def own_start(self) -> int:
        """Where the text begins that the chunk before does not hold."""
        return self.start + self.overlap

    @property
    def content_offset(self) -> int:
        """Where its slice begins in its text."""
        return len(self.context) + len(self.prefix)

    def text(self, source: str) -> str:
        """Return its text."""
        slice_ = source[self.start : self.end]
        return f"{self.context}{self.prefix}{slice_}{self.suffix}"
