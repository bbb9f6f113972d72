"""Statistics of one splitter's chunks, as a line of JSON or as text to read."""

import shutil
from collections.abc import Iterator, Mapping
from typing import Any

from langchain_mdsplit.cli.histogram import draw_histogram
from langchain_mdsplit.cli.outputs import json_line
from langchain_mdsplit.cli.quality import SHORT
from langchain_mdsplit.cli.samples import Sample, sample_as_row
from langchain_mdsplit.cli.terminal import harmless

_LABEL, _VALUE = 22, 12  # characters
_LONGEST_BAR = 40
_BESIDE_BAR = 26  # what stands left of a bar, and a margin
_NO_VALUE = "-"


def statistics_as_json(sample: Sample, blocks: Mapping[str, int]) -> Iterator[str]:
    """Yield statistics as one line of JSON.

    Args:
        sample: What was measured.
        blocks: How many blocks of each kind the sources have.

    Yields:
        The line.
    """
    yield json_line({**sample_as_row(sample), "blocks": blocks})


def statistics_as_text(sample: Sample, blocks: Mapping[str, int]) -> Iterator[str]:
    """Yield statistics as lines to read.

    Args:
        sample: What was measured.
        blocks: How many blocks of each kind the sources have.

    Yields:
        The lines.
    """
    row = sample_as_row(sample)
    limit = row["limit"]
    size = "no limit" if limit is None else f"at most {limit:,} tokens"
    yield harmless(f"{row['splitter']}, {size} ({row['encoding']})\n\n")
    yield from _sizes(row)
    yield "\n"
    yield from _faults(row)
    yield "\nblocks in the sources\n"
    for kind, count in sorted(blocks.items(), key=lambda item: (-item[1], item[0])):
        yield _line(f"  {kind}", count)
    yield f"\n{'tokens':>13}  {'chunks':>7}\n"
    columns = shutil.get_terminal_size().columns
    width = max(min(columns - _BESIDE_BAR, _LONGEST_BAR), 1)
    yield from draw_histogram(sample.quality.lengths, limit, width)


def percentage(part: float | None) -> str:
    """Return a part as a percentage, exact enough to tell a few from none.

    Args:
        part: 0 to 1; None for no value.

    Returns:
        The percentage.

    Example:
        >>> percentage(0.514), percentage(0.014), percentage(0), percentage(None)
        ('51%', '1.4%', '0%', '-')
    """
    if part is None:
        return _NO_VALUE
    return f"{part:.1%}" if 0 < part < 0.1 else f"{part:.0%}"


def _sizes(row: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines about how much there is, and how long chunks are."""
    yield _line("files", row["files"])
    yield _line("characters", row["characters"])
    yield _line("chunks", row["chunks"])
    yield "\n"
    yield _line("tokens", row["tokens"], "in all chunks, what they repeat included")
    yield _line("  shortest", row["tokens_min"])
    yield _line("  median", row["tokens_median"])
    yield _line("  mean", f"{row['tokens_mean']:,.1f}")
    yield _line("  90th percentile", row["tokens_p90"])
    yield _line("  longest", row["tokens_max"])
    yield _line("fill", percentage(row["fill"]), "of the limit, on average")
    quarter = "" if row["limit"] is None else ", and a quarter of the limit"
    yield _line("tiny", percentage(row["tiny"]), f"under {SHORT} tokens{quarter}")


def _faults(row: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines about what is wrong with chunks."""
    yield _line("over the limit", row["over_limit"])
    yield _line("open fences", row["open_fences"], "chunks with half a code block")
    yield _line("rows without header", row["rows_without_header"], "chunks with them")
    bare = "end a chunk, their text begins the next"
    yield _line("bare headings", row["bare_headings"], bare)
    wrong = "chunks that are not where they say"
    yield _line("wrong offsets", row["wrong_offsets"], wrong)
    lost = "in no chunk, white space aside"
    yield _line("lost characters", row["lost_characters"], lost)


def _line(label: str, value: float | str | None, remark: str = "") -> str:
    """Return one line: a label, a value, and what the value means."""
    text = _NO_VALUE if value is None else value
    shown = text if isinstance(text, str) else f"{text:,}"
    return f"{label:<{_LABEL}}{shown:>{_VALUE}}  {remark}".rstrip() + "\n"
