"""A document with its chunks, as an object that a notebook can show."""

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from langchain_core.documents import Document

from langchain_mdsplit.checks import check_integer, check_text, check_type
from langchain_mdsplit.documents.arguments import check_document, check_documents
from langchain_mdsplit.documents.slices import as_chunk
from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError
from langchain_mdsplit.measure import LengthFunction
from langchain_mdsplit.shortening import short_repr
from langchain_mdsplit.spans import Chunk
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from langchain_mdsplit.view.captions import Captions
from langchain_mdsplit.view.escaping import escape_plain
from langchain_mdsplit.view.layout import check_spans
from langchain_mdsplit.view.page import compose_page

DEFAULT_TITLE = "Chunks"
DEFAULT_UNIT = "tokens"
_PLACE_KEYS = ("end_index", "content_offset", "overlap")
_FRAME_HEIGHT = 640  # pixels
_CHARACTERS = "characters"


@dataclass(frozen=True, slots=True)
class ChunkView:
    """A document with its chunks, to look at: in a notebook, or as a page.

    Args:
        source: The text that was split.
        chunks: Its chunks in order, as `split_chunks` returns them.
        title: The page's title.
        chunk_size: The limit of a chunk, in `unit`; None for none.
        unit: What sizes are counted in, in the plural.

    Raises:
        ArgumentError: An argument has a wrong type or value, a chunk is not a piece of
            the source, or the chunks are not in order.

    Example:
        >>> view = ChunkView("Boil it.", [Chunk("Boil it.", 3, 0, 8)], title="Tea")
        >>> view
        ChunkView(title='Tea', chunk_size=None, unit='tokens')
        >>> view.page().count("</article>")
        1
    """

    source: str = field(repr=False)
    chunks: Sequence[Chunk] = field(repr=False)
    title: str = DEFAULT_TITLE
    chunk_size: int | None = None
    unit: str = DEFAULT_UNIT

    def __post_init__(self) -> None:
        """Check the arguments now, where the mistake was made."""
        check_text("source", self.source)
        check_text("title", self.title)
        check_text("unit", self.unit)
        if self.chunk_size is not None:
            check_integer("chunk_size", self.chunk_size, 1)
        if not isinstance(self.chunks, Sequence) or isinstance(self.chunks, str):
            msg = (
                f"chunks must be a sequence of Chunk, not {type(self.chunks).__name__}"
            )
            raise ArgumentTypeError(msg)
        check_spans(self.source, self.chunks)

    @classmethod
    def from_documents(
        cls,
        source: str,
        documents: Iterable[Document],
        *,
        title: str = DEFAULT_TITLE,
        chunk_size: int | None = None,
        unit: str | None = None,
    ) -> Self:
        """Make a view of Documents that a splitter made of one source.

        Args:
            source: The text that was split.
            documents: Its Documents in order; those of LangChain's own splitters
                have only a `start_index`, and must be slices of the source.
            title: The page's title.
            chunk_size: The limit of a chunk, in `unit`; None for none.
            unit: What sizes are counted in; None for tokens, or for characters where
                a Document does not hold its `token_count`.

        Returns:
            The view.

        Raises:
            ArgumentError: A Document has no offsets, or wrong ones.
        """
        given = [
            check_document(f"documents[{position}]", document)
            for position, document in enumerate(check_documents("documents", documents))
        ]
        has_counts = all("token_count" in document.metadata for document in given)
        for position, document in enumerate(given):
            _check_numbers(document, f"documents[{position}]", has_count=has_counts)
        chunks = list(map(as_chunk, given))
        if not has_counts:
            chunks = [replace(chunk, token_count=len(chunk.text)) for chunk in chunks]
        counted_in = DEFAULT_UNIT if has_counts else _CHARACTERS
        return cls(source, chunks, title, chunk_size, unit or counted_in)

    def page(self) -> str:
        """Return the whole page.

        It holds no script and asks for nothing; text of the document is never markup.
        The text content of its element `#source` is `displayed(source)`.

        Returns:
            A self-contained HTML page; it encodes as UTF-8.
        """
        return self._compose(in_frame=False)

    def _repr_html_(self) -> str:
        """Return the page in a frame that shares nothing with the notebook."""
        return (
            f'<iframe sandbox="" title="{escape_plain(self.title)}" width="100%"'
            f' height="{_FRAME_HEIGHT}" frameborder="0"'
            f' srcdoc="{html.escape(self._compose(in_frame=True))}"></iframe>'
        )

    def _compose(self, *, in_frame: bool) -> str:
        """Return the page as a file of its own, or for a frame."""
        captions = Captions(len(self.chunks), self.chunk_size, self.unit)
        return compose_page(
            self.source, self.chunks, self.title, captions, in_frame=in_frame
        )


def view_chunks(
    splitter: ChunkTextSplitter,
    text: str,
    *,
    title: str = DEFAULT_TITLE,
    unit: str | None = None,
) -> ChunkView:
    """Split a text and make a view of it.

    Args:
        splitter: A splitter of this package.
        text: The text to split.
        title: The page's title.
        unit: What the splitter counts in; None for characters where its length
            function is `len`, else for tokens.

    Returns:
        The view.

    Raises:
        ArgumentTypeError: The splitter is not of this package, or the text is no `str`.

    Example:
        >>> from langchain_mdsplit import MarkdownTokenTextSplitter
        >>> view_chunks(MarkdownTokenTextSplitter(50), "# Tea", title="Tea")
        ChunkView(title='Tea', chunk_size=50, unit='tokens')
    """
    allowed = "one of this package (ChunkView.from_documents is there for others)"
    check_type("splitter", splitter, ChunkTextSplitter, allowed)
    limit, length = splitter.limit, splitter.measure
    if isinstance(length, LengthFunction):
        length = length.function
    counted_in = _CHARACTERS if length is len else DEFAULT_UNIT
    chunks = splitter.split_chunks(text)
    return ChunkView(text, chunks, title, limit, unit or counted_in)


def _check_numbers(document: Document, owner: str, *, has_count: bool) -> None:
    """Check the numbers in a Document's metadata that a view needs.

    A Document without an `end_index` is not from a splitter of this package. What it
    has under the other keys then means something else.
    """
    metadata = document.metadata
    keys = ["start_index", *["token_count"] * has_count]
    if "end_index" in metadata:
        keys += [key for key in _PLACE_KEYS if key in metadata]
    for key in keys:
        value = metadata.get(key)
        if type(value) is not int or value < 0:
            msg = (
                f"{owner} must hold {key} in its metadata, 0 or more, got "
                f"{short_repr(value)}; splitters add it with add_start_index=True"
            )
            raise ArgumentError(msg)
