"""Measures: users' length functions checked, and which measure to take."""

import operator
import pickle
from functools import partial
from typing import Any

import numpy as np
import pytest

from langchain_mdsplit.errors import (
    ArgumentError,
    ArgumentTypeError,
    EncodingError,
    LengthFunctionError,
)
from langchain_mdsplit.huggingface_tokens import HuggingFaceLength
from langchain_mdsplit.measure import LengthFunction, Measure, resolve_measure
from langchain_mdsplit.tokens import TokenCounter


class Index:
    """An integer of another kind."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __index__(self) -> int:
        if not isinstance(self.value, int):
            raise TypeError
        return self.value


class Words:
    """The least that a tokenizer of transformers offers."""

    def tokenize(self, text: str) -> list[str]:
        return text.split()


def constant(value: object) -> Any:
    """Return a length function that always returns the value."""
    return lambda _text: value


def test_lengths_are_those_of_the_function() -> None:
    measure = LengthFunction(len)
    assert measure("abc") == 3
    assert measure.count_many(["", "a", "\ud800b"]) == [0, 1, 2]


@pytest.mark.parametrize("value", [np.int64(7), np.uint8(7), np.array(7), Index(7)])
def test_integers_of_other_kinds_become_int(value: object) -> None:
    measure = LengthFunction(constant(value))
    assert measure("text") == 7
    assert [type(length) for length in measure.count_many(["text"])] == [int]


@pytest.mark.parametrize(
    "value",
    [
        *(True, False, None, 1.0, float("nan"), "7", -1, [1], object()),
        *(np.int64(-1), np.float64(1), np.True_, np.array([1, 2])),
        *(Index(None), Index(-1)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_length_raises(value: object) -> None:
    measure = LengthFunction(constant(value))
    with pytest.raises(LengthFunctionError, match="must return an integer from 0 to"):
        measure("text")
    with pytest.raises(LengthFunctionError, match="must return an integer from 0 to"):
        measure.count_many(["text"])


def half(text: str) -> float:
    return len(text) / 2


def test_the_error_names_function_value_and_text() -> None:
    with pytest.raises(LengthFunctionError) as caught:
        LengthFunction(half)("word " * 1000)  # type: ignore[arg-type]
    message = str(caught.value)
    assert "half returned 2500.0" in message
    assert repr(("word " * 8)[:39] + "…") in message
    assert "word " * 9 not in message


def test_the_error_stays_short_whatever_is_returned() -> None:
    with pytest.raises(LengthFunctionError, match="functools") as caught:
        LengthFunction(partial(operator.mul, 10_000))("text")
    assert len(str(caught.value)) < 250


def test_the_functions_own_errors_pass_through() -> None:
    error = ZeroDivisionError("mine")

    def fail(_text: str) -> int:
        raise error

    with pytest.raises(ZeroDivisionError) as caught:
        LengthFunction(fail).count_many(["text"])
    assert caught.value is error


@pytest.mark.parametrize("measure", [LengthFunction(len), HuggingFaceLength(Words())])
def test_measures_pickle(measure: Measure) -> None:
    copied = pickle.loads(pickle.dumps(measure))
    assert type(copied) is type(measure)
    texts = ["hello world", "é🧠日本", "a\ud800b", "\n\t "]
    assert copied.count_many(texts) == measure.count_many(texts)


def test_a_length_function_must_be_callable() -> None:
    nothing: Any = 5
    with pytest.raises(ArgumentTypeError, match="length_function must be callable"):
        LengthFunction(nothing)


def test_without_arguments_tokens_of_cl100k_base_are_counted() -> None:
    assert resolve_measure() == TokenCounter("cl100k_base")
    assert resolve_measure(encoding_name="o200k_base") == TokenCounter("o200k_base")
    assert resolve_measure(model_name="gpt-4o") == TokenCounter("o200k_base")


@pytest.mark.parametrize(
    "measure", [TokenCounter("gpt2"), LengthFunction(len), HuggingFaceLength(Words())]
)
def test_measures_are_used_as_they_are(measure: Any) -> None:
    assert resolve_measure(length_function=measure) is measure


def test_other_functions_are_wrapped() -> None:
    assert resolve_measure(length_function=len) == LengthFunction(len)


@pytest.mark.parametrize("name", ["encoding_name", "model_name"])
def test_a_length_function_excludes_encoding_and_model(name: str) -> None:
    arguments: Any = {name: "gpt2", "length_function": len}
    with pytest.raises(ArgumentError, match=f"{name}='gpt2'"):
        resolve_measure(**arguments)


@pytest.mark.parametrize("wrong", [5, "len", True, 0, ""])
def test_what_is_not_callable_raises(wrong: Any) -> None:
    with pytest.raises(ArgumentTypeError, match="length_function must be callable"):
        resolve_measure(length_function=wrong)


def test_unknown_names_raise() -> None:
    with pytest.raises(EncodingError, match="'none' is unknown"):
        resolve_measure(encoding_name="none")
    with pytest.raises(EncodingError, match="'none' is unknown"):
        resolve_measure(model_name="none")
