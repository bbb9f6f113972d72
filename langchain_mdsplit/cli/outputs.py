"""Where results go: standard output, or a file that is written whole or not at all."""

import errno
import json
import os
import secrets
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from langchain_mdsplit.cli.sources import Source
from langchain_mdsplit.errors import ArgumentError

STDOUT = "-"


def json_line(value: Any) -> str:
    r"""Return a value as one line of JSON, letters as they are.

    Args:
        value: Anything that JSON knows.

    Example:
        >>> json_line({"title": "é"})
        '{"title": "é"}\n'
    """
    return f"{json.dumps(value, ensure_ascii=False)}\n"


def check_output(output: str, sources: Sequence[Source]) -> None:
    """Raise if results cannot, or must not, be written to an output.

    Args:
        output: A file, or `-` for standard output.
        sources: What is read, and so must not be written over.

    Raises:
        ArgumentError: It is a folder, is in no folder that exists, or is one of the
            sources.

    Example:
        >>> check_output("-", [])
        >>> check_output(".", [])
        Traceback (most recent call last):
        langchain_mdsplit.errors.ArgumentError: --output must be a file, '.' is a folder
    """
    if output == STDOUT:
        return
    if not output or "\0" in output:
        msg = f"--output must be a file, or - for standard output, got {output!r}"
        raise ArgumentError(msg)
    path = Path(output)
    if path.is_dir():
        msg = f"--output must be a file, {output!r} is a folder"
        raise ArgumentError(msg)
    if output.endswith(("/", os.sep)) or not path.parent.is_dir():
        folder = output if output.endswith(("/", os.sep)) else str(path.parent)
        msg = f"--output: no folder {folder!r} to write to"
        raise ArgumentError(msg)
    check_not_sources([path], sources)


def check_not_sources(paths: Iterable[Path], sources: Sequence[Source]) -> None:
    """Raise if a file that is to be written is one of the sources.

    Args:
        paths: The files to be written; they may not exist yet.
        sources: What is read.

    Raises:
        ArgumentError: One is a source, or a link to one.

    Example:
        >>> check_not_sources([Path("new.md")], [Source("-", None)])
    """
    files = {
        _file_of(source.path): source.name
        for source in sources
        if source.path is not None
    }
    for path in paths:
        file = _file_of(path)
        if file is not None and file in files:
            msg = f"--output would write over the source {files[file]!r}"
            raise ArgumentError(msg)


@contextmanager
def open_output(output: str) -> Iterator[BinaryIO]:
    """Open what results are written to.

    A file replaces the old one when all is written; after an error, the old one stays
    and nothing else is left. A device or a pipe is written to directly.

    Args:
        output: A file, or `-` for standard output.

    Yields:
        A binary stream.

    Raises:
        OSError: It cannot be written.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     path = Path(folder, "a.txt")
        ...     with open_output(str(path)) as out:
        ...         written = out.write(b"tea")
        ...         before = path.exists()
        ...     before, path.read_bytes()
        (False, b'tea')
    """
    if output == STDOUT:
        if sys.stdout is None:
            raise OSError(errno.EBADF, "standard output is closed")
        yield sys.stdout.buffer
        return
    path = Path(output)
    if path.exists() and not path.is_file():
        with path.open("wb") as out:
            yield out
        return
    with _replaced(_target(path)) as out:
        yield out


def _target(path: Path) -> Path:
    """Return the file that a path leads to through links."""
    target = Path(os.path.realpath(path))  # Path.resolve may raise a RuntimeError
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return target


@contextmanager
def _replaced(path: Path) -> Iterator[BinaryIO]:
    """Write a new file beside a path, then rename it to the path."""
    temporary = path.with_name(f".langchain-mdsplit-{secrets.token_hex(8)}.tmp")
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else None
    try:
        with temporary.open("xb") as out:
            yield out
        if mode is not None:
            temporary.chmod(mode)
        temporary.replace(path)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename in {None, str(temporary)}:
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def _file_of(path: Path) -> tuple[int, int] | None:
    """Return what identifies a file, whichever path or link leads to it."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
