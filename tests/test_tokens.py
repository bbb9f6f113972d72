"""TokenCounter: equal to tiktoken, on everything, without its faults."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st
from tiktoken.registry import ENCODINGS

from langchain_mdsplit.errors import (
    ArgumentError,
    ArgumentTypeError,
    EncodingError,
    MdSplitError,
)
from langchain_mdsplit.tokens import (
    BUNDLED_ENCODINGS,
    DEFAULT_ENCODING,
    TokenCounter,
)
from tests.reference_encodings import reference_encoding, small_encoding
from tests.shared_data import corpus_files, read_source

BUNDLED = sorted(BUNDLED_ENCODINGS)
NASTY = (
    *("<|endoftext|>", "<|fim_prefix|>", "<|start|>", "<|return|>", "a<|endoftext|>b"),
    *("", "\x00", "\ufeff", "\ufeff\ufeff# x", "\r", "\r\n\r\n", " \n ", "\u2028\x85"),
    *("\ud800", "a\udc00b", "\udc00\ud800", "\ud83d\ude00", "x\ud83d", "\ud83d\ud83d"),
    *(
        "🧠",
        "👩\u200d👩\u200d👧",
        "e\u0301",
        "한국어",
        "日本語",
        "\u0e01\u0e33",
        "𝔘",
        "\U0010ffff",
    ),
    *("don't DON'T don’t", "1234567", "\t\t x", "   ", "a" * 300, " " * 300, "-" * 90),
)
RECORDED = (
    ("", 0, 0),
    ("Every good boy does fine.", 6, 6),
    ("# Überschrift\n\n- eins\n- zwei\n", 11, 10),
    ("これはペンです。", 6, 5),
    ("<|endoftext|>", 7, 7),
    ("\ud800", 1, 1),
    ("👩\u200d👩\u200d👧", 13, 8),
    (" " * 1000, 9, 9),
)

any_text = st.lists(
    st.one_of(st.text(st.characters(exclude_categories=())), st.sampled_from(NASTY))
).map("".join)


@pytest.fixture
def small_gpt2(monkeypatch: pytest.MonkeyPatch) -> tiktoken.Encoding:
    """Let tiktoken give a small encoding, built in the test, for `gpt2`."""
    encoding = small_encoding()
    monkeypatch.setitem(ENCODINGS, "gpt2", encoding)
    return encoding


@pytest.mark.parametrize(("text", "cl100k", "o200k"), RECORDED)
def test_counts_are_the_recorded_ones(text: str, cl100k: int, o200k: int) -> None:
    assert TokenCounter("cl100k_base")(text) == cl100k
    assert TokenCounter("o200k_base")(text) == o200k
    assert TokenCounter("o200k_harmony")(text) == o200k


@pytest.mark.parametrize("name", BUNDLED)
def test_counts_equal_tiktoken_on_the_corpus(name: str) -> None:
    encoding = reference_encoding(name)
    texts = [read_source(path) for path in corpus_files()]
    expected = [len(encoding.encode_ordinary(text)) for text in texts]
    assert TokenCounter(name).count_many(texts) == expected


@pytest.mark.parametrize("name", BUNDLED)
@pytest.mark.parametrize("text", NASTY)
def test_counts_equal_tiktoken_on_nasty_strings(name: str, text: str) -> None:
    encoding = reference_encoding(name)
    assert TokenCounter(name)(text) == len(encoding.encode_ordinary(text))


@given(text=any_text, name=st.sampled_from(BUNDLED))
def test_counts_equal_tiktoken_on_any_text(text: str, name: str) -> None:
    encoding = reference_encoding(name)
    assert TokenCounter(name)(text) == len(encoding.encode_ordinary(text))


@given(text=any_text)
def test_harmony_counts_ordinary_text_as_its_base_does(text: str) -> None:
    assert TokenCounter("o200k_harmony")(text) == TokenCounter("o200k_base")(text)


@pytest.mark.parametrize("name", BUNDLED)
@given(texts=st.lists(any_text))
def test_count_many_is_the_count_of_each(name: str, texts: list[str]) -> None:
    counter = TokenCounter(name)
    assert counter.count_many(texts) == [counter(text) for text in texts]


def test_count_many_takes_any_iterable_once() -> None:
    texts = ["one", "one two", "\ud800"]
    counter = TokenCounter()
    assert counter.count_many(iter(texts)) == [1, 2, 1]
    assert counter.count_many(tuple(texts)) == [1, 2, 1]
    assert counter.count_many([]) == []


@pytest.mark.parametrize("name", [*BUNDLED, "gpt2"])
@pytest.mark.usefixtures("small_gpt2")
def test_other_types_than_text_are_named(name: str) -> None:
    counter: Any = TokenCounter(name)
    with pytest.raises(ArgumentTypeError, match=r"texts\[1\] must be a str, not int"):
        counter.count_many(["a", 1])
    with pytest.raises(ArgumentTypeError, match="text must be a str, not NoneType"):
        counter(None)
    for texts in ("abc", 5, None):
        with pytest.raises(ArgumentTypeError, match="texts must be an iterable of str"):
            counter.count_many(texts)


@given(text=any_text, n=st.integers(0, 60), name=st.sampled_from(BUNDLED))
def test_truncate_gives_a_prefix_within_the_limit(text: str, n: int, name: str) -> None:
    counter = TokenCounter(name)
    kept = counter.truncate(text, n)
    assert text.startswith(kept)
    assert counter(kept) <= n
    assert (kept == text) == (counter(text) <= n)


@given(text=st.text(), n=st.integers(0, 60), name=st.sampled_from(BUNDLED))
def test_truncate_leaves_out_little_more_than_one_character(
    text: str, n: int, name: str
) -> None:
    counter = TokenCounter(name)
    kept = counter.truncate(text, n)
    assert kept == text or n - counter(kept) <= 6


@given(text=any_text, n=st.integers(0, 60))
def test_truncate_with_tiktoken_gives_a_prefix_within_the_limit(
    text: str, n: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(ENCODINGS, "gpt2", small_encoding())
        counter = TokenCounter("gpt2")
        kept = counter.truncate(text, n)
        assert text.startswith(kept)
        assert counter(kept) <= n


def test_truncate_cuts_between_code_points() -> None:
    counter = TokenCounter("cl100k_base")
    assert counter("hello 🧠") == 4
    assert counter.truncate("hello 🧠", 3) == "hello "
    assert counter.truncate("🧠", 1) == ""
    assert counter.truncate("\ud800 and more", 2) == "\ud800 and"


def test_truncate_shortens_until_the_final_count_fits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def overlong(text: str, limit: int, encoding_name: str) -> str:
        del limit, encoding_name
        return text[:9]

    monkeypatch.setattr("langchain_mdsplit.tokens._first_with_toktok", overlong)
    counter = TokenCounter()
    assert counter("a b c d e") == 5
    assert counter.truncate("a b c d e f g", 4) == "a b c "
    assert counter.truncate("a b c d e f g", 3) == "a "


@pytest.mark.parametrize("n", [0, np.int64(0)])
def test_truncate_to_nothing(n: Any) -> None:
    assert TokenCounter().truncate("text", n) == ""
    assert TokenCounter().truncate("", n) == ""


def test_truncate_takes_any_integer() -> None:
    two: Any = np.int64(2)
    assert TokenCounter().truncate("one two three", two) == "one two"
    assert TokenCounter().truncate("text", 2**70) == "text"


@pytest.mark.parametrize("n", [1.0, "1", None, True])
def test_truncate_to_no_number_raises(n: Any) -> None:
    with pytest.raises(ArgumentTypeError, match="n must be an integer"):
        TokenCounter().truncate("text", n)


def test_truncate_to_a_negative_number_raises() -> None:
    with pytest.raises(ArgumentError, match="n must be >= 0, got -1"):
        TokenCounter().truncate("text", -1)


def test_truncate_of_no_text_raises() -> None:
    nothing: Any = None
    with pytest.raises(ArgumentTypeError, match="must be a str, not NoneType"):
        TokenCounter().truncate(nothing, 0)


def test_the_default_is_cl100k_base() -> None:
    assert TokenCounter().encoding_name == DEFAULT_ENCODING == "cl100k_base"
    assert repr(TokenCounter()) == "TokenCounter(encoding_name='cl100k_base')"


@pytest.mark.parametrize(
    ("model", "encoding"),
    [
        ("gpt-4", "cl100k_base"),
        ("text-embedding-3-small", "cl100k_base"),
        ("gpt-4o-2024-05-13", "o200k_base"),
        ("gpt-oss-20b", "o200k_harmony"),
        ("davinci", "r50k_base"),
    ],
)
def test_models_have_the_encoding_of_tiktokens_table(model: str, encoding: str) -> None:
    assert TokenCounter(model_name=model).encoding_name == encoding
    assert TokenCounter(encoding, model).encoding_name == encoding


def test_encoding_and_model_that_disagree_raise() -> None:
    with pytest.raises(ArgumentError, match=r"'gpt2' and model_name 'gpt-4' disagree"):
        TokenCounter("gpt2", "gpt-4")


def test_unknown_encodings_list_the_known_ones() -> None:
    with pytest.raises(EncodingError, match="'cl100k' is unknown") as caught:
        TokenCounter("cl100k")
    assert all(name in str(caught.value) for name in tiktoken.list_encoding_names())
    with pytest.raises(EncodingError, match="'' is unknown"):
        TokenCounter("")


def test_unknown_models_list_the_known_ones() -> None:
    with pytest.raises(EncodingError, match="'gpt-none' is unknown") as caught:
        TokenCounter(model_name="gpt-none")
    assert "text-embedding-3-large" in str(caught.value)
    assert "gpt-4o-," in str(caught.value)
    with pytest.raises(EncodingError, match="'' is unknown"):
        TokenCounter(model_name="")


@pytest.mark.parametrize("wrong", [b"gpt2", 1, ["gpt2"]])
def test_names_of_another_type_raise(wrong: Any) -> None:
    with pytest.raises(ArgumentTypeError, match="encoding_name must be a str or None"):
        TokenCounter(wrong)
    with pytest.raises(ArgumentTypeError, match="model_name must be a str or None"):
        TokenCounter(model_name=wrong)


def test_counters_of_one_encoding_are_equal() -> None:
    assert TokenCounter() == TokenCounter(model_name="gpt-4")
    assert len({TokenCounter(), TokenCounter("cl100k_base"), TokenCounter("gpt2")}) == 2


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]
)
@pytest.mark.parametrize("name", [*BUNDLED, "gpt2"])
def test_counters_pickle(name: str, copied: Callable[[Any], Any]) -> None:
    counter = TokenCounter(name)
    assert copied(counter) == counter
    assert copied(counter).encoding_name == name


def test_counters_are_frozen() -> None:
    counter: Any = TokenCounter()
    with pytest.raises(FrozenInstanceError):
        counter.encoding_name = "gpt2"
    assert not hasattr(counter, "__dict__")


@pytest.mark.parametrize("name", ["cl100k_base", "gpt2"])
@pytest.mark.usefixtures("small_gpt2")
def test_threads_count_alike(name: str) -> None:
    counter = TokenCounter(name)
    texts = [f"Line {number} of *many* lines.\n" * number for number in range(200)]
    expected = counter.count_many(texts)
    with ThreadPoolExecutor(8) as pool:
        runs = [pool.submit(counter.count_many, texts) for _ in range(8)]
        singles = list(pool.map(counter, texts))
    assert all(run.result() == expected for run in runs)
    assert singles == expected


@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", BUNDLED)
@pytest.mark.parametrize(
    ("text", "at_most"),
    [
        (" " * 1_000_000, 7813),
        ("a" * 4_000_000, 500_000),
        ("x-" * 2_500_000, 5_000_000),
        ("\n" * 1_000_000, 62_500),
    ],
    ids=["spaces", "letters", "no space", "line feeds"],
)
def test_hostile_texts_are_counted_and_truncated(
    name: str, text: str, at_most: int
) -> None:
    counter = TokenCounter(name)
    assert 0 < counter(text) <= at_most
    assert 90 <= counter(counter.truncate(text, 100)) <= 100


@pytest.mark.timeout(120)
def test_hostile_texts_pass_through_tiktoken(small_gpt2: tiktoken.Encoding) -> None:
    counter = TokenCounter("gpt2")
    assert counter(" " * 1_000_000) == 125_000
    assert counter("a" * 4_000_000) == 1_000_000
    assert counter("x-" * 2_500_000) == 5_000_000
    assert counter.truncate(" " * 1_000_000, 10) == " " * 80
    assert len(small_gpt2.encode_ordinary(" " * 80)) == 10


@given(text=any_text)
def test_other_encodings_count_as_tiktoken_does(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        encoding = small_encoding()
        patch.setitem(ENCODINGS, "gpt2", encoding)
        assert TokenCounter("gpt2")(text) == len(encoding.encode_ordinary(text))


def test_ranks_that_cannot_be_fetched_raise(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    counter = TokenCounter("p50k_base")
    with pytest.raises(EncodingError, match="'p50k_base' cannot be loaded") as caught:
        counter("text")
    assert "TIKTOKEN_CACHE_DIR" in str(caught.value)
    assert caught.value.__cause__ is not None


@pytest.mark.parametrize(
    "error", [OSError("no route"), ValueError("bad hash"), ImportError("x")]
)
def test_whatever_the_fetch_raises_is_one_error(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(name: str) -> tiktoken.Encoding:
        del name
        raise error

    monkeypatch.setattr("tiktoken.get_encoding", fail)
    with pytest.raises(MdSplitError, match=str(error)) as caught:
        TokenCounter("gpt2").count_many(["text"])
    assert caught.value.__cause__ is error


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_encodings_need_no_tiktoken(name: str) -> None:
    program = f"""
import sys
sys.modules["tiktoken"] = None
from langchain_mdsplit.tokens import TokenCounter
counter = TokenCounter({name!r})
assert "toktok" not in sys.modules, "loaded before the first count"
assert counter.count_many(["one", "\\ud800"]) == [1, 1]
assert counter.truncate("one two", 1) == "one"
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_what_is_no_text_is_named_beside_a_surrogate() -> None:
    texts: list[Any] = ["\ud800", 3]
    with pytest.raises(ArgumentTypeError, match=r"texts\[1\] must be a str"):
        TokenCounter().count_many(texts)
