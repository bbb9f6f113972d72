"""Heading paths that other splitters give their chunks, held against the parse.

A chunk is located by its lines, if the first and the last below its headings are long
and their letters make up exactly one line of the source each. So the paths of splitters
that give no offsets, or alter what is between the letters, are measured like any other.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from langchain_core.documents import Document

from langchain_mdsplit.markdown.blocks import Block, parse_blocks

LETTERS = 12  # a shorter line says too little about its place


@dataclass(frozen=True, slots=True)
class Paths:
    """How many chunks have a path.

    Attributes:
        located: Those of them whose place in the source is known.
        wrong: Those of these whose path is not that of the innermost section that
            holds all of their lines.
    """

    located: int = 0
    wrong: int = 0

    def __add__(self, other: "Paths") -> "Paths":
        """Add up two texts' numbers."""
        return Paths(self.located + other.located, self.wrong + other.wrong)


def measure_paths(text: str, chunks: Iterable[Document]) -> Paths:
    r"""Measure the paths of one text's chunks.

    Args:
        text: The source.
        chunks: Its chunks; those with a path have its titles as metadata `path`.

    Returns:
        Their numbers.

    Example:
        >>> text = "# Tea\n\nBoil some fresh water.\n\n## Green\n\nLet it cool down."
        >>> chunks = [
        ...     Document("Boil some fresh water.", metadata={"path": ["Tea"]}),
        ...     Document("Let it cool down.", metadata={"path": ["Tea"]}),
        ... ]
        >>> measure_paths(text, chunks)
        Paths(located=2, wrong=1)
    """
    headings = [block for block in parse_blocks(text).blocks if block.level]
    places = _places(text, headings)
    titles = {_letters(text[block.start : block.end]) for block in headings}
    total = Paths()
    for chunk in chunks:
        keys = filter(None, map(_letters, chunk.page_content.split("\n")))
        lines = [key for key in keys if key not in titles]
        is_located = bool(lines) and {lines[0], lines[-1]} <= places.keys()
        if is_located and "path" in chunk.metadata:
            found = [places[key] for key in lines if key in places]
            holders = _holders(headings, min(found), max(found))
            is_right = _is_path_of(chunk.metadata["path"], text, holders)
            total += Paths(1, not is_right)
    return total


def _places(text: str, headings: Sequence[Block]) -> dict[str, int]:
    """Return where lines begin that stand once in a text, by their letters."""
    titles = [(block.outer_start, block.end) for block in headings]
    starts = [start for start, _ in titles]
    places: dict[str, int] = {}
    repeated = set()
    position = 0
    for line in text.split("\n"):
        key = _letters(line)
        if key in places:
            repeated.add(key)
        index = bisect_right(starts, position) - 1
        is_heading = index >= 0 and position < titles[index][1]
        if len(key) >= LETTERS and not is_heading:
            places[key] = position
        elif is_heading:
            repeated.add(key)
        position += len(line) + 1
    return {key: place for key, place in places.items() if key not in repeated}


def _holders(headings: Sequence[Block], first: int, last: int) -> list[Block]:
    """Return the headings of the sections that hold two places, outermost first."""
    stack: list[Block] = []
    common: list[Block] | None = None
    for block in headings:
        if block.start > last:
            break
        if block.start > first:
            common = list(stack) if common is None else common
        while stack and stack[-1].level >= block.level:
            stack.pop()
            if common is not None:
                del common[len(stack) :]
        stack.append(block)
    return list(stack) if common is None else common


def _is_path_of(path: Sequence[str], text: str, holders: Sequence[Block]) -> bool:
    """Whether titles are those of sections, as rendered or as written."""
    rendered = "".join(_letters(block.title) for block in holders)
    written = "".join(_letters(text[block.start : block.end]) for block in holders)
    return _letters("".join(path)) in {rendered, written}


def _letters(text: str) -> str:
    """Return a text without marks and white space."""
    return "".join(filter(str.isalnum, text))
