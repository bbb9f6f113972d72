"""Comparisons of splitters: a row each, as lines of JSON or as a table to read.

Rich is imported where a table is drawn.
"""

import re
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import product
from typing import TYPE_CHECKING, Any

from langchain_mdsplit.cli.outputs import json_line
from langchain_mdsplit.cli.quality import SHORT
from langchain_mdsplit.cli.samples import Sample, sample_as_row
from langchain_mdsplit.cli.stats import percentage
from langchain_mdsplit.cli.terminal import harmless

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

_COLUMNS = (
    ("", "chunks", "chunks"),
    ("mean", "fill", "fill"),
    ("", "tiny", "tiny"),
    ("over", "limit", "over_limit"),
    ("open", "fences", "open_fences"),
    ("no", "header", "rows_without_header"),
    ("bare", "heads", "bare_headings"),
    ("wrong", "place", "wrong_offsets"),
    ("lost", "chars", "lost_characters"),
    ("CPU", "s", "cpu_seconds"),
)
_BREAK = re.compile(r"[:,](?! )")
_WIDEST = 10_000  # characters
_PARTS = frozenset({"fill", "tiny"})
_FAULTS = frozenset(key for *_, key in _COLUMNS[3:-1])
_LEGEND = f"""\
tiny         under {SHORT} tokens, and a quarter of the limit
over limit   chunks that are longer than the splitter's limit
open fences  chunks with half a code block
no header    chunks with rows of a table and not its header
bare heads   chunks that end with a heading whose text begins the next one
wrong place  chunks that are not where their offsets say
lost chars   characters in no chunk, white space aside
"""


def comparison_as_json(samples: Sequence[Sample]) -> Iterator[str]:
    """Yield a comparison as lines of JSON.

    Args:
        samples: What was measured of each splitter.

    Yields:
        An object for each of them.
    """
    for sample in samples:
        yield json_line(_row(sample))


def comparison_as_text(
    samples: Sequence[Sample], *, is_terminal: bool
) -> Iterator[str]:
    """Yield a comparison as a table with a row for each splitter.

    Where the console is too narrow for a table, each splitter has a list instead.

    Args:
        samples: What was measured of each splitter, at least one.
        is_terminal: Whether it is shown on a terminal, where faults have a colour.

    Yields:
        The text.
    """
    from rich.console import Console  # noqa: PLC0415

    rows = list(map(_row, samples))
    out = StringIO()
    console = Console(
        file=out, force_terminal=is_terminal, highlight=False, emoji=False, markup=False
    )
    files, characters = rows[0]["files"], rows[0]["characters"]
    noun = "file" if files == 1 else "files"
    console.print(f"{files:,} {noun}, {characters:,} characters\n", soft_wrap=True)
    if table := _fitting_table(console, rows):
        console.print(table, "", sep="\n")
    else:
        for row in rows:
            console.print(*_list(row), sep="\n", soft_wrap=True)
    console.print(_LEGEND, end="", soft_wrap=True)
    for line in out.getvalue().split("\n")[:-1]:
        yield f"{line.rstrip()}\n"


def _row(sample: Sample) -> dict[str, Any]:
    """Return what was measured of a splitter, with the time that it took."""
    return {**sample_as_row(sample), "cpu_seconds": round(sample.seconds, 4)}


def _fitting_table(
    console: "Console", rows: Sequence[dict[str, Any]]
) -> "Table | None":
    """Return the widest table that fits a console; None if none does."""
    names = [harmless(row["splitter"]) for row in rows]
    layouts = product((names, list(map(_broken, names))), (1, 0))
    # Measured with ample room, because otherwise Rich would cut numbers off.
    roomy = console.options.update(max_width=_WIDEST)
    for written, padding in layouts:
        table = _table(rows, written, padding)
        if console.measure(table, options=roomy).maximum <= console.width:
            return table
    return None


def _table(
    rows: Sequence[dict[str, Any]], names: Sequence[str], padding: int
) -> "Table":
    """Return a table with a row for each splitter."""
    from rich import box  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    table = Table(
        box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, padding, 0, 0)
    )
    table.add_column("\nsplitter", no_wrap=True)
    for above, below, _ in _COLUMNS:
        table.add_column(f"{above}\n{below}", justify="right", no_wrap=True)
    for row, name in zip(rows, names, strict=True):
        table.add_row(name, *(_cell(row, key) for *_, key in _COLUMNS))
    return table


def _broken(name: str) -> str:
    """Return a splitter's name with its options below it, for a narrow column."""
    return _BREAK.sub(r"\g<0>\n ", name.replace("langchain-", "langchain-\n"))


def _list(row: dict[str, Any]) -> Iterator["Text | str"]:
    """Yield a splitter's numbers below one another."""
    yield harmless(row["splitter"])
    for above, below, key in _COLUMNS:
        cell = _cell(row, key)
        cell.pad_left(max(10 - len(cell), 0))
        cell.append("  " + f"{above} {below}".strip())
        yield cell
    yield ""


def _cell(row: dict[str, Any], key: str) -> "Text":
    """Return one number as it is shown."""
    from rich.text import Text  # noqa: PLC0415

    value = row[key]
    if value is None or key in _PARTS:
        return Text(percentage(value))
    if key == "cpu_seconds":
        return Text(f"{value:,.2f}")
    is_fault = key in _FAULTS and value > 0
    return Text(f"{value:,}", style="red" if is_fault else "")
