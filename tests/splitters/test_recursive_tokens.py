"""RecursiveCharacterTextSplitter: lengths in tokens."""

import pickle
from collections.abc import Callable
from typing import Any

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st
from langchain_text_splitters import RecursiveCharacterTextSplitter as LangChainSplitter
from tiktoken.registry import ENCODINGS
from transformers import PreTrainedTokenizerFast

from langchain_mdsplit import MdSplitError, RecursiveCharacterTextSplitter, TokenCounter
from langchain_mdsplit.errors import ArgumentTypeError, EncodingError, UnknownModelError
from langchain_mdsplit.splitters.recursive_tokens import (
    SpecialTokenCounter,
    special_tokens,
)
from langchain_mdsplit.tokens import BUNDLED_ENCODINGS
from tests.reference_encodings import reference_encoding, small_encoding
from tests.shared_data import corpus_files, read_source
from tests.splitters.contract import TEXT, word_tokenizer

SPECIAL = (
    "one <|endoftext|> two <|fim_prefix|>\n\n<|endoftext|><|endoftext|> three\n" * 3
)


@pytest.fixture
def _small_gpt2(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a small encoding in place of the one that has to be fetched."""
    monkeypatch.setitem(ENCODINGS, "gpt2", small_encoding())


@pytest.fixture
def cl100k(monkeypatch: pytest.MonkeyPatch) -> tiktoken.Encoding:
    """Put tiktoken's own encoding where it is looked for."""
    encoding = reference_encoding("cl100k_base")
    monkeypatch.setitem(ENCODINGS, "cl100k_base", encoding)
    return encoding


def both(**options: Any) -> tuple[list[str] | type, list[str] | type]:
    """Return what both make of text with special tokens, or the class they raise."""
    results: list[list[str] | type] = []
    for cls in (LangChainSplitter, RecursiveCharacterTextSplitter):
        splitter = cls.from_tiktoken_encoder(chunk_size=6, chunk_overlap=2, **options)
        try:
            results.append(splitter.split_text(SPECIAL))
        except ValueError as error:
            results.append(type(error))
    return results[0], results[1]


@pytest.mark.usefixtures("_small_gpt2")
def test_the_default_encoding_is_langchains() -> None:
    options: dict[str, Any] = {"chunk_size": 20, "chunk_overlap": 4}
    splitter = RecursiveCharacterTextSplitter.from_tiktoken_encoder(**options)
    expected = LangChainSplitter.from_tiktoken_encoder(**options).split_text(TEXT)
    assert splitter.split_text(TEXT) == expected
    assert len(expected) > 5
    copy = pickle.loads(pickle.dumps(splitter))
    assert copy.split_text(TEXT) == expected


@pytest.mark.parametrize("encoding_name", ["cl100k_base", "o200k_base"])
def test_bundled_encodings_count_as_tiktoken_does(encoding_name: str) -> None:
    encoding = reference_encoding(encoding_name)
    options: dict[str, Any] = {"chunk_size": 30, "chunk_overlap": 7}
    ours = RecursiveCharacterTextSplitter.from_tiktoken_encoder(
        encoding_name, **options
    )
    theirs = LangChainSplitter(
        length_function=lambda text: len(encoding.encode(text, disallowed_special=())),
        **options,
    )
    for text in (TEXT, SPECIAL, "日本語のテキスト" * 40, "a\ud800b " * 30):
        assert ours.split_text(text) == theirs.split_text(text)
    for path in corpus_files()[::40]:
        assert ours.split_text(read_source(path)) == theirs.split_text(
            read_source(path)
        )


def test_a_model_names_its_encoding() -> None:
    options: dict[str, Any] = {"chunk_size": 9, "chunk_overlap": 2}
    cls = RecursiveCharacterTextSplitter
    of_model = cls.from_tiktoken_encoder(model_name="gpt-4o", **options)
    by_name = cls.from_tiktoken_encoder("o200k_base", **options)
    assert of_model._length_function == TokenCounter("o200k_base")
    assert of_model.split_text(TEXT) == by_name.split_text(TEXT)


def test_a_length_function_that_counts_many_is_asked_in_batches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []
    count_many = TokenCounter.count_many

    def count(self: TokenCounter, texts: Any) -> list[int]:
        asked.append(len(texts))
        return count_many(self, texts)

    monkeypatch.setattr(TokenCounter, "count_many", count)
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=20, chunk_overlap=0, length_function=TokenCounter()
    )
    chunks = splitter.split_text("\n\n".join(["word " * 40] * 50))
    assert len(chunks) > 50
    assert len(asked) < 300


@pytest.mark.parametrize(
    "options",
    [
        {"disallowed_special": "all"},
        {"disallowed_special": ("<|fim_prefix|>",)},
        {"disallowed_special": ("<|fim_suffix|>",)},
        {"disallowed_special": (), "allowed_special": "all"},
        {"disallowed_special": (), "allowed_special": {"<|endoftext|>"}},
        {"disallowed_special": "all", "allowed_special": {"<|endoftext|>"}},
        {"disallowed_special": "all", "allowed_special": "all"},
        {"disallowed_special": (), "allowed_special": {"no such"}},
        {"disallowed_special": ()},
    ],
)
@pytest.mark.usefixtures("cl100k")
def test_special_tokens_are_what_the_caller_says(options: dict[str, Any]) -> None:
    theirs, ours = both(encoding_name="cl100k_base", **options)
    assert ours == theirs


@pytest.mark.usefixtures("cl100k")
def test_special_tokens_are_ordinary_text_by_default() -> None:
    theirs, ours = both(encoding_name="cl100k_base")
    assert theirs is ValueError
    assert isinstance(ours, list)
    assert ours == both(encoding_name="cl100k_base", disallowed_special=())[0]
    splitter = RecursiveCharacterTextSplitter.from_tiktoken_encoder("cl100k_base")
    assert splitter._length_function == TokenCounter("cl100k_base")


@pytest.mark.usefixtures("_small_gpt2")
def test_special_tokens_of_other_encodings() -> None:
    counter = SpecialTokenCounter("gpt2", allowed_special="all")
    ordinary = TokenCounter("gpt2")
    assert counter("a<|endoftext|>b") == ordinary("a") + 1 + ordinary("b")
    assert counter.count_many(["", "<|endoftext|>" * 3]) == [0, 3]
    with pytest.raises(ValueError, match="endoftext"):
        SpecialTokenCounter("gpt2", disallowed_special="all")("a<|endoftext|>b")


def test_a_failed_fetch_of_ranks_is_an_error_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(name: str) -> None:
        msg = f"no network for {name}"
        raise ConnectionError(msg)

    monkeypatch.setattr("tiktoken.get_encoding", fail)
    with pytest.raises(MdSplitError, match="gpt2") as caught:
        RecursiveCharacterTextSplitter.from_tiktoken_encoder()
    assert isinstance(caught.value, EncodingError)
    assert isinstance(caught.value.__cause__, ConnectionError)
    with pytest.raises(EncodingError, match=r"token ranks.*p50k_edit.*no network"):
        RecursiveCharacterTextSplitter.from_tiktoken_encoder(
            "p50k_edit", disallowed_special="all"
        )


def count_or_message(count: Callable[[str], int], text: str) -> int | str:
    """Return the length of a text, or what is said where it is refused."""
    try:
        return count(text)
    except ValueError as error:
        return f"{type(error).__name__}: {error}"


SPECIAL_NAMES = (
    *("endoftext", "fim_prefix", "endofprompt", "return", "startoftext", "call"),
    *("reserved_200000", "reserved_200012", "reserved_200013", "reserved_201087"),
    *("reserved_201088", "no_such"),
)
SPECIAL_TOKENS = st.sampled_from([f"<|{name}|>" for name in SPECIAL_NAMES])
AROUND = st.text(" \na1'é日<|>\ud800", max_size=6) | st.sampled_from(
    ["<|", "|>", "  \n"]
)
CHOSEN = st.frozensets(SPECIAL_TOKENS, max_size=3) | st.just("all")


@pytest.mark.parametrize("encoding_name", sorted(BUNDLED_ENCODINGS))
@given(
    text=st.lists(SPECIAL_TOKENS | AROUND, max_size=8).map("".join),
    allowed=CHOSEN,
    disallowed=CHOSEN,
)
def test_bundled_special_tokens_count_as_tiktoken_counts_them(
    encoding_name: str, text: str, allowed: Any, disallowed: Any
) -> None:
    encoding = reference_encoding(encoding_name)

    def reference(text: str) -> int:
        return len(
            encoding.encode(
                text, allowed_special=allowed, disallowed_special=disallowed
            )
        )

    ours = SpecialTokenCounter(encoding_name, allowed, disallowed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tiktoken.get_encoding", None)
        found = count_or_message(ours, text)
    assert found == count_or_message(reference, text)


@pytest.mark.parametrize("encoding_name", sorted(BUNDLED_ENCODINGS))
def test_bundled_special_tokens_are_all_that_tiktoken_knows(encoding_name: str) -> None:
    encoding = reference_encoding(encoding_name)
    assert special_tokens(encoding_name) == encoding.special_tokens_set


@pytest.mark.parametrize(
    ("encoding_name", "count"),
    [("cl100k_base", 5), ("o200k_base", 2), ("o200k_harmony", 1091)],
)
def test_bundled_encodings_need_no_ranks(
    encoding_name: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tiktoken.get_encoding", None)
    cls = RecursiveCharacterTextSplitter
    assert len(special_tokens(encoding_name)) == count
    text = "one <|endoftext|> two"
    ordinary = TokenCounter(encoding_name)
    for allowed in ("all", {"<|endoftext|>"}, ["<|endoftext|>"]):
        splitter = cls.from_tiktoken_encoder(encoding_name, allowed_special=allowed)
        (chunk,) = splitter.split_chunks(text)
        assert chunk.token_count == ordinary("one ") + 1 + ordinary(" two")
    refusing = cls.from_tiktoken_encoder(encoding_name, disallowed_special="all")
    assert refusing.split_text("one") == ["one"]
    with pytest.raises(ValueError, match=r"disallowed special token '<\|endoftext"):
        refusing.split_text(text)


def test_the_first_special_token_of_a_text_is_named() -> None:
    count = SpecialTokenCounter("cl100k_base", disallowed_special="all")
    for name in ("fim_suffix", "endoftext", "endofprompt"):
        with pytest.raises(ValueError, match=f"disallowed special token '<.{name}"):
            count.count_many(["a", f"<|{name}|><|endoftext|><|fim_prefix|>", SPECIAL])


def test_unknown_names_raise_as_tiktoken_does() -> None:
    cls = RecursiveCharacterTextSplitter
    with pytest.raises(KeyError, match="no-such-model") as caught:
        cls.from_tiktoken_encoder(model_name="no-such-model")
    assert isinstance(caught.value, EncodingError | UnknownModelError)
    assert str(caught.value).startswith("model_name 'no-such-model'")
    with pytest.raises(ValueError, match="no-such-encoding"):
        cls.from_tiktoken_encoder("no-such-encoding")


@pytest.mark.parametrize("size", [3, 8, 30])
def test_tokenizers_of_hugging_face(size: int) -> None:
    tokenizer = PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=word_tokenizer(),
        unk_token="[UNK]",  # noqa: S106
    )
    options: dict[str, Any] = {"chunk_size": size, "chunk_overlap": size // 3}
    ours = RecursiveCharacterTextSplitter.from_huggingface_tokenizer(
        tokenizer, **options
    )
    theirs = LangChainSplitter.from_huggingface_tokenizer(tokenizer, **options)
    assert ours.split_text(TEXT) == theirs.split_text(TEXT)
    with pytest.raises(ValueError, match="tokenizer"):
        RecursiveCharacterTextSplitter.from_huggingface_tokenizer(object())


@pytest.mark.parametrize("name", ["allowed_special", "disallowed_special"])
@pytest.mark.parametrize(
    ("value", "message"),
    [
        (5, " must be an iterable of str, not int: 5"),
        (0, " must be an iterable of str, not int: 0"),
        (["<|endoftext|>", 3], r"\[1\] must be a str, not int: 3"),
    ],
)
def test_special_tokens_that_are_no_strings_are_named(
    name: str, value: Any, message: str
) -> None:
    options: dict[str, Any] = {name: value}
    with pytest.raises(ArgumentTypeError, match=f"^{name}{message}$"):
        RecursiveCharacterTextSplitter.from_tiktoken_encoder("cl100k_base", **options)


def test_special_tokens_from_an_iterator_are_kept() -> None:
    once: Any = iter(["<|endoftext|>"])
    splitter = RecursiveCharacterTextSplitter.from_tiktoken_encoder(
        "cl100k_base", disallowed_special=once
    )
    for _ in range(2):
        with pytest.raises(ValueError, match="disallowed special token"):
            splitter.split_text("a <|endoftext|> b")
