"""The errors: one tree, and the public ones."""

import pytest

import langchain_mdsplit
from langchain_mdsplit import errors
from langchain_mdsplit.errors import MdSplitError

ERRORS = [value for value in vars(errors).values() if isinstance(value, type)]


@pytest.mark.parametrize("error", ERRORS)
def test_one_except_catches_all(error: type) -> None:
    assert issubclass(error, MdSplitError)
    assert issubclass(error, ValueError)


@pytest.mark.parametrize(
    "name", ["EmbeddingError", "HeadingTooLongError", "MdSplitError"]
)
def test_what_callers_catch_most_is_public(name: str) -> None:
    assert getattr(langchain_mdsplit, name) is getattr(errors, name)
    assert name in langchain_mdsplit.__all__
