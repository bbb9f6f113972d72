"""LangChain text splitters for Markdown: exact offsets, hard limits, nothing torn."""

from langchain_mdsplit.errors import MdSplitError
from langchain_mdsplit.markdown.fragments import MarkdownFragment
from langchain_mdsplit.markdown.heading_path import (
    join_heading_path,
    split_heading_path,
)
from langchain_mdsplit.markdown.section_tree import MarkdownSection
from langchain_mdsplit.spans import Chunk
from langchain_mdsplit.splitters.fragment import MarkdownFragmentTextSplitter
from langchain_mdsplit.splitters.identity import chunk_key
from langchain_mdsplit.splitters.location import Location, locate
from langchain_mdsplit.splitters.recursive import RecursiveCharacterTextSplitter
from langchain_mdsplit.splitters.section import MarkdownSectionTextSplitter
from langchain_mdsplit.splitters.token import MarkdownTokenTextSplitter
from langchain_mdsplit.tokens import TokenCounter

__version__ = "0.1.0"

__all__ = [
    "Chunk",
    "Location",
    "MarkdownFragment",
    "MarkdownFragmentTextSplitter",
    "MarkdownSection",
    "MarkdownSectionTextSplitter",
    "MarkdownTokenTextSplitter",
    "MdSplitError",
    "RecursiveCharacterTextSplitter",
    "TokenCounter",
    "chunk_key",
    "join_heading_path",
    "locate",
    "split_heading_path",
]
