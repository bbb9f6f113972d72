"""Faults that are known, so that others are found: each has a test in `test_findings`.

Who mends one takes it out here.
"""

import re
from typing import Final

from langchain_core.documents import Document

from langchain_mdsplit.packing.cutting.prose_cuts import may_begin_block
from tests.properties.cases import Case

_BLANK_QUOTE: Final = re.compile(r"(?:[ \t]*>[ \t>]*[\r\n]+){2}")
_UNDERLINE: Final = re.compile(r"[\r\n][ ]{0,3}[-=]\Z")
_MARKER_AND_RULE: Final = re.compile(r"[ >]*([-*])(?:[ \t]*\1){3,}[ \t]*(?:[\r\n]|\Z)")


def is_read_otherwise(case: Case, document: Document) -> bool:
    """Whether a chunk's first or last line is another kind of block than it was."""
    has_rule = _MARKER_AND_RULE.match(document.page_content) is not None
    begins_blank = _BLANK_QUOTE.match(case.source, document.metadata["start_index"])
    is_changed = has_rule or begins_blank is not None
    return is_changed or _is_underlined(case, document) or _is_forced(case, document)


def _is_underlined(case: Case, document: Document) -> bool:
    """Whether a chunk ends with a marker after which odd white space was left out."""
    if _UNDERLINE.search(document.page_content) is None:
        return False
    rest = case.source[document.metadata["end_index"] :]
    blank = rest[: len(rest) - len(rest.lstrip())]
    return any(mark not in " \t\r\n" for mark in blank)


def _is_forced(case: Case, document: Document) -> bool:
    """Whether a chunk begins with marks in a line because the one before is full."""
    start = document.metadata["start_index"]
    if case.limit is None or not may_begin_block(case.source, start):
        return False
    for before in case.documents:
        end = before.metadata["end_index"]
        if end <= start and not case.source[end:start].strip():
            longer = before.page_content + case.source[end : start + 1]
            return case.measure(longer) > case.limit
    return False
