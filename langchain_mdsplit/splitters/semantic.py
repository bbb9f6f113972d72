"""The semantic splitter: neighbouring sentences that are alike, by any embeddings."""

from typing import Any, Literal, Self, Unpack

from langchain_core.embeddings import Embeddings

from langchain_mdsplit.checks import check_choice, check_integer, check_text
from langchain_mdsplit.counting import count_alone
from langchain_mdsplit.documents.excerpts import as_chunks
from langchain_mdsplit.errors import ArgumentError
from langchain_mdsplit.packing.semantic.rules import Sizes, read_rule
from langchain_mdsplit.splitters.arguments import check_unused
from langchain_mdsplit.splitters.embedded import EmbeddedTextSplitter
from langchain_mdsplit.splitters.semantic_analysis import SemanticAnalysis
from langchain_mdsplit.splitters.semantic_options import (
    ON_SHORT,
    STRATEGIES,
    OnShort,
    SemanticOptions,
    Strategy,
    check_embeddings,
    check_not_replaced,
    check_threshold,
)


class SemanticChunker(EmbeddedTextSplitter):
    r"""Splits Markdown where the meaning changes, by the vectors of its sentences.

    A sentence joins the chunk before it if it is like one of its sentences, by a rule
    that grows stricter with what the chunk holds (Max-Min semantic chunking). What is
    like enough is read off each document, so that any embeddings will do, and the end
    of a paragraph asks for more. A heading begins a chunk; a fence, a table, an HTML
    block is cut only if it is over the limit. Choose it for prose of several subjects
    under few headings.

    Args:
        embeddings: Any LangChain embeddings.
        hard_threshold: What a similarity must be above: a raw cosine; or "auto", which
            takes cosines from the document's mean to 1 as 0 to 1 and asks for 0.2
            within a paragraph and 0.4 across the end of one (0.6 of raw cosines where
            there are fewer than 8 units).
        init_const: What the similarity of a second sentence is multiplied by.
        c: How much the least similarity in a chunk counts. This and the two before
            have no meaning for the strategy "optimal".
        window_size: How many of the last sentences have a say in that, and are
            compared where chunks are merged; None for all.
        max_sentences: The most sentences of a chunk, but for what is never parted (an
            introduction and what it introduces); None for any number, where time grows
            with the square of the longest.
        chunk_size: The most a chunk may measure (tokens); None for no limit. A longer
            one is cut where two neighbours are least alike.
        min_chunk_size: A chunk that measures less is merged with the neighbour that is
            more like it, where that fits (tokens). Across a heading only whole sections
            under one heading are merged, and only if both measure less.
        min_chunk_length: A chunk of less is short (characters).
        on_short: What becomes of it: "drop" leaves it out, and what is nothing but
            decoration (`is_garbage_chunk`) too; "merge" merges it; "keep" does nothing.
        strategy: "max-min"; or "optimal" for the chunks whose sentences are most alike
            in all, under `chunk_size` (without one, `max_sentences`).
        batch_size: How many texts are embedded at a time, across documents.
        **options: See `PackingTextSplitter`; `chunk_overlap` has no meaning here.

    Example:
        >>> from langchain_core.embeddings import Embeddings
        >>> class Vowels(Embeddings):
        ...     def embed_documents(self, texts):
        ...         return [[text.count("e"), text.count("o")] for text in texts]
        ...     def embed_query(self, text):
        ...         return self.embed_documents([text])[0]
        >>> chunker = SemanticChunker(Vowels())
        >>> chunker.split_text("Even the tree fell. Here we bend. No dog howls. Go on!")
        ['Even the tree fell. Here we bend.', 'No dog howls. Go on!']

    Note:
        Nothing is lost unless `min_chunk_length` says so, offsets are exact, and no
        chunk is over the limit.

    Source:
        Kiss, Nagy, Szilagyi, Max-Min semantic chunking of documents for RAG
        application, Discover Computing 28 (2025), doi 10.1007/s10791-025-09638-7.
        Calibration, sizes and the second strategy are additions.
    """

    def __init__(
        self,
        embeddings: Embeddings,
        *,
        hard_threshold: float | Literal["auto"] = "auto",
        init_const: float = 1.5,
        c: float = 0.9,
        window_size: int | None = 5,
        max_sentences: int | None = 15,
        chunk_size: int | None = None,
        min_chunk_size: int = 0,
        min_chunk_length: int = 0,
        on_short: OnShort = "drop",
        strategy: Strategy = "max-min",
        batch_size: int = 256,
        **options: Unpack[SemanticOptions],
    ) -> None:
        check_not_replaced(options)
        threshold = check_threshold(hard_threshold)
        self._rule = read_rule(threshold, init_const, c, window_size, max_sentences)
        self._strategy = check_choice("strategy", strategy, STRATEGIES)
        short = check_choice("on_short", on_short, ON_SHORT)
        overlap = check_integer("chunk_overlap", options.get("chunk_overlap", 0), 0)
        check_unused("chunk_overlap", overlap, default=0)
        super().__init__(chunk_size, **options)
        least = check_integer("min_chunk_length", min_chunk_length, 0)
        self._sizes = Sizes(
            check_integer("min_chunk_size", min_chunk_size, 0, self._limit),
            least if short == "merge" else 0,
            self._rule.window_size,
        )
        self._least_kept = least if short == "drop" else 0
        self._embeddings = check_embeddings(embeddings)
        self._batch_size = check_integer("batch_size", batch_size, 1)
        if strategy == "optimal" and chunk_size is None and max_sentences is None:
            msg = (
                "strategy='optimal' needs a bound: chunk_size or max_sentences must "
                "not be None"
            )
            raise ArgumentError(msg)

    @classmethod
    def for_retrieval(
        cls, embeddings: Embeddings, chunk_size: int = 400, **options: Any
    ) -> Self:
        """Return a chunker whose chunks are good to be searched.

        They are about as long as the limit allows, not as short as their subjects:
        those under 3/8 of it are merged with the neighbour most like them, where that
        fits and tears no section.

        Args:
            embeddings: Any LangChain embeddings.
            chunk_size: The most a chunk may measure (tokens).
            **options: The chunker's other arguments.

        Returns:
            The chunker.

        Raises:
            ArgumentError: An argument is of the wrong type or out of range.

        Example:
            >>> from langchain_core.embeddings import DeterministicFakeEmbedding
            >>> fake = DeterministicFakeEmbedding(size=8)
            >>> chunker = SemanticChunker.for_retrieval(fake, chunk_size=40)
            >>> chunks = chunker.split_chunks("One sentence here. " * 20)
            >>> max(chunk.token_count for chunk in chunks) <= 40
            True
        """
        size = check_integer("chunk_size", chunk_size, 1)
        settings: dict[str, Any] = {"min_chunk_size": size * 3 // 8, **options}
        return cls(embeddings, chunk_size=size, **settings)

    def analyze(self, text: str) -> SemanticAnalysis:
        """Split a text and tell why it was cut where it was.

        Args:
            text: The text to split.

        Returns:
            Its units with their vectors, how alike neighbours are, what was asked for,
            the groups and the chunks.

        Raises:
            EmbeddingError: The embeddings return what are no vectors of their texts.
        """
        work = self._split_units(self._read_structure(check_text("text", text)))
        source, vectors, grouping, kept = count_alone(work, self._measure)
        return SemanticAnalysis(
            units=source.named_units(),
            vectors=vectors,
            similarities=grouping.similarities.adjacent(),
            thresholds=tuple(grouping.thresholds),
            baseline=grouping.similarities.mean,
            groups=tuple(grouping.groups),
            chunks=tuple(as_chunks(kept)),
        )
