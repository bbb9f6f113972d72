"""What the benchmark counts as a fault of a chunk."""

from typing import Any

import pytest
from langchain_core.documents import Document

from langchain_mdsplit import TokenCounter
from tests.benchmarks.quality import (
    bare_headings,
    has_headless_rows,
    has_open_fence,
    is_true,
    lost_characters,
    measure_quality,
)


def chunk(text: str, **metadata: Any) -> Document:
    return Document(page_content=text, metadata=metadata)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("```py\na\n```", False),
        ("```py\na", True),
        ("```py\r\na\r\n```\r\n\r\nText.", False),
        ("a\n```\n\nText.", True),
        ("> ~~~\n> a\n> ~~~", False),
        ("- ```\n  a\n\nText.", True),
        ("    ```\n    a", False),
    ],
)
def test_open_fences_are_found(content: str, expected: bool) -> None:  # noqa: FBT001
    assert has_open_fence(content) is expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("|a|b|\n|-|-|\n|1|2|", False),
        ("|a|b|\n|--|:-:|\n|1|2|", False),
        ("|a|b|\r\n|-|-|\r\n|1|2|", False),
        ("|1|2|\n|3|4|", True),
        ("|1|2|\r\n|3|4|", True),
        ("|1|2|", False),
        ("Text | text.", False),
    ],
)
def test_rows_without_header_are_found(content: str, expected: bool) -> None:  # noqa: FBT001
    assert has_headless_rows(content) is expected


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (chunk("Text.\n\n## A"), chunk("One.\n\nTwo."), 1),
        (chunk("Text.\n\n## A"), chunk("### B\n\nOne."), 1),
        (chunk("Text.\n\n## A"), chunk("## B\n\nOne."), 0),
        (chunk("Text.\n\n## A"), chunk("one " * 30), 0),
        (chunk("## A\n\nText."), chunk("One."), 0),
        (chunk("```\n# a\n```"), chunk("One."), 0),
        (chunk("## A"), chunk("A\n\nOne.", content_offset=3), 1),
        (chunk("## A"), chunk("B\n\nOne.", content_offset=3), 0),
    ],
)
def test_bare_headings_are_found(
    first: Document, second: Document, expected: int
) -> None:
    assert bare_headings([first, second], 20, TokenCounter()) == expected


def test_offsets_are_checked() -> None:
    text = "# A\n\nOne."
    assert is_true(text, chunk("One.", start_index=5))
    assert not is_true(text, chunk("One.", start_index=4))
    place = {"start_index": 5, "end_index": 9}
    assert is_true(text, chunk("A\n\nOne.", content_offset=3, **place))
    assert not is_true(text, chunk("A\n\nOne.", content_offset=2, **place))


def test_lost_characters_are_counted() -> None:
    text = "# A\n\nOne two."
    assert lost_characters(text, [chunk("# A"), chunk("One"), chunk("two.")]) == 0
    assert lost_characters(text, [chunk("# A"), chunk("One.")]) == 3
    spans = [chunk("One", start_index=5, end_index=8)]
    assert lost_characters(text, spans) == 4
    assert lost_characters(text, [chunk("ne two.", start_index=6, end_index=13)]) == 1


def test_sizes_are_measured() -> None:
    texts, found = ["a " * 30], [[chunk("a " * 20), chunk("a")]]
    quality = measure_quality(texts, found, 10, TokenCounter())
    assert (quality.chunks, quality.over, quality.short) == (2, 1, 1.0)
    assert quality.lost == 9
    assert quality.fill > 1
