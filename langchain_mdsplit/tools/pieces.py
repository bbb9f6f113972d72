"""Pieces of a text for pages and for search: valid Markdown wherever it can be."""

from collections.abc import Callable, Iterable

from langchain_core.documents import Document

from langchain_mdsplit.documents.identity import IdCounter
from langchain_mdsplit.documents.reading import named_result, read_sources
from langchain_mdsplit.errors import LimitTooSmallError
from langchain_mdsplit.spans import Chunk
from langchain_mdsplit.splitters.base import split_each
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
    try:
        return _markdown(size, measure, options, smallest).split_chunks(text)
    except LimitTooSmallError:
        return _plain(size, measure).split_chunks(text)


def cut_documents(
    documents: Iterable[Document],
    size: int,
    measure: Callable[[str], int],
    options: ReadingOptions,
    smallest: int,
) -> list[Document]:
    r"""Cut Documents into those of their pieces, with ids that stay the same.

    Args:
        documents: The Documents.
        size: The most a piece may measure.
        measure: Measures texts.
        options: How Markdown is read.
        smallest: A shorter piece is merged with one beside it where that fits.

    Returns:
        The pieces, document after document, each cut as by `cut_pieces`.

    Example:
        >>> from langchain_mdsplit import TokenCounter
        >>> options = ReadingOptions(TokenCounter(), 6, True)
        >>> tea = [Document("# Tea\n\nBoil water. Steep it for four minutes.")]
        >>> pieces = cut_documents(tea, 12, options.counter, options, 0)
        >>> [piece.metadata["start_index"] for piece in pieces]
        [0, 19]
    """
    markdown = _markdown(size, measure, options, smallest, add_ids=True)
    plain = _plain(size, measure, add_ids=True)
    ids = IdCounter()
    pieces: list[Document] = []
    for source, found in split_each(markdown, read_sources(documents)):
        if isinstance(found, LimitTooSmallError):
            ((_, found),) = split_each(plain, [source])  # noqa: PLW2901
        pieces += ids.number(named_result(source, found))
    return pieces


def _markdown(
    size: int,
    measure: Callable[[str], int],
    options: ReadingOptions,
    smallest: int,
    *,
    add_ids: bool = False,
) -> MarkdownTokenTextSplitter:
    """Return what cuts Markdown."""
    return MarkdownTokenTextSplitter(
        size,
        min_chunk_size=smallest,
        on_long_heading="truncate",
        length_function=measure,
        max_heading_level=options.max_heading_level,
        heading_attributes=options.heading_attributes,
        add_ids=add_ids,
    )


def _plain(
    size: int, measure: Callable[[str], int], *, add_ids: bool = False
) -> RecursiveCharacterTextSplitter:
    """Return what cuts any text."""
    return RecursiveCharacterTextSplitter(
        chunk_size=size,
        chunk_overlap=0,
        length_function=measure,
        add_start_index=True,
        add_ids=add_ids,
    )
