"""What would begin another kind of block if it began a line."""

import re

from langchain_mdsplit.markdown.syntax import LIST_MARKER

BLOCK_MARK = re.compile(
    rf"""
    \#{{1,6}}(?:\s|\Z) | {LIST_MARKER}(?:\s|\Z) | > | \| | `{{3}} | ~{{3}}
    | <(?![a-z][a-z0-9+.-]*:)
    | [=-]+[ \t]*(?:[\r\n]|\Z)
    | \[[^\]\r\n]{{0,300}}\]: | \$\$
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""What begins a heading, an item, a quote, a table, a fence, raw HTML and so on."""

RULE = re.compile(r"(?:[-*_][ \t]*+){3}")
"""What begins a rule; whether it is one depends on the rest of its line."""


def may_begin_block(source: str, position: int) -> bool:
    """Whether what stands at a position would be no paragraph if it began a line."""
    marks = BLOCK_MARK.match(source, position)
    return bool(marks or RULE.match(source, position))
