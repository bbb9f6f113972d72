"""A histogram of the chunks' sizes against their limit, as an SVG image."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from langchain_mdsplit.view.captions import counted
from langchain_mdsplit.view.escaping import escape_plain

_MOST_BINS = 24
_HEIGHT = 120  # pixels, of which the bars take what is between top and bottom
_TOP, _BOTTOM = 18, 98
_OVER_SHARE = 8.0  # per cent of the width for what is over the limit
_GAP = 0.35  # per cent of the width between bars


@dataclass(frozen=True, slots=True)
class Bin:
    """One bar: how many chunks have a size in a range.

    Attributes:
        first: The smallest size.
        last: The largest size.
        count: How many chunks.
        is_over: Whether the sizes are over the limit.
    """

    first: int
    last: int
    count: int
    is_over: bool = False


def count_sizes(sizes: Sequence[int], limit: int | None) -> list[Bin]:
    """Count sizes in ranges of equal width up to the limit, and one for all over it.

    Args:
        sizes: The sizes.
        limit: The limit; None for none: the ranges then end at the largest size.

    Returns:
        The bins; the one over the limit only where there is something in it.

    Example:
        >>> [(b.first, b.last, b.count) for b in count_sizes([1, 2, 9], 2)]
        [(0, 1, 1), (2, 2, 1), (3, 9, 1)]
    """
    largest = max(sizes, default=0)
    top = max(1, largest if limit is None else limit)
    number = min(_MOST_BINS, top)
    counts = [0] * number
    over = 0
    for size in sizes:
        if size > top:
            over += 1
        else:
            counts[max(0, size * number - 1) // top] += 1
    edges = [(index * top) // number for index in range(number + 1)]
    bins = [
        Bin(edge + 1 if edge else 0, edges[index + 1], counts[index])
        for index, edge in enumerate(edges[:-1])
    ]
    return [*bins, Bin(top + 1, largest, over, is_over=True)] if over else bins


def render_histogram(sizes: Sequence[int], limit: int | None, unit: str) -> str:
    """Render a histogram of sizes.

    Args:
        sizes: The sizes.
        limit: The limit; None for none.
        unit: What sizes are counted in, in the plural.

    Returns:
        The markup of one image with its caption; nothing without sizes.
    """
    if not sizes:
        return ""
    bins = count_sizes(sizes, limit)
    named = escape_plain(unit)
    within = 100 - _OVER_SHARE if bins[-1].is_over else 100.0
    bars = "".join(_bars(bins, within, named))
    tallest = max(found.count for found in bins)
    description = (
        f"{counted(len(sizes), 'chunk')} from {min(sizes):,} to {max(sizes):,} {named}"
    )
    return (
        f'<figure><svg width="100%" height="{_HEIGHT}" role="img"'
        f' aria-label="Sizes of {description}">'
        f'<line class="axis" x1="0" y1="{_BOTTOM}" x2="100%" y2="{_BOTTOM}"/>'
        f"{bars}{_axis(bins, within, limit)}</svg>"
        f"<figcaption>Chunks by size in {named}; the tallest bar stands for"
        f" {counted(tallest, 'chunk')}</figcaption></figure>"
    )


def _bars(bins: Sequence[Bin], within: float, unit: str) -> Iterator[str]:
    """Yield the bars; those of no chunk have none."""
    tallest = max(found.count for found in bins)
    inside = [found for found in bins if not found.is_over]
    width = within / len(inside)
    for index, found in enumerate(bins):
        if not found.count:
            continue
        height = max(2.0, (_BOTTOM - _TOP) * found.count / tallest)
        left = index * width + (2 * _GAP if found.is_over else 0)
        name = "bar over" if found.is_over else "bar"
        wide = (_OVER_SHARE - 2 * _GAP if found.is_over else width) - _GAP
        yield (
            f'<rect class="{name}" x="{left:.2f}%" y="{_BOTTOM - height:.1f}"'
            f' width="{wide:.2f}%" height="{height:.1f}"><title>'
            f"{_range(found)} {unit}: {counted(found.count, 'chunk')}</title></rect>"
        )


def _range(found: Bin) -> str:
    """Return the sizes of a bin in words."""
    if found.first == found.last:
        return f"{found.first:,}"
    return f"{found.first:,} to {found.last:,}"


def _axis(bins: Sequence[Bin], within: float, limit: int | None) -> str:
    """Return the scale below the bars, and the line of the limit."""
    inside = [found for found in bins if not found.is_over]
    top = inside[-1].last
    below = _BOTTOM + 15
    scale = f'<text x="0" y="{below}">0</text>'
    if top > 3:
        scale += f'<text x="{within / 2:.2f}%" y="{below}" class="middle">{top // 2:,}'
        scale += "</text>"
    if limit is None:
        return f'{scale}<text x="100%" y="{below}" class="end">{top:,}</text>'
    place = f"{within:.2f}%"
    line = f'<line class="limit" x1="{place}" y1="0" x2="{place}" y2="{_BOTTOM}"/>'
    label = f'<text x="{place}" y="{below}" class="end limit">limit {limit:,}</text>'
    if bins[-1].is_over:
        label += f'<text x="100%" y="{below}" class="end">over</text>'
    return scale + line + label
