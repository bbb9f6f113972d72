"""Markers of containers as text, each as wide as it was, and empty cells of rows."""

from langchain_mdsplit.markdown.syntax import MOST_INDENTATION, MOST_SPACES
from langchain_mdsplit.packing.cutting.containers import Container, Surroundings


def empty_cells(count: int) -> str:
    """Return the empty cells that a row is filled up with."""
    return "| " * count


def joined_markers(around: Surroundings, count: int) -> str:
    """Return the markers of the outermost containers, each as wide as it was.

    What its own spaces cannot hold of an item's width stands before it, where that
    does not widen an item around it, else it is left to the next item's spaces.
    """
    parts: list[str] = []
    lacking, is_in_item = 0, False
    for container in around.containers[:count]:
        if not container.width:
            parts.append(container.marker)
            lacking, is_in_item = 0, False
            continue
        before = "" if is_in_item else " " * (container.width - len(container.marker))
        lacking += container.width - len(before) - len(container.marker)
        after = " " * min(lacking, container.most_padding)
        lacking -= len(after)
        parts.append(before + container.marker + after)
        is_in_item = True
    return "".join(parts)


def markers_apart(around: Surroundings, indentation: int) -> str:
    """Return the markers with a line for themselves, `""` where that cannot be.

    An item whose first line is blank is one column wider than its marker (CommonMark
    section 5.2); what is lacking must not make code of an item so indented.
    """
    count, last = len(around.containers), around.containers[-1]
    mark = last.marker.rstrip()
    lacking = last.width - len(mark) - 1
    before = 0 if is_in_item(around, count) else min(lacking, MOST_INDENTATION)
    if lacking - before + indentation > MOST_INDENTATION:
        return ""
    continuation = "".join(container.continuation for container in around.containers)
    outer = joined_markers(around, count - 1)
    return outer + " " * before + mark + "\n" + continuation


def is_in_item(around: Surroundings, count: int) -> bool:
    """Whether the last of so many containers stands in an item."""
    return count > 1 and around.containers[count - 2].width > 0


def markers_before_code(markers: str, last: Container, *, is_in_item: bool) -> str:
    """Return markers whose last is followed by indented code.

    An item that begins with code is one column wider than its marker, whatever spaces
    follow (CommonMark section 5.2): those that are its width stand before the marker.
    """
    mark = last.marker.rstrip()
    bare = markers.rstrip()
    surplus = len(markers) - len(bare) - 1
    before = bare.removesuffix(mark)
    most = MOST_SPACES if is_in_item else MOST_INDENTATION
    gap = len(before) - len(before.rstrip(" "))
    if not is_in_item and before.endswith("> "):
        gap -= 1
    moved = max(0, min(surplus, most - gap))
    return before + " " * moved + mark + " " * (1 + surplus - moved)
