"""Contestants: splitters that are compared, each with its options."""

import inspect
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.documents import Document

from langchain_mdsplit.cli.options import (
    EMBEDDINGS,
    accepted_options,
    build_splitter,
    check_options,
    construct,
    merge_options,
)
from langchain_mdsplit.cli.peers import PEERS, Split
from langchain_mdsplit.cli.registry import SPLITTERS, load_splitter
from langchain_mdsplit.errors import ArgumentError
from langchain_mdsplit.shortening import short_repr
from langchain_mdsplit.tokens import TokenCounter

_NEXT_OPTION = re.compile(r",(?=\s*[A-Za-z_][\w-]*=)")
_MEASURED = {"add_start_index": True}


@dataclass(frozen=True, slots=True)
class Contestant:
    """A splitter with what is needed to measure its chunks.

    Attributes:
        name: How the command line names it, options included.
        split: Makes a document's chunks.
        limit: The most a chunk may measure (tokens); None for no limit.
        counter: Counts the tokens of its chunks as it does.
    """

    name: str
    split: Split
    limit: int | None
    counter: TokenCounter


def read_contestants(
    texts: Sequence[str], common: Mapping[str, Any], defaults: Mapping[str, Any]
) -> list[Contestant]:
    """Build contestants, see `read_contestant`.

    Args:
        texts: Their splitters, each with its own options.
        common: Options by name for those that take them, None for what is not given.
        defaults: Options that are not given, for those that take them.

    Returns:
        The contestants.

    Raises:
        ArgumentError: As of `read_contestant`, or no splitter takes a common option.

    Example:
        >>> found = read_contestants(["token", "recursive"], {"chunk_size": 90}, {})
        >>> [contestant.limit for contestant in found]
        [90, 90]
    """
    contestants = [read_contestant(text, common, defaults) for text in texts]
    names = list(dict.fromkeys(map(_name_of, texts)))
    taken = {option for name in names for option in _accepted(name)}
    for key, value in common.items():
        if value is not None and key not in taken:
            option = "--embeddings" if key == EMBEDDINGS else f"the option {key!r}"
            msg = f"none of the splitters takes {option}, got {', '.join(names)}"
            raise ArgumentError(msg)
    return contestants


def read_contestant(
    text: str, common: Mapping[str, Any], defaults: Mapping[str, Any]
) -> Contestant:
    """Build a contestant from `NAME` or `NAME:OPTION=VALUE,...`.

    Args:
        text: A splitter's short name, ours or that of a peer, with its own options.
        common: Options of all contestants by name, None for what is not given. The
            contestant gets those that it takes; an option after its name wins.
        defaults: Options that are not given, for those that take them.

    Returns:
        The contestant.

    Raises:
        ArgumentError: There is no such splitter, or it does not take one of the options
            after its name.

    Example:
        >>> contestant = read_contestant("token:chunk_size=400", {"chunk_size": 9}, {})
        >>> contestant.name, contestant.limit
        ('token:chunk_size=400', 400)
    """
    name, assignments = _name_of(text), text.partition(":")[2]
    if name not in {*SPLITTERS, *PEERS}:
        known = ", ".join((*SPLITTERS, *PEERS))
        msg = f"splitter must be one of {known}, got {short_repr(name)}"
        raise ArgumentError(msg)
    own = merge_options({}, _NEXT_OPTION.split(assignments) if assignments else ())
    accepted = _accepted(name)
    options = {
        key: value
        for key, value in common.items()
        if value is not None and key in accepted
    } | own
    if name in PEERS:
        return _build_peer(text, name, options, defaults)
    return build_contestant(text, name, options, defaults=defaults)


def build_contestant(
    label: str,
    name: str,
    given: Mapping[str, Any],
    assignments: Iterable[str] = (),
    defaults: Mapping[str, Any] = _MEASURED,
) -> Contestant:
    """Build one of our splitters to be measured.

    Args:
        label: What it is called.
        name: Its short name.
        given: Its options by name; None for what is not given.
        assignments: More options, as `NAME=VALUE`.
        defaults: Options that are not given, for a splitter that takes them.

    Returns:
        The contestant.

    Raises:
        ArgumentError: It does not take an option, or not its value.

    Example:
        >>> build_contestant("mine", "section", {}).limit
        500
    """
    options = merge_options(given, tuple(assignments))
    splitter = build_splitter(name, options, defaults={**_MEASURED, **defaults})

    def split(document: Document) -> Iterable[Document]:
        return splitter.lazy_split_documents([document])

    return Contestant(label, split, splitter.limit, _counter(options))


def _name_of(text: str) -> str:
    """Return the short name of the splitter that a contestant is."""
    return text.partition(":")[0].strip()


def _accepted(name: str) -> list[str]:
    """Return the options that a splitter takes, ours or that of a peer."""
    if name in PEERS:
        return list(inspect.signature(PEERS[name]).parameters)
    return accepted_options(load_splitter(name))


def _build_peer(
    label: str, name: str, given: Mapping[str, Any], defaults: Mapping[str, Any]
) -> Contestant:
    """Build one of LangChain's splitters to be measured."""
    build = PEERS[name]
    parameters = inspect.signature(build).parameters
    check_options(name, given, list(parameters))
    others = {key: value for key, value in defaults.items() if key in parameters}
    options = {**others, **given}
    split = construct(name, build, options)
    limit = options.get("chunk_size", parameters["chunk_size"].default)
    return Contestant(label, split, limit, _counter(options))


def _counter(options: Mapping[str, Any]) -> TokenCounter:
    """Return what counts tokens as a splitter with these options does."""
    return TokenCounter(options.get("encoding_name"), options.get("model_name"))
