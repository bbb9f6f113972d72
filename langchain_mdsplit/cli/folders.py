"""Folders and the files in them; hidden names are left out, links not followed."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Listing:
    """What is in a folder.

    Attributes:
        folder: The folder.
        files: The files in it, and links to files; no pipes, no devices, no broken
            links.
        is_readable: Whether they could be listed.
    """

    folder: Path
    files: tuple[Path, ...]
    is_readable: bool = True


def walk_folders(folder: Path) -> Iterator[Listing]:
    """Yield what is in a folder and in those below it.

    Args:
        folder: The folder; it may be a link to one.

    Yields:
        A listing of it and of each folder below that is neither hidden nor a link.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as name:
        ...     written = Path(name, "a.md").write_bytes(b"tea")
        ...     for listing in walk_folders(Path(name)):
        ...         print([path.name for path in listing.files])
        ['a.md']
    """
    pending = [folder]
    while pending:
        current = pending.pop()
        try:
            with os.scandir(current) as entries:
                shown = [it for it in entries if not it.name.startswith(".")]
        except OSError:
            yield Listing(current, (), is_readable=False)
            continue
        yield Listing(
            current, tuple(current / it.name for it in filter(_is_file, shown))
        )
        pending += [
            current / it.name for it in shown if it.is_dir(follow_symlinks=False)
        ]


def _is_file(entry: "os.DirEntry[str]") -> bool:
    """Whether an entry of a folder is a file, or a link to one."""
    try:
        return entry.is_file()
    except OSError:  # a link to itself
        return False
