"""Nothing torn: a chunk read alone is what it was, and holds no half of anything."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

import regex
from langchain_core.documents import Document

from langchain_mdsplit.markdown.blocks import parse_blocks
from tests.packing.cutting.cut_pieces import kinds
from tests.properties.cases import Case
from tests.properties.known_faults import is_read_otherwise

# A definition is known in the whole source only, raw HTML ends where its block does.
COMPARED: Final = frozenset({"paragraph", "code", "heading", "thematicBreak", "table"})
FRAME: Final = 12  # characters that may stand before a cluster, with half of the limit
_CLUSTER: Final = regex.compile(r"\X")


def check_kinds(case: Case) -> None:
    """A chunk parsed alone has the same kinds of block for the same text."""
    if "]:" in case.source:
        return
    at = kinds(case.source)
    for document in case.documents:
        if _is_apart(case, document) or is_read_otherwise(case, document):
            continue
        alone = kinds(document.page_content, has_front_matter=False)
        start, end = document.metadata["start_index"], document.metadata["end_index"]
        moved = document.metadata["content_offset"] - start
        for position in range(start, end):
            around = at.get(position, ("none",))
            if not case.source[position].isalnum() or around[-1] not in COMPARED:
                continue
            found = alone.get(position + moved, ("none",))
            if found[-1] == "math":  # a formula that stands in text
                found = (*found[:-1], "paragraph")
            if found != around and not _may_change(
                case, document, position, (around[-1], found[-1])
            ):
                raise AssertionError((position, around, found, document))


def _is_apart(case: Case, document: Document) -> bool:
    """Whether a chunk's beginning means another thing elsewhere: it is not compared."""
    start = document.metadata["start_index"]
    has_mark = case.source.startswith("\ufeff", start)
    return has_mark or case.is_front_matter(document)


def _may_change(
    case: Case, document: Document, position: int, leaves: tuple[str, str]
) -> bool:
    """Whether what a position stands in could not be kept."""
    leaf, found = leaves
    if found == "html":  # a piece of raw HTML runs on up to a blank line
        return True
    block = case.blocks[case.block_at(position)]
    start, end = document.metadata["start_index"], document.metadata["end_index"]
    if block.kind == "heading":  # a piece of one is text
        return not start <= block.start < block.end <= end
    if leaf == "heading" and found == "paragraph":  # in an item or quote
        return True
    text = case.source[block.start : block.end]
    if case.limit is None or "|" not in text:
        return False
    # A table's header is repeated where a row fits below it, and headings above it take
    # half of a chunk at most.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    needed = case.measure("\n".join([*lines[:2], max(lines, key=len)]))
    return needed * 2 > case.limit


def check_blocks_alone(case: Case) -> None:
    """A fragment that is not cut is one block of its type, with the same inside."""
    at = kinds(case.source)
    for document in case.documents:
        metadata, text = document.metadata, document.page_content
        if _is_apart(case, document):
            continue
        block = case.blocks[case.block_at(metadata["start_index"])]
        if case.source[block.end : block.outer_end].strip(" \t\r\n"):
            continue  # white space that is none to CommonMark
        if _follows_definition(case, at, document):
            continue
        if (metadata["start_index"], metadata["end_index"]) != (block.start, block.end):
            continue
        alone = parse_blocks(text, has_front_matter=False).blocks
        assert [inner.kind for inner in alone] == [metadata["type"]]
        found = kinds(text, has_front_matter=False)
        moved = metadata["content_offset"] - block.start
        for position in range(block.start, block.end):
            if not case.source[position].isspace():
                assert found[position + moved] == at[position]


def _follows_definition(
    case: Case, at: Mapping[int, tuple[str, ...]], document: Document
) -> bool:
    """Whether a chunk is text that is another block without the definition before it.

    Text that begins such a block goes on with the paragraph that the definition ends.
    """
    index = case.block_at(document.metadata["start_index"])
    block = case.blocks[index]
    if block.kind != "paragraph":
        return False
    is_after = index > 0 and case.blocks[index - 1].kind == "definition"
    return is_after or at[block.start] == ("code",)


def check_fences(case: Case) -> None:
    """No chunk leaves a fence open that the source closes."""
    at = kinds(case.source)
    for document in case.documents:
        if _is_apart(case, document) or is_read_otherwise(case, document):
            continue
        if _follows_definition(case, at, document):
            continue
        text, end = document.page_content, document.metadata["end_index"]
        probe = f"{text}\n\nafter"
        alone = kinds(probe, has_front_matter=False).get(len(probe) - 1)
        if alone and alone[-1] == "code" and end < len(case.source.rstrip()):
            if case.blocks[case.block_at(end - 1)].kind == "html":
                continue  # a part of raw HTML, which ends its chunk
            found = kinds(f"{case.source[:end]}\n\nafter")[end + 2]
            assert found[-1] == "code", text
            assert case.source[end:].strip("\r\n").startswith("    "), text


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
