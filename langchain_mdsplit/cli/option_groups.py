"""Options that several commands have: declared once, and one argument of a command."""

from collections.abc import Callable, Iterator
from dataclasses import MISSING, asdict, dataclass, fields, is_dataclass
from functools import wraps
from inspect import Parameter, signature
from typing import Any

from langchain_mdsplit.cli import parameters
from langchain_mdsplit.cli.embeddings import load_embeddings
from langchain_mdsplit.cli.outputs import STDOUT


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """What a command reads, and where it writes.

    Attributes:
        paths: Files, folders, patterns or `-` for standard input.
        output: A file, `-` for standard output, or a folder for several pages.
        encoding: The text encoding of the files.
        no_progress: Whether to show no progress bar.
    """

    paths: parameters.Paths
    output: parameters.Output = STDOUT
    encoding: parameters.Encoding = "utf-8"
    no_progress: parameters.NoProgress = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitterOptions:
    """What most splitters can be told.

    Attributes:
        chunk_size: The most a chunk may measure (tokens).
        chunk_overlap: How much of the previous chunk one may repeat (tokens).
        front_matter: What becomes of front matter.
        max_heading_level: Deeper headings are ordinary text.
        no_heading_attributes: Whether `{#id .class}` after a heading is text.
        embeddings: Where the embeddings of a semantic splitter come from.
        encoding_name: The encoding to count tokens with.
        model_name: The model whose tokens to count.
    """

    chunk_size: parameters.ChunkSize = None
    chunk_overlap: parameters.ChunkOverlap = None
    front_matter: parameters.FrontMatter = None
    max_heading_level: parameters.MaxHeadingLevel = None
    no_heading_attributes: parameters.NoHeadingAttributes = False
    embeddings: parameters.Embeddings = None
    encoding_name: parameters.EncodingName = None
    model_name: parameters.ModelName = None


def splitter_arguments(options: SplitterOptions, **others: Any) -> dict[str, Any]:
    """Return the arguments of a splitter that a command line gives.

    Args:
        options: The options of most splitters.
        **others: Arguments that not all commands have; None for what is not given.

    Returns:
        Values by name; None for what is not given.

    Raises:
        ArgumentError: As of `load_embeddings`.

    Example:
        >>> options = SplitterOptions(chunk_size=9, no_heading_attributes=True)
        >>> given = splitter_arguments(options, add_ids=True)
        >>> {name: value for name, value in given.items() if value is not None}
        {'chunk_size': 9, 'add_ids': True, 'heading_attributes': False}
    """
    given = asdict(options) | others
    has_attributes = False if given.pop("no_heading_attributes") else None
    embeddings = load_embeddings(options.embeddings)
    return given | {"heading_attributes": has_attributes, "embeddings": embeddings}


def expand_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Make the fields of a command's groups options of its own.

    Typer reads a command's options off the signature, where it knows no groups.

    Args:
        command: A function with keyword arguments, some of them groups: dataclasses
            whose fields are annotated for Typer.

    Returns:
        The same with an argument for each field in place of the group.

    Example:
        >>> def show(*, name: str, group: SplitterOptions) -> None:
        ...     print(name, group.chunk_size)
        >>> expand_groups(show)(name="token", **asdict(SplitterOptions(chunk_size=9)))
        token 9
    """
    written = signature(command)
    arguments = written.parameters
    groups: dict[str, Any] = {
        name: argument.annotation
        for name, argument in arguments.items()
        if is_dataclass(argument.annotation)
    }

    @wraps(command)
    def expanded(**given: Any) -> None:
        for name, group in groups.items():
            values = {field.name: given.pop(field.name) for field in fields(group)}
            given[name] = group(**values)
        command(**given)

    listed = [
        option
        for name, argument in arguments.items()
        for option in (_options(groups[name]) if name in groups else (argument,))
    ]
    vars(expanded)["__signature__"] = written.replace(parameters=listed)
    return expanded


def _options(group: Any) -> Iterator[Parameter]:
    """Yield the fields of a group as keyword arguments."""
    for field in fields(group):
        yield Parameter(
            field.name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if field.default is MISSING else field.default,
            annotation=field.type,
        )
