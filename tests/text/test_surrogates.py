"""Surrogates are replaced one by one or joined, and nothing else is."""

import pytest

from langchain_mdsplit.text.surrogates import joined_surrogates, without_surrogates


@pytest.mark.parametrize(
    ("text", "replaced"),
    [
        ("\ud800", "\ufffd"),
        ("a\udfffb\udbff", "a\ufffdb\ufffd"),
        ("\ud83d\ude00", "\ufffd\ufffd"),
        ("\ud7ff\ud800\ue000", "\ud7ff\ufffd\ue000"),
        ("\0😀\ud800", "\0😀\ufffd"),
    ],
)
def test_each_surrogate_is_replaced_in_its_place(text: str, replaced: str) -> None:
    assert without_surrogates(text) == replaced


@pytest.mark.parametrize("text", ["", "tea", "お茶 \U0010ffff\ufffd\ufeff"])
def test_a_text_without_surrogates_is_the_very_same(text: str) -> None:
    assert without_surrogates(text) is text


@pytest.mark.parametrize(
    ("text", "replaced"),
    [
        ("plain 日本 🧠", "plain 日本 🧠"),
        ("\ufeffx", "\ufeffx"),
        ("\ud800", "\ufffd"),
        ("a\udc00\ud800", "a\ufffd\ufffd"),
        ("\ud83d\ude00", "😀"),
        ("\ud83d\ud83d\ude00\ude00", "\ufffd😀\ufffd"),
    ],
)
def test_surrogates_are_joined_or_replaced(text: str, replaced: str) -> None:
    assert joined_surrogates(text) == replaced
