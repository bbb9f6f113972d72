"""The page that leads to the pages of several sources."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Chunks</title>
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem;
  padding: 0 1rem; color-scheme: light dark; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ border-bottom: 1px solid #8884; padding: .25rem .5rem; text-align: right; }}
th:first-child, td:first-child {{ overflow-wrap: anywhere; text-align: left; }}
</style>
</head>
<body>
<h1>Chunks</h1>
<table>
<thead><tr><th>source</th><th>chunks</th><th>tokens</th></tr></thead>
<tbody>
{rows}
</tbody>
</table>
</body>
</html>
"""


@dataclass(frozen=True, slots=True)
class PageEntry:
    """One line of the index.

    Attributes:
        source: The source's name.
        file: The name of its page's file.
        chunks: How many chunks it has.
        tokens: How long they are together.
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
        A whole page of HTML, its texts escaped.

    Example:
        >>> page = render_index([PageEntry("<a>.md", "a.html", 2, 1500)])
        >>> '<a href="a.html">&lt;a&gt;.md</a></td><td>2</td><td>1,500</td>' in page
        True
    """
    rows = "\n".join(
        f'<tr><td><a href="{escape(quote(entry.file))}">{escape(entry.source)}</a></td>'
        f"<td>{entry.chunks:,}</td><td>{entry.tokens:,}</td></tr>"
        for entry in entries
    )
    return _PAGE.format(rows=rows)
