"""Slices of chunks of ours with their frames, for a splitter after a splitter.

Without its fence a part of code would be read as Markdown, without its header a part of
a table as prose.
"""

import re
from collections.abc import Iterable, Iterator

from langchain_mdsplit.documents.excerpts import Excerpt

_FRONT_MATTER_FENCES = ("---", "+++")
_HEADING_LINES = re.compile(r"(?:#{1,6}(?:[ \t][^\r\n]*+)?+(?:\r\n?|\n))*+")


def frame_start(added: str) -> int:
    r"""Return where the headings end, and a frame begins, before a slice.

    Args:
        added: What was added before the slice.

    Returns:
        A code point index; the end where there is no frame.

    Example:
        >>> frame_start("# Tea\n## Black\n\n```py\n"), frame_start("# Tea\n")
        (16, 6)
    """
    blank = added.rfind("\n\n")
    first = blank + 2 if blank >= 0 else 0
    headings = _HEADING_LINES.match(added, first)
    return headings.end() if headings else first


def is_front_matter(before: str, after: str) -> bool:
    r"""Return whether a frame is that of a part of front matter.

    Args:
        before: What stands before the slice.
        after: What stands after it.

    Example:
        >>> is_front_matter("---\n", ""), is_front_matter("```\n", "\n```")
        (True, False)
    """
    fences = before.strip(), after.strip()
    return any(fence in _FRONT_MATTER_FENCES for fence in fences)


def without_frame(
    excerpts: Iterable[Excerpt], before: int, length: int
) -> Iterator[Excerpt]:
    """Yield the excerpts of a slice that was split with its frame.

    Args:
        excerpts: What the slice was split into with its frame.
        before: How many code points of frame stood before the slice.
        length: How many code points the slice has.

    Yields:
        The excerpts that add something of the slice, with their places in it.
    """
    for excerpt in excerpts:
        added = max(0, before - excerpt.start_index)
        start = excerpt.start_index + added - before
        end = min(excerpt.end_index - before, length)
        overlap = max(0, excerpt.overlap - added)
        if start + overlap >= end:
            continue
        offset = excerpt.content_offset
        yield excerpt._replace(
            start_index=start,
            end_index=end,
            content_offset=None if offset is None else offset + added,
            overlap=overlap,
        )


def standing_for(excerpts: Iterable[Excerpt], length: int) -> Iterator[Excerpt]:
    """Yield the excerpts of a text that is no slice but stands for one as a whole.

    Args:
        excerpts: What the text was split into.
        length: How many code points the slice has.

    Yields:
        The excerpts with the place of the slice.
    """
    for excerpt in excerpts:
        yield excerpt._replace(start_index=0, end_index=length, content_offset=None)
