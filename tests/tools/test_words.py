"""Words and passages: what search compares, and what it shows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.tools.indexes import WordIndex
from langchain_mdsplit.tools.words import best_passage, iter_words, read_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don't PANIC", ["don", "t", "panic"]),
        ("max_tokens=200", ["max", "tokens", "200"]),
        ("Straße STRASSE", ["strasse", "strasse"]),
        ("naïve café", ["naïve", "café"]),
        ("图论ab", ["图", "论", "图论", "ab"]),
        ("かな", ["か", "な", "かな"]),
        ("한국어 문장", ["한국어", "문장"]),
        ("x" * 99, ["x" * 64]),
        ("--- ***", []),
    ],
)
def test_words_of_a_text(text: str, words: list[str]) -> None:
    assert [word for word, _ in iter_words(text)] == words


@given(st.text(st.characters(exclude_categories=())) | st.text("aB9_ .図한é"))
def test_words_without_their_places_are_the_same(text: str) -> None:
    assert read_words(text) == [word for word, _ in iter_words(text)]


@given(st.text(st.characters(exclude_categories=())))
def test_words_stand_where_it_is_said(text: str) -> None:
    for word, at in iter_words(text):
        assert text[at:].casefold().startswith(word[:1])


@given(
    st.text(st.sampled_from("ab \n図x"), max_size=900),
    st.sets(st.sampled_from(["a", "b", "図", "x"])),
)
def test_a_passage_begins_inside_of_the_text(text: str, wanted: set[str]) -> None:
    at, word = best_passage(text, wanted)
    assert at <= word <= max(len(text) - 1, 0)
    assert 0 <= at <= max(len(text) - 1, 0)
    assert at == 0 or wanted & {word for word, _ in iter_words(text[at:])}


def test_a_passage_has_most_of_the_words() -> None:
    text = f"tea. {'x ' * 200}\nBlack tea wants boiling water.\n{'y ' * 200}water"
    assert best_passage(text, {"tea", "water", "black"}).start == text.index("Black")


def test_a_passage_in_a_long_line_begins_a_little_before_its_words() -> None:
    text = f"{'word ' * 200}needle {'word ' * 200}"
    at, word = best_passage(text, {"needle"})
    assert word == text.index("needle")
    assert 0 < text.index("needle") - at <= 60
    assert text[at - 1] == " "


def test_chunks_with_rarer_words_come_first_and_equal_ones_in_order() -> None:
    index = WordIndex(["tea and milk", "tea", "milk", "tea and rum", "tea"])
    assert index.find("rum tea", 5) == [3, 1, 4, 0]
    assert index.find("rum tea", 2) == [3, 1]
    assert index.find("coffee", 5) == []


def test_a_query_may_be_very_long() -> None:
    index = WordIndex(["tea", "milk"])
    assert index.find("milk " * 100_000, 1) == [1]
