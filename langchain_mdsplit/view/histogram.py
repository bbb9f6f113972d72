"""A histogram of the chunks' sizes against their limit, as an SVG image."""

from collections.abc import Iterator, Sequence

from langchain_mdsplit.view.captions import counted
from langchain_mdsplit.view.escaping import escape_plain
from langchain_mdsplit.view.size_bins import SizeBin, count_sizes

_PARTS = 3  # bars for each line of the histogram that the command line draws
_HEIGHT = 120  # pixels, of which the bars take what is between top and bottom
_TOP, _BOTTOM = 18, 98
_OVER_SHARE = 8.0  # per cent of the width for what is over the limit
_GAP = 0.35  # per cent of the width between bars


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
    bins = count_sizes(sizes, limit, _PARTS)
    named = escape_plain(unit)
    scale = ", on a scale that doubles" if limit is None else ""
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
        f"<figcaption>Chunks by size in {named}{scale}; the tallest bar stands for"
        f" {counted(tallest, 'chunk')}</figcaption></figure>"
    )


def _bars(bins: Sequence[SizeBin], within: float, unit: str) -> Iterator[str]:
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


def _range(found: SizeBin) -> str:
    """Return the sizes of a bin in words."""
    if found.first == found.last:
        return f"{found.first:,}"
    return f"{found.first:,} to {found.last:,}"


def _axis(bins: Sequence[SizeBin], within: float, limit: int | None) -> str:
    """Return the scale below the bars, and the line of the limit."""
    tops = [found.last for found in bins if not found.is_over]
    below = _BOTTOM + 15
    scale = f'<text x="0" y="{below}">0</text>'
    if len(tops) > 3:
        half = len(tops) // 2
        if limit is None:
            half -= half % _PARTS  # a power of two
        place = f"{half * within / len(tops):.2f}%"
        scale += f'<text x="{place}" y="{below}" class="middle">{tops[half - 1]:,}'
        scale += "</text>"
    if limit is None:
        return f'{scale}<text x="100%" y="{below}" class="end">{tops[-1]:,}</text>'
    place = f"{within:.2f}%"
    line = f'<line class="limit" x1="{place}" y1="0" x2="{place}" y2="{_BOTTOM}"/>'
    label = f'<text x="{place}" y="{below}" class="end limit">limit {limit:,}</text>'
    if bins[-1].is_over:
        label += f'<text x="100%" y="{below}" class="end">over</text>'
    return scale + line + label
