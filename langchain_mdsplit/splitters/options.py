"""The types of the keyword arguments that a splitter passes to its base class."""

from collections.abc import Callable
from typing import Literal, TypeAlias, TypedDict

from langchain_mdsplit.packing.options import OnLongHeading
from langchain_mdsplit.text.sentence_splitter import SentenceSplitter

FrontMatterOption: TypeAlias = Literal["chunk", "metadata", "drop"]


class SplitterOptions(TypedDict, total=False):
    """The keyword arguments that every splitter takes; see `MeasuredTextSplitter`."""

    encoding_name: str | None
    model_name: str | None
    length_function: Callable[[str], int] | None
    keep_separator: bool
    add_start_index: bool
    strip_whitespace: bool
    heading_keys: bool
    add_ids: bool
    show_progress: bool


class StructureOptions(SplitterOptions, total=False):
    """The keyword arguments that every splitter of Markdown takes."""

    max_heading_level: int
    heading_attributes: bool
    sentence_splitter: SentenceSplitter | None
    front_matter: FrontMatterOption


class PackingOptions(StructureOptions, total=False):
    """The keyword arguments that every splitter that packs blocks takes."""

    on_long_heading: OnLongHeading
