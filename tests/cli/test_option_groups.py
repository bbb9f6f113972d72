"""Groups of options that are one argument of a command."""

import inspect
from dataclasses import asdict, dataclass

import pytest

from langchain_mdsplit.cli import parameters
from langchain_mdsplit.cli.option_groups import (
    RunOptions,
    SplitterOptions,
    expand_groups,
    splitter_arguments,
)
from langchain_mdsplit.errors import ArgumentError


@dataclass(frozen=True, kw_only=True)
class Size:
    """A group of options."""

    wide: int
    high: int = 2


def show(*, name: str, size: Size, colour: str = "red") -> None:
    """Show something."""
    raise LookupError(name, size, colour)


def test_a_command_takes_the_fields_of_its_groups_in_their_place() -> None:
    options = inspect.signature(expand_groups(show)).parameters
    assert list(options) == ["name", "wide", "high", "colour"]
    assert [options[name].default for name in options] == [
        inspect.Parameter.empty,
        inspect.Parameter.empty,
        2,
        "red",
    ]
    assert options["wide"].annotation is int


def test_a_command_gets_its_groups_whole() -> None:
    with pytest.raises(LookupError) as error:
        expand_groups(show)(name="a", wide=1, high=3)
    assert error.value.args == ("a", Size(wide=1, high=3), "red")


def test_a_command_without_groups_stays_as_it_is() -> None:
    def plain(*, name: str) -> None:
        raise LookupError(name)

    assert inspect.signature(expand_groups(plain)) == inspect.signature(plain)
    with pytest.raises(LookupError, match="a"):
        expand_groups(plain)(name="a")


@pytest.mark.parametrize("group", [RunOptions, SplitterOptions])
def test_each_option_is_declared_for_typer(group: type) -> None:
    declared = vars(parameters).values()
    for annotation in inspect.get_annotations(group).values():
        assert any(annotation is it for it in declared)


def test_nothing_given_is_nothing_but_none() -> None:
    assert set(splitter_arguments(SplitterOptions()).values()) == {None}


def test_arguments_keep_what_is_false_or_nought() -> None:
    options = SplitterOptions(chunk_size=0, chunk_overlap=0, no_heading_attributes=True)
    given = splitter_arguments(options, merge=False, types=["code"])
    assert {name: value for name, value in given.items() if value is not None} == {
        "chunk_size": 0,
        "chunk_overlap": 0,
        "heading_attributes": False,
        "merge": False,
        "types": ["code"],
    }
    others = asdict(options).keys() - {"no_heading_attributes"}
    assert given.keys() == others | {"heading_attributes", "merge", "types"}


def test_embeddings_are_loaded() -> None:
    with pytest.raises(ArgumentError, match="--embeddings must be MODULE:CALLABLE"):
        splitter_arguments(SplitterOptions(embeddings="models"))
