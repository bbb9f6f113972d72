"""What of a source is in no chunk."""

from collections import Counter
from collections.abc import Iterator, Sequence

from langchain_core.documents import Document

from langchain_mdsplit.documents.added_headings import HeadingFinder
from langchain_mdsplit.documents.slices import as_chunk
from langchain_mdsplit.markdown.blocks import BYTE_ORDER_MARK
from langchain_mdsplit.spans import Chunk


def count_lost_characters(text: str, chunks: Sequence[Document]) -> int:
    """Return how many characters of a text are in no chunk, white space aside.

    Where all chunks know their spans, these are taken, and a heading may stand in a
    chunk's context instead; else the characters are counted as a multiset.

    Args:
        text: The source.
        chunks: Its chunks.

    Returns:
        A number of code points.

    Example:
        >>> count_lost_characters("Boil it.", [Document(page_content="Boil")])
        3
    """
    if all("end_index" in chunk.metadata for chunk in chunks):
        return sum(map(_visible_characters, _outside_spans(text, chunks)))
    held = Counter("".join(chunk.page_content for chunk in chunks))
    return _visible_characters("".join((Counter(text) - held).elements()))


def _outside_spans(text: str, chunks: Sequence[Document]) -> Iterator[str]:
    """Yield what is outside of all spans, headings that stand as context aside."""
    placed = list(map(as_chunk, chunks))
    finder = HeadingFinder(text, placed)
    covered = 0
    for chunk in [*placed, Chunk("", 0, len(text), len(text))]:
        for start, end, is_heading in finder.cut(covered, chunk.start_index):
            if not is_heading:
                yield text[start:end]
        covered = max(covered, chunk.end_index)


def _visible_characters(text: str) -> int:
    """Return how many characters are neither white space nor a byte order mark."""
    return len("".join(text.split())) - text.count(BYTE_ORDER_MARK)
