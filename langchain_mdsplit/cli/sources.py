"""Sources: the files that the paths of a command line mean, and their texts."""

import errno
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from langchain_mdsplit.cli.folders import walk_folders
from langchain_mdsplit.cli.patterns import ANY_DEPTH, is_pattern, match_paths
from langchain_mdsplit.errors import ArgumentError

STDIN = "-"
MARKDOWN_SUFFIXES = frozenset(
    {
        ".markdown",
        ".md",
        ".mdown",
        ".mdtext",
        ".mdtxt",
        ".mdwn",
        ".mdx",
        ".mkd",
        ".mkdn",
        ".qmd",
        ".rmd",
    }
)


@dataclass(frozen=True, slots=True)
class Source:
    """Where one text comes from.

    Attributes:
        name: Its path with `/` between the parts, or `-`.
        path: The file; None for standard input.
    """

    name: str
    path: Path | None


def find_sources(paths: Sequence[str]) -> list[Source]:
    """Find the sources that paths mean, each of them once.

    A folder is searched for Markdown files, hidden files and folders left out. A
    pattern (`*`, `**`, `?`, `[abc]`) means its matches; one that ends in `*` takes
    only Markdown files. Symbolic links to folders are not followed. What cannot be
    read is a source, too: the error comes when it is read.

    Args:
        paths: Files, folders, patterns or `-` for standard input.

    Returns:
        The sources in the order of the paths, those of one path sorted.

    Raises:
        ArgumentError: A path leads to no file.

    Example:
        >>> find_sources(["-", "-"])
        [Source(name='-', path=None)]
    """
    sources: dict[str, Source] = {}
    for path in paths:
        for source in _expand(path):
            key = STDIN if source.path is None else os.path.realpath(source.path)
            sources.setdefault(key, source)
    return list(sources.values())


def read_text(source: Source, encoding: str) -> str:
    """Read a source's text with its line ends and byte order mark as they are.

    Args:
        source: What to read.
        encoding: A text encoding that Python knows.

    Returns:
        The text.

    Raises:
        OSError: It cannot be read.
        UnicodeError: It has another encoding.

    Example:
        >>> read_text(Source("none.md", Path("none.md")), "utf-8")
        Traceback (most recent call last):
        FileNotFoundError: [Errno 2] No such file or directory: 'none.md'
    """
    if source.path is not None:
        return _read_file(source.path).decode(encoding)
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed")
    return sys.stdin.buffer.read().decode(encoding)


def _read_file(path: Path) -> bytes:
    """Return what is in a file; for a folder, raise why it cannot be listed."""
    try:
        return path.read_bytes()
    except IsADirectoryError:
        os.scandir(path).close()
        raise


def _expand(path: str) -> Iterator[Source]:
    """Yield the sources that one path means."""
    if path == STDIN:
        yield Source(STDIN, None)
        return
    mode = _mode(path)
    if mode is not None:
        files = _walk(Path(path)) if stat.S_ISDIR(mode) else [Path(path)]
    elif is_pattern(path):
        files = _match(path)
    else:
        msg = f"no file or folder {path!r}"
        raise ArgumentError(msg)
    if not files and mode is None:
        msg = f"no file matches the pattern {path!r}"
        raise ArgumentError(msg)
    if not files:
        suffixes = ", ".join(sorted(MARKDOWN_SUFFIXES))
        msg = f"no Markdown file in the folder {path!r} (looked for {suffixes})"
        raise ArgumentError(msg)
    yield from (Source(_name(file), file) for file in files)


def _mode(path: str) -> int | None:
    """Return the mode of the file that a path leads to; None if there is no file.

    What cannot be examined counts as a file: the error comes when it is read.
    """
    try:
        return os.stat(path).st_mode  # noqa: PTH116 - Path("") is the folder here
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return None
    except OSError:
        return stat.S_IFREG


def _walk(folder: Path) -> list[Path]:
    """Return the Markdown files of a folder and the folders below it, sorted.

    A folder that cannot be listed is one of them: the error comes when it is read.
    """
    found: list[Path] = []
    for listing in walk_folders(folder):
        if listing.is_readable:
            found += filter(_is_markdown, listing.files)
        else:
            found.append(listing.folder)
    return sorted(found, key=lambda path: path.parts)


def _match(pattern: str) -> list[Path]:
    """Return the files that a pattern matches, and those of the folders it matches."""
    found: set[Path] = set()
    for match in match_paths(pattern):
        mode = _mode(str(match)) or stat.S_IFREG
        if stat.S_ISDIR(mode):
            if not pattern.endswith(ANY_DEPTH):
                found.update(_walk(match))
        elif stat.S_ISREG(mode) and (_is_markdown(match) or not pattern.endswith("*")):
            found.add(match)
    return sorted(found, key=lambda path: path.parts)


def _is_markdown(path: Path) -> bool:
    """Whether a file's name ends as those of Markdown files do."""
    return path.suffix.lower() in MARKDOWN_SUFFIXES


def _name(path: Path) -> str:
    """Return a path as text; in a locale without UTF-8 it would hold surrogates."""
    return os.fsencode(path.as_posix()).decode("utf-8", "surrogateescape")
