"""The whole page: one file without script, without requests, under a strict policy."""

from collections.abc import Sequence

from langchain_mdsplit.errors import ArgumentTypeError
from langchain_mdsplit.spans import Chunk
from langchain_mdsplit.splitters.arguments import check_integer, check_text
from langchain_mdsplit.view.captions import Captions
from langchain_mdsplit.view.cards import render_source
from langchain_mdsplit.view.contents import render_contents
from langchain_mdsplit.view.escaping import escape_plain
from langchain_mdsplit.view.head import render_head
from langchain_mdsplit.view.histogram import render_histogram
from langchain_mdsplit.view.layout import Card, check_spans, lay_out
from langchain_mdsplit.view.summary import render_facts, render_legend

DEFAULT_TITLE = "Chunks"
DEFAULT_UNIT = "tokens"
_HINT = (
    "Hover over a chunk, click it or step to it with Tab to see where it stands."
    " Its number pins it; links to its neighbours then appear below."
)


def render_page(
    source: str,
    chunks: Sequence[Chunk],
    *,
    title: str = DEFAULT_TITLE,
    chunk_size: int | None = None,
    unit: str = DEFAULT_UNIT,
) -> str:
    """Render a document with its chunks as one self-contained HTML page.

    The page holds no script and asks for nothing; text of the document is never
    markup. The text content of its element `#source` is `displayed(source)`.

    Args:
        source: The text that was split.
        chunks: Its chunks in order, as `split_chunks` returns them.
        title: The page's title.
        chunk_size: The limit of a chunk, in `unit`; None for none.
        unit: What sizes are counted in, in the plural.

    Returns:
        The page; it encodes as UTF-8.

    Raises:
        ArgumentError: An argument is not what it should be, or a chunk is not a piece
            of the source, or before the one before it.

    Example:
        >>> page = render_page("Boil it.", [Chunk("Boil it.", 3, 0, 8)])
        >>> page[:15], "Boil it.</article>" in page, "<script" in page
        ('<!doctype html>', True, False)
    """
    check_view(source, chunks, title=title, chunk_size=chunk_size, unit=unit)
    return compose_page(source, chunks, title, Captions(len(chunks), chunk_size, unit))


def compose_page(
    source: str,
    chunks: Sequence[Chunk],
    title: str,
    captions: Captions,
    *,
    in_frame: bool = False,
) -> str:
    """Compose the page of what has been checked.

    Args:
        source: The text that was split.
        chunks: Its chunks in order.
        title: The page's title.
        captions: Puts chunks into words.
        in_frame: Whether the page will be the `srcdoc` of a frame.

    Returns:
        The page.
    """
    parts = lay_out(source, chunks)
    cards = [part for part in parts if isinstance(part, Card)]
    sizes = [chunk.token_count for chunk in chunks]
    hint = f"<p>{_HINT}</p>" if cards else ""
    return (
        '<!doctype html>\n<html lang="en">'
        f"{render_head(title, in_frame=in_frame)}<body>"
        '<a class="skip" href="#source">Skip to the source</a>'
        '<a class="skip" href="#contents">Skip to the list of chunks</a>'
        f"<header><h1>{escape_plain(title)}</h1>"
        f"{render_facts(source, cards, captions)}"
        f"{render_histogram(sizes, captions.chunk_size, captions.unit)}"
        f"{render_legend(parts)}{hint}</header>"
        f'<div class="columns">{render_contents(cards, captions)}'
        '<main aria-labelledby="source-title"><h2 id="source-title">Source</h2>'
        f"{render_source(source, parts, captions)}</main></div></body></html>\n"
    )


def check_view(
    source: str,
    chunks: Sequence[Chunk],
    *,
    title: str,
    chunk_size: int | None,
    unit: str,
) -> None:
    """Check what a page is to be made of.

    Args:
        source: The text that was split.
        chunks: Its chunks in order.
        title: The page's title.
        chunk_size: The limit of a chunk, in `unit`; None for none.
        unit: What sizes are counted in.

    Raises:
        ArgumentError: One of them is not what it should be.
    """
    check_text("source", source)
    check_text("title", title)
    check_text("unit", unit)
    if chunk_size is not None:
        check_integer("chunk_size", chunk_size, 1)
    if not isinstance(chunks, Sequence) or isinstance(chunks, str):
        msg = f"chunks must be a sequence of Chunk, not {type(chunks).__name__}"
        raise ArgumentTypeError(msg)
    check_spans(source, chunks)
