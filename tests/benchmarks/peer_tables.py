"""Tables of what splitters make of a corpus, in Markdown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.benchmarks.peer_paths import Paths
from tests.benchmarks.quality import SHORT, Quality

COLUMNS = (
    "chunks",
    "over the limit",
    "characters lost",
    "odd fences",
    "headless tables",
    "bare headings",
    "wrong offsets",
    "wrong paths",
    "mean fill",
    f"under {SHORT} tokens",
    "time",
    "MB/s",
    "memory",
)
UNKNOWN = "-"


@dataclass(frozen=True, slots=True)
class Measured:
    """What one process measured of itself.

    Attributes:
        seconds: CPU time of splitting.
        pass_seconds: CPU time of one tiktoken pass over the same texts.
        growth: By how much splitting raised the most memory it had (bytes).
        failures: How many texts the splitter failed on.
    """

    seconds: float
    pass_seconds: float
    growth: int
    failures: int

    @property
    def ratio(self) -> float:
        """The time in tiktoken passes."""
        return self.seconds / self.pass_seconds


@dataclass(frozen=True, slots=True)
class Row:
    """A splitter's row.

    Attributes:
        package: The package and its version.
        splitter: The splitter.
        measured: What its process measured; None where it was ended.
        quality: Its chunks' sizes and faults; None where it was ended.
        paths: Its chunks' heading paths; None where it was ended.
        has_offsets: Whether it gives offsets at all.
    """

    package: str
    splitter: str
    measured: Measured | None = None
    quality: Quality | None = None
    paths: Paths | None = None
    has_offsets: bool = False


def quality_table(rows: Iterable[Row], limit: int, size: int, ended: str) -> str:
    """Return the table of one limit.

    Args:
        rows: A row for each splitter.
        limit: The most a chunk may measure (tokens).
        size: How large the texts are (bytes).
        ended: What stands for a splitter whose process was ended.

    Returns:
        Lines of Markdown.
    """
    lines = [
        _line([f"at most {limit} tokens", *COLUMNS]),
        f"|---|{'---:|' * len(COLUMNS)}",
    ]
    lines += [_line([_name(row), *_cells(row, size, ended)]) for row in rows]
    return "\n".join(lines)


def curve_table(
    sizes: Sequence[float], times: Iterable[tuple[Row, Sequence[str]]]
) -> str:
    """Return the table of times as one document grows.

    Args:
        sizes: The sizes (millions of characters).
        times: For each splitter what stands for each size.

    Returns:
        Lines of Markdown.
    """
    heads = [f"{size:g} MB" for size in sizes]
    lines = [
        _line(["CPU seconds for one document", *heads]),
        f"|---|{'---:|' * len(heads)}",
    ]
    lines += [_line([_name(row), *cells]) for row, cells in times]
    return "\n".join(lines)


def _line(cells: Iterable[str]) -> str:
    """Return a row of Markdown."""
    return f"| {' | '.join(cells)} |"


def _name(row: Row) -> str:
    """Return a row's first cell."""
    name, comma, options = row.splitter.partition(",")
    code = " + ".join(f"`{part}`" for part in name.split(" + "))
    return f"{row.package}: {code}{comma}{options}"


def _cells(row: Row, size: int, ended: str) -> list[str]:
    """Return a row's other cells."""
    if row.measured is None or row.quality is None or row.paths is None:
        return [ended, *[UNKNOWN] * (len(COLUMNS) - 1)]
    quality, measured = row.quality, row.measured
    return [
        f"{quality.chunks:,}",
        f"{quality.over_limit or 0:,}",
        f"{quality.lost_characters:,}",
        f"{quality.open_fences:,}",
        f"{quality.rows_without_header:,}",
        f"{quality.bare_headings:,}",
        f"{quality.wrong_offsets:,}" if row.has_offsets else UNKNOWN,
        f"{row.paths.wrong / row.paths.located:.1%}" if row.paths.located else UNKNOWN,
        f"{quality.fill or 0:.0%}",
        f"{quality.short:.0%}",
        f"{measured.ratio:.2f}",
        f"{size / 1e6 / measured.seconds:.1f}",
        f"{measured.growth / 1e6:.0f} MB",
    ]
