"""Pieces of a text for pages and for search: valid Markdown wherever it can be."""

from collections.abc import Callable

from langchain_mdsplit.errors import LimitTooSmallError
from langchain_mdsplit.spans import Chunk
from langchain_mdsplit.splitters.recursive import RecursiveCharacterTextSplitter
from langchain_mdsplit.splitters.token import MarkdownTokenTextSplitter
from langchain_mdsplit.tools.library import ReadingOptions


def cut_pieces(
    text: str,
    size: int,
    measure: Callable[[str], int],
    options: ReadingOptions,
    smallest: int,
) -> list[Chunk]:
    r"""Cut a text into pieces that carry their headings.

    Args:
        text: The text.
        size: The most a piece may measure.
        measure: Measures texts.
        options: How Markdown is read.
        smallest: A shorter piece is merged with one beside it where that fits.

    Returns:
        The pieces in order; they hold everything but white space. A text that has a
        fence whose opening line alone is too long is cut as plain text.

    Example:
        >>> from langchain_mdsplit import TokenCounter
        >>> options = ReadingOptions(TokenCounter(), 6, True)
        >>> text = "# Tea\n\nBoil water. Steep it for four minutes."
        >>> [piece.text for piece in cut_pieces(text, 12, options.counter, options, 0)]
        ['# Tea\n\nBoil water.', '# Tea\n\nSteep it for four minutes.']
    """
    splitter = MarkdownTokenTextSplitter(
        size,
        min_chunk_size=smallest,
        on_long_heading="truncate",
        length_function=measure,
        max_heading_level=options.max_heading_level,
        heading_attributes=options.heading_attributes,
    )
    try:
        return splitter.split_chunks(text)
    except LimitTooSmallError:
        plain = RecursiveCharacterTextSplitter(
            chunk_size=size, chunk_overlap=0, length_function=measure
        )
        return plain.split_chunks(text)
