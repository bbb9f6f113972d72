"""tiktoken made safe: windows give the same ids, panics become errors."""

import time
from functools import cache
from random import Random
from typing import Any, cast

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit import tiktoken_guard
from langchain_mdsplit.errors import EncodingError
from langchain_mdsplit.tiktoken_guard import (
    LOOKAHEAD,
    WINDOW,
    encode_text,
    encoding_of_model,
    known_encodings,
)
from langchain_mdsplit.tokens import TokenCounter
from tests.reference_encodings import GPT2_PATTERN, reference_encoding, small_encoding
from tests.shared_data import corpus_files, read_source

ALPHABETS = {
    "one letter": "a",
    "letters": "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "digits": "0123456789",
    "base64": "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/",
    "punctuation": "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
    "contractions": "'stmdlrev",
    "spaces": " ",
    "white space": " \t\n\r\xa0\u3000\u2003",
    "lines": " \n",
    "kana": "".join(map(chr, range(0x3041, 0x3096))),
    "marks": "a\u0301\u0300\u200d",
    "emoji": "".join(map(chr, range(0x1F300, 0x1F650))),
}


class PanicException(BaseException):
    """Named as the class of a Rust panic, which cannot be imported."""


class Fragile:
    """An encoding of one token a character that panics on what is long."""

    name = "fragile"

    def __init__(self, longest: int, error: BaseException) -> None:
        self.longest = longest
        self.error = error

    def encode_ordinary(self, text: str) -> list[int]:
        if len(text) > self.longest:
            raise self.error
        return list(text.encode())

    def decode_bytes(self, ids: list[int]) -> bytes:
        return bytes(ids)


def fragile(longest: int, error: BaseException | None = None) -> tiktoken.Encoding:
    encoding: Any = Fragile(longest, error or PanicException("overflow"))
    return cast("tiktoken.Encoding", encoding)


@cache
def gpt2_like(name: str) -> tiktoken.Encoding:
    """Return the ranks of an encoding under GPT-2's pattern, with its long pieces."""
    return tiktoken.Encoding(
        f"{name} with GPT-2's pattern",
        pat_str=GPT2_PATTERN,
        mergeable_ranks=reference_encoding(name)._mergeable_ranks,
        special_tokens={},
    )


def assert_same_ids(encoding: tiktoken.Encoding, text: str) -> None:
    assert tiktoken_guard._encode_windows(encoding, text) == encoding.encode_ordinary(
        text
    )


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
def test_small_windows_give_the_same_ids_on_the_corpus(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    encodings = [reference_encoding(name), gpt2_like(name)]
    monkeypatch.setattr(tiktoken_guard, "WINDOW", 256)
    for path in corpus_files()[::8]:
        for encoding in encodings:
            assert_same_ids(encoding, read_source(path))


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
@given(
    alphabet=st.sampled_from(sorted(ALPHABETS.values())),
    length=st.integers(500, 6000),
    before=st.sampled_from(["", "x", "Word ", "'", "(", "\n"]),
    random=st.randoms(use_true_random=True),
)
def test_small_windows_give_the_same_ids_on_long_runs(
    name: str, alphabet: str, length: int, before: str, random: Random
) -> None:
    text = before + "".join(random.choices(alphabet, k=length)) + " end."
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiktoken_guard, "WINDOW", 512)
        assert_same_ids(reference_encoding(name), text)
        assert_same_ids(gpt2_like(name), text)


@given(text=st.text("aab thein*w-'s\n日本é12", min_size=200, max_size=2000))
def test_small_windows_give_the_same_ids_in_a_small_encoding(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiktoken_guard, "WINDOW", 64)
        assert_same_ids(small_encoding(), text)


def test_a_window_is_not_cut_where_the_token_before_matters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    encoding = small_encoding()
    text = "`'static " * 40
    assert encoding.encode_ordinary("'s") != encoding.encode_ordinary("`'s")[1:]
    for window in range(LOOKAHEAD * 2, LOOKAHEAD * 2 + 20):
        monkeypatch.setattr(tiktoken_guard, "WINDOW", window)
        assert_same_ids(encoding, text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a" * (2 * WINDOW), True),
        (" " * (2 * WINDOW), True),
        ("x " * WINDOW + "日" * (2 * WINDOW - 1) + " x" * WINDOW, True),
        ("a" * (WINDOW - 1), False),
        (("a" * (WINDOW - 1) + " ") * 5, False),
        ((" " * (WINDOW - 1) + "a") * 5, False),
        ("", False),
    ],
)
def test_long_runs_are_found(text: str, found: bool) -> None:  # noqa: FBT001
    assert tiktoken_guard._has_long_run(text) is found


def test_texts_without_long_runs_are_one_call() -> None:
    words = "word " * WINDOW
    assert encode_text(fragile(len(words)), words) == list(words.encode())


def test_a_panic_is_answered_by_windows() -> None:
    words = "word " * WINDOW
    assert encode_text(fragile(WINDOW), words) == list(words.encode())


@pytest.mark.parametrize("text", ["ab c" * 10, "word " * WINDOW, " " * 3 * WINDOW])
def test_a_panic_on_a_window_is_an_error(text: str) -> None:
    with pytest.raises(EncodingError, match="'fragile' failed on a text of"):
        encode_text(fragile(20), text)


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(), MemoryError()])
def test_what_is_no_panic_passes_through(error: BaseException) -> None:
    with pytest.raises(type(error)):
        encode_text(fragile(20, error), "word " * WINDOW)


def test_windows_without_a_safe_cut_still_end() -> None:
    """A token for each whole window, of whatever text, leaves nowhere to cut."""
    encoding: Any = fragile(WINDOW)
    encoding.encode_ordinary = lambda text: [len(text) % 256] * bool(text)
    text = "a" * (3 * WINDOW + 5)
    assert encode_text(encoding, text) == [0, 0, 0, 5]


@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
def test_hostile_texts_have_the_counts_that_toktok_gives(name: str) -> None:
    encoding = reference_encoding(name)
    for text in (
        " " * 1_000_000 + "x",
        "a" * 4_000_000,
        "日本-" * 1_700_000,
        "\t\n" * 500_000,
    ):
        assert len(encode_text(encoding, text)) == TokenCounter(name)(text)


@pytest.mark.timeout(120)
def test_time_grows_with_the_length_only() -> None:
    encoding = small_encoding()

    def seconds(length: int) -> float:
        start = time.process_time()
        encode_text(encoding, "ab" * length)
        return time.process_time() - start

    assert seconds(800_000) < 30 * seconds(100_000)


def test_surrogates_in_long_runs_count_as_their_replacements() -> None:
    encoding = small_encoding()
    text = "\ud83d\ude00\ud800" * WINDOW
    assert encode_text(encoding, text) == encoding.encode_ordinary(text)


def test_names_come_from_tiktokens_tables() -> None:
    assert {"gpt2", "r50k_base", "p50k_edit", "o200k_harmony"} <= set(known_encodings())
    assert encoding_of_model("ft:gpt-4o-mini:mine") == "o200k_base"
