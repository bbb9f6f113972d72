"""The whole page: one file without script, without requests, under a strict policy."""

from collections.abc import Sequence

from langchain_mdsplit.spans import Chunk
from langchain_mdsplit.view.captions import Captions
from langchain_mdsplit.view.cards import render_source
from langchain_mdsplit.view.contents import render_contents
from langchain_mdsplit.view.escaping import escape_plain
from langchain_mdsplit.view.head import render_head
from langchain_mdsplit.view.histogram import render_histogram
from langchain_mdsplit.view.layout import Card, lay_out
from langchain_mdsplit.view.summary import render_facts, render_legend

_HINT = (
    "Hover over a chunk, click it or step to it with Tab to see where it stands."
    " Its number pins it; links to its neighbours then appear below."
)


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
