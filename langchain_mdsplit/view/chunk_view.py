"""A document with its chunks as an object that notebooks show by themselves."""

import html
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Self

from langchain_core.documents import Document
from langchain_text_splitters import TextSplitter

from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError
from langchain_mdsplit.markdown.heading_path import split_heading_path
from langchain_mdsplit.measure import LengthFunction
from langchain_mdsplit.spans import Chunk
from langchain_mdsplit.splitters.arguments import check_document, check_documents
from langchain_mdsplit.splitters.base import NO_LIMIT, ChunkTextSplitter
from langchain_mdsplit.splitters.slices import read_slice
from langchain_mdsplit.view.captions import Captions
from langchain_mdsplit.view.escaping import escape_plain
from langchain_mdsplit.view.page import (
    DEFAULT_TITLE,
    DEFAULT_UNIT,
    check_view,
    compose_page,
)

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
        ArgumentError: An argument is not what it should be, or a chunk is not a piece
            of the source, or before the one before it.

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
        check_view(
            self.source,
            self.chunks,
            title=self.title,
            chunk_size=self.chunk_size,
            unit=self.unit,
        )

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
            check_document(document, position)
            for position, document in enumerate(check_documents("documents", documents))
        ]
        has_counts = all("token_count" in document.metadata for document in given)
        chunks = [
            _as_chunk(document, position, has_count=has_counts)
            for position, document in enumerate(given)
        ]
        counted_in = DEFAULT_UNIT if has_counts else _CHARACTERS
        return cls(source, chunks, title, chunk_size, unit or counted_in)

    def page(self) -> str:
        """Return the whole page.

        Returns:
            A self-contained HTML page; it encodes as UTF-8.
        """
        return self._compose(in_frame=False)

    def _repr_html_(self) -> str:
        """Return the page in a frame that shares nothing with the notebook around."""
        return (
            f'<iframe sandbox="" title="{escape_plain(self.title)}" width="100%"'
            f' height="{_FRAME_HEIGHT}" frameborder="0"'
            f' srcdoc="{html.escape(self._compose(in_frame=True))}"></iframe>'
        )

    def _compose(self, *, in_frame: bool) -> str:
        """Return the page, for itself or for a frame."""
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
        ArgumentTypeError: The splitter is none of this package, or the text is none.

    Example:
        >>> from langchain_mdsplit import MarkdownTokenTextSplitter
        >>> view_chunks(MarkdownTokenTextSplitter(50), "# Tea", title="Tea")
        ChunkView(title='Tea', chunk_size=50, unit='tokens')
    """
    if not isinstance(splitter, ChunkTextSplitter):
        msg = (
            "splitter must be one of this package, got "
            f"{type(splitter).__name__}: for the Documents of others there is "
            "ChunkView.from_documents"
        )
        raise ArgumentTypeError(msg)
    limit, length = _settings(splitter)
    if isinstance(length, LengthFunction):
        length = length.function
    counted_in = _CHARACTERS if length is len else DEFAULT_UNIT
    chunks = splitter.split_chunks(text)
    return ChunkView(text, chunks, title, limit, unit or counted_in)


def _settings(splitter: TextSplitter) -> tuple[int | None, Any]:
    """Return a splitter's limit and length function.

    LangChain's base class, which every splitter has in common, has no public name
    for either.
    """
    settings = vars(splitter)
    size: int = settings["_chunk_size"]
    return None if size == NO_LIMIT else size, settings["_length_function"]


def _as_chunk(document: Document, position: int, *, has_count: bool) -> Chunk:
    """Return a Document as the chunk that it was made of."""
    metadata: Mapping[str, Any] = document.metadata
    read = partial(_integer, metadata, f"documents[{position}]")
    text, start = document.page_content, read("start_index")
    count = read("token_count") if has_count else len(text)
    if "end_index" not in metadata:  # as LangChain's own splitters make them
        return Chunk(text, count, start, start + len(text), content_offset=0)
    end = read("end_index")
    held = read_slice(document)
    moved = held.first_start - held.start if held else 0
    get = partial(_of_type, metadata)
    return Chunk(
        text=text,
        token_count=count,
        start_index=start + moved,
        end_index=end + moved,
        content_offset=read("content_offset") if "content_offset" in metadata else None,
        headings=tuple(split_heading_path(get("heading_path", str) or "")),
        label=get("label", str) or "",
        overlap=read("overlap") if "overlap" in metadata else 0,
        type=get("type", str),
        part=get("part", int),
    )


def _of_type(metadata: Mapping[str, Any], key: str, kind: type) -> Any:
    """Return a value that is of the type of ours; another is the document's own."""
    value = metadata.get(key)
    return value if type(value) is kind else None


def _integer(metadata: Mapping[str, Any], owner: str, key: str) -> int:
    """Return a number that a Document's metadata must hold."""
    value = metadata.get(key)
    if type(value) is not int or value < 0:
        msg = (
            f"{owner} must hold {key} in its metadata, 0 or more, got {value!r};"
            " splitters add it with add_start_index=True"
        )
        raise ArgumentError(msg)
    return value
