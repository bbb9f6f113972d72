"""Options of splitters, as their constructors declare them."""

import inspect
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, TypeVar

from langchain_core.embeddings import Embeddings

from langchain_mdsplit.cli.registry import load_splitter
from langchain_mdsplit.errors import ArgumentError, MdSplitError
from langchain_mdsplit.shortening import short_repr
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from langchain_mdsplit.tokens import DEFAULT_ENCODING

EMBEDDINGS = "embeddings"
"""The parameter that takes an object, which a command line can only name."""

_T = TypeVar("_T")
_COUNTING = frozenset({"encoding_name", "model_name"})
_KEYWORDS = frozenset(
    {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY}
)
_OTHERS = inspect.Parameter.VAR_KEYWORD


def build_splitter(
    name: str,
    given: Mapping[str, Any],
    assignments: Sequence[str] = (),
    defaults: Mapping[str, Any] = MappingProxyType({}),
) -> ChunkTextSplitter:
    """Build a splitter from what a command line says.

    It measures in tokens, also where the class would count characters by default.

    Args:
        name: The splitter's short name.
        given: Values of options by name; None for what is not given.
        assignments: More options, as `NAME=VALUE`.
        defaults: Values of options that are not given, for splitters that take them.

    Returns:
        The splitter.

    Raises:
        ArgumentError: The splitter does not take an option, or not its value.

    Example:
        >>> type(build_splitter("fragment", {"chunk_size": 100})).__name__
        'MarkdownFragmentTextSplitter'
    """
    splitter = load_splitter(name)
    options = merge_options(given, assignments)
    accepted = accepted_options(splitter)
    needs_embeddings = EMBEDDINGS in accepted
    if needs_embeddings and not isinstance(options.get(EMBEDDINGS), Embeddings):
        msg = f"splitter {name!r} needs --embeddings MODULE:CALLABLE"
        raise ArgumentError(msg)
    check_options(name, options, accepted)
    others = {key: value for key, value in defaults.items() if key in accepted}
    if not options.keys() & _COUNTING and set(accepted) >= _COUNTING:
        others["encoding_name"] = DEFAULT_ENCODING
    build = splitter if needs_embeddings else _tried(splitter)
    return construct(name, build, {**others, **options})


def merge_options(
    given: Mapping[str, Any], assignments: Sequence[str]
) -> dict[str, Any]:
    """Return options and assignments of options as one.

    Args:
        given: Values of options by name; None for what is not given.
        assignments: More options, as `NAME=VALUE`.

    Returns:
        What is given, by name.

    Raises:
        ArgumentError: An option is given twice, or as of `parse_assignment`.

    Example:
        >>> merge_options({"chunk_size": 100, "types": None}, ["merge=false"])
        {'chunk_size': 100, 'merge': False}
    """
    options = {key: value for key, value in given.items() if value is not None}
    for assignment in assignments:
        key, value = parse_assignment(assignment)
        if key in options:
            msg = f"option {short_repr(key)} is given twice"
            raise ArgumentError(msg)
        options[key] = value
    return options


def check_options(name: str, options: Iterable[str], accepted: Sequence[str]) -> None:
    """Raise if a splitter does not take an option.

    Args:
        name: The splitter's short name.
        options: The names of the options that are given.
        accepted: Those it takes.

    Raises:
        ArgumentError: It does not take one of them.
    """
    for key in options:
        if key == EMBEDDINGS and key not in accepted:
            msg = f"splitter {name!r} does not take --embeddings"
            raise ArgumentError(msg)
        if key not in accepted:
            msg = (
                f"splitter {name!r} does not take the option {short_repr(key)}; "
                f"it takes {', '.join(accepted)}"
            )
            raise ArgumentError(msg)


def construct(name: str, build: Callable[..., _T], options: Mapping[str, Any]) -> _T:
    """Build a splitter; what is wrong with a value is an error of the arguments.

    Args:
        name: The splitter's short name.
        build: Its class, or a function that builds it.
        options: Its keyword arguments.

    Returns:
        The splitter.

    Raises:
        ArgumentError: It does not take a value.

    Example:
        >>> construct("number", int, {"x": 1})  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        langchain_mdsplit.errors.ArgumentError: splitter 'number': ...
    """
    try:
        return build(**options)
    except MdSplitError:
        raise
    except (TypeError, ValueError, re.error) as error:
        msg = f"splitter {name!r}: {error}"
        raise ArgumentError(msg) from error


def parse_assignment(assignment: str) -> tuple[str, Any]:
    """Read an option of the form `NAME=VALUE`.

    Args:
        assignment: The option; `-` and `_` in its name are the same.

    Returns:
        Its name, and its value: read as JSON, or the text itself if it is not JSON.

    Raises:
        ArgumentError: It has no name or no `=`.

    Example:
        >>> parse_assignment("chunk-size=100"), parse_assignment("front_matter=drop")
        (('chunk_size', 100), ('front_matter', 'drop'))
    """
    name, equals, value = assignment.partition("=")
    if not (name and equals):
        msg = f"--option must be NAME=VALUE, got {short_repr(assignment)}"
        raise ArgumentError(msg)
    name = name.strip().replace("-", "_")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value


def accepted_options(splitter: type) -> list[str]:
    """Find the arguments of a class that a command line can give.

    A constructor that takes `**options` hands them to that of the class above it,
    so the search goes on there.

    Args:
        splitter: The class.

    Returns:
        The names of its constructor's parameters, its own before inherited ones,
        without functions; `embeddings`, which are named, come last.

    Example:
        >>> from collections.abc import Callable
        >>> class Above:
        ...     def __init__(self, size: int, measure: Callable[..., Any]): ...
        >>> class Below(Above):
        ...     def __init__(self, *, depth: int = 1, **options: Any): ...
        >>> accepted_options(Below)
        ['depth', 'size']
    """
    # Some modules hold their annotations as text, so all are compared as text.
    names = [
        name
        for name, annotation in _annotations(splitter).items()
        if "Callable" not in str(annotation)
    ]
    return sorted(names, key=EMBEDDINGS.__eq__)


def _tried(splitter: type[ChunkTextSplitter]) -> Callable[..., ChunkTextSplitter]:
    """Return what builds a splitter and tries it: some check arguments only then."""

    def build(**options: Any) -> ChunkTextSplitter:
        built = splitter(**options)
        with suppress(MdSplitError):  # raised again for a text that causes it
            built.split_text("")
        return built

    return build


def _annotations(splitter: type) -> dict[str, Any]:
    """Return what a constructor's parameters are, by name, inherited ones as well."""
    annotations: dict[str, Any] = {}
    for cls in splitter.__mro__:
        if "__init__" not in vars(cls):
            continue
        _, *parameters = inspect.signature(vars(cls)["__init__"]).parameters.values()
        for parameter in parameters:
            if parameter.kind in _KEYWORDS:
                annotations.setdefault(parameter.name, parameter.annotation)
        if not any(parameter.kind is _OTHERS for parameter in parameters):
            break
    return annotations
