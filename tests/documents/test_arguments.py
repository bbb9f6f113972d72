"""Checks of what is given to be split: every branch, and what its message says."""

from typing import Any

import pytest
from langchain_core.documents import Document

from langchain_mdsplit.documents.arguments import (
    check_document,
    check_documents,
    check_metadatas,
    check_texts,
)
from langchain_mdsplit.errors import ArgumentTypeError, MetadatasLengthError

LONG = "x" * 500


def test_a_long_value_is_not_repeated_whole() -> None:
    for check in (
        lambda: check_texts("texts", [[LONG]]),
        lambda: check_document("document", LONG),
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
        rf"not {type(value).__name__}: "
    )
    with pytest.raises(ArgumentTypeError, match=message):
        check_documents("documents", value)


def test_texts_are_listed_from_any_iterable() -> None:
    assert check_texts("texts", iter(["a", "b"])) == ["a", "b"]


@pytest.mark.parametrize("value", ["a text", None, 5])
def test_texts_are_several(value: Any) -> None:
    message = rf"^texts must be an iterable of str, not {type(value).__name__}: "
    with pytest.raises(ArgumentTypeError, match=message):
        check_texts("texts", value)


def test_each_of_the_texts_is_one() -> None:
    message = r"^texts\[1\] must be a str, not int: 3$"
    with pytest.raises(ArgumentTypeError, match=message):
        check_texts("texts", ["a", 3])


def test_a_document_is_returned() -> None:
    document = Document(page_content="a")
    assert check_document("document", document) is document


def test_no_document_is_named() -> None:
    message = r"^documents\[7\] must be a Document, not str: 'a'$"
    with pytest.raises(ArgumentTypeError, match=message):
        check_document("documents[7]", "a")


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
    one: Any = {"source": "a"}
    one_text: Any = "a"
    for given in (wrong, one, one_text):
        with pytest.raises(
            ArgumentTypeError, match=r"^metadatas must be an iterable of d"
        ):
            check_metadatas(["a"], given)
    with pytest.raises(
        ArgumentTypeError, match=r"^metadatas\[1\] must be a dict, not "
    ):
        check_metadatas(["a", "b"], [{}, wrong])
