"""What is promised of any chunks: nothing lost, honest offsets, the hard limit."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from langchain_core.documents import Document
from langchain_text_splitters import RecursiveCharacterTextSplitter as LangChainSplitter

from langchain_mdsplit import MarkdownFragmentTextSplitter
from langchain_mdsplit.markdown.blocks import Block
from langchain_mdsplit.markdown.heading_lines import heading_line
from langchain_mdsplit.markdown.heading_path import join_heading_path
from tests.properties.cases import FRONT_MATTER, Case


def check_offsets(source: str, documents: Sequence[Document]) -> None:
    """Each chunk's slice of the source stands verbatim in its text."""
    for document in documents:
        metadata = document.metadata
        start, end = metadata["start_index"], metadata["end_index"]
        assert 0 <= start < end <= len(source)
        if "content_offset" not in metadata:
            assert metadata["label"] == "frontmatter"
            continue
        offset = metadata["content_offset"]
        kept = document.page_content[offset : offset + end - start]
        assert kept == source[start:end]


def check_lossless(source: str, documents: Sequence[Document]) -> None:
    """Own spans hold each visible code point once and in order, headings too."""
    for start, end in gaps(source, documents):
        lost = source[start:end].removeprefix("\ufeff" if start == 0 else "")
        assert not lost.strip(), lost


def check_limit(documents: Sequence[Document], limit: int) -> None:
    """No chunk is over the limit."""
    for document in documents:
        assert document.metadata["token_count"] <= limit, document


def gaps(source: str, documents: Sequence[Document]) -> Iterator[tuple[int, int]]:
    """Yield what lies between the chunks' own spans, which must be in order."""
    position = 0
    for document in documents:
        metadata = document.metadata
        start = metadata["start_index"] + metadata.get("overlap", 0)
        end = metadata["end_index"]
        assert position <= start < end, (position, start, end)
        yield position, start
        position = end
    yield position, len(source)


def check_length(case: Case) -> None:
    """The final text, measured, is what is said and within the limit."""
    texts = [document.page_content for document in case.documents]
    counts = [document.metadata["token_count"] for document in case.documents]
    assert case.measure.count_many(texts) == counts
    if case.limit is not None:
        check_limit(case.documents, case.limit)


def check_slices(case: Case) -> None:
    """Each slice stands verbatim in its chunk, before it context, after it a fence."""
    check_offsets(case.source, case.documents)
    for document in case.documents:
        metadata = document.metadata
        if "content_offset" not in metadata:
            continue
        length = metadata["end_index"] - metadata["start_index"]
        after = document.page_content[metadata["content_offset"] + length :]
        assert not after.strip(" \t\r\n>`~$+-"), after


def check_nothing_lost(case: Case) -> None:
    """What is in no own span is a heading in a context, or left out as was asked."""
    held: set[int] | None = None
    for start, end in gaps(case.source, case.documents):
        gap = case.source[start:end].strip()
        if not gap or (start == 0 and not gap.strip("\ufeff")):
            continue
        for index in range(case.block_at(start), case.block_at(end - 1) + 1):
            block = case.blocks[index]
            lost = case.source[max(start, block.start) : min(end, block.end)]
            if not lost.strip() or is_left_out(case, block):
                continue
            assert block.kind == "heading", lost
            assert start <= block.start, lost
            assert block.end <= end, lost
            held = _held_headings(case) if held is None else held
            assert index in held, lost


def is_left_out(case: Case, block: Block) -> bool:
    """Whether a block is left out as an option says."""
    options = case.options
    if block.kind in FRONT_MATTER and options.get("front_matter", "chunk") != "chunk":
        return True
    if options.get("min_chunk_length") and options.get("on_short", "drop") == "drop":
        return True  # any chunk may be short
    types = options.get("types")
    return types is not None and block.kind not in types


def _held_headings(case: Case) -> set[int]:
    """Return the blocks of the headings that stand in some chunk's context."""
    separator = case.options.get("breadcrumb_separator", " > ")
    held: set[int] = set()
    stops = [section.first for section in case.sections]
    for document in case.documents:
        context = case.context(document).replace("\r\n", "\n").replace("\r", "\n")
        lines = context.split("\n")
        parts = lines + lines[0].removeprefix("\\").split(separator)
        index = bisect_right(
            stops, case.block_at(document.metadata["start_index"]), lo=1
        )
        index -= 1
        while index > 0:
            section = case.sections[index]
            block = case.blocks[section.first]
            line = heading_line(case.source, block)
            if line in parts or section.titles[-1] in parts or not section.titles[-1]:
                held.add(section.first)
            index = section.parent
    return held


def check_white_space(case: Case) -> None:
    """Slices begin with no blank line and end with no white space."""
    is_fragment = isinstance(case.splitter, MarkdownFragmentTextSplitter)
    if case.is_whole and not is_fragment:
        return
    is_trimmed = case.options.get("strip_whitespace", True)
    for document in case.documents:
        metadata = document.metadata
        kept = case.source[metadata["start_index"] : metadata["end_index"]]
        assert kept.lstrip(" \t")[0] not in "\r\n"
        if is_trimmed and (len(case.documents) > 1 or is_fragment):
            assert not kept[-1].isspace(), kept


def check_overlap(case: Case) -> None:
    """What is repeated is held by the chunk before, short enough, without heading."""
    headings = [case.blocks[section.first] for section in case.sections[1:]]
    starts = [heading.start for heading in headings]
    most = case.options.get("chunk_overlap", 0)
    for before, after in pairwise([None, *case.documents]):
        assert after is not None
        overlap = after.metadata.get("overlap", 0)
        assert overlap >= 0
        if not overlap:
            continue
        assert before is not None
        start = after.metadata["start_index"]
        assert before.metadata["start_index"] <= start
        assert not case.source[before.metadata["end_index"] : start + overlap].strip()
        assert start + overlap < after.metadata["end_index"]
        held = min(start + overlap, before.metadata["end_index"])
        assert case.measure(case.source[start:held]) <= most
        first = bisect_right(starts, start - 1)
        assert first == bisect_right(starts, start + overlap - 1)


def check_metadata(case: Case) -> None:
    """Chunks are counted, have ids where asked, and name the section they are in."""
    stops = [section.first for section in case.sections]
    for index, document in enumerate(case.documents):
        metadata = document.metadata
        assert metadata["chunk_index"] == index
        for value in metadata.values():
            assert isinstance(value, str | int | float | bool)
        first = case.block_at(metadata["start_index"])
        last = case.block_at(metadata["end_index"] - 1)
        sections = [bisect_right(stops, block, lo=1) - 1 for block in (first, last)]
        assert metadata["heading_path"] == _common_path(case, *sections)
    ids = [document.id for document in case.documents]
    has_ids = case.options.get("add_ids", False)
    assert len(set(ids)) == len(ids) if has_ids else set(ids) <= {None}


def _common_path(case: Case, one: int, other: int) -> str:
    """Return the path of the innermost section that holds two sections."""
    around = set(_sections_around(case, one))
    for index in _sections_around(case, other):
        if index in around:
            return join_heading_path(case.sections[index].titles)
    return ""


def _sections_around(case: Case, index: int) -> Iterator[int]:
    """Yield a section and those it stands in, innermost first."""
    while index > 0:
        yield index
        index = case.sections[index].parent


def check_labels(case: Case) -> None:
    """Labels are unique but for the parts of one block."""
    labels = [
        document.metadata["label"]
        for document in case.documents
        if not document.metadata.get("part")
    ]
    assert len(set(labels)) == len(labels)


def check_same_as_langchain(case: Case) -> None:
    """The drop-in returns what LangChain's class returns."""
    expected = LangChainSplitter(**case.options).split_text(case.source)
    assert [document.page_content for document in case.documents] == expected
    assert case.splitter.split_text(case.source) == expected


def check_carried_offsets(case: Case) -> None:
    """The drop-in's offsets are those of the slice where the text is one."""
    for document in case.documents:
        start, end = document.metadata["start_index"], document.metadata["end_index"]
        assert 0 <= start <= end <= len(case.source)  # of joined marks nothing is left
        is_slice = case.source[start:end] == document.page_content
        assert is_slice == ("content_offset" in document.metadata)
        assert document.metadata.get("content_offset", 0) == 0
