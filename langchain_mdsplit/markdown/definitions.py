r"""Link reference definitions: the text that no parser event covers (spec section 4.7).

The parser names each label once only; a repeated definition is just as much text of
the source. So what stands between two blocks, definitions and blank lines and nothing
else, is read here. A line that begins with `[` begins a definition, unless it goes on
with a destination or title of the one before.
"""

import re
from collections.abc import Iterator

from langchain_mdsplit.markdown.events import RawBlock, Shape
from langchain_mdsplit.markdown.syntax import LINE_ENDING

_BLANKS = rf"(?:[ \t]++(?:{LINE_ENDING}[ \t]*+)?+|{LINE_ENDING}[ \t]*+)"
_DEFINITION = re.compile(
    rf"""\[(?:[^\[\]\\]|\\.)*+\]:
    {_BLANKS}?+
    (?:<(?:[^<>\\\r\n]|\\[^\r\n])*+>|[^ \t\r\n]++)
    (?:{_BLANKS}(?:"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|\((?:[^()\\]|\\.)*+\)))?
    [ \t]*+(?={LINE_ENDING}|\Z)""",
    re.VERBOSE | re.DOTALL,
)
_SHAPE, _PARAGRAPH = Shape("definition"), Shape("paragraph")
_NEXT_LINE = re.compile(r"[\r\n]\s*+")


def find_definitions(gap: str, base: int) -> Iterator[RawBlock]:
    r"""Yield the definitions in a stretch between two blocks.

    Args:
        gap: The stretch.
        base: Where it begins in the parsed text, a code point index.

    Yields:
        Blocks that hold all the stretch's text that is not white space.

    Example:
        >>> [raw[1:3] for raw in find_definitions("[a]: b\n[c]:\n  d\n", 10)]
        [(10, 16), (17, 25)]
    """
    position = len(gap) - len(gap.lstrip())
    while position < len(gap):
        found = _DEFINITION.match(gap, position)
        stop = found.end() if found else _lines_end(gap, position)
        text = gap[position:stop].rstrip()
        shape = _SHAPE if text[0] == "[" else _PARAGRAPH
        yield shape, base + position, base + position + len(text), None
        following = _NEXT_LINE.match(gap, stop)
        position = following.end() if following else len(gap)


def _lines_end(gap: str, position: int) -> int:
    """Return the end of the line before the next that begins with a bracket."""
    for line in _NEXT_LINE.finditer(gap, position):
        if gap.startswith("[", line.end()):
            return line.start()
    return len(gap)
