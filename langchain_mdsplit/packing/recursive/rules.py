"""What recursive splitting is told, and the shapes that its steps hand on."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

Cut: TypeAlias = tuple[int, int, str]
"""Where a chunk's pieces begin and end in the source, and the chunk's text."""


@dataclass(slots=True)
class Cuts:
    """The chunks of a text, in lists: tuples would keep the garbage collector busy.

    Attributes:
        starts: Where the pieces that each was joined from begin in the source.
        ends: Where they end; nothing is stripped of these spans.
        texts: The chunks' texts.
        are_slices: Whether each text is known to be the slice of its span, less white
            space around it.
    """

    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    are_slices: bool = False

    def add(self, start: int, end: int, text: str) -> None:
        """Add a chunk.

        Args:
            start: Where its pieces begin in the source, a code point index.
            end: Where they end.
            text: Its text.
        """
        self.starts.append(start)
        self.ends.append(end)
        self.texts.append(text)


class Segment(NamedTuple):
    """A part of a text that is still to be split.

    Attributes:
        text: The text.
        start: Where the part begins, a code point index.
        end: Where it ends.
        first: The position of the first separator to try.
        hull: Where the text comes from in the source, of one that is no slice of it.
    """

    text: str
    start: int
    end: int
    first: int
    hull: tuple[int, int] | None = None

    @property
    def content(self) -> str:
        """The part itself."""
        return self.text[self.start : self.end]

    def cut(self, start: int, end: int, content: str) -> Cut:
        """Return a cut of this part.

        Args:
            start: Where its pieces begin in the text, a code point index.
            end: Where they end.
            content: The chunk's text.

        Returns:
            The cut, with its span in the source.
        """
        return (start, end, content) if self.hull is None else (*self.hull, content)


Item: TypeAlias = Cut | Segment
"""What becomes of a part of a text: a chunk, or something to split further."""


class Separator(NamedTuple):
    """One of the separators.

    Attributes:
        text: The text or the regular expression; empty for everywhere.
        is_literal: Whether it stands for itself.
        next: The position of the first separator to split its pieces at; None where
            they stay as they are.
        pattern: The regular expression, if it is one that can be compiled.
    """

    text: str
    is_literal: bool
    next: int | None
    pattern: re.Pattern[str] | None = None

    def search(self, content: str) -> bool:
        """Whether a regular expression is found in a text.

        Args:
            content: The text.

        Returns:
            Whether it is.

        Raises:
            re.error: It is no regular expression.
        """
        pattern = self.pattern or re.compile(self.text)
        return pattern.search(content) is not None


class RecursiveRules(NamedTuple):
    """The rules of one recursive splitting.

    Lengths are usually integers, but whatever can be added and compared will do. A
    named tuple, as one is made for each text.

    Attributes:
        separators: Where to split, in the order of preference.
        size: Pieces of this length or more are split further; no chunk that is merged
            from others is over it.
        overlap: How much of a chunk the next may repeat.
        keep: Whether a separator stays at the start or the end of a piece, or stands
            only between pieces that are merged.
        length: The length of a text.
        count_many: The lengths of many texts, where there is a faster way.
        strip: Whether white space around chunks is left out.
        graphemes: Whether no cut may be inside a grapheme cluster.
        report: Is told the length of a merged chunk that is over the size: lengths of
            separators may bring that about.
    """

    separators: Sequence[Separator]
    size: Any
    overlap: Any
    keep: Literal["start", "end"] | None = "start"
    length: Callable[[str], Any] = len
    count_many: Callable[[Sequence[str]], list[Any]] | None = None
    strip: bool = True
    graphemes: bool = False
    report: Callable[[Any], None] | None = None

    @property
    def in_characters(self) -> bool:
        """Whether lengths are code points and limits are integers."""
        return self.length is len and self.has_integer_limits

    @property
    def has_integer_limits(self) -> bool:
        """Whether limits are integers."""
        return type(self.size) is int and type(self.overlap) is int

    def count_all(self, texts: list[str]) -> list[Any]:
        """Return the lengths of texts.

        Args:
            texts: Any texts.

        Returns:
            Their lengths in order.
        """
        if self.count_many is None:
            return list(map(self.length, texts))
        # Most words of a text are in it more than once.
        unique = list(dict.fromkeys(texts))
        lengths = self.count_many(unique)
        if len(unique) == len(texts):
            return lengths
        return list(map(dict(zip(unique, lengths, strict=True)).__getitem__, texts))
