"""How texts read: what the other properties compare chunks with."""

from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from tests.properties.readings import read

TEXTS: Final[Mapping[str, tuple[str, Sequence[tuple[str, tuple[str, ...]]]]]] = {
    "leaves": (
        "# one\n\ntwo\n***\n    three\n\n<div>\n\n| four |\n|---|",
        [
            ("one", ("heading",)),
            ("two", ("paragraph",)),
            ("***", ("thematicBreak",)),
            ("three", ("code",)),
            ("<div>", ("html",)),
            ("four", ("table",)),
        ],
    ),
    "containers": (
        "> - one\n>   > two\n\n[^1]: three\n\n        four",
        [
            ("one", ("blockquote", "listItem", "paragraph")),
            ("two", ("blockquote", "listItem", "blockquote", "paragraph")),
            ("three", ("footnoteDefinition", "paragraph")),
            ("four", ("footnoteDefinition", "code")),
        ],
    ),
    "an item's text with and without blank lines": (
        "- one\n  two\n  - three\n- four\n\n  five",
        [
            ("one", ("listItem", "paragraph")),
            ("two", ("listItem", "paragraph")),
            ("three", ("listItem", "listItem", "paragraph")),
            ("four", ("listItem", "paragraph")),
            ("five", ("listItem", "paragraph")),
        ],
    ),
    "what is no text of a block": (
        "10. one\n\n```two\nthree\n```\n\n[four]: five",
        [
            ("10.", ()),
            ("one", ("listItem", "paragraph")),
            ("two", ()),
            ("three", ("code",)),
            ("four", ()),
            ("five", ()),
        ],
    ),
    "what stands in a line": (
        r"*one* [two](three 'four') \five \* `six` $seven$ <b>",
        [
            (word, ("paragraph",))
            for word in (*("*one*", "two", "three", "four", r"\*", "six"), "<b>")
        ],
    ),
    "quotes' marks inside what runs on": (
        "> [one\n> two](three)\n> `four\n> five`",
        [
            ("one", ("blockquote", "paragraph")),
            ("> two", ()),
            ("two", ("blockquote", "paragraph")),
            ("> five", ()),
            ("five", ("blockquote", "paragraph")),
        ],
    ),
    "front matter after a byte order mark": (
        "\ufeff---\none: 1\n---\n# two 日本語 three",
        [("one", ()), ("two", ("heading",)), ("three", ("heading",))],
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_text_stands_in_blocks(name: str) -> None:
    text, expected = TEXTS[name]
    reading = read(text)
    found = [(word, reading.kinds(text.index(word))) for word, _ in expected]
    assert found == expected


@pytest.mark.parametrize(
    "text",
    ["[a]: b\nword", "> [a]: b\n> word", "- [a]: b\r\n  word", "[^1]: [a]: b\rword"],
)
def test_text_follows_a_definition(text: str) -> None:
    reading = read(text)
    assert reading.follows_definition(reading.nodes[text.index("word")])


@pytest.mark.parametrize(
    "text",
    ["[a]: b\n\nword", "# a\nword", "- a\n\n  word", "-\n  word", "word", "\nword"],
)
def test_other_text_does_not(text: str) -> None:
    reading = read(text)
    assert not reading.follows_definition(reading.nodes[text.index("word")])


@pytest.mark.parametrize("text", ["10. a", "> a", "[^1]: a", "> - a", "-\n  [b]: c"])
def test_markers_are_told_from_text(text: str) -> None:
    reading = read(text)
    assert reading.is_marker(0)
    assert not reading.is_marker(len(text) - 1)


def test_a_slice_has_no_front_matter() -> None:
    text = "---\none: 1\n---"
    assert read(text, is_document=False).kinds(text.index("one")) == ("heading",)
