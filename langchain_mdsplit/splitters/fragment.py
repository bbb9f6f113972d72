"""Fragments of Markdown: one labelled piece for each top-level block."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Unpack

from langchain_mdsplit.checks import check_choice, check_iterable, check_text
from langchain_mdsplit.counting import Counted
from langchain_mdsplit.documents.excerpts import Excerpt
from langchain_mdsplit.errors import ArgumentError
from langchain_mdsplit.markdown.blocks import Block, list_indentation
from langchain_mdsplit.markdown.fragments import (
    FRAGMENT_TYPES,
    FRONT_MATTER_KINDS,
    MarkdownFragment,
    label_blocks,
)
from langchain_mdsplit.markdown.heading_path import joined_titles
from langchain_mdsplit.splitters.options import StructureOptions
from langchain_mdsplit.splitters.structure import (
    MarkdownStructure,
    MarkdownStructureTextSplitter,
)

_PLAIN_KINDS = frozenset(FRAGMENT_TYPES) - FRONT_MATTER_KINDS - {"list"}
"""Kinds whose text is their slice and nothing else."""

_new_tuple = tuple.__new__  # the constructor of a named tuple takes twice the time


class MarkdownFragmentTextSplitter(MarkdownStructureTextSplitter):
    """Splits Markdown into one labelled fragment for each top-level block.

    Choose it to address, edit or quote single blocks (`1-2-content-1`), or as the
    first of two splitters. For chunks to embed, which want several blocks and their
    headings together, choose a splitter that packs them.

    Args:
        chunk_size: The most a fragment may measure (tokens): a longer block is cut
            into valid parts, which share its label. None for no limit.
        chunk_overlap: How much of the previous part a part may repeat (tokens).
        types: Keep fragments of these types only, as `code` or `table`.
        **options: How lengths are measured (`encoding_name`, `model_name`,
            `length_function`), how Markdown is read (`max_heading_level`,
            `heading_attributes`, `sentence_splitter`, `front_matter`), and what
            Documents carry (`add_start_index`, `strip_whitespace`, `heading_keys`,
            `add_ids`, `show_progress`); see `MeasuredTextSplitter` and
            `MarkdownStructureTextSplitter`.

    Example:
        >>> splitter = MarkdownFragmentTextSplitter()
        >>> text = "# Tea" + chr(10) * 2 + "Boil water." + chr(10) * 2 + "- one"
        >>> for fragment in splitter.split_fragments(text):
        ...     print(fragment.label, fragment.type, fragment.token_count)
        1-heading heading 2
        1-content-1 paragraph 4
        1-content-2 list 2

    Note:
        Nothing is lost, offsets are exact, and with a `chunk_size` no fragment is over
        it. Labels and types are those of the Markdown splitter of the wiki GROWI;
        types are named as in mdast.
    """

    def __init__(
        self,
        chunk_size: int | None = None,
        chunk_overlap: int = 0,
        *,
        types: Iterable[str] | None = None,
        **options: Unpack[StructureOptions],
    ) -> None:
        super().__init__(chunk_size, chunk_overlap, **options)
        kinds = frozenset(FRAGMENT_TYPES) if types is None else _check_types(types)
        is_chunk = self._front_matter == "chunk"
        self._kinds = kinds if is_chunk else kinds - FRONT_MATTER_KINDS
        self._plain_kinds = _PLAIN_KINDS if self._strip_whitespace else frozenset()

    def split_fragments(self, text: str) -> list[MarkdownFragment]:
        """Split a text into fragments.

        Args:
            text: The Markdown to split.

        Returns:
            The fragments in document order. A block over `chunk_size` gives several,
            which share a label.
        """
        check_text("text", text)
        excerpts = list(self._split_source(text, is_document_start=True))
        texts = [
            excerpt.text
            if excerpt.content_offset is None
            else text[excerpt.start_index : excerpt.end_index]
            for excerpt in excerpts
        ]
        lengths = self._lengths_of_slices(excerpts, texts)
        return [
            MarkdownFragment(
                label=excerpt.label,
                type=excerpt.type or "",
                text=slice_,
                token_count=length,
                start_index=excerpt.start_index,
                end_index=excerpt.end_index,
                heading_path=joined_titles(excerpt.section.titles),
                level=excerpt.level,
            )
            for excerpt, slice_, length in zip(excerpts, texts, lengths, strict=True)
        ]

    def _lengths_of_slices(
        self, excerpts: Sequence[Excerpt], texts: Sequence[str]
    ) -> Iterator[int]:
        """Yield the lengths of slices, counting those with something around them."""
        framed = [
            text
            for excerpt, text in zip(excerpts, texts, strict=True)
            if len(text) != len(excerpt.text)
        ]
        counts = iter(self._measure.count_many(framed))
        for excerpt, text in zip(excerpts, texts, strict=True):
            is_framed = len(text) != len(excerpt.text)
            yield next(counts) if is_framed else excerpt.token_count

    def _split_structure(
        self, structure: MarkdownStructure
    ) -> Counted[Iterable[Excerpt]]:
        """Split a source that has been read.

        Where nothing has to be cut, an excerpt is made when it is asked for: most of
        what the garbage collector would look at is gone before it comes.
        """
        kept = [block for block in structure.blocks if block.kind in self._kinds]
        texts = [self._text_of(structure, block) for block in kept]
        lengths = yield texts
        excerpts = self._excerpts(structure, texts, lengths)
        limit = self._limit
        if limit is None or max(lengths, default=0) <= limit:
            return excerpts
        cut: list[Excerpt] = []
        for block, excerpt in zip(kept, excerpts, strict=True):
            if excerpt.token_count <= limit:
                cut.append(excerpt)
            else:
                cut += yield from self._parts(structure.source, block, excerpt, limit)
        return cut

    def _text_of(self, structure: MarkdownStructure, block: Block) -> str:
        """Return the text of a block's fragment."""
        source, kind, start, end = structure.source, *block[:3]
        if kind in self._plain_kinds:
            return source[start:end]
        if kind in FRONT_MATTER_KINDS and structure.front_matter is not None:
            return structure.front_matter
        end = end if self._strip_whitespace else block.outer_end
        return list_indentation(source, block) + source[start:end]

    def _excerpts(
        self,
        structure: MarkdownStructure,
        texts: Sequence[str],
        lengths: Sequence[int],
    ) -> Iterator[Excerpt]:
        """Yield an excerpt for each block that is kept, with its text and length."""
        front_matter = self._front_matter_key(structure)
        kinds, is_stripped = self._kinds, self._strip_whitespace
        has_value = structure.front_matter is not None
        counted = zip(texts, lengths, strict=True)
        for block, section, label in label_blocks(structure.blocks, structure.sections):
            kind, start, end, _, outer_end, level, _, _ = block
            if kind not in kinds:
                continue
            text, length = next(counted)
            if has_value and kind in FRONT_MATTER_KINDS:
                offset = None
            else:
                end = end if is_stripped else outer_end
                offset = len(text) - (end - start)
            # fmt: off
            fields = (
                text, length, start, end, offset, section, label, kind, level,
                0, None, front_matter, None,
            )
            # fmt: on
            yield _new_tuple(Excerpt, fields)

    def _parts(
        self, source: str, block: Block, whole: Excerpt, limit: int
    ) -> Counted[list[Excerpt]]:
        """Return the parts of a fragment that is over the limit."""
        # Imported where it is needed: its patterns take long to compile.
        from langchain_mdsplit.packing.cutting.cut_block import cut_block  # noqa: PLC0415

        pieces = yield from cut_block(
            source,
            block,
            limit,
            self._measure,
            overlap=self._chunk_overlap,
            sentence_splitter=self._sentence_splitter,
        )
        return [
            whole._replace(
                text=f"{piece.prefix}{source[piece.start : piece.end]}{piece.suffix}",
                token_count=piece.length,
                start_index=piece.start,
                end_index=piece.end,
                content_offset=len(piece.prefix),
                overlap=piece.overlap,
                part=part,
            )
            for part, piece in enumerate(pieces)
        ]


def _check_types(types: Iterable[str]) -> frozenset[str]:
    """Return the types to keep, or raise where one is unknown."""
    names = check_iterable("types", types, "fragment types, as ['code', 'table']")
    kinds = frozenset(check_choice("types", name, FRAGMENT_TYPES) for name in names)
    if not kinds:
        msg = f"types must hold one of {', '.join(FRAGMENT_TYPES)} at least, got none"
        raise ArgumentError(msg)
    return kinds
