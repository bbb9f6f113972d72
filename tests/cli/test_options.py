"""Options of splitters that the command line has never heard of."""

from collections.abc import Callable
from typing import Any

import pytest

from langchain_mdsplit.cli import registry
from langchain_mdsplit.cli.options import (
    accepted_options,
    build_splitter,
    parse_assignment,
)
from langchain_mdsplit.documents.excerpts import Excerpt
from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError
from langchain_mdsplit.markdown.sections import read_sections
from langchain_mdsplit.splitters.fragment import MarkdownFragmentTextSplitter
from langchain_mdsplit.splitters.measured import MeasuredTextSplitter
from langchain_mdsplit.splitters.section import MarkdownSectionTextSplitter
from langchain_mdsplit.splitters.token import MarkdownTokenTextSplitter


class WordTextSplitter(MeasuredTextSplitter):
    """A splitter to register: each word is a chunk."""

    def __init__(
        self,
        depth: int,
        *,
        joined: str = "",
        key: Callable[[str], str] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(None, **options)
        self.seen = (depth, joined, key)

    def _split_source(self, text: str, *, is_document_start: bool) -> list[Excerpt]:
        del is_document_start
        (root,) = read_sections([])
        return [Excerpt(text, 1, 0, len(text), 0, root, "0")]


@pytest.fixture
def _word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register a splitter, as one that is to come would."""
    place = f"{__name__}:WordTextSplitter"
    monkeypatch.setattr(registry, "SPLITTERS", {"word": place})


def test_options_are_found_through_the_hierarchy() -> None:
    found = accepted_options(MarkdownFragmentTextSplitter)
    assert found[:3] == ["chunk_size", "chunk_overlap", "types"]
    assert {"front_matter", "max_heading_level", "encoding_name", "add_ids"} <= set(
        found
    )
    assert not {"self", "options", "length_function", "sentence_splitter"} & set(found)


def test_options_of_the_packing_splitters_are_found() -> None:
    common = {"on_long_heading", "front_matter", "encoding_name", "add_ids"}
    for splitter, own in (
        (MarkdownTokenTextSplitter, ["heading_context", "min_chunk_size"]),
        (
            MarkdownSectionTextSplitter,
            ["merge", "breadcrumb_separator", "include_breadcrumb"],
        ),
    ):
        found = accepted_options(splitter)
        assert found[: 2 + len(own)] == ["chunk_size", "chunk_overlap", *own]
        assert common <= set(found)


def test_the_search_ends_where_a_constructor_hands_nothing_on() -> None:
    class Above:
        def __init__(self, hidden: int = 0) -> None: ...

    class Middle(Above): ...

    class Below(Middle):
        def __init__(self, shown: int = 0) -> None:
            super().__init__(hidden=shown)

    assert accepted_options(Below) == ["shown"]
    assert accepted_options(Middle) == ["hidden"]


def test_annotations_as_text_are_understood() -> None:
    class Above:
        def __init__(self, size: "int", measure: "Callable[[str], int]") -> None: ...

    assert accepted_options(Above) == ["size"]


@pytest.mark.usefixtures("_word")
def test_a_registered_splitter_needs_no_change_here() -> None:
    splitter = build_splitter("word", {"add_ids": True}, ["depth=2", "joined=x y"])
    assert isinstance(splitter, WordTextSplitter)
    assert splitter.seen == (2, "x y", None)


@pytest.mark.usefixtures("_word")
@pytest.mark.parametrize(
    ("given", "assignments", "message"),
    [
        (
            {"chunk_size": 5},
            ["depth=1"],
            "splitter 'word': ",
        ),
        (
            {},
            ["depth=1", "colour=red"],
            "splitter 'word' does not take the option 'colour'; it takes depth, joined",
        ),
        ({}, ["key=len", "depth=1"], "splitter 'word' does not take the option 'key'"),
        ({}, [], "splitter 'word': WordTextSplitter.__init__() missing 1 required"),
        ({}, ["depth=1", "depth=2"], "option 'depth' is given twice"),
        ({"depth": 1}, ["depth=2"], "option 'depth' is given twice"),
        ({}, ["depth"], "--option must be NAME=VALUE, got 'depth'"),
        ({}, ["=1"], "--option must be NAME=VALUE, got '=1'"),
    ],
)
def test_a_wrong_option_is_named(
    given: dict[str, Any], assignments: list[str], message: str
) -> None:
    with pytest.raises(ArgumentError) as raised:
        build_splitter("word", given, assignments)
    assert str(raised.value).startswith(message)


def test_an_unknown_splitter_is_named() -> None:
    with pytest.raises(ArgumentError, match=r"one of fragment.*got 'words'"):
        build_splitter("words", {})


def test_a_value_is_checked_by_the_splitter() -> None:
    with pytest.raises(ArgumentTypeError, match="chunk_size must be an integer"):
        build_splitter("fragment", {}, ["chunk_size=many"])


def test_other_errors_of_a_constructor_are_argument_errors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "SPLITTERS", {"other": f"{__name__}:Raising"})
    with pytest.raises(ArgumentError, match="splitter 'other': size is odd"):
        build_splitter("other", {})


class Raising:
    """Stands for a splitter that has LangChain's constructor."""

    def __init__(self) -> None:
        msg = "size is odd"
        raise ValueError(msg)


@pytest.mark.parametrize(
    ("assignment", "expected"),
    [
        ("chunk-size=100", ("chunk_size", 100)),
        ("a=true", ("a", True)),
        ("a=null", ("a", None)),
        ('a=["b", 1]', ("a", ["b", 1])),
        ('a="1"', ("a", "1")),
        ("a=b=c", ("a", "b=c")),
        ("a=", ("a", "")),
        ("a= > ", ("a", " > ")),
        ("a=" + "[" * 5000, ("a", "[" * 5000)),
    ],
)
def test_values_are_json_or_text(assignment: str, expected: tuple[str, Any]) -> None:
    assert parse_assignment(assignment) == expected


@pytest.mark.parametrize(
    ("assignments", "message"),
    [
        (['separators=["("]', "is_separator_regex=true"], "missing )"),
        (["separators=[1]"], "int found"),
        (["separators=5"], "'int' object is not iterable"),
    ],
)
def test_separators_are_tried_before_any_source_is_read(
    assignments: list[str], message: str
) -> None:
    with pytest.raises(ArgumentError) as raised:
        build_splitter("recursive", {}, assignments)
    assert str(raised.value).startswith("splitter 'recursive': ")
    assert message in str(raised.value)
