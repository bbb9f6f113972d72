"""A piece of a cut block, and what is known of one before it is cut."""

from dataclasses import dataclass

from langchain_mdsplit.packing.frames import Choice, Frame


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a block.

    Its text is context + prefix + `source[start:end]` + suffix.

    Attributes:
        start: Where its slice of the source begins, a code point index.
        end: Where it ends.
        prefix: Added context before the slice: enclosing markers, the opening line of
            a fence, the header of a table.
        suffix: Added after it: the closing line of a fence.
        overlap: How many code points at its start the piece before holds too.
        length: The measured length of its text, the context included.
    """

    start: int
    end: int
    prefix: str
    suffix: str
    overlap: int
    length: int


@dataclass(frozen=True, slots=True)
class Task:
    """One piece to be cut: what stands before it and how long it may be.

    Attributes:
        frame: Where its slice begins, and what may stand before that.
        own: Where its own text begins, after what it repeats.
        after: Its first own visible character, which it must hold.
        content: The first of them that is no marker of a quote.
        limit: The length its text may have, in the measure's unit.
        before: What stands before its slice, context and prefix.
        prefix: The prefix alone.
        room: The length its slice may have, by estimate.
        choice: Which parts of the frame are used.
        overlap: How many code points it repeats.
    """

    frame: Frame
    own: int
    after: int
    content: int
    limit: int
    before: str
    prefix: str
    room: int
    choice: Choice
    overlap: int
