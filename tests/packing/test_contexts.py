"""Context lines: their form, what is left out, and what stands in full."""

from typing import Any

import pytest

from langchain_mdsplit import MarkdownTokenTextSplitter
from langchain_mdsplit.errors import HeadingTooLongError
from langchain_mdsplit.packing.contexts import HeadingContexts
from langchain_mdsplit.packing.cutting.costs import Costs
from tests.packing.cutting.cut_pieces import CHARACTERS
from tests.packing.test_block_tree import outline_of

SOURCE = "# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n"


def contexts_of(source: str, limit: int, **options: Any) -> HeadingContexts:
    """Return the contexts of a source, lengths in characters."""
    settings = {"heading_context": "ancestors", "on_long_heading": "raise", **options}
    return HeadingContexts(outline_of(source), Costs(CHARACTERS, 0), limit, **settings)


@pytest.mark.parametrize(
    ("block", "is_inside", "text"),
    [
        (0, False, ""),
        (1, False, "# A\n\n"),
        (2, False, "# A\n"),
        (3, False, "# A\n## B\n\n"),
        (4, False, "# A\n## B\n"),
        (5, True, "# A\n## B\n### C\n\n"),
    ],
)
def test_the_context_is_that_of_the_place(
    block: int, text: str, *, is_inside: bool
) -> None:
    context = contexts_of(SOURCE, 100).before(block, is_inside=is_inside)
    assert (context.text, context.length) == (text, len(text))


def test_outermost_headings_are_left_out_until_half_is_kept() -> None:
    in_full = [
        contexts_of(SOURCE, limit).before(5, is_inside=False).in_full
        for limit in (34, 26, 20, 14, 12)
    ]
    assert in_full[0] == {1, 2, 3}
    assert in_full[-2:] == [{3}, {3}]
    assert in_full == sorted(in_full, key=len, reverse=True)


def test_what_does_not_stand_in_full_is_not_held() -> None:
    for choice in ("truncate", "drop"):
        contexts = contexts_of("# A long one\n\na", 16, on_long_heading=choice)
        context = contexts.before(1, is_inside=True)
        assert context.in_full == frozenset()
        assert context.text in {"# A lo\n\n", ""}
    with pytest.raises(HeadingTooLongError, match="allowed maximum: 8"):
        contexts_of("# A long one\n\na", 16).before(1, is_inside=True)


BADGES = "[![Build](https://example.org/a/long/address.svg)](https://example.org)"


def test_a_title_stands_for_a_line_that_is_long_for_its_marks_only() -> None:
    source = f"# Tea {BADGES}\n\na\n\n## Green\n\nb"
    contexts = contexts_of(source, 60)
    context = contexts.before(3, is_inside=False)
    assert context.text == "# Tea\n## Green\n\n"
    assert context.in_full == {2}
    assert contexts.before(1, is_inside=True).in_full == frozenset()


@pytest.mark.parametrize("choice", ["raise", "truncate", "drop"])
def test_a_heading_with_a_title_in_its_place_stands_in_full_once(choice: Any) -> None:
    source = f"# Tea {BADGES}\n\n## Green\n\n" + "One two. " * 60
    splitter = MarkdownTokenTextSplitter(
        100, length_function=len, on_long_heading=choice
    )
    chunks = splitter.split_text(source)
    assert "".join(chunks).count(BADGES[:20]) == 1
    assert chunks[0].startswith(f"# Tea {BADGES[:20]}")
    assert chunks[-1].startswith("# Tea\n## Green\n\n")


def test_a_title_that_is_too_long_itself_is_an_error() -> None:
    source = f"# A title of many words {BADGES}\n\na"
    with pytest.raises(HeadingTooLongError, match="allowed maximum: 10"):
        contexts_of(source, 20).before(1, is_inside=True)


def test_a_title_that_is_too_long_is_what_is_cut_short() -> None:
    source = f"# {BADGES} A title of many words\n\na"
    contexts = contexts_of(source, 30, on_long_heading="truncate")
    assert contexts.before(1, is_inside=True).text == "# A title of\n\n"
