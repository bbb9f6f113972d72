"""Outlines as JSON and as text to read."""

from collections.abc import Iterator, Sequence

from langchain_mdsplit.cli.outputs import json_line
from langchain_mdsplit.cli.terminal import one_line
from langchain_mdsplit.outlines import OutlineEntry

_COLUMN = 8  # characters: room for a document of ten million tokens


def outline_as_json(source: str, entries: Sequence[OutlineEntry]) -> Iterator[str]:
    """Yield an outline as lines of JSON.

    Args:
        source: The document's name.
        entries: Its outline.

    Yields:
        An object for each entry.

    Example:
        >>> import json
        >>> from langchain_mdsplit.outlines import read_outline
        >>> from langchain_mdsplit.tokens import TokenCounter
        >>> entries = read_outline("# A", TokenCounter())
        >>> [json.loads(line)["heading"] for line in outline_as_json("a.md", entries)]
        ['', 'A']
    """
    for entry in entries:
        yield json_line({"source": source, **entry.as_dict()})


def outline_as_text(source: str, entries: Sequence[OutlineEntry]) -> Iterator[str]:
    r"""Yield an outline as lines to read: numbers on the left, the tree on the right.

    Args:
        source: The document's name.
        entries: Its outline.

    Yields:
        A line of column names, one for each entry, and an empty one.

    Example:
        >>> from langchain_mdsplit.outlines import read_outline
        >>> from langchain_mdsplit.tokens import TokenCounter
        >>> entries = read_outline("# A\n\none\n\n## B\n\ntwo", TokenCounter())
        >>> print("".join(outline_as_text("a.md", entries)), end="")
           total     own    line  a.md
               9       0       1  (document)
               9       4       1  1 A
               4       4       5    1-1 B
        <BLANKLINE>
    """
    yield _row("total", "own", "line", source)
    for entry in entries:
        depth = len(entry.section.titles)
        name = f"{entry.section.label} {entry.heading}" if depth else "(document)"
        tree = f"{'  ' * (depth - 1)}{name}"
        yield _row(entry.tokens, entry.own_tokens, entry.line, tree)
    yield "\n"


def _row(total: int | str, own: int | str, line: int | str, tree: str) -> str:
    """Return one line of an outline."""
    row = f"{total:>{_COLUMN}}{own:>{_COLUMN}}{line:>{_COLUMN}}  {tree}"
    return f"{one_line(row)}\n"
