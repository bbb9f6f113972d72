"""The promises of the package as checks of one text's Documents."""

from collections.abc import Sequence

from langchain_core.documents import Document


def is_white(character: str) -> bool:
    """Whether a code point need not be in any chunk."""
    return character.isspace()


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
    """Own spans hold each non-white-space code point once and in order."""
    position = int(source.startswith("\ufeff"))
    for document in documents:
        metadata = document.metadata
        start = metadata["start_index"] + metadata.get("overlap", 0)
        assert start >= position, "spans overlap or are out of order"
        assert all(map(is_white, source[position:start])), "text between two chunks"
        position = metadata["end_index"]
        assert position >= start
    assert all(map(is_white, source[position:])), "text after the last chunk"


def check_limit(documents: Sequence[Document], limit: int) -> None:
    """No chunk is over the limit."""
    for document in documents:
        assert document.metadata["token_count"] <= limit


def check_white_space(source: str, documents: Sequence[Document]) -> None:
    """Spans begin with no blank line and end with no white space."""
    for document in documents:
        metadata = document.metadata
        kept = source[metadata["start_index"] : metadata["end_index"]]
        assert not kept[-1].isspace()
        assert kept.lstrip(" \t")[0] not in "\r\n"
