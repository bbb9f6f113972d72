"""What a splitter goes by, as LangChain's base keeps it under private names only."""

# ruff: noqa: SLF001 - there are no other names

from collections.abc import Callable

from langchain_mdsplit.splitters.base import ChunkTextSplitter


def limit_of(splitter: ChunkTextSplitter) -> int | None:
    """Return the most that a chunk of a splitter may measure.

    Args:
        splitter: The splitter.

    Returns:
        A length in its unit; None for no limit.

    Example:
        >>> from langchain_mdsplit import MarkdownFragmentTextSplitter
        >>> limit_of(MarkdownFragmentTextSplitter(chunk_size=90))
        90
        >>> limit_of(MarkdownFragmentTextSplitter())
    """
    return splitter._limit


def length_function_of(splitter: ChunkTextSplitter) -> Callable[[str], int]:
    """Return what measures the chunks of a splitter.

    Args:
        splitter: The splitter.

    Returns:
        A function from a text to its length.

    Example:
        >>> from langchain_mdsplit import MarkdownFragmentTextSplitter
        >>> length_function_of(MarkdownFragmentTextSplitter())("tea")
        1
    """
    return splitter._length_function
