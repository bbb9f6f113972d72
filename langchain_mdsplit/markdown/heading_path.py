r"""The heading path: titles from the outermost to the innermost as one string.

`A > B > C`; in a title `\` becomes `\\` and `>` becomes `\>`, so that the path can be
split again.
"""

import re
from collections.abc import Iterable

from langchain_mdsplit.checks import check_iterable, check_text

SEPARATOR = " > "
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_TITLE = re.compile(r"(?:[^\\>]|\\.)+", re.DOTALL)


def join_heading_path(titles: Iterable[str]) -> str:
    r"""Join titles into one path.

    Args:
        titles: The titles, outermost first.

    Returns:
        The path; `""` without titles.

    Raises:
        ArgumentTypeError: The titles are no iterable of strings.

    Example:
        >>> join_heading_path(["Types", "Vec<T>"])
        'Types > Vec<T\\>'
    """
    checked = [
        check_text(f"titles[{index}]", title)
        for index, title in enumerate(check_iterable("titles", titles, "str"))
    ]
    return joined_titles(checked)


def joined_titles(titles: Iterable[str]) -> str:
    """Join titles that are known to be strings; see `join_heading_path`.

    Args:
        titles: The titles, outermost first.
    """
    return SEPARATOR.join(
        [title.replace("\\", "\\\\").replace(">", "\\>") for title in titles]
    )


def split_heading_path(path: str) -> list[str]:
    r"""Split a path into its titles, as `join_heading_path` joined them.

    White space around a title is not kept, nor is a single empty title: no heading's
    title has or is either.

    Args:
        path: A path as the metadata `heading_path` holds it.

    Returns:
        The titles, outermost first; none for `""`.

    Raises:
        ArgumentTypeError: The path is no string.

    Example:
        >>> split_heading_path("Types > Vec<T\\>")
        ['Types', 'Vec<T>']
    """
    titles = _TITLE.findall(check_text("path", path))
    return [_ESCAPED.sub(r"\1", title.strip(" ")) for title in titles]
