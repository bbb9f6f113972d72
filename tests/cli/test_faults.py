"""What counts as a fault of a chunk."""

import re
import time
from pathlib import Path
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_text_splitters import RecursiveCharacterTextSplitter
from markdown_it import MarkdownIt

from langchain_mdsplit import (
    MarkdownFragmentTextSplitter,
    MarkdownSectionTextSplitter,
    MarkdownTokenTextSplitter,
    TokenCounter,
)
from langchain_mdsplit.cli.coverage import count_lost_characters
from langchain_mdsplit.cli.faults import (
    count_bare_headings,
    has_headless_rows,
    has_open_fence,
    has_true_offsets,
)
from langchain_mdsplit.view import ChunkView
from tests.shared_data import read_source


def chunk(text: str, **metadata: Any) -> Document:
    return Document(page_content=text, metadata=metadata)


def framed(context: str, text: str, **metadata: Any) -> Document:
    """Return a chunk with added context before its slice."""
    place = {"start_index": 9, "end_index": 9 + len(text)}
    offset = len(context)
    return chunk(context + text, content_offset=offset, **place, **metadata)


@pytest.mark.parametrize(
    "content",
    [
        "```py\na\n```",
        "```py\r\na\r\n```\r\n\r\nText.",
        "```\ra\r```",
        "```\n```",
        "> ~~~\n> a\n> ~~~",
        "> ```\n> a\n> ```\n\nText.",
        "- a\n  ```\n  b\n  ```\n- c",
        "    ```\n    a",
        "`````\n```\n`````",
        "```\né\ud800\n```\t",
        "a ``` b",
        "",
    ],
)
def test_closed_fences_are_no_fault(content: str) -> None:
    assert not has_open_fence(content)


@pytest.mark.parametrize(
    "content",
    [
        "```py\na",
        "a\n```\n\nText.",
        "a\n```",
        "```",
        "````\na\n```",
        "```\na\n~~~",
        "```\na\n> ```",
        "- ```\n  a\n\nText.",
        "> ```\n> a\n\nText.",
        "```\na\n```\n\n~~~\nb",
    ],
)
def test_open_fences_are_found(content: str) -> None:
    assert has_open_fence(content)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("|a|b|\n|-|-|\n|1|2|", False),
        ("|a|b|\n|--|:-:|\n|1|2|", False),
        ("|a|b|\r\n|-|-|\r\n|1|2|", False),
        ("```\n|1|2|\n|3|4|\n```", False),
        ("<div>\n|1|2|\n|3|4|\n</div>", False),
        ("|1|2|", False),
        ("Text | text.", False),
        ("|1|2|\n|3|4|", True),
        ("|1|2|\r\n|3|4|", True),
        ("> |1|2|\n> |3|4|", True),
        ("|1|2|\n|3|4|\n\n|a|b|\n|-|-|\n|1|2|", True),
    ],
)
def test_rows_without_header_are_found(content: str, expected: bool) -> None:  # noqa: FBT001
    assert has_headless_rows(content) is expected


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (chunk("Text.\n\n## A"), chunk("One.\n\nTwo."), 1),
        (chunk("Text.\n\n## A\n"), chunk("- One.\n- Two."), 1),
        (chunk("Text.\n\n## A"), chunk("### B\n\nOne."), 1),
        (chunk("Text.\n\n## A"), chunk("## B\n\nOne."), 0),
        (chunk("Text.\n\n## A"), chunk("# B\n\nOne."), 0),
        (chunk("Text.\n\n## A"), chunk("one " * 30), 0),
        (chunk("Text.\n\n## A"), chunk("[a]: /b"), 0),
        (chunk("## A\n\nText."), chunk("One."), 0),
        (chunk("```\n# a\n```"), chunk("One."), 0),
        (chunk("```\n# a"), chunk("One."), 0),
        (chunk("- # a"), chunk("One."), 0),
        (chunk("#a"), chunk("One."), 0),
        (chunk("## A"), framed("A\n\n", "One.", heading_path="A"), 1),
        (chunk("## [A](b)"), framed("A\n\n", "One.", heading_path="A"), 1),
        (chunk("## A"), framed("B\n\n", "One."), 0),
        (chunk("## A"), chunk("One.", content_offset=None), 1),
    ],
)
def test_bare_headings_are_found(
    first: Document, second: Document, expected: int
) -> None:
    assert count_bare_headings([first, second], 20, TokenCounter()) == expected


def test_a_heading_is_bare_without_a_limit_however_long_its_body() -> None:
    chunks = [chunk("# A"), chunk("one " * 1000)]
    assert count_bare_headings(chunks, None, TokenCounter()) == 1


def test_offsets_are_checked() -> None:
    text = "# A\n\nOne."
    assert has_true_offsets(text, chunk("One.", start_index=5))
    assert not has_true_offsets(text, chunk("One.", start_index=4))
    assert not has_true_offsets(text, chunk("One.", start_index=-1))
    assert not has_true_offsets(text, chunk("One."))
    place = {"start_index": 5, "end_index": 9}
    assert has_true_offsets(text, chunk("A\n\nOne.", content_offset=3, **place))
    assert not has_true_offsets(text, chunk("A\n\nOne.", content_offset=2, **place))
    assert has_true_offsets(text, chunk("{}", label="frontmatter", start_index=0))


def test_lost_characters_are_counted_without_spans() -> None:
    text = "# A\n\nOne two."
    assert count_lost_characters(text, [chunk("# A"), chunk("One"), chunk("two.")]) == 0
    assert count_lost_characters(text, [chunk("# A"), chunk("One.")]) == 3
    assert count_lost_characters(text, [chunk(text, start_index=0)]) == 0


def test_lost_characters_are_those_outside_of_spans() -> None:
    text = "\ufeff# A\n\nOne two."
    everything = chunk(text, start_index=0, end_index=len(text))
    assert count_lost_characters(text, [everything, everything]) == 0
    assert count_lost_characters(text, [chunk("One", start_index=6, end_index=9)]) == 6
    assert count_lost_characters(text, []) == 9


@pytest.mark.parametrize(
    ("context", "expected"),
    [
        ({"page_content": "# A\n\nOne.", "content_offset": 5}, 0),
        ({"page_content": "A\n\nOne.", "content_offset": 3, "heading_path": "A"}, 0),
        ({"page_content": "B > A\n\nOne.", "content_offset": 7}, 2),
        ({"page_content": "One.", "content_offset": 0, "heading_path": "A"}, 2),
    ],
)
def test_a_heading_may_stand_as_context(context: dict[str, Any], expected: int) -> None:
    content = context.pop("page_content")
    found = chunk(content, start_index=5, end_index=9, **context)
    assert count_lost_characters("# A\n\nOne.", [found]) == expected


TEXT = """---
title: Tea
---

# Tea {#tea}

Boil.

## Black

| a | b |
|---|---|
| 1 | 2 |

```py
boil()

wait()
```

## Green & *white*

- One
- Two
"""


@pytest.mark.parametrize("size", [24, 40, 300])
@pytest.mark.parametrize(
    "build",
    [
        MarkdownTokenTextSplitter,
        MarkdownSectionTextSplitter,
        MarkdownFragmentTextSplitter,
    ],
)
def test_chunks_without_fault_have_none(build: Any, size: int) -> None:
    chunks = build(size).create_documents([TEXT])
    contents = [chunk.page_content for chunk in chunks]
    assert not any(map(has_open_fence, contents))
    assert not any(map(has_headless_rows, contents))
    assert all(has_true_offsets(TEXT, chunk) for chunk in chunks)
    assert count_lost_characters(TEXT, chunks) == 0


@pytest.mark.parametrize("find", [has_open_fence, has_headless_rows])
@pytest.mark.parametrize(
    "content",
    [
        " " * 300_000,
        "|" * 300_000,
        "| " * 150_000 + "\n" + "| " * 150_000,
        "|" + " " * 300_000 + "x\n||||",
        "```\n" * 100_000,
        "> " * 50_000 + "```",
        "- " * 20_000 + "```\n|a|\n|b|",
        "|a|\n" * 100_000,
        "-" * 300_000 + "||||",
        "\0\ud800|||\n|||```",
    ],
    ids=range(10),
)
def test_hostile_chunks_are_read_in_little_time(find: Any, content: str) -> None:
    start = time.process_time()
    find(content)
    assert time.process_time() - start < 5


def oracle_has_open_fence(content: str) -> bool:
    """Look for an open fence with a parser that this package does not use."""
    lines = content.split("\n")
    for token in MarkdownIt().parse(content):
        if token.type != "fence" or token.map is None:
            continue
        first, stop = token.map
        last = lines[min(stop, len(lines)) - 1]
        closing = re.fullmatch(r"[ >\t]*(`{3,}|~{3,})[ \t\r]*", last)
        if min(stop, len(lines)) - first < 2 or closing is None:
            return True
    return False


@pytest.mark.parametrize("splitter", ["ours", "langchain"])
def test_open_fences_are_those_of_another_parser(shared: Path, splitter: str) -> None:
    splitters: dict[str, Any] = {
        "ours": MarkdownSectionTextSplitter(100, on_long_heading="drop"),
        "langchain": RecursiveCharacterTextSplitter(chunk_size=400, chunk_overlap=0),
    }
    paths = sorted((shared / "corpus" / "docs").rglob("*.md"))[::4]
    contents = [
        content
        for path in paths
        for content in splitters[splitter].split_text(read_source(path))
        if "```" in content or "~~~" in content
    ]
    found = [content for content in contents if has_open_fence(content)]
    assert len(contents) > 300
    assert bool(found) is (splitter == "langchain")
    assert found == [it for it in contents if oracle_has_open_fence(it)]


def test_a_heading_is_held_by_the_context_of_its_own_section() -> None:
    text = "# A\n\n## Setup\n\none\n\n# B\n\n## Setup\n\ntwo\n"
    first = chunk("# A\n## Setup\n\none", start_index=15, end_index=18)
    first.metadata |= {"content_offset": 14, "heading_path": "A > Setup"}
    second = chunk("# B\n\ntwo", start_index=35, end_index=38)
    second.metadata |= {"content_offset": 5, "heading_path": "B > Setup"}
    assert text[15:18] + text[35:38] == "onetwo"
    assert count_lost_characters(text, [first, second]) == len("##Setup")
    page = ChunkView.from_documents(text, [first, second]).page()
    assert "dropped: 8 characters in 1 place" in page
