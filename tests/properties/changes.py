"""What reads otherwise in a chunk than in its source, at each place of it."""

from collections.abc import Iterator
from dataclasses import dataclass

from langchain_core.documents import Document

from tests.properties.cases import Case
from tests.properties.readings import Node, Reading, read


@dataclass(frozen=True, slots=True)
class Change:
    """A place that reads otherwise in a chunk than in its source.

    Attributes:
        case: The source with its chunks.
        document: The chunk.
        place: The place in the source.
        at: How the source reads.
        alone: How the chunk reads.
    """

    case: Case
    document: Document
    place: int
    at: Reading
    alone: Reading

    @property
    def start(self) -> int:
        """Where the chunk's slice begins in the source."""
        start: int = self.document.metadata["start_index"]
        return start

    @property
    def end(self) -> int:
        """Where the chunk's slice ends in the source."""
        end: int = self.document.metadata["end_index"]
        return end

    @property
    def offset(self) -> int:
        """Where the slice stands in the chunk."""
        offset: int = self.document.metadata["content_offset"]
        return offset

    @property
    def moved(self) -> int:
        """Where the place stands in the chunk."""
        return self.place - self.start + self.offset

    @property
    def leaf(self) -> Node:
        """What the place is text of in the source."""
        return self.at.nodes[self.place]

    @property
    def found(self) -> tuple[str, ...]:
        """What it is text of in the chunk."""
        return self.alone.kinds(self.moved)

    @property
    def is_cut(self) -> bool:
        """Whether the chunk holds a part of the leaf only."""
        leaf = self.at.text[self.leaf.start : self.leaf.end].rstrip()
        return self.leaf.start < self.start or self.end < self.leaf.start + len(leaf)

    @property
    def first(self) -> Node:
        """The block that the chunk begins with, or in."""
        places = self.at.contents(self.start, self.end)
        return self.at.nodes[next(places, self.start)]

    @property
    def is_at_the_start(self) -> bool:
        """Whether the place is in the block that the chunk begins with."""
        return self.leaf is self.first

    @property
    def is_at_the_end(self) -> bool:
        """Whether the place is in the last block of the chunk's text, or after it."""
        last = max(self.at.contents(self.start, self.end), default=self.start)
        return self.leaf is self.at.nodes[last] or self.place > last

    def __str__(self) -> str:
        """Show the place, and what it was and is."""
        shown = self.at.text[self.place : self.place + 20]
        kinds = f"{self.leaf.kinds} became {self.found or 'a marker'}"
        return f"{self.place} {shown!r}: {kinds} in {self.document!r}"


def changes(case: Case) -> Iterator[Change]:
    """Yield each place of the chunks that reads otherwise there than in the source."""
    for document in case.documents:
        yield from changes_in(case, document)


def changes_in(case: Case, document: Document) -> Iterator[Change]:
    """Yield each place of a chunk that reads otherwise there than in the source.

    That is text in another kind of block, text of one block that is in two, or of two
    in one, and a container's marker that is text. Front matter that is given as JSON is
    no slice of the source.
    """
    metadata = document.metadata
    if "content_offset" not in metadata:
        return
    at, start, end = read(case.source), metadata["start_index"], metadata["end_index"]
    shift = metadata["content_offset"] - start
    alone = read(document.page_content, is_document=start == shift == 0)
    pairs = _Pairs()
    for place in range(start, end):
        leaf, moved = at.nodes[place], place + shift
        if case.source[place].isspace():
            continue
        if at.is_content[place]:
            is_same = alone.kinds(moved) == leaf.kinds
            if not is_same or not pairs.match(leaf, alone.nodes[moved]):
                yield Change(case, document, place, at, alone)
        elif at.is_marker(place) and alone.is_content[moved]:
            yield Change(case, document, place, at, alone)


class _Pairs:
    """The blocks of a source and those of a chunk that have the same text."""

    def __init__(self) -> None:
        self._found: dict[Node, Node] = {}
        self._leaves: dict[Node, Node] = {}

    def match(self, leaf: Node, found: Node) -> bool:
        """Whether all text of two blocks is text of the other up to here."""
        is_same = self._found.setdefault(leaf, found) is found
        return is_same and self._leaves.setdefault(found, leaf) is leaf


def count_places(case: Case) -> int:
    """Return the number of places that are compared."""
    at = read(case.source)
    return sum(
        sum(
            1 for _ in at.contents(it.metadata["start_index"], it.metadata["end_index"])
        )
        for it in case.documents
    )
