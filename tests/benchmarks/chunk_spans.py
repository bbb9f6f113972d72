"""Where the chunks of any splitter stand in their source.

Splitters that change white space or leave out invisible characters are followed by the
visible ones; splitters that say where their chunks are, are believed after a look.
"""

from collections.abc import Iterable, Sequence

from langchain_core.documents import Document

from tests.benchmarks.span_metrics import Span


def chunk_spans(text: str, chunks: Sequence[Document]) -> list[Span]:
    """Return the span of each chunk, added context left out.

    Args:
        text: The source.
        chunks: Its chunks in order.

    Returns:
        One span for each chunk, without white space at its ends; `(0, 0)` for a chunk
        with nothing visible.

    Raises:
        ValueError: A chunk's text is nowhere in the source.
    """
    if all("end_index" in chunk.metadata for chunk in chunks):
        return [
            trimmed(text, (chunk.metadata["start_index"], chunk.metadata["end_index"]))
            for chunk in chunks
        ]
    return find_in_order(
        text,
        [
            chunk.page_content[chunk.metadata.get("content_offset", 0) :]
            for chunk in chunks
        ],
    )


def trimmed(text: str, span: Span) -> Span:
    """Return a span without white space at its ends."""
    piece = text[slice(*span)]
    start = span[0] + len(piece) - len(piece.lstrip())
    return start, max(start, span[0] + len(piece.rstrip()))


def find_in_order(text: str, pieces: Iterable[str]) -> list[Span]:
    """Return the span of each piece, all that cannot be seen aside.

    Args:
        text: The source.
        pieces: Texts from it in order; each is looked for after the one before, and if
            it is not there, after the beginning of that one.

    Returns:
        The spans.

    Raises:
        ValueError: A piece is nowhere after the one before.
    """
    places = [index for index, letter in enumerate(text) if _is_visible(letter)]
    visible = _visible(text)
    spans: list[Span] = []
    start = end = 0
    for piece in pieces:
        wanted = _visible(piece)
        if not wanted:
            spans.append((0, 0))
            continue
        place = visible.find(wanted, end)
        if place < 0:
            place = visible.find(wanted, start + 1)
        if place < 0:
            msg = f"chunk not found in the source after the one before: {piece!r}"
            raise ValueError(msg)
        start, end = place, place + len(wanted)
        spans.append((places[start], places[end - 1] + 1))
    return spans


def _visible(text: str) -> str:
    """Return a text's visible characters."""
    return "".join(filter(_is_visible, text))


def _is_visible(letter: str) -> bool:
    """Whether a character is neither white space nor a control or format character."""
    return letter.isprintable() and not letter.isspace()
