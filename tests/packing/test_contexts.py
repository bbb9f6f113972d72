"""Context lines: their form, what is left out, and what stands in full."""

from typing import Any

import pytest

from langchain_mdsplit.errors import HeadingTooLongError
from langchain_mdsplit.packing.contexts import HeadingContexts
from tests.packing.cutting.cut_pieces import CHARACTERS
from tests.packing.test_outline import outline_of

SOURCE = "# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n"


def contexts_of(source: str, limit: int, **options: Any) -> HeadingContexts:
    """Return the contexts of a source, lengths in characters."""
    settings = {"heading_context": "ancestors", "on_long_heading": "raise", **options}
    return HeadingContexts(outline_of(source), CHARACTERS, limit, **settings)


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
    held = [
        contexts_of(SOURCE, limit).before(5, is_inside=False).held
        for limit in (34, 26, 20, 14, 12)
    ]
    assert held[0] == {1, 2, 3}
    assert held[-2:] == [{3}, {3}]
    assert held == sorted(held, key=len, reverse=True)


def test_what_does_not_stand_in_full_is_not_held() -> None:
    for choice in ("truncate", "drop"):
        contexts = contexts_of("# A long one\n\na", 16, on_long_heading=choice)
        context = contexts.before(1, is_inside=True)
        assert context.held == frozenset()
        assert context.text in {"# A long\n\n", ""}
    with pytest.raises(HeadingTooLongError, match="allowed maximum: 8"):
        contexts_of("# A long one\n\na", 16).before(1, is_inside=True)
