"""The source as HTML, cut into cards: one for each chunk, marks for the rest.

The text of the element is the source. Whatever is not in the source (numbers, labels,
added context) is in attributes, from which the style sheet makes what is seen.
"""

from collections.abc import Iterable, Iterator

from langchain_mdsplit.view.captions import Captions, added_after, added_before
from langchain_mdsplit.view.escaping import escape_plain, escape_source
from langchain_mdsplit.view.layout import Card, Gap, Part

_HUES = 2


def render_source(source: str, parts: Iterable[Part], captions: Captions) -> str:
    """Render a source with its chunks.

    Args:
        source: The text that was split.
        parts: What it consists of.
        captions: Puts chunks into words.

    Returns:
        The markup of one element, whose text content is the source.
    """
    rendered = "".join(
        _card(source, part, captions) if isinstance(part, Card) else _gap(source, part)
        for part in parts
    )
    return f'<div id="source" lang="" translate="no" tabindex="-1">{rendered}</div>'


def _gap(source: str, gap: Gap) -> str:
    """Render text that is in no chunk."""
    if gap.kind == "blank":
        return _blank(source[gap.start : gap.end])
    text = escape_source(source[gap.start : gap.end])
    if gap.kind == "heading":
        return f'<span class="h" data-t="only as added context">{text}</span>'
    return f'<del data-t="dropped: in no chunk">{text}</del>'


def _card(source: str, card: Card, captions: Captions) -> str:
    """Render one chunk."""
    number = card.number
    shared = escape_source(source[card.start : card.shared_end])
    if shared:
        shared = f'<mark data-t="{captions.shared(card)}">{shared}</mark>'
    own = _own(
        source[card.shared_end : card.end],
        is_after_mark=bool(shared),
        is_before_mark=card.end < card.chunk.end_index,
    )
    name = "stored" if card.chunk.content_offset is None else "context after"
    return (
        f'<article class="{" ".join(_classes(card, captions))}" id="c{number}"'
        f' tabindex="-1" aria-label="Chunk {number}"'
        f' data-t="{escape_plain(captions.info(card))}">'
        f'<a class="n" href="#c{number}" data-n="{number}"'
        f' data-t="{escape_plain(captions.head(card))}"></a>'
        f"{''.join(_steps(number, captions.count))}"
        f"{_added(added_before(card), 'context')}{shared}{own}"
        f"{_added(added_after(card), name)}</article>"
    )


def _own(text: str, *, is_after_mark: bool, is_before_mark: bool) -> str:
    """Render a chunk's own text; blank lines next to a mark take no room."""
    first, last = 0, len(text)
    if is_after_mark:
        leading = text[: len(text) - len(text.lstrip())]
        first = max(leading.rfind("\n"), leading.rfind("\r")) + 1
    if is_before_mark:
        last = max(first, len(text.rstrip()))
    return _blank(text[:first]) + escape_source(text[first:last]) + _blank(text[last:])


def _blank(text: str) -> str:
    """Render white space that takes next to no room."""
    return f'<span class="g">{escape_source(text)}</span>' if text else ""


def _classes(card: Card, captions: Captions) -> Iterator[str]:
    """Yield what the style sheet must know of a chunk."""
    yield f"k{card.number % _HUES}"
    if card.begins_inside_line:
        yield "m"
    limit = captions.chunk_size
    if limit is not None and card.chunk.token_count > limit:
        yield "over"


def _steps(number: int, count: int) -> Iterator[str]:
    """Yield the links from a chunk to its neighbours and to the list."""
    if number < count:
        yield f'<a class="s next" href="#c{number + 1}" data-n="{number + 1}"></a>'
    if number > 1:
        yield f'<a class="s back" href="#c{number - 1}" data-n="{number - 1}"></a>'
    yield f'<a class="s list" href="#i{number}"></a>'


def _added(text: str, name: str) -> str:
    """Render text that is in a chunk and not in the source at its place."""
    shown = text.rstrip("\r\n").lstrip("\r\n")
    if not shown:
        return ""
    return f'<span class="x {name}" data-t="{escape_plain(shown)}"></span>'
