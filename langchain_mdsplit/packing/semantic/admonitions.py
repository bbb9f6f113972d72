"""The bodies of admonitions: indented text that is Markdown without its indentation."""

import re
from bisect import bisect_right
from collections.abc import Callable

from langchain_mdsplit.markdown.blocks import Block, parse_blocks
from langchain_mdsplit.markdown.syntax import LINE_ENDING

_LINE = re.compile(rf"[^\r\n]*(?:{LINE_ENDING}|\Z)")
_INDENTATION = re.compile(r"[ \t]*+")
_OPENING = re.compile(
    rf"(?:\A|(?<=[\r\n]))(?:!!!|\?\?\?)[^\r\n]*+(?:{LINE_ENDING}[ \t][^\r\n]*+)*+\Z"
)


def opens_body(paragraph: str) -> bool:
    r"""Return whether an admonition that a paragraph opens goes on after it.

    It does if the last line without indentation opens one: what follows that line
    belongs to its body.

    Args:
        paragraph: The text of a paragraph.

    Returns:
        Whether it does.

    Example:
        >>> opens_body("!!! note\n    One."), opens_body("!!! note\nOne.")
        (True, False)
    """
    return bool(_OPENING.search(paragraph))


def body_starts(
    source: str, block: Block, inner_starts: Callable[[str, Block], list[int]]
) -> list[int]:
    r"""Return where the sentences and blocks of an admonition's body begin.

    Args:
        source: The text the body is a part of.
        block: The body, indented code to a parser of CommonMark.
        inner_starts: Returns where the parts of a block begin, the first left out.

    Returns:
        The positions of what may begin a unit, in order, the first left out.

    Example:
        >>> source = "    One. Two.\n\n    ```py\n    x. Y\n    ```\n"
        >>> body_starts(source, Block("code", 0, 42, 0, 43), lambda _text, _block: [])
        [19]
    """
    text, dedented, places = _dedented(source, block)
    starts: list[int] = []
    is_held = False
    for inner in parse_blocks(text, has_front_matter=False).blocks:
        found = [inner.start, *inner_starts(text, inner)]
        starts += found[1:] if is_held else found
        is_held = inner.kind == "heading"
    return [_moved(start, dedented, places) for start in starts[1:]]


def _dedented(source: str, block: Block) -> tuple[str, list[int], list[int]]:
    """Return a block's lines without the first one's indentation.

    Returns:
        The text, and where its lines begin in it and in the source.
    """
    first = _INDENTATION.match(source, block.start)
    width = len(first[0]) if first else 0
    lines: list[str] = []
    dedented: list[int] = []
    places: list[int] = []
    position, length = block.start, 0
    while position < block.end:
        line = _LINE.match(source, position, block.end)
        indentation = _INDENTATION.match(source, position, position + width)
        end = line.end() if line else block.end
        start = min(indentation.end() if indentation else position, end)
        dedented.append(length)
        places.append(start)
        lines.append(source[start:end])
        length += end - start
        position = end
    return "".join(lines), dedented, places


def _moved(position: int, dedented: list[int], places: list[int]) -> int:
    """Return where a position in the text without indentation is in the source."""
    line = bisect_right(dedented, position) - 1
    return places[line] + position - dedented[line]
