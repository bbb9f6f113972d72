"""Front matter: where it stands in a document, and its value as JSON text."""

import json
import re
from dataclasses import dataclass

from langchain_mdsplit.markdown.bounded_toml import read_toml
from langchain_mdsplit.markdown.bounded_yaml import read_yaml
from langchain_mdsplit.markdown.syntax import LINE_ENDING

_OPENING = re.compile(rf"\ufeff?(---|\+\+\+)[ \t]*+{LINE_ENDING}")
# A pattern that begins with literal characters is searched for at C speed, so
# the start of the line is asserted after the marker instead of before it.
_YAML_CLOSING = re.compile(rf"---(?<=[\r\n]---)[ \t]*+(?:{LINE_ENDING}|\Z)")
_TOML_CLOSING = re.compile(rf"\+\+\+(?<=[\r\n]\+\+\+)[ \t]*+(?:{LINE_ENDING}|\Z)")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """Where the front matter of a document stands, in Python string indices.

    Attributes:
        kind: `"yaml"` or `"toml"`.
        start: Index of the opening fence (1 after a byte order mark, else 0).
        end: Index after the three characters of the closing fence.
        inner_start: Start of the text between the fences.
        inner_end: End of that text, without the line ending before the closing fence.
        body_start: Index after the closing fence's line ending.
    """

    kind: str
    start: int
    end: int
    inner_start: int
    inner_end: int
    body_start: int


def find_front_matter(source: str) -> FrontMatter | None:
    r"""Find the front matter a document begins with.

    The first line is `---` (YAML) or `+++` (TOML), the closing line is the same;
    spaces and tabs may follow either. A byte order mark before it is skipped. Line
    endings are LF, CRLF and CR. What stands between the fences is not looked at.

    Args:
        source: The whole document.

    Returns:
        Its front matter, or None where there is none or it is not closed.

    Example:
        >>> find_front_matter("---\ntitle: A\n---\nText")
        FrontMatter(kind='yaml', start=0, end=16, inner_start=4, inner_end=12, body_start=17)
        >>> find_front_matter("Text\n---\n") is None
        True

    Source:
        The README of micromark-extension-frontmatter, section "Syntax".
    """  # noqa: E501 - a doctest's expected output is one line
    opening = _OPENING.match(source)
    if opening is None:
        return None
    is_yaml = opening[1] == "---"
    inner_start = opening.end()
    closing = (_YAML_CLOSING if is_yaml else _TOML_CLOSING).search(source, inner_start)
    if closing is None:
        return None
    return FrontMatter(
        kind="yaml" if is_yaml else "toml",
        start=opening.start(1),
        end=closing.start() + 3,
        inner_start=inner_start,
        inner_end=_without_line_ending(source, inner_start, closing.start()),
        body_start=closing.end(),
    )


def front_matter_json(source: str, front_matter: FrontMatter) -> str:
    r"""Return the value of a front matter as JSON text.

    Args:
        source: The document the front matter was found in.
        front_matter: What `find_front_matter` found there.

    Returns:
        JSON with an indentation of 2 and non-ASCII characters as they are, `{}` for
        an empty front matter. What cannot be read, or is over the bounds of
        `value_bounds`, is returned as it stands between the fences.

    Example:
        >>> source = "---\ntags: [a]\n---\n"
        >>> print(front_matter_json(source, find_front_matter(source)))
        {
          "tags": [
            "a"
          ]
        }
        >>> source = "---\n[not closed\n---\n"
        >>> front_matter_json(source, find_front_matter(source))
        '[not closed'
    """
    inner = source[front_matter.inner_start : front_matter.inner_end]
    read_value = read_yaml if front_matter.kind == "yaml" else read_toml
    try:
        text = json.dumps(read_value(inner), indent=2, ensure_ascii=False)
        text.encode()  # an escape like "\ud800" may have made a lone surrogate
    except ValueError:
        return inner
    return text


def has_keys(source: str) -> bool:
    r"""Return whether a document begins with front matter that has keys.

    Args:
        source: The whole document.

    Example:
        >>> has_keys("---\ntitle: A\n---\nText"), has_keys("---\nA rule.\n---\n")
        (True, False)
    """
    found = find_front_matter(source)
    return found is not None and front_matter_json(source, found).startswith("{")


def _without_line_ending(source: str, start: int, end: int) -> int:
    """Return `end` moved before the line ending that ends there, not before `start`."""
    has_crlf = source.startswith("\r\n", end - 2, end)
    return max(start, end - (2 if has_crlf else 1))
