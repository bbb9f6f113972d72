"""LangChain's own splitters under names of the command line, to stand beside ours.

They count with this package's counter. It returns what tiktoken returns, needs no
network, and is faster, so that slow counting is not held against them.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from langchain_core.documents import Document
from langchain_text_splitters import (
    MarkdownHeaderTextSplitter,
    RecursiveCharacterTextSplitter,
)

from langchain_mdsplit.tokens import TokenCounter

Split: TypeAlias = Callable[[Document], Iterable[Document]]
_HEADERS = [("#" * level, f"Header {level}") for level in range(1, 7)]


def build_recursive(
    *,
    chunk_size: int = 4000,
    chunk_overlap: int = 0,
    encoding_name: str | None = None,
    model_name: str | None = None,
) -> Split:
    """Return LangChain's `RecursiveCharacterTextSplitter`, measuring in tokens.

    Args:
        chunk_size: The most a chunk may measure (tokens).
        chunk_overlap: How much of the previous chunk one may repeat (tokens).
        encoding_name: The encoding to count with.
        model_name: The model whose tokens to count.

    Returns:
        What makes a document's chunks.

    Example:
        >>> split = build_recursive(chunk_size=3)
        >>> [it.page_content for it in split(Document(page_content="Boil water."))]
        ['Boil', 'water.']
    """
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=chunk_size,
        chunk_overlap=chunk_overlap,
        length_function=TokenCounter(encoding_name, model_name),
        add_start_index=True,
    )
    return lambda document: splitter.split_documents([document])


def build_markdown_header(
    *,
    chunk_size: int = 4000,
    chunk_overlap: int = 0,
    encoding_name: str | None = None,
    model_name: str | None = None,
    strip_headers: bool = False,
) -> Split:
    r"""Return LangChain's `MarkdownHeaderTextSplitter` before its recursive one.

    Args:
        chunk_size: The most a chunk may measure (tokens).
        chunk_overlap: How much of the previous chunk one may repeat (tokens).
        encoding_name: The encoding to count with.
        model_name: The model whose tokens to count.
        strip_headers: Whether headings stand in the metadata only.

    Returns:
        What makes a document's chunks.

    Example:
        >>> split = build_markdown_header(chunk_size=9)
        >>> text = "# A\n\none\n\n# B\n\ntwo"
        >>> [it.page_content for it in split(Document(page_content=text))]
        ['# A  \none', '# B  \ntwo']
    """
    headers = MarkdownHeaderTextSplitter(_HEADERS, strip_headers=strip_headers)
    recursive = RecursiveCharacterTextSplitter(
        chunk_size=chunk_size,
        chunk_overlap=chunk_overlap,
        length_function=TokenCounter(encoding_name, model_name),
        add_start_index=True,
    )
    return lambda document: recursive.split_documents(
        headers.split_text(document.page_content)
    )


PEERS: Mapping[str, Callable[..., Split]] = MappingProxyType(
    {
        "langchain-recursive": build_recursive,
        "langchain-markdown-header": build_markdown_header,
    }
)
"""What builds each of them, by its name."""
