"""Lengths of Hugging Face tokenizers: of both libraries, in batches, no limits."""

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers, processors, trainers
from transformers import PreTrainedTokenizerFast

from langchain_mdsplit.errors import ArgumentTypeError
from langchain_mdsplit.huggingface_tokens import HuggingFaceLength
from tests.reference_encodings import small_encoding

SENTENCES = ["every good boy does fine", "hello world", "the long and the short"]
TEXTS = [*SENTENCES, "", "[CLS] as text", "é🧠日本", "every " * 100, "\n\t "]


class Words:
    """The least that a tokenizer of transformers offers."""

    def tokenize(self, text: str) -> list[str]:
        return text.split()


def bare_tokenizer() -> Tokenizer:
    """Return a small byte-level tokenizer that starts every text with `[CLS]`."""
    tokenizer = Tokenizer(models.BPE(unk_token="[UNK]"))  # noqa: S106
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        special_tokens=["[UNK]", "[CLS]"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(SENTENCES * 3, trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A", special_tokens=[("[CLS]", tokenizer.token_to_id("[CLS]"))]
    )
    return tokenizer


def fast_tokenizer() -> PreTrainedTokenizerFast:
    arguments = {"unk_token": "[UNK]", "cls_token": "[CLS]"}
    make: Any = PreTrainedTokenizerFast
    made: PreTrainedTokenizerFast = make(tokenizer_object=bare_tokenizer(), **arguments)
    return made


FAST = fast_tokenizer()


def test_a_transformers_tokenizer_counts_what_it_tokenizes() -> None:
    tokenizer = fast_tokenizer()
    measure = HuggingFaceLength(tokenizer)
    expected = [len(tokenizer.tokenize(text)) for text in TEXTS]
    assert measure.count_many(TEXTS) == expected
    assert [measure(text) for text in TEXTS] == expected


def test_a_bare_tokenizer_counts_its_ids_without_added_ones() -> None:
    tokenizer = bare_tokenizer()
    measure = HuggingFaceLength(tokenizer)
    expected = [len(tokenizer.encode(text, add_special_tokens=False)) for text in TEXTS]
    assert measure.count_many(TEXTS) == expected
    assert [measure(text) for text in TEXTS] == expected
    assert measure("hello") < len(tokenizer.encode("hello"))


def test_truncation_and_padding_of_a_tokenizer_do_not_count() -> None:
    tokenizer = bare_tokenizer()
    expected = HuggingFaceLength(tokenizer).count_many(TEXTS)
    tokenizer.enable_truncation(3)
    tokenizer.enable_padding(length=9)
    assert HuggingFaceLength(tokenizer).count_many(TEXTS) == expected
    assert tokenizer.truncation is not None
    assert tokenizer.padding is not None


@pytest.mark.parametrize("make", [bare_tokenizer, fast_tokenizer, Words])
def test_tokenizers_count_any_text_and_pickle(make: Any) -> None:
    measure = HuggingFaceLength(make())
    copied = pickle.loads(pickle.dumps(measure))
    texts = ["a\ud800b", "\ud83d\ude00", "plain"]
    clean = ["a\ufffdb", "😀", "plain"]
    assert measure.count_many(texts) == measure.count_many(clean)
    assert copied.count_many(texts) == measure.count_many(texts)
    assert measure.count_many([]) == []


@pytest.mark.parametrize("make", [bare_tokenizer, fast_tokenizer])
def test_the_tokenizers_own_errors_pass_through(make: Any) -> None:
    wrong: Any = [["a", 5]]
    with pytest.raises((TypeError, ValueError)):
        HuggingFaceLength(make()).count_many(wrong)


@given(texts=st.lists(st.text()))
def test_batches_count_as_single_texts_do(texts: list[str]) -> None:
    expected = [len(FAST.tokenize(text)) for text in texts]
    assert HuggingFaceLength(FAST).count_many(texts) == expected


@pytest.mark.parametrize(
    "wrong",
    [None, "bert", len, Words, small_encoding(), object()],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_tokenizer_raises(wrong: Any) -> None:
    with pytest.raises(ArgumentTypeError, match="tokenizer must be a tokenizer of"):
        HuggingFaceLength(wrong)
