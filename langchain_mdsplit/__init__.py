"""LangChain text splitters for Markdown: exact offsets, hard limits, nothing torn."""

from langchain_mdsplit.documents.identity import chunk_key
from langchain_mdsplit.documents.location import Location, locate
from langchain_mdsplit.errors import (
    EmbeddingError,
    HeadingTooLongError,
    MdSplitError,
)
from langchain_mdsplit.markdown.fragments import MarkdownFragment
from langchain_mdsplit.markdown.heading_path import (
    join_heading_path,
    split_heading_path,
)
from langchain_mdsplit.markdown.section_tree import MarkdownSection
from langchain_mdsplit.packing.vector_groups import cosine_similarity, max_min_groups
from langchain_mdsplit.spans import Chunk
from langchain_mdsplit.splitters.fragment import MarkdownFragmentTextSplitter
from langchain_mdsplit.splitters.recursive import RecursiveCharacterTextSplitter
from langchain_mdsplit.splitters.section import MarkdownSectionTextSplitter
from langchain_mdsplit.splitters.semantic import SemanticChunker
from langchain_mdsplit.splitters.semantic_analysis import (
    SemanticAnalysis,
    SemanticUnit,
)
from langchain_mdsplit.splitters.token import MarkdownTokenTextSplitter
from langchain_mdsplit.text.garbage import is_garbage_chunk
from langchain_mdsplit.tokens import TokenCounter

__version__ = "0.1.0"

__all__ = [
    "Chunk",
    "EmbeddingError",
    "HeadingTooLongError",
    "Location",
    "MarkdownFragment",
    "MarkdownFragmentTextSplitter",
    "MarkdownSection",
    "MarkdownSectionTextSplitter",
    "MarkdownTokenTextSplitter",
    "MdSplitError",
    "RecursiveCharacterTextSplitter",
    "SemanticAnalysis",
    "SemanticChunker",
    "SemanticUnit",
    "TokenCounter",
    "chunk_key",
    "cosine_similarity",
    "is_garbage_chunk",
    "join_heading_path",
    "locate",
    "max_min_groups",
    "split_heading_path",
]
