"""Checks of arguments that LangChain's classes have and a splitter may not need."""

from collections.abc import Mapping
from inspect import Parameter, signature
from typing import Any

from langchain_mdsplit.checks import check_integer
from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError
from langchain_mdsplit.shortening import short_repr


def check_unused(name: str, value: Any, default: Any) -> None:
    """Raise where an inherited argument without meaning here has been set.

    Args:
        name: The argument's name.
        value: What was given.
        default: The one value allowed.

    Raises:
        ArgumentError: It is another value.
    """
    if not isinstance(value, type(default)) or value != default:
        given = short_repr(value)
        msg = f"{name} has no meaning here: leave it at {default!r}, got {given}"
        raise ArgumentError(msg)


def check_none_unknown(unknown: Mapping[str, Any], kind: type, last: type) -> None:
    """Raise where a splitter was given arguments that it does not have.

    Args:
        unknown: The arguments that nothing has taken.
        kind: The splitter's class.
        last: The last class above it whose arguments it has.

    Raises:
        ArgumentTypeError: There is one; the message says which there are.
    """
    if not unknown:
        return
    classes = kind.__mro__[: kind.__mro__.index(last) + 1]
    inits = [vars(it)["__init__"] for it in classes if "__init__" in vars(it)]
    known = dict.fromkeys(
        parameter.name
        for init in inits
        for parameter in list(signature(init).parameters.values())[1:]
        if parameter.kind not in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    )
    names = ", ".join(unknown)
    msg = f"{kind.__name__} has no argument {names}; it has {', '.join(known)}"
    raise ArgumentTypeError(msg)


def check_overlap(chunk_overlap: Any, chunk_size: int | None) -> int:
    """Return the overlap if it is a length of at most the chunk size, else raise.

    Args:
        chunk_overlap: What was given, in the unit of the chunk size (tokens).
        chunk_size: The limit of a chunk (tokens); None for no limit.

    Returns:
        The overlap as an `int`.

    Raises:
        ArgumentError: It is no length, over the limit, or set without a limit.
    """
    overlap = check_integer("chunk_overlap", chunk_overlap, 0)
    given = short_repr(overlap)
    if chunk_size is None and overlap:
        msg = f"chunk_overlap must be 0 without a chunk_size, got {given}"
        raise ArgumentError(msg)
    if chunk_size is not None and overlap > chunk_size:
        msg = f"chunk_overlap must be at most chunk_size ({chunk_size}), got {given}"
        raise ArgumentError(msg)
    return overlap
