"""What of a source is in no chunk."""

from collections import Counter
from collections.abc import Iterator, Sequence

from langchain_core.documents import Document

from langchain_mdsplit.markdown.blocks import BYTE_ORDER_MARK, parse_blocks
from langchain_mdsplit.markdown.heading_path import split_heading_path


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


def letters_of(text: str) -> str:
    """Return a text without marks and white space.

    Args:
        text: Any text.

    Returns:
        Its letters and digits.

    Example:
        >>> letters_of("## Green *tea*")
        'Greentea'
    """
    return "".join(filter(str.isalnum, text))


def _outside_spans(text: str, chunks: Sequence[Document]) -> Iterator[str]:
    """Yield what is outside of all spans, headings that stand as context aside."""
    held = set(_contexts(chunks))
    spans = [
        (chunk.metadata["start_index"], chunk.metadata["end_index"]) for chunk in chunks
    ]
    spans += [
        (block.start, block.end)
        for block in parse_blocks(text).blocks
        if block.level
        and not held.isdisjoint(
            (_key(block.title), _key(text[block.start : block.end]))
        )
    ]
    covered = 0
    for start, end in sorted(spans):
        yield text[covered : max(covered, start)]
        covered = max(covered, end)
    yield text[covered:]


def _contexts(chunks: Sequence[Document]) -> Iterator[str]:
    """Yield what stands before chunks: its lines, and the titles of a breadcrumb."""
    for chunk in chunks:
        if offset := chunk.metadata.get("content_offset"):
            yield from map(_key, chunk.page_content[:offset].split("\n"))
            path = chunk.metadata.get("heading_path", "")
            yield from map(_key, split_heading_path(path))


def _key(line: str) -> str:
    """Return what two forms of a heading have in common."""
    return letters_of(line) or line.strip()


def _visible_characters(text: str) -> int:
    """Return how many characters are neither white space nor a byte order mark."""
    return len("".join(text.split())) - text.count(BYTE_ORDER_MARK)
