"""Which characters are hidden."""

import re
import unicodedata

import pytest

from langchain_mdsplit.text.hidden import HIDDEN, HIDDEN_TAGS

FLAG = "\U0001f3f4"
ENGLAND = "\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
BIDI_CLASSES = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def test_controls_and_directional_formatting_are_hidden() -> None:
    hidden = re.compile(f"[{HIDDEN}]")
    for code in range(0x11_0000):
        character = chr(code)
        is_control = unicodedata.category(character) == "Cc"
        expected = (
            (is_control and character not in "\t\n\r")
            or unicodedata.bidirectional(character) in BIDI_CLASSES
            or character == "\ufeff"
        )
        assert (hidden.fullmatch(character) is not None) == expected, hex(code)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("\U000e0048\U000e0069", ["\U000e0048\U000e0069"]),
        (f"a{ENGLAND}b", [ENGLAND]),
        (f"{FLAG}{ENGLAND}", []),
        (f"{FLAG}{ENGLAND}{FLAG}{ENGLAND}", []),
        (f"{FLAG}{ENGLAND}\U000e0048", [f"{ENGLAND}\U000e0048"]),
        (f"{FLAG}{ENGLAND[:-1]}", [ENGLAND[:-1]]),
        (f"{FLAG}{ENGLAND[:-1] * 9}\U000e007f", [f"{ENGLAND[:-1] * 9}\U000e007f"]),
        (f"{FLAG}\U000e0020{ENGLAND}", [f"\U000e0020{ENGLAND}"]),
        ("\U0001f3f3\U000e0067", ["\U000e0067"]),
    ],
)
def test_tags_are_hidden_but_in_a_flag(text: str, found: list[str]) -> None:
    assert re.findall(HIDDEN_TAGS, text) == found
