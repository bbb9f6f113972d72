"""The page that leads to the pages of several sources, under the same policy."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from langchain_mdsplit.view.escaping import escape_plain
from langchain_mdsplit.view.head import render_head

_TITLE = "Chunks"


@dataclass(frozen=True, slots=True)
class PageEntry:
    """One line of the index.

    Attributes:
        source: The source's name.
        file: The name of its page's file, in the folder of the index.
        chunks: How many chunks the source has.
        tokens: How long they are together (tokens).
    """

    source: str
    file: str
    chunks: int
    tokens: int


def render_index(entries: Sequence[PageEntry]) -> str:
    """Return the page that leads to the others.

    Args:
        entries: One for each page.

    Returns:
        A self-contained HTML page; it encodes as UTF-8.

    Example:
        >>> page = render_index([PageEntry("<a>.md", "a.html", 2, 1500)])
        >>> '<a href="a.html">&lt;a&gt;.md</a></td><td>2</td><td>1,500</td>' in page
        True
    """
    rows = "".join(
        f'<tr><td><a href="{quote(entry.file)}">{escape_plain(entry.source)}</a></td>'
        f"<td>{entry.chunks:,}</td><td>{entry.tokens:,}</td></tr>"
        for entry in entries
    )
    return (
        '<!doctype html>\n<html lang="en">'
        f"{render_head(_TITLE, in_frame=False)}<body><h1>{_TITLE}</h1><table><thead>"
        '<tr><th scope="col">Source</th><th scope="col">Chunks</th>'
        '<th scope="col">Tokens</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></body></html>\n"
    )
