"""The toolkit: from Documents to the tools with which an agent reads them."""

from collections.abc import Iterable
from typing import Self

from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.tools import BaseTool, BaseToolkit
from langchain_core.vectorstores import VectorStore
from pydantic import ConfigDict, Field

from langchain_mdsplit.checks import check_boolean, check_integer, check_type
from langchain_mdsplit.documents.arguments import check_documents
from langchain_mdsplit.errors import ArgumentError
from langchain_mdsplit.markdown.sections import MAX_LEVEL
from langchain_mdsplit.tokens import TokenCounter
from langchain_mdsplit.tools.agent_tools import (
    MarkdownOutlineTool,
    MarkdownReadTool,
    MarkdownSearchTool,
)
from langchain_mdsplit.tools.answers import AnswerLimit
from langchain_mdsplit.tools.library import ReadingOptions, build_library
from langchain_mdsplit.tools.outlining import OutlineReader
from langchain_mdsplit.tools.reading import SectionReader
from langchain_mdsplit.tools.searching import ChunkSearcher, SearchOptions

_LEAST_TOKENS = 200  # an answer's own words, names and paths take about half of it
_LEAST_CHUNK = 50  # tokens
_EMBEDDINGS = "an Embeddings of LangChain or None"
_STORE = "a VectorStore of LangChain or None"


class MarkdownToolkit(BaseToolkit):
    r"""The tools with which an agent walks Markdown documents by their headings.

    `markdown_outline` lists headings, `markdown_read` reads a section page by page,
    `markdown_search` finds places. Make one with `from_documents`.

    Example:
        >>> import json
        >>> tea = Document("# Tea\n\n## Black\n\nFour minutes.\n\n## Green\n\nTwo.\n")
        >>> toolkit = MarkdownToolkit.from_documents([tea])
        >>> outline, read, search = toolkit.get_tools()
        >>> for key, value in json.loads(read.invoke("Tea > Black")).items():
        ...     print(key, repr(value))
        document 'document-1'
        label '1-1'
        heading_path 'Tea > Black'
        page 1
        pages 1
        lines '3-5'
        document_text '## Black\n\nFour minutes.'
        next 'end of the section; then markdown_read(label="1-2")'

    Note:
        No answer is over `max_tokens`. Results are JSON with an artifact (Documents, or
        a list of dicts); what a model does wrong is a `ToolException` that tells it
        what to call next, and that it sees as the tool's answer. Search by words needs
        bm25s, which comes with the extra `tools`; without it, or `embeddings` or a
        `vector_store`, the search tool says so and the others work. The tools may be
        shared between threads; they pickle if the embeddings and the store do.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    outline_reader: OutlineReader = Field(exclude=True, repr=False)
    section_reader: SectionReader = Field(exclude=True, repr=False)
    searcher: ChunkSearcher = Field(exclude=True, repr=False)

    @classmethod
    def from_documents(
        cls,
        documents: Iterable[Document],
        *,
        max_tokens: int = 2000,
        chunk_size: int = 400,
        embeddings: Embeddings | None = None,
        vector_store: VectorStore | None = None,
        encoding_name: str | None = None,
        model_name: str | None = None,
        max_heading_level: int = MAX_LEVEL,
        heading_attributes: bool = True,
    ) -> Self:
        """Make the tools for some documents; they are parsed when first asked for.

        A document is called by its metadata `source`, else by its id, else by its
        position; documents of one name get numbers.

        Args:
            documents: The documents, whole, from any iterable.
            max_tokens: The most that the JSON of any answer may count; 200 or more
                (tokens).
            chunk_size: How long the chunks are that are searched; 50 or more (tokens).
            embeddings: Searches by meaning in memory, instead of by words.
            vector_store: Searches by meaning in this store, instead of by words. Chunks
                that it has not got, by their ids, are added at the first search.
            encoding_name: The tiktoken encoding to count with, `cl100k_base` if neither
                it nor a model is given.
            model_name: The model whose encoding to count with.
            max_heading_level: Deeper headings are ordinary text.
            heading_attributes: Whether a trailing `{#id .class}` of a heading is an
                attribute block instead of text.

        Returns:
            The toolkit.

        Raises:
            ArgumentError: An argument has a wrong type or value.
            EncodingError: The encoding or the model is unknown.
        """
        limit = AnswerLimit(
            TokenCounter(encoding_name, model_name),
            check_integer("max_tokens", max_tokens, _LEAST_TOKENS),
        )
        options = ReadingOptions(
            limit.counter,
            check_integer("max_heading_level", max_heading_level, 1, MAX_LEVEL),
            check_boolean("heading_attributes", heading_attributes),
        )
        search = SearchOptions(
            check_integer("chunk_size", chunk_size, _LEAST_CHUNK),
            check_type("embeddings", embeddings, Embeddings | None, _EMBEDDINGS),
            check_type("vector_store", vector_store, VectorStore | None, _STORE),
        )
        _check_search(search)
        library = build_library(check_documents("documents", documents), limit, options)
        if not library.sources:
            msg = "documents must hold at least one Document, got none"
            raise ArgumentError(msg)
        reader = SectionReader(library)
        return cls(
            outline_reader=OutlineReader(library),
            section_reader=reader,
            searcher=ChunkSearcher(library, reader, search),
        )

    def get_tools(self) -> list[BaseTool]:
        """Return the tools: outline, read, search.

        Returns:
            Three tools that share what they have read.
        """
        return [
            MarkdownOutlineTool(reader=self.outline_reader),
            MarkdownReadTool(reader=self.section_reader),
            MarkdownSearchTool(searcher=self.searcher),
        ]


def _check_search(options: SearchOptions) -> None:
    """Raise where there are two things to search with."""
    if options.embeddings is not None and options.vector_store is not None:
        msg = "embeddings excludes vector_store, which has its own; got both"
        raise ArgumentError(msg)
