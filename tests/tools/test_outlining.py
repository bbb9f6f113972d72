"""The outline tool: what it lists, how deep, on how many pages."""

import json
from typing import Any

import pytest
from langchain_core.documents import Document

from langchain_mdsplit.cli.outline import outline_as_json
from langchain_mdsplit.outlines import read_outline
from tests.tools.samples import (
    COUNT,
    answer,
    arguments_of,
    message,
    refusal,
    sample_tools,
)

LONG = "".join(
    f"# Part {part}\n\n" + "".join(f"## Chapter {n}\n\ntext\n\n" for n in range(9))
    for part in range(9)
)


def sections(given: dict[str, Any]) -> list[list[Any]]:
    """Return the rows of an outline of one document."""
    (document,) = given["outline"]
    rows: list[list[Any]] = document["sections"]
    return rows


def test_all_documents_are_listed_with_labels_headings_and_lengths() -> None:
    outline, _, _ = sample_tools()
    given = answer(outline)
    assert [it["document"] for it in given["outline"]] == [
        "docs/tea.md",
        "docs/coffee.md",
    ]
    assert given["outline"][0]["sections"][1:4] == [
        ["1-1", "Install", 13],
        ["1-1-1", "Linux", 6],
        ["1-2", "Usage", 427],
    ]
    assert given["columns"] == ["label", "heading", "tokens"]
    assert arguments_of(given["next"], "markdown_read") == {
        "label": "1",
        "document": "docs/tea.md",
    }


def test_lengths_are_those_of_the_sections_with_all_below() -> None:
    outline, _, _ = sample_tools()
    rows = message(outline, document="docs/tea.md").artifact
    text = "## Install\n\nBuy a kettle.\n\n### Linux\n\nUse apt."
    assert rows[1]["tokens"] == COUNT(text)
    assert rows[1]["heading_path"] == "Tea > Install"
    assert rows[1]["line"] == 5


def test_an_artifact_has_what_the_command_line_writes() -> None:
    text = "Intro.\n\n# A {#a}\n\none\n\n### B > C\n\ntwo\n"
    outline, _, _ = sample_tools([Document(text, metadata={"source": "a.md"})])
    answered = message(outline)
    lines = outline_as_json("a.md", read_outline(text, COUNT))
    expected = [json.loads(line) for line in lines][1:]
    assert [row.pop("document") for row in answered.artifact] == ["a.md", "a.md"]
    assert [line.pop("source") for line in expected] == ["a.md", "a.md"]
    assert answered.artifact == expected
    assert set(json.loads(str(answered.content))["columns"]) <= expected[0].keys()
    assert (expected[0]["anchor"], expected[1]["level"]) == ("a", 3)


def test_a_depth_hides_what_is_below_and_says_how_much() -> None:
    outline, _, _ = sample_tools()
    given = answer(outline, document="docs/tea.md", depth=1)
    assert sections(given) == [["1", "Tea", given["outline"][0]["tokens"], 4]]
    assert given["columns"][3] == "headings not shown below"
    assert arguments_of(given["next"], "markdown_outline") == {
        "label": "1",
        "document": "docs/tea.md",
    }


def test_a_section_may_be_outlined_alone() -> None:
    outline, _, _ = sample_tools()
    given = answer(outline, document="docs/tea.md", label="Tea > Install")
    assert [row[0] for row in sections(given)] == ["1-1", "1-1-1"]


def test_without_a_depth_as_many_levels_are_shown_as_fit() -> None:
    deep, _, _ = sample_tools([Document(LONG)])
    flat, _, _ = sample_tools([Document(LONG)], max_tokens=300)
    assert answer(deep)["depth"] == 2
    assert answer(flat)["depth"] == 1
    assert [row[3] for row in sections(answer(flat))] == [9] * 9


def test_a_long_outline_has_pages_that_hold_each_heading_once() -> None:
    outline, _, _ = sample_tools([Document(LONG)], max_tokens=300)
    labels: list[str] = []
    call: dict[str, Any] | None = {"depth": 2}
    pages = 0
    while call:
        given = message(outline, **call)
        assert COUNT(str(given.content)) <= 300
        value = json.loads(str(given.content))
        labels += [row[0] for row in sections(value)]
        pages += 1
        has_more = value["page"] < value["pages"]
        call = arguments_of(value["next"], "markdown_outline") if has_more else None
    parts = [[str(n), *(f"{n}-{m}" for m in range(1, 10))] for n in range(1, 10)]
    assert labels == [label for part in parts for label in part]
    assert pages == value["pages"] > 3


def test_many_documents_are_listed_by_name_first() -> None:
    many = [Document(LONG, metadata={"source": f"{n}.md"}) for n in range(100)]
    outline, _, _ = sample_tools(many, max_tokens=400)
    first = answer(outline)
    assert first["depth"] == 0
    assert first["outline"][0] == {
        "document": "0.md",
        "tokens": COUNT(LONG.rstrip()),
        "headings": 90,
        "sections": [],
    }
    names = [
        it["document"]
        for page in range(1, first["pages"] + 1)
        for it in answer(outline, page=page)["outline"]
    ]
    assert names == [f"{n}.md" for n in range(100)]
    assert arguments_of(first["next"].partition(" or ")[2], "markdown_outline") == {
        "document": "0.md"
    }


@pytest.mark.parametrize("page", [-1, 0, 2, 10**30])
def test_a_page_that_is_not_there_is_refused(page: int) -> None:
    outline, _, _ = sample_tools()
    assert refusal(outline, page=page).startswith("page must be 1 to 1, got ")


@pytest.mark.parametrize("depth", [-1, 0])
def test_a_depth_that_is_none_is_refused(depth: int) -> None:
    outline, _, _ = sample_tools()
    assert refusal(outline, depth=depth).startswith(
        f"depth must be 1 to 6, got {depth}"
    )


@pytest.mark.parametrize(("depth", "said"), [(7, "7"), (10**9, "a number far beyond")])
def test_a_huge_depth_is_all_and_said_to_be_none(depth: int, said: str) -> None:
    outline, _, _ = sample_tools()
    given = answer(outline, depth=depth)
    assert given.pop("note") == f"depth is at most 6; you asked for {said}"
    assert given == answer(outline, depth=6)


@pytest.mark.parametrize("depth", [7, 10**40])
def test_what_is_said_of_a_depth_counts_as_well(depth: int) -> None:
    text = "".join(f"# Heading number {number}\n\nx\n\n" for number in range(200))
    outline, _, _ = sample_tools([Document(text)], max_tokens=200)
    given = message(outline, depth=depth)
    assert COUNT(str(given.content)) <= 200
    pages = answer(outline, depth=depth)["pages"]
    contents = [message(outline, depth=depth, page=at + 1) for at in range(pages)]
    assert sum(len(it.artifact) for it in contents) == 200
    assert max(COUNT(str(it.content)) for it in contents) <= 200


def test_a_document_without_text_is_not_said_to_be_read() -> None:
    outline, read, _ = sample_tools([Document(" \n"), Document("# A")])
    call = arguments_of(answer(outline)["next"], "markdown_read")
    assert answer(read, **call)["document_text"] == "# A"
    outline, _, _ = sample_tools([Document("")])
    assert answer(outline)["next"] == "no text here"


def test_documents_without_headings_are_told_how_to_be_read() -> None:
    outline, read, _ = sample_tools([Document("Just text.")])
    given = answer(outline)
    assert sections(given) == []
    call = arguments_of(given["next"], "markdown_read")
    assert answer(read, **call)["document_text"] == "Just text."


def test_long_titles_are_cut_short() -> None:
    outline, _, _ = sample_tools([Document(f"# {'long ' * 5000}\n")], max_tokens=200)
    ((_, title, _),) = sections(answer(outline))
    assert title.endswith("…")
    assert len(title) <= 80
