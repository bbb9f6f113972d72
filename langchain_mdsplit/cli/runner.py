"""A run: reads the sources one by one, writes the results, ends with an exit code.

Rich is imported only to draw a progress bar: most runs draw none.
"""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import BinaryIO, TextIO, TypeAlias

import typer

from langchain_mdsplit.cli import INTERRUPTED
from langchain_mdsplit.cli.encodings import check_encoding, describe_decoding
from langchain_mdsplit.cli.option_groups import RunOptions
from langchain_mdsplit.cli.outputs import STDOUT, check_output, open_output
from langchain_mdsplit.cli.sources import Source, find_sources, read_text
from langchain_mdsplit.cli.terminal import one_line
from langchain_mdsplit.errors import EncodingError, MdSplitError

DATA_ERROR = 1
USAGE_ERROR = 2
BROKEN_PIPE = 141  # 128 + SIGPIPE

Render: TypeAlias = Callable[[str, str], Iterable[str]]
"""Makes what is to be written from a source's name and its text."""

Finish: TypeAlias = Callable[[], Iterable[str]]
"""Makes what is to be written after all sources."""


@contextmanager
def exit_codes(code: int) -> Iterator[None]:
    """Turn an error into one line on standard error and an exit code.

    Args:
        code: The exit code of errors of this package.

    Yields:
        Nothing: the errors of the `with` block are turned.

    Raises:
        typer.Exit: Something went wrong.

    Example:
        >>> try:
        ...     with exit_codes(DATA_ERROR):
        ...         raise MdSplitError("no chunk")
        ... except typer.Exit as stop:
        ...     stop.exit_code
        1
    """
    try:
        yield
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        _discard_output()
        raise typer.Exit(BROKEN_PIPE) from None
    except OSError as error:
        _discard_output()
        report(_describe_os_error(error))
        raise typer.Exit(DATA_ERROR) from None
    except (MdSplitError, re.error) as error:
        report(str(error))
        raise typer.Exit(code) from None


def checked_sources(options: RunOptions, *, writes_pages: bool = False) -> list[Source]:
    """Return the sources of a run, or raise where it could not read or write.

    Args:
        options: What to read, and where to write.
        writes_pages: Whether the output is a folder of pages, which is checked later.

    Returns:
        The sources in order.

    Raises:
        ArgumentError: There is no such encoding, source or output.
    """
    check_encoding(options.encoding)
    sources = find_sources(options.paths)
    if not writes_pages:
        check_output(options.output, sources)
    return sources


def run(
    sources: Sequence[Source],
    options: RunOptions,
    render: Render,
    finish: Finish | None = None,
) -> None:
    """Write the result of each source; one that fails is reported and left out.

    Args:
        sources: What to read.
        options: How to read it, and where to write.
        render: Makes what is written of a source, before the next one is read.
        finish: Makes all that is written, after the last source; None where `render`
            makes it.

    Raises:
        typer.Exit: A source failed.
        OSError: The output cannot be written.
        EncodingError: Tokens cannot be counted in any source.
    """
    failures: list[str] = []
    fills_terminal = finish is None and options.output == STDOUT
    is_free = not (fills_terminal and _is_terminal(sys.stdout))
    is_wanted = len(sources) > 1 and not options.no_progress
    is_shown = is_wanted and is_free and _is_terminal(sys.stderr)
    with open_output(options.output) as out:
        with progress_bar(len(sources), is_shown=is_shown) as advance:
            for source in sources:
                _write(out, _render(source, options.encoding, render, failures))
                advance()
        if sources and len(failures) == len(sources):
            raise typer.Exit(DATA_ERROR)  # keeps the old file
        if finish is not None:
            _write(out, finish())
    if failures:
        raise typer.Exit(DATA_ERROR)


@contextmanager
def progress_bar(total: int, *, is_shown: bool) -> Iterator[Callable[[], None]]:
    """Show a progress bar on standard error.

    Args:
        total: The number of steps.
        is_shown: Whether there is a bar at all.

    Yields:
        What to call after each step.

    Example:
        >>> with progress_bar(2, is_shown=False) as advance:
        ...     advance()
    """
    if not is_shown:
        yield lambda: None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import MofNCompleteColumn, Progress  # noqa: PLC0415

    columns = (*Progress.get_default_columns(), MofNCompleteColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("files", total=total)
        yield lambda: progress.advance(task)


def report(message: str) -> None:
    """Write an error to standard error.

    Args:
        message: What went wrong; names in it may hold anything.
    """
    typer.echo(f"error: {one_line(message)}", err=True)


def _render(
    source: Source, encoding: str, render: Render, failures: list[str]
) -> Iterator[str]:
    """Yield the result of a source; if it fails, report it and note its name."""
    try:
        text = read_text(source, encoding)
    except OSError as error:
        problem = error.strerror or str(error)
    except UnicodeError as error:
        problem = describe_decoding(error, encoding)
    else:
        try:
            yield from render(source.name, text)
        except EncodingError:
            raise
        except (MdSplitError, re.error) as error:  # re: a separator of the user's
            problem = str(error)
        else:
            return
    failures.append(source.name)
    report(f"{source.name}: {problem}")


def _write(out: BinaryIO, texts: Iterable[str]) -> None:
    """Write texts and flush them, so that a reader gets them at once."""
    # A lone surrogate becomes `\\udc80`, which JSON reads as the same.
    out.writelines(text.encode("utf-8", "backslashreplace") for text in texts)
    out.flush()


def _is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is open and leads to a terminal."""
    return stream is not None and stream.isatty()


def _discard_output() -> None:
    """Send the buffered output to nowhere, so that the exit does not fail again."""
    if sys.stdout is None:
        return
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _describe_os_error(error: OSError) -> str:
    """Say what could not be read or written, and why."""
    what = error.filename if error.filename is not None else "output"
    return f"{what}: {error.strerror or error}"
