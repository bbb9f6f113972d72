"""Splitters with a measure of their own: tokens unless another is given."""

from abc import ABC
from collections.abc import Callable, Collection
from typing import Any, Self

from langchain_mdsplit.checks import check_boolean, check_integer
from langchain_mdsplit.measure import LONGEST, Measure, resolve_measure
from langchain_mdsplit.splitters.arguments import (
    check_none_unknown,
    check_overlap,
    check_unused,
)
from langchain_mdsplit.splitters.base import ChunkTextSplitter


class MeasuredTextSplitter(ChunkTextSplitter, ABC):
    """A splitter that measures texts in tokens, or by any function.

    Args:
        chunk_size: The most a final text may measure (tokens); None for no limit.
        chunk_overlap: How much of the previous chunk a chunk may repeat (tokens).
        encoding_name: The tiktoken encoding to count with, `cl100k_base` if none of
            the three is given.
        model_name: The model whose encoding to count with.
        length_function: Any other measure of a text.
        keep_separator: Inherited; has no meaning here.
        add_start_index: Whether metadata holds the offsets.
        strip_whitespace: Whether the white space after a chunk is left out.
        heading_keys: Whether metadata holds `Header 1` ... `Header 6` as well.
        add_ids: Whether Documents get ids that stay the same after edits elsewhere.
        show_progress: Whether splitting several documents shows a progress bar.
    """

    def __init__(
        self,
        chunk_size: int | None,
        chunk_overlap: int = 0,
        *,
        encoding_name: str | None = None,
        model_name: str | None = None,
        length_function: Callable[[str], int] | None = None,
        keep_separator: bool = False,
        add_start_index: bool = True,
        strip_whitespace: bool = True,
        heading_keys: bool = False,
        add_ids: bool = False,
        show_progress: bool = False,
        **unknown: Any,
    ) -> None:
        check_none_unknown(unknown, type(self), MeasuredTextSplitter)
        check_unused("keep_separator", keep_separator, default=False)
        self._limit = (
            None
            if chunk_size is None
            else min(check_integer("chunk_size", chunk_size, 1), LONGEST)
        )
        overlap = check_overlap(chunk_overlap, self._limit)
        self._measure: Measure = resolve_measure(
            encoding_name=encoding_name,
            model_name=model_name,
            length_function=length_function,
        )
        super().__init__(
            # LangChain wants a size where there is no limit: nothing is over this one.
            chunk_size=LONGEST if self._limit is None else self._limit,
            chunk_overlap=overlap,
            length_function=self._measure,
            add_start_index=check_boolean("add_start_index", add_start_index),
            strip_whitespace=check_boolean("strip_whitespace", strip_whitespace),
            heading_keys=heading_keys,
            add_ids=add_ids,
            show_progress=show_progress,
        )

    @property
    def limit(self) -> int | None:
        """The most that a chunk may measure; None for no limit."""
        return self._limit

    @classmethod
    def from_tiktoken_encoder(
        cls,
        encoding_name: str = "cl100k_base",
        model_name: str | None = None,
        allowed_special: Collection[str] | None = None,
        disallowed_special: str | Collection[str] = "all",
        **kwargs: Any,
    ) -> Self:
        """Return a splitter that counts with a tiktoken encoding.

        Args:
            encoding_name: The name of the encoding.
            model_name: The model whose encoding to use instead.
            allowed_special: Inherited; the text of special tokens is ordinary text.
            disallowed_special: Inherited; likewise.
            **kwargs: The splitter's other arguments.

        Returns:
            The splitter.
        """
        if allowed_special:
            check_unused("allowed_special", allowed_special, None)
        if disallowed_special:
            check_unused("disallowed_special", disallowed_special, "all")
        if model_name is not None:
            return cls(model_name=model_name, **kwargs)
        return cls(encoding_name=encoding_name, **kwargs)
