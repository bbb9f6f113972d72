"""The drop-in for LangChain's RecursiveCharacterTextSplitter: arguments and methods."""

import logging
from collections.abc import Collection
from functools import lru_cache
from typing import Any, Literal, Self

from langchain_core.documents import Document
from langchain_text_splitters import Language, TextSplitter
from langchain_text_splitters import (
    RecursiveCharacterTextSplitter as LangChainTextSplitter,
)

from langchain_mdsplit.checks import check_boolean, check_text
from langchain_mdsplit.documents.building import make_document
from langchain_mdsplit.documents.excerpts import Excerpt
from langchain_mdsplit.documents.identity import chunk_hash, source_id
from langchain_mdsplit.documents.sources import DocumentSource
from langchain_mdsplit.huggingface_tokens import HuggingFaceLength
from langchain_mdsplit.markdown.sections import Section
from langchain_mdsplit.measure import LengthFunction, resolve_measure
from langchain_mdsplit.packing.recursive.rules import Cuts, RecursiveRules
from langchain_mdsplit.packing.recursive.separators import read_separators
from langchain_mdsplit.packing.recursive.splitting import place_cuts, split_recursively
from langchain_mdsplit.shortening import short_repr
from langchain_mdsplit.splitters.arguments import check_unused
from langchain_mdsplit.splitters.recursive_metadata import (
    cut_metadatas,
    inherited_metadata,
    stand_for,
)
from langchain_mdsplit.splitters.recursive_overrides import (
    OverridableTextSplitter,
    has_own,
)
from langchain_mdsplit.splitters.recursive_tokens import (
    SpecialTokenCounter,
    tiktoken_length,
)
from langchain_mdsplit.tokens import TokenCounter

# Whoever silences or collects LangChain's warning does so by this name.
_LOGGER = logging.getLogger("langchain_text_splitters.base")

_LANGCHAIN_OVERLAP = 200
_BATCHED = (TokenCounter, HuggingFaceLength, LengthFunction, SpecialTokenCounter)
_STEPS = ("_split_text", "_merge_splits", "_join_docs")
_separators_of = lru_cache(maxsize=64)(read_separators)  # they may be set any time
_NO_SECTION = Section("", (), (), None, -1, 0, 0, 0)


def _overlap_of(chunk_size: Any) -> Any:
    """Return the overlap of chunks of a size, where none is given."""
    try:
        is_usual = chunk_size >= _LANGCHAIN_OVERLAP
        return _LANGCHAIN_OVERLAP if is_usual else chunk_size // 5
    except TypeError as error:
        msg = f"chunk_size must be a number, got {short_repr(chunk_size)}"
        raise TypeError(msg) from error  # as LangChain raises it


class RecursiveCharacterTextSplitter(OverridableTextSplitter, LangChainTextSplitter):
    """Splits text at the first of some separators that makes the pieces small enough.

    Choose it in place of LangChain's class of the same name: it returns the same
    chunks, several times as fast, and knows where they stand. It sees nothing of
    Markdown; to keep headings, fences and tables whole choose one of the others.

    Args:
        separators: Where to split, in the order of preference; None for paragraphs,
            lines, words, characters.
        keep_separator: Whether a separator stays with the piece after it (True,
            "start"), with the one before it ("end"), or with none (False).
        is_separator_regex: Whether separators are regular expressions.
        graphemes: Whether no cut may be inside a grapheme cluster.
        encoding_name: A tiktoken encoding, to measure in tokens.
        model_name: A model, to measure in its tokens.
        add_ids: Whether Documents get ids that stay the same after edits elsewhere.
        show_progress: Whether splitting several documents shows a progress bar.
        heading_keys: Inherited; has no meaning here.
        **kwargs: LangChain's other arguments: `chunk_size=4000` and `chunk_overlap`
            in the unit of `length_function` (`len`: characters), `add_start_index`
            and `strip_whitespace`. An omitted overlap is 200 if the size is at least
            that, else a fifth of the size.

    Example:
        >>> splitter = RecursiveCharacterTextSplitter(
        ...     chunk_size=12, chunk_overlap=0, add_start_index=True
        ... )
        >>> for chunk in splitter.create_documents(["Boil water. Boil water."]):
        ...     print(chunk.page_content, chunk.metadata["start_index"])
        Boil water. 0
        Boil water. 12

    Note:
        Equal to LangChain's class but for four things: the omitted overlap; the text
        of special tokens, which is ordinary text unless `from_tiktoken_encoder` is
        told otherwise; metadatas that are not as many as the texts raise; ranks that
        cannot be fetched raise an `MdSplitError`. With `add_start_index=True` offsets
        are exact: `source[start_index:end_index]` is the chunk's text, unless it was
        joined of pieces and is no slice; then `content_offset` is missing.
    """

    def __init__(
        self,
        separators: list[str] | None = None,
        keep_separator: bool | Literal["start", "end"] = True,  # noqa: FBT001, FBT002
        is_separator_regex: bool = False,  # noqa: FBT001, FBT002
        *,
        graphemes: bool = False,
        encoding_name: str | None = None,
        model_name: str | None = None,
        add_ids: bool = False,
        show_progress: bool = False,
        heading_keys: bool = False,
        **kwargs: Any,
    ) -> None:
        check_unused("heading_keys", heading_keys, default=False)
        if "chunk_overlap" not in kwargs:
            size = kwargs.get("chunk_size", _LANGCHAIN_OVERLAP)
            kwargs["chunk_overlap"] = _overlap_of(size)
        if encoding_name is not None or model_name is not None:
            kwargs["length_function"] = resolve_measure(
                encoding_name=encoding_name,
                model_name=model_name,
                length_function=kwargs.get("length_function"),
            )
        super().__init__(
            separators,
            keep_separator,
            is_separator_regex,
            add_ids=add_ids,
            show_progress=show_progress,
            **kwargs,
        )
        self._graphemes = check_boolean("graphemes", graphemes)

    def split_text(self, text: str) -> list[str]:
        """Split a text.

        Args:
            text: The text to split.

        Returns:
            The chunks in order.
        """
        check_text("text", text)
        return self._cut(text).texts

    @classmethod
    def from_language(cls, language: Language, **kwargs: Any) -> Self:
        """Return a splitter for the source text of a programming language.

        Args:
            language: The language.
            **kwargs: The splitter's other arguments.

        Returns:
            The splitter.

        Raises:
            ValueError: There are no separators for the language.
        """
        separators = cls.get_separators_for_language(language)
        return cls(separators=separators, is_separator_regex=True, **kwargs)

    @classmethod
    def from_tiktoken_encoder(
        cls,
        encoding_name: str = "gpt2",
        model_name: str | None = None,
        allowed_special: Collection[str] | None = None,
        disallowed_special: str | Collection[str] = (),
        **kwargs: Any,
    ) -> Self:
        """Return a splitter that measures in tokens.

        Args:
            encoding_name: The name of the encoding.
            model_name: The model whose encoding to use instead.
            allowed_special: The special tokens whose text counts as one token; "all"
                for every one.
            disallowed_special: The special tokens whose text raises; "all" for every
                one that is not allowed. The text of all others is ordinary text.
            **kwargs: The splitter's other arguments.

        Returns:
            The splitter.

        Raises:
            EncodingError: The encoding or the model is unknown (of a model a KeyError
                as well), or its ranks cannot be loaded.
        """
        length = tiktoken_length(
            encoding_name, model_name, allowed_special, disallowed_special
        )
        return cls(length_function=length, **kwargs)

    def _has_own(self, *names: str) -> bool:
        """Whether one of some methods is not ours, but a subclass's."""
        return has_own(self, RecursiveCharacterTextSplitter, *names)

    @property
    def _has_own_steps(self) -> bool:
        """Whether a text can be split in LangChain's steps only."""
        return self._has_own(*_STEPS) or not all(
            isinstance(separator, str) for separator in self._separators
        )

    def _cut(self, text: str) -> Cuts:
        """Split a text into chunks with the spans of what they were joined from."""
        if self._has_own_steps:
            texts = LangChainTextSplitter.split_text(self, text)
            return Cuts([0] * len(texts), [len(text)] * len(texts), texts)
        return split_recursively(text, self._rules())

    def _rules(self) -> RecursiveRules:
        """Return the rules as the attributes stand, which LangChain reads late."""
        separators = _separators_of(
            tuple(self._separators), is_regex=bool(self._is_separator_regex)
        )
        keep: Literal["start", "end"] | None = None
        if self._keep_separator:
            keep = "end" if self._keep_separator == "end" else "start"
        length = self._length_function
        return RecursiveRules(
            separators,
            self._chunk_size,
            self._chunk_overlap,
            keep,
            length,
            length.count_many if isinstance(length, _BATCHED) else None,
            self._strip_whitespace,
            self._graphemes,
            self._warn,
        )

    def _warn(self, size: Any) -> None:
        """Log that a chunk is too long, as LangChain does."""
        _LOGGER.warning(
            "Created a chunk of size %d, which is longer than the specified %d",
            size,
            self._chunk_size,
        )

    def _split_source(self, text: str, *, is_document_start: bool) -> list[Excerpt]:
        """Split one text into excerpts, which are in no section."""
        del is_document_start
        cuts = self._cut(text)
        lengths = self._rules().count_all(cuts.texts)
        excerpts = []
        last = 0
        for content, length, (start, end, offset) in zip(
            cuts.texts, lengths, place_cuts(text, cuts), strict=True
        ):
            overlap = max(0, min(last, end) - start) if offset is not None else 0
            excerpt = Excerpt(content, length, start, end, offset, _NO_SECTION, "")
            excerpts.append(excerpt._replace(overlap=overlap))
            last = end
        return excerpts

    def _cut_source(self, source: DocumentSource) -> list[Document]:
        """Return the Documents of one source."""
        text, base = source.slice, inherited_metadata(source)
        if self._has_own_steps or self._has_own("split_text"):
            documents = TextSplitter.create_documents(self, [text], [base])
        else:
            cuts = self._cut(text)
            metadatas = cut_metadatas(
                text, cuts, base, add_start_index=self._add_start_index
            )
            documents = list(map(make_document, cuts.texts, metadatas))
        if source.stands_for is not None and self._add_start_index:
            for document in documents:
                stand_for(document.metadata, source.stands_for)
        if self._metadata_options.add_ids:
            origin = source_id(base, source.document_id, text)
            path = str(base.get("heading_path", ""))
            for document in documents:
                document.id = chunk_hash(origin, path, document.page_content)
        return documents
