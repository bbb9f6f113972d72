"""Faults that are known, so that others are found: each has a test in `test_findings`.

Who mends one takes it out here. Nothing here asks the package: what looks like a marker
or a rule is told by patterns of its own.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from tests.properties.changes import Change
from tests.properties.known_limits import LINE, OTHER_BLOCK, is_row_of_text, with_header
from tests.properties.readings import MARKERS, start_of_line

MOST_MISSED: Final = 2  # tokens or characters by which an estimate may be too high
_BLANK_QUOTE: Final = re.compile(r"[ \t]*>[ \t>]*[\r\n]")
_LINE_REST: Final = re.compile(r"[^\r\n]*")
_NUMBER_OR_LABEL: Final = r"[0-9]{1,9}[.)]|\[\^[^\]\s]+\]:"
_ONLY_MARKS: Final = re.compile(rf"(?:[ \t>]|[-+*]+|=+|#+|{_NUMBER_OR_LABEL})*")
_MARKER_AND_RULE: Final = re.compile(
    rf"(?:[ \t>]|[-+*](?=[ \t]*>)|{_NUMBER_OR_LABEL})*([-*])(?:[ \t]*\1){{2,}}[ \t]*"
)


def _is_rule_after_marker(change: Change) -> bool:
    """An item's marker and marks of a rule or underline after it are a rule."""
    text = change.document.page_content
    line = _LINE_REST.match(text, start_of_line(text, change.offset))
    return line is not None and _MARKER_AND_RULE.fullmatch(line[0]) is not None


def _begins_blank(change: Change) -> bool:
    """Blank lines of a quote end the item that it begins with."""
    return _BLANK_QUOTE.match(change.at.text, change.start) is not None


def _is_trimmed(change: Change) -> bool:
    """White space that is none to CommonMark is left out at a chunk's end or start.

    It is also left out where a block ends that was cut, whatever follows in the chunk.
    """
    text, start = change.at.text, change.start
    if change.is_cut and _is_odd(_end_of_line(text, change.place)):
        return True
    after = _LINE_REST.match(text, change.end)
    line = start_of_line(text, change.end)  # it may make a table of the one before
    last_lines = start_of_line(text, max(line - 1, 0))
    is_last = change.is_at_the_end or change.place >= last_lines
    if is_last and after is not None and _is_odd(after[0]):
        return True
    before = text[start_of_line(text, start) : start].lstrip(" \t>")
    return change.is_at_the_start and _is_odd(before)


def _end_of_line(text: str, place: int) -> str:
    """Return the white space at the end of a line."""
    line = LINE.match(text, start_of_line(text, place))
    return line[0][len(line[0].rstrip()) :] if line else ""


def _is_odd(blank: str) -> bool:
    """Whether a text is white space, but not to CommonMark."""
    return blank.isspace() and bool(blank.strip(" \t"))


def _is_code_in_footnote(change: Change) -> bool:
    """Indented code after a footnote's marker in its line is text."""
    around = change.leaf.kinds[-2:]
    return around == ("footnoteDefinition", "code") and change.is_at_the_start


def _is_nested(change: Change) -> bool:
    """A chunk begins with an item whose indentation its added markers leave out.

    What follows it is nested in it then, or if it was indented code is none any more.
    """
    before, after = change.leaf.kinds.count("listItem"), change.found.count("listItem")
    if change.first.start < change.start or not before:
        return False
    is_code = change.leaf.kinds[-1] == "code"
    is_after_nested = change.first.kinds.count("listItem") > before
    return before < after or (is_code and is_after_nested and not change.found)


def _is_cut_marker(change: Change) -> bool:
    """The marker of a footnote is cut."""
    return change.leaf.kinds[-1] == "footnoteDefinition"


def _lacks_footnote(change: Change) -> bool:
    """A footnote's paragraph goes on in a line that is not indented."""
    start = change.start
    is_lazy = start_of_line(change.at.text, start) == start and change.at.kinds(start)
    return bool(is_lazy) and _lacks(change, "footnoteDefinition")


def _lacks_item(change: Change) -> bool:
    """Text begins with a quote's mark, before which an item's marker has no place."""
    text = change.at.text[change.start : change.end].lstrip(" \t")
    is_kept = text.startswith(">") and bool(change.found)
    return is_kept and _lacks(change, "listItem")


def _is_outside(change: Change) -> bool:
    """A fence's indentation widens the item before it, and what follows is outside."""
    first = change.first
    is_in_fence = first.kinds[-1] == "code" and first.start < change.start
    return is_in_fence and not change.is_at_the_start and _lacks(change, "listItem")


def _is_far(change: Change) -> bool:
    """A `>` that is text, as it is far from its item, is another quote's mark."""
    first = next(change.at.contents(change.start, change.end), change.start)
    is_mark = change.at.text.startswith(">", first) and bool(
        change.at.is_content[first]
    )
    return is_mark and change.is_at_the_start


def _lacks(change: Change, kind: str) -> bool:
    """Whether a container of a kind is not there."""
    return change.leaf.kinds.count(kind) > change.found.count(kind)


def _fills_a_chunk(change: Change) -> bool:
    """A table's header and a row fill a chunk, so that by estimate they do not fit."""
    limit = change.case.limit
    if limit is None or not is_row_of_text(change):
        return False
    return 0 <= limit - with_header(change) <= MOST_MISSED


def _is_definition(change: Change) -> bool:
    """A part of a paragraph is a link reference definition, or the title of one."""
    text = change.document.page_content
    line = MARKERS.match(text, start_of_line(text, change.moved))
    is_lost = change.leaf.kinds[-1] == "paragraph" and change.is_cut
    return is_lost and line is not None and text.startswith(("[", "'"), line.end())


def _is_table(change: Change) -> bool:
    """The rest of a line has as many cells as the delimiters in the line after it."""
    is_in_place = change.is_at_the_start and change.first.start < change.start
    return is_in_place and change.alone.nodes[change.moved].kinds[-1:] == ("table",)


def _is_tag(change: Change) -> bool:
    """A tag that a cut leaves alone in its line is a block of HTML."""
    begin = change.leaf.start - change.place + change.moved
    html = change.alone.nodes[change.moved]
    return html.kinds[-1:] == ("html",) and change.is_cut and html.start >= begin


def _ends_with_marks(change: Change) -> bool:
    """A chunk ends with marks that are alone in their line."""
    text = change.document.page_content[: change.end - change.start + change.offset]
    line = text[start_of_line(text, len(text)) :]
    return change.is_at_the_end and _ONLY_MARKS.fullmatch(line) is not None


def _is_taken_in(change: Change) -> bool:
    """The rest of a line that begins with marks takes in the blocks after it."""
    first = change.first
    if first.start >= change.start or change.is_at_the_start:
        return False
    is_text = first.kinds[-1] == "paragraph"
    return is_text and OTHER_BLOCK.match(change.at.text, change.start) is not None


FAULTS: Final[Mapping[str, Callable[[Change], bool]]] = {
    "rule after a marker": _is_rule_after_marker,
    "blank lines of a quote": _begins_blank,
    "odd white space left out": _is_trimmed,
    "code of a footnote": _is_code_in_footnote,
    "indentation of an item": _is_nested,
    "cut marker of a footnote": _is_cut_marker,
    "lazy line of a footnote": _lacks_footnote,
    "item before a quote's mark": _lacks_item,
    "block after a fence that widens its item": _is_outside,
    "mark of a quote that is text": _is_far,
    "header that has room with a row": _fills_a_chunk,
    "part that is a definition": _is_definition,
    "part that is a table": _is_table,
    "tag alone in its line": _is_tag,
    "marks alone in the last line": _ends_with_marks,
    "blocks after the rest of a line": _is_taken_in,
}
