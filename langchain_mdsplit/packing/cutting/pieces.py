"""Pieces of a cut block, and what is known of a piece before it is cut."""

from typing import NamedTuple

from langchain_mdsplit.packing.cutting.frames import Choice, Frame


class Piece(NamedTuple):
    """One piece of a block.

    Its text is context + prefix + `source[start:end]` + suffix.

    Attributes:
        start: Where its slice of the source begins, a code point index.
        end: Where it ends.
        prefix: Added context before the slice: enclosing markers, the opening line of
            a fence, the header of a table.
        suffix: Added after it: the closing line of a fence.
        overlap: How many code points at its start the piece before holds too.
        length: The measured length of its text, the context included; of a piece that
            is only planned the estimated length, without it.
    """

    start: int
    end: int
    prefix: str
    suffix: str
    overlap: int
    length: int


class Allowance(NamedTuple):
    """How long a piece may be.

    Attributes:
        limit: The length that the whole chunk may have, in the measure's unit.
        room: What is left of it for the piece, by estimate.
    """

    limit: int
    room: float


class PieceStart(NamedTuple):
    """A way to begin a piece: what stands before it and how long it may be.

    Attributes:
        frame: Where its slice begins, and what may stand before that.
        own: Where its own text begins, after what it repeats.
        after: Its first own visible character, which it must hold.
        content: The first of them that is no marker of a quote.
        limit: The length that it may have, with or without the context.
        context: What stands before it; None for a piece that is planned, and whose
            length, which is estimated, is that of prefix, slice and suffix.
        prefix: What is added before its slice.
        room: The length its slice may have, by estimate.
        row_room: The same if it began with a table's row, not inside of one.
        choice: Which parts of the frame are used.
        overlap: How many code points it repeats.
    """

    frame: Frame
    own: int
    after: int
    content: int
    limit: float
    context: str | None
    prefix: str
    room: float
    row_room: float
    choice: Choice
    overlap: int

    @property
    def is_estimated(self) -> bool:
        """Whether the piece is planned: its first good end by estimate is final."""
        return self.context is None


class TooSmall(NamedTuple):
    """That no piece fits: the length of the smallest one."""

    smallest: int


class PieceEnd(NamedTuple):
    """The end of a piece, tried out.

    Attributes:
        end: Where its slice ends.
        suffix: What is added after it.
        length: The length of the piece, measured or estimated as its start asks for.
    """

    end: int
    suffix: str
    length: float
