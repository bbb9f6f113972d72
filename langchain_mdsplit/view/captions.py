"""What the page says of one chunk: its label, place, size and neighbours in words."""

from dataclasses import dataclass

from langchain_mdsplit.markdown.heading_path import join_heading_path
from langchain_mdsplit.shortening import shorten
from langchain_mdsplit.view.layout import Card

_LONGEST = 300  # code points of a path or label: chunks of a section repeat them
_LONGEST_TITLE = 80
_SEPARATOR = " · "


@dataclass(frozen=True, slots=True)
class Captions:
    """Puts chunks into words.

    Attributes:
        count: How many chunks there are.
        chunk_size: The limit of a chunk, in `unit`; None for no limit.
        unit: What sizes are counted in, in the plural.
    """

    count: int
    chunk_size: int | None
    unit: str

    def size(self, card: Card) -> str:
        """Return a chunk's size, with a warning where it is over the limit."""
        tokens = card.chunk.token_count
        size = f"{tokens:,} {self.unit}"
        if self.chunk_size is None or tokens <= self.chunk_size:
            return size
        return f"{size}, over the limit of {self.chunk_size:,}"

    def head(self, card: Card) -> str:
        """Return the line above a chunk: label, kind, size, title."""
        chunk = card.chunk
        part = "" if chunk.part is None else f"part {chunk.part}"
        label = f"label {chunk.label}" if chunk.label else ""
        path = join_heading_path(chunk.headings)
        facts = (self.size(card), label, chunk.type or "", part, path)
        return _joined(*(shorten(fact, _LONGEST) for fact in facts))

    def info(self, card: Card) -> str:
        """Return all that is known of a chunk, in two or three lines."""
        chunk = card.chunk
        place = (
            f"Chunk {card.number:,} of {self.count:,}",
            shorten(f"label {chunk.label}", _LONGEST) if chunk.label else "",
            self._size_of_limit(card),
            f"offsets {chunk.start_index}:{chunk.end_index}",
        )
        path = join_heading_path(chunk.headings)
        notes = _joined(self.shared(card), self._added(card))
        lines = (_joined(*place), shorten(path, _LONGEST), notes)
        return "\n".join(filter(None, lines))

    def shared(self, card: Card) -> str:
        """Return how much text a chunk shares with those before it."""
        length = card.shared_end - card.start
        if not length:
            return ""
        last = card.number - 1
        first = card.first_sharer
        sharers = f"chunk {last}" if first == last else f"chunks {first} to {last}"
        return f"{counted(length, 'character')} also in {sharers}"

    def title(self, card: Card, *, is_same: bool) -> str:
        """Return the title of a chunk in a list.

        It is the chunk's heading. It is the chunk's first words where there is no
        heading, or where the chunk before it has the same one (`is_same`).
        """
        chunk = card.chunk
        if chunk.headings and not is_same:
            return shorten(chunk.headings[-1], _LONGEST_TITLE)
        start = (chunk.content_offset or 0) + card.shared_end - card.start
        words = " ".join(chunk.text[start : start + 2 * _LONGEST_TITLE].split())
        return shorten(words, _LONGEST_TITLE) or "blank"

    def _size_of_limit(self, card: Card) -> str:
        """Return a chunk's size beside the limit."""
        if self.chunk_size is None:
            return self.size(card)
        return f"{card.chunk.token_count:,} of {self.chunk_size:,} {self.unit}"

    def _added(self, card: Card) -> str:
        """Return how much text was added to a chunk's slice of the source."""
        if card.chunk.content_offset is None:
            return "its text is no slice of the source"
        length = len(added_before(card)) + len(added_after(card))
        return f"{counted(length, 'character')} of added context" if length else ""


def added_before(card: Card) -> str:
    """Return the added context before a chunk's slice."""
    return card.chunk.text[: card.chunk.content_offset or 0]


def added_after(card: Card) -> str:
    """Return what is added after a chunk's slice; the whole text if it has none."""
    chunk = card.chunk
    if chunk.content_offset is None:
        return chunk.text
    return chunk.text[chunk.content_offset + chunk.end_index - chunk.start_index :]


def counted(number: int, noun: str) -> str:
    """Return a number with its noun in the right form.

    Args:
        number: The number.
        noun: The noun in the singular; its plural ends in s.

    Returns:
        The number and the noun.

    Example:
        >>> counted(1, "chunk"), counted(2000, "chunk")
        ('1 chunk', '2,000 chunks')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _joined(*facts: str) -> str:
    """Return facts in one line, without the empty ones."""
    return _SEPARATOR.join(filter(None, facts))
