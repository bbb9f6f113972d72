"""Patterns of paths, and what they match."""

import glob
import os
import re
from collections.abc import Iterator
from pathlib import Path

from langchain_mdsplit.cli.folders import walk_folders

ANY_DEPTH = "**"
"""The part that matches folders of any depth and, as the last part, all files."""

_SLASHES = ("/", os.sep)
_WILDCARD = re.compile(r"[*?\[]")


def is_pattern(path: str) -> bool:
    """Return whether a path has wildcards.

    Args:
        path: What a command line says.

    Returns:
        True for a pattern.

    Example:
        >>> is_pattern("docs/*.md"), is_pattern("docs/a.md")
        (True, False)
    """
    return _WILDCARD.search(path) is not None


def match_paths(pattern: str) -> list[Path]:
    """Return the files and folders that a pattern matches.

    It matches as the standard library's `glob`, which leaves out hidden names as well.
    But `**` there follows links to folders; with two links that lead upwards it would
    not end in any useful time.

    Args:
        pattern: A path with `*`, `?` and `[abc]`, which match names, and with `**`,
            which matches folders of any depth, but no links.

    Returns:
        Paths, without duplicates.

    Example:
        >>> match_paths("none/**/*.md")
        []
    """
    anchor = Path(pattern).anchor
    parts = Path(pattern).parts[1:] if anchor else Path(pattern).parts
    found = [Path(anchor)]
    for number, part in enumerate(parts, 1):
        is_last = number == len(parts)
        below = (
            path for folder in found for path in _below(folder, part, is_last=is_last)
        )
        found = list(dict.fromkeys(below))
    return list(filter(Path.is_dir, found)) if pattern.endswith(_SLASHES) else found


def _below(folder: Path, part: str, *, is_last: bool) -> Iterator[Path]:
    """Yield what one part of a pattern matches in a folder."""
    if part == ANY_DEPTH:
        for listing in walk_folders(folder):
            if listing.is_readable:
                yield listing.folder
            if is_last:
                yield from listing.files
    elif is_pattern(part):
        # Path.glob matches hidden names, too.
        for name in glob.glob(part, root_dir=folder):  # noqa: PTH207
            yield folder / name
    elif os.path.lexists(folder / part):
        yield folder / part
