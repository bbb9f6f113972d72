"""The copy that the parser sees: same places, and each oddity of the parser undone."""

import pytest
from hypothesis import given

from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.markdown.parser import as_written, markdown_parser, parser_copy
from tests.markdown.line_soup import hard_texts

ODDITIES = {
    "carriage return": ("<div>\r\rb", "html paragraph"),
    "tab after closing fence": ("```\na\n```\t\nb", "code paragraph"),
    "form feed": ("#\f#", "paragraph"),
    "line tabulation": ("<b>\v", "paragraph"),
    "bare bar": ("|a|\n|-|\n|\n|b|", "table"),
    "item like a delimiter row": ("a|b\n- | -", "paragraph list"),
    "blank in a footnote's label": ("[^a b]: c", "definition"),
}


@given(source=hard_texts())
def test_every_code_point_keeps_its_place(source: str) -> None:
    copy = parser_copy(source)
    assert len(copy) == len(source)
    copy.encode()
    changed = [(a, b) for a, b in zip(source, copy, strict=True) if a != b]
    assert {a for a, _ in changed} <= set("\r\t\f\v|^") | {
        chr(surrogate) for surrogate in range(0xD800, 0xE000)
    }
    assert parser_copy(copy) == copy


@given(source=hard_texts())
def test_unchanged_text_is_not_copied(source: str) -> None:
    copy = parser_copy(source)
    assert (copy is source) == (copy == source)


@pytest.mark.parametrize(("source", "kinds"), ODDITIES.values(), ids=list(ODDITIES))
def test_oddity_is_undone(source: str, kinds: str) -> None:
    """Where the parser alone is right as well, the copy is not needed any more."""
    assert " ".join(block.kind for block in parse_blocks(source).blocks) == kinds
    assert _parsed(parser_copy(source)) != _parsed(source)


def _parsed(source: str) -> list[object]:
    """Return what the parser alone makes of a text: tags and places."""
    events = markdown_parser().events_with_range(source)
    places = [(event, extent["start"], extent["end"]) for event, extent in events]
    return [place for place in places if "Start" in place[0]]


@pytest.mark.parametrize("source", ["a\n|\nb", "[^a b]: c", "x | y\n - |-"])
def test_stand_ins_are_read_back(source: str) -> None:
    assert parser_copy(source) != source
    assert as_written(parser_copy(source)) == source


def test_bars_and_carets_elsewhere_stay() -> None:
    source = "| a | b |\n|---|---|\n\n`|`\n\n|| a\n\n- a |\n\n[^a]: b^2 [^c]\n"
    assert parser_copy(source) is source
