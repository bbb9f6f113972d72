"""Bodies of admonitions, read without their indentation."""

import pytest

from langchain_mdsplit.markdown.blocks import Block
from langchain_mdsplit.packing.semantic.admonitions import body_starts, opens_body


@pytest.mark.parametrize(
    ("paragraph", "is_opened"),
    [
        ("!!! note", True),
        ("!!! note\n    One.\n    Two.", True),
        ("??? tip 'T'\n\tOne.", True),
        ("???+ tip\r    One.\r\n    Two.", True),
        ("Text.\n!!! note\n    One.", True),
        ("!!! a\nText.\n!!! b\n    One.", True),
        ("!!! note\nText.", False),
        ("!!! note\n    One.\nText.", False),
        ("Text !!! note", False),
        ("Text.\n    !!! note", False),
        ("Text.", False),
        ("", False),
    ],
)
def test_whether_an_admonition_goes_on(paragraph: str, *, is_opened: bool) -> None:
    assert opens_body(paragraph) == is_opened


def test_many_opening_lines_take_no_time() -> None:
    assert not opens_body("!!! note\n    One.\n" * 50_000 + "Text.")


def halves(text: str, block: Block) -> list[int]:
    """Stand for sentences: a block's second half."""
    assert 0 <= block.start < block.end <= len(text)
    return [(block.start + block.end) // 2]


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ("    abcd\n", ["cd"]),
        ("    ab\n\n\n    cd\n", ["b", "cd", "d"]),
        ("\tab\n\n    cd\n", ["b", "cd", "d"]),
        ("      ab\n\n      cd\n", ["b", "cd", "d"]),
        ("    abcd\r\n  \r\n    ef", ["cd", "ef", "f"]),
        ("    # abc\n\n    de\n", ["abc", "e"]),
    ],
)
def test_places_are_those_of_the_source(source: str, texts: list[str]) -> None:
    block = Block("code", 0, len(source), 0, len(source))
    starts = body_starts(source, block, halves)
    lines = [source[start:].split("\n", maxsplit=1)[0].rstrip("\r") for start in starts]
    assert lines == texts
