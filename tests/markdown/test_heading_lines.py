"""A heading as one line says the same as the heading."""

import pytest

from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.markdown.heading_lines import heading_line


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("#  A  ##", "#  A  ##"),
        ("## B {#b}", "## B {#b}"),
        ("One\n===", "# One"),
        ("One\n  two\n---", "## One two"),
        ("One\r\ntwo\r\n---", "## One two"),
        ("One\rtwo\r===", "# One two"),
        ("ends with #\n===", "# ends with # #"),
    ],
)
def test_a_heading_is_one_atx_line(source: str, line: str) -> None:
    (block,) = parse_blocks(source).blocks
    assert heading_line(source, block) == line
    (alone,) = parse_blocks(line).blocks
    assert (alone.level, alone.title) == (block.level, block.title)
