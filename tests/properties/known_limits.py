"""Limits that are known: why a chunk may read otherwise than its source does.

Each is named in the README or follows from the most that a chunk may measure. Nothing
here asks the package: what would begin another block is told by patterns of its own.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tests.properties.changes import Change
from tests.properties.readings import start_of_line

LEAST_FILL: Final = 4  # an end that leaves a chunk less full than a quarter is none
LONGEST_WORD: Final = 8  # code points; of a longer word a part may stand alone
_RULE: Final = r"([-_*])(?:[ \t]*\1){2}[-_* \t]*(?:[\r\n]|\Z)"
OTHER_BLOCK: Final = re.compile(
    rf"""(?:[-+*]|[0-9]{{1,9}}[.)])(?:\s|\Z) | \#{{1,6}}(?:\s|\Z) | {_RULE}
    | > | \| | ```|~~~ | <[a-z/!?](?!ttps?:) | \[[^\]]*\]: | \$\$
    | (?:=+|-+)[ \t]*(?:[\r\n]|\Z)""",
    re.VERBOSE | re.IGNORECASE,
)
"""What begins another block than a paragraph where it stands first in a line."""
LINE: Final = re.compile(r"[^\r\n]+")
_BLANK_LINE: Final = re.compile(r"(?:\r\n|\r|\n)[ \t>]*[\r\n]")
_OPENING: Final = re.compile(r"[ \t>]*(?:!!!|\?\?\?|:::)")
_WORD: Final = re.compile(r"(?<=\s)\S")
_MARKER: Final = re.compile(
    r">[ ]?|(?:[-+*]|[0-9]{1,9}[.)])[ \t]*|\[\^[^\]\s]+\]:[ \t]*"
)


def _follows_definition(change: Change) -> bool:
    """Text goes on with the paragraph of a definition that the chunk lacks or cuts."""
    text, leaf = change.at.text, change.leaf
    line = start_of_line(text, leaf.start)
    if change.start > leaf.start or not change.at.follows_definition(leaf):
        return False
    before = text[change.start : line]
    return not _BLANK_LINE.search(before) and not before.lstrip(" \t>").startswith("[")


def _is_cut_heading(change: Change) -> bool:
    """A part of a heading is text, or `#` at its end is a mark."""
    *around, kind = change.leaf.kinds
    if kind != "heading" or not change.is_cut:
        return False
    is_mark = not change.found and change.at.text[change.place] == "#"
    return is_mark or change.found == (*around, "paragraph")


def _is_cut_html(change: Change) -> bool:
    """A part of raw HTML may read as anything."""
    return change.leaf.kinds[-1] == "html" and change.is_cut


def _is_headless(change: Change) -> bool:
    """A table's header has no room with one of its rows and the headings above."""
    limit = change.case.limit
    return is_row_of_text(change) and limit is not None and with_header(change) > limit


def is_row_of_text(change: Change) -> bool:
    """Whether a part of a table is text."""
    *around, kind = change.leaf.kinds
    return kind == "table" and change.found == (*around, "paragraph")


def with_header(change: Change) -> int:
    """Return the length of the row that a chunk begins with, under the header.

    The header alone is measured where the chunk begins with it, or in it.
    """
    text, leaf = change.at.text, change.leaf
    header = LINE.findall(text, leaf.start, leaf.end)[:2]
    line = LINE.findall(text, start_of_line(text, max(change.start, leaf.start)))[0]
    rows = header if line in header else [*header, line]
    context = change.case.context(change.document)
    return change.case.measure(context + "\n".join(rows))


def _is_forced(change: Change) -> bool:
    """The rest of a line begins with marks, as the chunk before is full."""
    leaf = change.leaf
    is_text = leaf.kinds[-1] in {"paragraph", "heading"}
    if not is_text or leaf.start >= change.start or not change.is_at_the_start:
        return False
    is_other = OTHER_BLOCK.match(change.at.text, change.start) is not None
    return is_other and not any(_other_ends(change))


def _other_ends(change: Change) -> Iterator[int]:
    """Yield where the chunk before could have ended as well inside the same leaf."""
    text, begin = change.at.text, change.leaf.start
    for document in change.case.documents:
        if document is change.document:
            break
        metadata = document.metadata
        begin = max(begin, metadata["start_index"] + metadata.get("overlap", 0))
    for word in _WORD.finditer(text, begin + 1, change.start):
        place = word.start()
        if (place - begin) * LEAST_FILL < change.start - begin:
            continue
        is_text = change.at.is_content[place] and not change.at.is_inside_atom(place)
        end = len(text[:place].rstrip(" \t\r\n>"))
        is_opened = _OPENING.match(text, start_of_line(text, end), end)
        if is_text and not is_opened and not OTHER_BLOCK.match(text, place):
            yield place


def _has_no_room(change: Change) -> bool:
    """Markers take half of a chunk, or all that headings above and frames leave."""
    limit, measure = change.case.limit, change.case.measure
    if limit is None or not _lacks_containers(change):
        return False
    markers = _markers(change)
    *above, opening = change.case.context(change.document).rpartition("\n\n")
    inset, word = " " * len(markers) * bool(opening), _first_word(change)
    least = f"{markers}{opening}{inset}{word}\n{inset}{opening}".rstrip()
    return measure(markers) * 2 >= limit or measure("".join(above) + least) > limit


def _first_word(change: Change) -> str:
    """Return what a chunk begins with."""
    return change.at.text[change.start : change.end].split()[0][:LONGEST_WORD]


def _lacks_containers(change: Change) -> bool:
    """Whether a place stands in the same leaf in fewer containers."""
    rest = iter(change.leaf.kinds)
    is_part = all(kind in rest for kind in change.found)
    return is_part and change.found[-1:] == change.leaf.kinds[-1:]


def _markers(change: Change) -> str:
    """Return the markers of the containers around a place, each as wide as it was."""
    text, column, found = change.at.text, 0, ""
    for node in reversed([*change.leaf.around()]):
        begin = node.start - start_of_line(text, node.start)
        marker = _MARKER.match(text, node.start)
        found += " " * (begin - column if found else 0) + (marker[0] if marker else "")
        column = begin + (len(marker[0]) if marker else 0)
    return found


LIMITS: Final[Mapping[str, Callable[[Change], bool]]] = {
    "text after a definition": _follows_definition,
    "part of a heading": _is_cut_heading,
    "part of raw HTML": _is_cut_html,
    "table without room for its header": _is_headless,
    "line that a full chunk cuts": _is_forced,
    "no room for markers": _has_no_room,
}


def is_limit(change: Change) -> bool:
    """Whether a limit that is known is why a place reads otherwise."""
    return any(is_why(change) for is_why in LIMITS.values())
