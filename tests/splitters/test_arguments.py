"""Checks of arguments: every branch, and what its message says."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document

from langchain_mdsplit.errors import (
    ArgumentError,
    ArgumentTypeError,
    MetadatasLengthError,
)
from langchain_mdsplit.splitters.arguments import (
    check_boolean,
    check_callable,
    check_choice,
    check_document,
    check_documents,
    check_integer,
    check_metadatas,
    check_overlap,
    check_text,
    check_texts,
    check_unused,
)

LONG = "x" * 500


class NumberLike:
    """Is no `int`, and may stand where an index may."""

    def __index__(self) -> int:
        return 4


@given(number=st.integers(), minimum=st.integers(), width=st.integers(0, 5))
def test_an_integer_is_returned_exactly_if_it_is_in_range(
    number: int, minimum: int, width: int
) -> None:
    maximum = minimum + width
    if minimum <= number <= maximum:
        assert check_integer("n", number, minimum, maximum) == number
    else:
        with pytest.raises(ArgumentError, match=rf"^n must be {minimum} to {maximum},"):
            check_integer("n", number, minimum, maximum)


@pytest.mark.parametrize("value", [NumberLike(), np.int8(4), np.uint64(4), np.array(4)])
def test_what_has_an_index_becomes_an_int(value: Any) -> None:
    number = check_integer("n", value, 0)
    assert number == 4
    assert type(number) is int


def test_an_integer_without_maximum_may_be_huge() -> None:
    assert check_integer("n", 10**30, 1) == 10**30


def test_an_integer_below_the_minimum_says_what_is_allowed() -> None:
    with pytest.raises(ArgumentError, match=r"^n must be >= 1, got 0$") as caught:
        check_integer("n", 0, 1)
    assert not isinstance(caught.value, TypeError)


@pytest.mark.parametrize("value", [True, False, 1.0, "1", None, [1], np.float64(1)])
def test_no_integer_is_a_type_error(value: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^n must be an integer, got "):
        check_integer("n", value, 0)


@pytest.mark.parametrize("value", [int, np.array([1, 2])])
def test_what_only_looks_like_an_index_is_named(value: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^n must be an integer, got "):
        check_integer("n", value, 0)


@pytest.mark.parametrize("value", [True, False])
def test_a_boolean_is_returned(value: bool) -> None:  # noqa: FBT001
    assert check_boolean("flag", value) is value


@pytest.mark.parametrize("value", [0, 1, None, "True", np.True_])
def test_no_boolean_is_a_type_error(value: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^flag must be True or False, got "):
        check_boolean("flag", value)


def test_a_choice_is_returned() -> None:
    assert check_choice("mode", "b", ("a", "b")) == "b"


def test_no_choice_lists_the_choices() -> None:
    message = r"^mode must be one of a, b, got 'c'$"
    with pytest.raises(ArgumentError, match=message) as caught:
        check_choice("mode", "c", ("a", "b"))
    assert not isinstance(caught.value, ArgumentTypeError)


@pytest.mark.parametrize("value", [None, 1, ["a"], b"a"])
def test_a_choice_must_be_a_word(value: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^mode must be one of a, b, got "):
        check_choice("mode", value, ("a", "b"))


@pytest.mark.parametrize("value", [None, len, NumberLike, str.upper])
def test_a_callable_or_none_is_returned(value: Any) -> None:
    assert check_callable("f", value) is value


@pytest.mark.parametrize("value", [0, "len", False])
def test_what_cannot_be_called_is_a_type_error(value: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^f must be callable or None, got "):
        check_callable("f", value)


def test_an_unused_argument_may_have_its_default() -> None:
    check_unused("separator", "x", "x")


def test_an_unused_argument_may_have_nothing_else() -> None:
    message = r"^separator has no meaning here: leave it at 'x', got 'y'$"
    with pytest.raises(ArgumentError, match=message):
        check_unused("separator", "y", "x")


@given(size=st.integers(1, 50), overlap=st.integers(-5, 60))
def test_an_overlap_is_allowed_up_to_the_chunk_size(size: int, overlap: int) -> None:
    if 0 <= overlap <= size:
        assert check_overlap(overlap, size) == overlap
    else:
        with pytest.raises(ArgumentError, match=r"^chunk_overlap must be .* got "):
            check_overlap(overlap, size)


def test_an_overlap_over_the_chunk_size_names_both() -> None:
    message = r"^chunk_overlap must be at most chunk_size \(3\), got 4$"
    with pytest.raises(ArgumentError, match=message):
        check_overlap(4, 3)


def test_without_a_chunk_size_there_is_no_overlap() -> None:
    assert check_overlap(0, None) == 0
    message = r"^chunk_overlap must be 0 without a chunk_size, got 1$"
    with pytest.raises(ArgumentError, match=message):
        check_overlap(1, None)


def test_a_text_is_returned_even_if_empty() -> None:
    assert check_text("text", "") == ""


@pytest.mark.parametrize("value", [None, b"bytes", ["a"], Path("a")])
def test_no_text_names_its_type(value: Any) -> None:
    message = rf"^text must be a str, got {type(value).__name__}: "
    with pytest.raises(ArgumentTypeError, match=message):
        check_text("text", value)


def test_a_long_value_is_not_repeated_whole() -> None:
    for check in (
        lambda: check_text("text", [LONG]),
        lambda: check_document(LONG, 0),
        lambda: check_metadatas(["a"], [LONG]),  # type: ignore[list-item]
    ):
        with pytest.raises(ArgumentTypeError) as caught:
            check()
        assert "xxx" in str(caught.value)
        assert len(str(caught.value)) < 200


def test_inputs_are_any_iterable_and_not_consumed() -> None:
    generator = iter([Document(page_content="a")])
    assert check_documents("documents", generator) is generator
    assert len(list(generator)) == 1


@pytest.mark.parametrize("value", [None, 5, "a", Document(page_content="a")])
def test_no_input_names_what_may_be_given(value: Any) -> None:
    message = (
        r"^documents must be an iterable of Documents, "
        rf"got {type(value).__name__}: "
    )
    with pytest.raises(ArgumentTypeError, match=message):
        check_documents("documents", value)


def test_texts_are_listed_from_any_iterable() -> None:
    assert check_texts(iter(["a", "b"])) == ["a", "b"]


@pytest.mark.parametrize("value", ["a text", None, 5])
def test_texts_are_several(value: Any) -> None:
    message = rf"^texts must be an iterable of str, got {type(value).__name__}$"
    with pytest.raises(ArgumentTypeError, match=message):
        check_texts(value)


def test_each_of_the_texts_is_one() -> None:
    with pytest.raises(ArgumentTypeError, match=r"^texts must be a str, got int: 3$"):
        check_texts(["a", 3])


def test_a_document_is_returned() -> None:
    document = Document(page_content="a")
    assert check_document(document, 0) is document


def test_no_document_names_its_position() -> None:
    message = r"^documents must hold Document objects, got str at position 7: 'a'$"
    with pytest.raises(ArgumentTypeError, match=message):
        check_document("a", 7)


def test_no_metadatas_are_empty_ones_of_their_own() -> None:
    first, second = check_metadatas(["a", "b"], None)
    assert first == second == {}
    assert first is not second


def test_metadatas_come_from_any_iterable() -> None:
    assert check_metadatas(["a"], iter([{"b": 1}])) == [{"b": 1}]


@pytest.mark.parametrize("count", [0, 1, 3])
def test_metadatas_of_another_number_name_both(count: int) -> None:
    message = rf"^metadatas must be as many as texts \(2\), got {count}$"
    with pytest.raises(MetadatasLengthError, match=message):
        check_metadatas(["a", "b"], [{}] * count)


def test_metadatas_that_are_no_iterable_are_named() -> None:
    wrong: Any = 5
    with pytest.raises(ArgumentTypeError, match="metadatas"):
        check_metadatas(["a"], wrong)
