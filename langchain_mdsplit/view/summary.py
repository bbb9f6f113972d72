"""The head of the page: figures over all chunks, and what the marks mean."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median_low

from langchain_mdsplit.view.captions import (
    Captions,
    added_after,
    added_before,
    counted,
)
from langchain_mdsplit.view.escaping import escape_plain
from langchain_mdsplit.view.layout import Card, Gap, GapKind, Part


def render_facts(source: str, cards: Sequence[Card], captions: Captions) -> str:
    """Render the figures over all chunks.

    Args:
        source: The text that was split.
        cards: The chunks' cards.
        captions: Puts chunks into words.

    Returns:
        The markup of one list.
    """
    facts = "".join(
        f"<div><dt>{escape_plain(name)}</dt><dd>{escape_plain(value)}</dd></div>"
        for name, value in _facts(source, cards, captions)
    )
    return f"<dl>{facts}</dl>"


def _facts(
    source: str, cards: Sequence[Card], captions: Captions
) -> Iterator[tuple[str, str]]:
    """Yield names and values of the figures."""
    yield "Source characters", f"{len(source):,}"
    yield "Chunks", f"{captions.count:,}"
    sizes = [card.chunk.token_count for card in cards]
    if not sizes:
        return
    yield f"{captions.unit.capitalize()} in all", f"{sum(sizes):,}"
    yield "Smallest", f"{min(sizes):,}"
    yield "Median", f"{median_low(sizes):,}"
    yield "Largest", f"{max(sizes):,}"
    if captions.chunk_size is not None:
        over = sum(size > captions.chunk_size for size in sizes)
        yield "Limit", f"{captions.chunk_size:,}, {over or 'none'} over"


def render_legend(parts: Sequence[Part]) -> str:
    """Render what the marks on the page mean, and how much of each there is.

    Args:
        parts: What the source consists of.

    Returns:
        The markup of one list.
    """
    cards = [part for part in parts if isinstance(part, Card)]
    entries = "".join(
        f"<li>{swatches}{escape_plain(meaning)}</li>"
        for swatches, meaning in [*_chunk_marks(cards), *_gap_marks(parts)]
    )
    return f'<ul class="legend" aria-label="Marks">{entries}</ul>'


def _swatch(name: str, sample: str = "ab") -> str:
    """Return a sample of a mark."""
    return f'<span class="swatch {name}">{sample}</span>'


def _chunk_marks(cards: Sequence[Card]) -> Iterator[tuple[str, str]]:
    """Yield samples and meanings of the marks of chunks."""
    if len(cards) == 1:
        yield _swatch("k1", "1"), "the chunk"
    elif cards:
        yield _swatch("k1", "1") + _swatch("k0", "2"), "chunks, by turns"
    added = [len(added_before(card)) + len(added_after(card)) for card in cards]
    if any(added):
        meaning = f"added context: {counted(sum(added), 'character')} in"
        yield _swatch("x"), f"{meaning} {counted(sum(map(bool, added)), 'chunk')}"
    shared = sum(
        max(0, before.chunk.end_index - after.start)
        for before, after in pairwise(cards)
    )
    if shared:
        yield _swatch("mark"), f"overlap: {counted(shared, 'character')}"
    inside = sum(card.begins_inside_line for card in cards)
    if inside:
        yield _swatch("m", ""), f"begins inside a line: {counted(inside, 'chunk')}"


def _gap_marks(parts: Sequence[Part]) -> Iterator[tuple[str, str]]:
    """Yield samples and meanings of the marks of text in no chunk."""
    headings, _ = _measured(parts, "heading")
    if headings:
        yield _swatch("h"), f"only as added context: {counted(headings, 'heading')}"
    places, length = _measured(parts, "dropped")
    if places:
        meaning = f"dropped: {counted(length, 'character')} in"
        yield _swatch("del"), f"{meaning} {counted(places, 'place')}"
    else:
        yield _swatch("none", "✓"), "no text dropped"


def _measured(parts: Sequence[Part], kind: GapKind) -> tuple[int, int]:
    """Return how many gaps of a kind there are, and how long they are together."""
    lengths = [
        part.end - part.start
        for part in parts
        if isinstance(part, Gap) and part.kind == kind
    ]
    return len(lengths), sum(lengths)
