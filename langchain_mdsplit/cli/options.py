"""Options of splitters: found from their constructors, so that none is named here."""

import inspect
import json
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_mdsplit.errors import ArgumentError, MdSplitError
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from langchain_mdsplit.splitters.registry import load_splitter

_KEYWORDS = frozenset(
    {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY}
)
_OTHERS = inspect.Parameter.VAR_KEYWORD


def build_splitter(
    name: str, given: Mapping[str, Any], assignments: Sequence[str] = ()
) -> ChunkTextSplitter:
    """Build a splitter from what a command line says.

    Args:
        name: The splitter's short name.
        given: Values of options by name; None for what is not given.
        assignments: More options, as `NAME=VALUE`.

    Returns:
        The splitter.

    Raises:
        ArgumentError: The splitter does not take an option, or not its value.

    Example:
        >>> type(build_splitter("fragment", {"chunk_size": 100})).__name__
        'MarkdownFragmentTextSplitter'
    """
    splitter = load_splitter(name)
    options = {key: value for key, value in given.items() if value is not None}
    for assignment in assignments:
        key, value = parse_assignment(assignment)
        if key in options:
            msg = f"option {key!r} is given twice"
            raise ArgumentError(msg)
        options[key] = value
    accepted = writable_options(splitter)
    for key in options:
        if key not in accepted:
            msg = (
                f"splitter {name!r} does not take the option {key!r}; "
                f"it takes {', '.join(accepted)}"
            )
            raise ArgumentError(msg)
    try:
        return splitter(**options)
    except MdSplitError:
        raise
    except (TypeError, ValueError) as error:
        msg = f"splitter {name!r}: {error}"
        raise ArgumentError(msg) from error


def parse_assignment(assignment: str) -> tuple[str, Any]:
    """Read an option of the form `NAME=VALUE`.

    Args:
        assignment: The option; `-` and `_` in its name are the same.

    Returns:
        Its name and its value: what it is as JSON, else the text itself.

    Raises:
        ArgumentError: It has no name or no `=`.

    Example:
        >>> parse_assignment("chunk-size=100"), parse_assignment("front_matter=drop")
        (('chunk_size', 100), ('front_matter', 'drop'))
    """
    name, equals, value = assignment.partition("=")
    if not (name and equals):
        msg = f"--option must be NAME=VALUE, got {assignment!r}"
        raise ArgumentError(msg)
    name = name.strip().replace("-", "_")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value


def writable_options(splitter: type) -> list[str]:
    """Find the arguments of a class that can be written down.

    A constructor that takes `**options` hands them to that of the class above it,
    so the search goes on there.

    Args:
        splitter: The class.

    Returns:
        The names of its constructor's parameters, its own before inherited ones,
        without those that are functions.

    Example:
        >>> from collections.abc import Callable
        >>> class Above:
        ...     def __init__(self, size: int, measure: Callable[..., Any]): ...
        >>> class Below(Above):
        ...     def __init__(self, *, depth: int = 1, **options: Any): ...
        >>> writable_options(Below)
        ['depth', 'size']
    """
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
    # As text, because some modules have their annotations as text only.
    return [
        name
        for name, annotation in annotations.items()
        if "Callable" not in str(annotation)
    ]
