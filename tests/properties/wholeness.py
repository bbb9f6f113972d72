"""Nothing torn: a chunk read alone is what it was, and holds no half of anything."""

from itertools import pairwise
from typing import Final

import regex

from langchain_mdsplit.markdown.blocks import parse_blocks
from tests.properties.cases import Case
from tests.properties.changes import Change, changes, changes_in
from tests.properties.known_faults import FAULTS
from tests.properties.known_limits import LIMITS
from tests.properties.readings import read

FRAME: Final = 12  # characters that may stand before a cluster, with half of the limit
_CLUSTER: Final = regex.compile(r"\X")


def excuse(change: Change) -> str | None:
    """Return why a place may read otherwise in a chunk, if that is known."""
    reasons = {**LIMITS, **FAULTS}
    return next((name for name, is_why in reasons.items() if is_why(change)), None)


def check_kinds(case: Case) -> None:
    """A chunk parsed alone has the same kinds of block for the same text."""
    for change in changes(case):
        assert excuse(change) is not None, change


def check_blocks_alone(case: Case) -> None:
    """A fragment that is not cut is one block of its type."""
    at = read(case.source)
    for document in case.documents:
        metadata, text = document.metadata, document.page_content
        start, end = metadata["start_index"], metadata["end_index"]
        block = case.blocks[case.block_at(start)]
        is_whole = (start, end) == (block.start, block.end)
        is_marked = start > 0 and text.startswith("\ufeff")  # elsewhere it is text
        if not is_whole or is_marked or "content_offset" not in metadata:
            continue
        if case.source[block.end : block.outer_end].strip(" \t\r\n"):
            continue  # white space that is none to CommonMark
        first = next(at.contents(start, end), start)
        if at.follows_definition(at.nodes[first]):
            continue
        alone = parse_blocks(text, has_front_matter=start == 0).blocks
        assert [inner.kind for inner in alone] == [metadata["type"]]


def check_fences(case: Case) -> None:
    """No chunk leaves a fence open that the source closes."""
    for document in case.documents:
        if case.is_front_matter(document):
            continue
        start, end = document.metadata["start_index"], document.metadata["end_index"]
        probe = f"{document.page_content}\n\nafter"
        alone = read(probe, is_document=start == 0).kinds(len(probe) - 1)
        if alone[-1:] != ("code",) or end >= len(case.source.rstrip()):
            continue
        if _is_html(case, end - 1) or any(map(excuse, changes_in(case, document))):
            continue
        found = read(f"{case.source[:end]}\n\nafter").kinds(end + 2)
        assert found[-1] == "code", probe
        assert case.source[end:].strip("\r\n").startswith("    "), probe


def _is_html(case: Case, place: int) -> bool:
    """Whether a place is in raw HTML, of which a part may read as anything."""
    return read(case.source).nodes[place].kinds[-1:] == ("html",)


def check_trailing_headings(case: Case) -> None:
    """No chunk ends with a bare heading whose body follows and would have fitted."""
    for before, after in pairwise(case.documents):
        last = case.block_at(before.metadata["end_index"] - 1)
        block = case.blocks[last]
        if not 0 < block.level <= case.options.get("max_heading_level", 6):
            continue
        if before.metadata["end_index"] < block.end:
            continue
        body = case.blocks[last + 1]
        if body.kind == "heading" or last + 1 == len(case.blocks):
            continue
        start = before.metadata["start_index"]
        context = case.context(before) if start == block.start else case.context(after)
        is_trimmed = case.options.get("strip_whitespace", True)
        stop = body.end if is_trimmed else body.outer_end
        text = context + case.source[block.outer_start : stop]
        assert case.limit is not None
        assert case.measure(text) > case.limit, before


def check_clusters(case: Case) -> None:
    """No cut is inside of a grapheme cluster that fits, or of a CRLF."""
    inside = {
        place: cluster
        for cluster in _CLUSTER.finditer(case.source)
        for place in range(cluster.start() + 1, cluster.end())
    }
    for document in case.documents:
        overlap = document.metadata.get("overlap", 0)
        start, end = document.metadata["start_index"], document.metadata["end_index"]
        for place in (start, start + overlap, end):
            cluster = inside.get(place)
            if cluster is None:
                continue
            assert cluster[0] != "\r\n", (place, document)
            if not case.source[cluster.start() : place].isspace():  # is left out
                length = case.measure(cluster[0])
                assert case.limit, (place, document)
                assert length * 4 + FRAME > case.limit, (place, document)
