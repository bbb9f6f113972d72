"""Hypothesis strategies for the options of each splitter, any of them together."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from hypothesis import strategies as st
from langchain_text_splitters import Language
from langchain_text_splitters import RecursiveCharacterTextSplitter as LangChainSplitter

from langchain_mdsplit.markdown.fragments import FRAGMENT_TYPES
from tests.properties.cases import ROOMY

TINY: Final = 12  # less than that is tried on its own
MOST: Final = 130
Strategies = Mapping[str, st.SearchStrategy[Any]]


def count_words(text: str) -> int:
    """Return the number of words of a text: 0 for white space."""
    return len(text.split())


def count_bytes(text: str) -> int:
    """Return the number of bytes of a text."""
    return len(text.encode("utf-8", "surrogatepass"))


def line_spans(text: str) -> list[tuple[int, int]]:
    """Return the lines of a text as if each were a sentence."""
    return [found.span() for found in re.finditer(r"[^\r\n]+", text)]


def pair_spans(text: str) -> list[tuple[int, int]]:
    """Return a text in pairs of words as if each were a sentence."""
    return [found.span() for found in re.finditer(r"\S+\s+\S+", text)]


LENGTHS: Final[tuple[Mapping[str, Any], ...]] = (
    {"length_function": len},
    {"length_function": len},
    {"length_function": len},
    {"length_function": count_words},
    {"length_function": count_bytes},
    {},
    {"encoding_name": "o200k_base"},
    {"model_name": "gpt-4o"},
)
COMMON: Final[Strategies] = {
    "strip_whitespace": st.booleans(),
    "front_matter": st.sampled_from(["chunk", "metadata", "drop"]),
    "max_heading_level": st.integers(1, 6),
    "heading_attributes": st.booleans(),
    "sentence_splitter": st.sampled_from([line_spans, pair_spans]),
    "heading_keys": st.booleans(),
    "add_ids": st.booleans(),
}
LONG_HEADINGS: Final[Strategies] = {
    "on_long_heading": st.sampled_from(["truncate", "drop", "raise"])
}
OVERLAP: Final[Strategies] = {"chunk_overlap": st.integers(0, 10)}
OWN: Final[Mapping[str, Strategies]] = {
    "token": {
        **LONG_HEADINGS,
        **OVERLAP,
        "heading_context": st.sampled_from(["ancestors", "own", "none"]),
        "min_chunk_size": st.integers(0, TINY),
    },
    "section": {
        **LONG_HEADINGS,
        **OVERLAP,
        "merge": st.booleans(),
        "include_breadcrumb": st.booleans(),
        "breadcrumb_separator": st.sampled_from([" > ", " / "]),
    },
    "semantic": {
        **LONG_HEADINGS,
        "min_chunk_size": st.integers(0, TINY),
        "hard_threshold": st.sampled_from(["auto", 0.0, 0.6, 0.99]),
        "init_const": st.sampled_from([0.0, 1.0, 1.5]),
        "c": st.sampled_from([0.0, 0.9, 1.0]),
        "strategy": st.sampled_from(["max-min", "optimal"]),
        "max_sentences": st.sampled_from([1, 2, 15, None]),
        "window_size": st.sampled_from([2, 5, None]),
        "min_chunk_length": st.integers(0, 60),
        "on_short": st.sampled_from(["merge", "keep", "drop"]),
        "batch_size": st.integers(1, 5),
    },
    "fragment": {
        **OVERLAP,
        "types": st.none() | st.sets(st.sampled_from(FRAGMENT_TYPES), min_size=1),
    },
}
SEPARATORS: Final[tuple[Mapping[str, Any], ...]] = (
    {},
    {"separators": ["\n\n", "\n", ". ", " ", ""]},
    {"separators": ["\n", "|", "- "]},
    {
        "separators": LangChainSplitter.get_separators_for_language(Language.MARKDOWN),
        "is_separator_regex": True,
    },
    {"separators": [r"(?<=[.!?])\s", r"\n+", ""], "is_separator_regex": True},
)


def _measured(sizes: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Return sizes, each with what it is measured in."""
    return st.builds(
        lambda size, length: {"chunk_size": size, **length},
        sizes,
        st.sampled_from(LENGTHS),
    )


def _sizes(kind: str) -> st.SearchStrategy[Any]:
    """Return limits of chunks, half of them roomy."""
    sizes = st.integers(TINY, ROOMY - 1) | st.integers(ROOMY, MOST)
    return sizes if kind in {"token", "section"} else sizes | st.none()


def markdown_options(kind: str) -> st.SearchStrategy[dict[str, Any]]:
    """Return options of a splitter of Markdown."""
    optional = {**COMMON, **OWN[kind]}
    return st.builds(
        lambda measured, chosen: {**measured, **chosen},
        _measured(_sizes(kind)),
        st.fixed_dictionaries({}, optional=optional),
    ).filter(_has_bound)


def _has_bound(options: Mapping[str, Any]) -> bool:
    """Whether there is a limit where an option needs one."""
    if options["chunk_size"] is not None:
        return True
    has_most = options.get("max_sentences", 15) is not None
    is_optimal = options.get("strategy") == "optimal"
    return not options.get("chunk_overlap") and (has_most or not is_optimal)


def recursive_options() -> st.SearchStrategy[dict[str, Any]]:
    """Return options of the drop-in, those that LangChain's class takes as well."""
    lengths: list[Callable[[str], int]] = [len, len, len, count_words, count_bytes]
    return st.builds(
        lambda size, share, separators, chosen: {
            "chunk_size": size,
            "chunk_overlap": int(size * share),
            **separators,
            **chosen,
        },
        st.integers(1, MOST),
        st.sampled_from([0, 0, 0.2, 0.5, 1]),
        st.sampled_from(SEPARATORS),
        st.fixed_dictionaries(
            {"length_function": st.sampled_from(lengths)},
            optional={
                "keep_separator": st.sampled_from([True, False, "start", "end"]),
                "strip_whitespace": st.booleans(),
            },
        ),
    )


def options_of(kind: str) -> st.SearchStrategy[dict[str, Any]]:
    """Return options of a splitter."""
    return recursive_options() if kind == "recursive" else markdown_options(kind)


def tiny_options(kind: str) -> st.SearchStrategy[dict[str, Any]]:
    """Return limits into which hardly anything fits, and what else matters then."""
    needed: dict[str, st.SearchStrategy[Any]] = {"chunk_size": st.integers(1, TINY)}
    optional = {"front_matter": COMMON["front_matter"]}
    if kind != "fragment":
        optional["on_long_heading"] = LONG_HEADINGS["on_long_heading"]
    return st.builds(
        lambda length, chosen: {**length, **chosen},
        st.sampled_from(LENGTHS),
        st.fixed_dictionaries(needed, optional=optional),
    )
