"""The heading path: joined and split again."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.errors import ArgumentTypeError
from langchain_mdsplit.markdown.heading_path import (
    SEPARATOR,
    join_heading_path,
    split_heading_path,
)


def _titles() -> st.SearchStrategy[str]:
    """Return titles: not empty, white-space runs of one space, none at the ends."""
    words = st.one_of(
        st.lists(
            st.sampled_from(("a", "\\", ">", "\\\\", "\\>", ">>", "b>c", "Vec<T>"))
        ),
        st.text().map(str.split),
    )
    return words.map(" ".join).filter(bool)


@given(titles=st.lists(_titles(), max_size=6))
def test_split_inverts_join(titles: list[str]) -> None:
    assert split_heading_path(join_heading_path(titles)) == titles


@given(titles=st.lists(_titles(), max_size=6), others=st.lists(_titles(), max_size=6))
def test_different_titles_make_different_paths(
    titles: list[str], others: list[str]
) -> None:
    same_path = join_heading_path(titles) == join_heading_path(others)
    assert same_path == (titles == others)


@pytest.mark.parametrize(
    ("titles", "path"),
    [
        ([], ""),
        (["A"], "A"),
        (["A", "B", "C"], "A > B > C"),
        (["a > b"], "a \\> b"),
        (["a\\", "b"], "a\\\\ > b"),
        (["\\>"], "\\\\\\>"),
        ([">", ">"], "\\> > \\>"),
    ],
)
def test_paths(titles: list[str], path: str) -> None:
    assert join_heading_path(titles) == path
    assert split_heading_path(path) == titles


def test_a_path_written_by_hand_is_split_at_its_separators() -> None:
    assert split_heading_path("A>B >C") == ["A", "B", "C"]
    assert SEPARATOR == " > "


def test_a_title_that_is_no_string_is_refused() -> None:
    titles: list[Any] = ["A", 3]
    with pytest.raises(ArgumentTypeError, match=r"^titles\[1\] must be a str"):
        join_heading_path(titles)


@pytest.mark.parametrize("titles", [None, "A", 3])
def test_titles_that_are_no_strings_are_refused(titles: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^titles must be an iterable of str"):
        join_heading_path(titles)


@pytest.mark.parametrize("path", [None, ["A"], b"A"])
def test_a_path_that_is_no_string_is_refused(path: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^path must be a str"):
        split_heading_path(path)
