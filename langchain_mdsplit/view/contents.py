"""The list of chunks: a link to each, with its title and its size as a bar."""

from collections.abc import Sequence
from itertools import pairwise

from langchain_mdsplit.view.captions import Captions
from langchain_mdsplit.view.escaping import escape_plain
from langchain_mdsplit.view.layout import Card

_DEEPEST = 4  # deeper headings are not indented any further


def render_contents(cards: Sequence[Card], captions: Captions) -> str:
    """Render the list of chunks.

    Args:
        cards: The chunks' cards in order.
        captions: Puts chunks into words.

    Returns:
        The markup of one element.
    """
    largest = max((card.chunk.token_count for card in cards), default=0)
    scale = max(1, largest, captions.chunk_size or 0)
    paths = [card.chunk.headings for card in cards]
    same = [False, *(path == before != () for before, path in pairwise(paths))]
    rows = "".join(
        _row(card, captions, scale, is_same=is_same)
        for card, is_same in zip(cards, same, strict=False)
    )
    listed = f"<ol>{rows}</ol>" if rows else "<p>There are no chunks.</p>"
    return (
        '<nav id="contents" aria-labelledby="contents-title" tabindex="-1">'
        f'<h2 id="contents-title">Chunks</h2>{listed}</nav>'
    )


def _row(card: Card, captions: Captions, scale: int, *, is_same: bool) -> str:
    """Render the link to one chunk; `is_same` if the one before has its headings."""
    size = card.chunk.token_count
    names = [f"d{min(len(card.chunk.headings), _DEEPEST)}"]
    if is_same:
        names.append("same")
    if captions.chunk_size is not None and size > captions.chunk_size:
        names.append("over")
    return (
        f'<li class="{" ".join(names)}" id="i{card.number}">'
        f'<a href="#c{card.number}"><b>{card.number}</b>'
        f"<span>{escape_plain(captions.title(card, is_same=is_same))}</span>"
        f'<i>{size:,}</i></a><svg viewBox="0 0 100 3" preserveAspectRatio="none"'
        f' aria-hidden="true"><rect width="{100 * size / scale:.1f}" height="3"/>'
        "</svg></li>"
    )
