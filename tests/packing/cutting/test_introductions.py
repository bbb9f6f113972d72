"""Blocks that introduce the next one, and where they go."""

from typing import Any

import pytest

from langchain_mdsplit import (
    MarkdownSectionTextSplitter,
    MarkdownTokenTextSplitter,
    TokenCounter,
)
from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.packing.cutting.introductions import introduces

LIST, CODE, TABLE = (
    "- one\n- two",
    "```py\nx = 1\n```",
    "| a | b |\n|---|---|\n| 1 | 2 |",
)
PROSE = "One, two and three."
SENTENCE = "The service reads its settings at start and keeps them as long as it runs. "

INTRODUCING = {
    "colon before a list": ("Take these:", LIST),
    "colon before code": ("Two sentences. Example:", CODE),
    "colon before prose": ("He said:", PROSE),
    "colon over two lines": ("First\nand then:", LIST),
    "colon apart": ("Exemple :", LIST),
    "bold question": ("**How do I remove it?**", PROSE),
    "wide colon": ("\u4f8b\u5982\uff1a", LIST),
    "bold colon": ("**Example:**", CODE),
    "colon after bold": ("**Example**:", CODE),
    "two colons": ("Example::", CODE),
    "bold line": ("**Conclusion**", PROSE),
    "bold line of underscores": ("__Conclusion__", PROSE),
    "summary": ("<details>\n<summary>How?</summary>", PROSE),
    "upper case summary": ("<DETAILS><SUMMARY>How?</SUMMARY>", CODE),
    "caption of a table": ("Table 4: Revenue by region", TABLE),
    "caption with a full stop": ("Table 1. Summary of results.", TABLE),
    "caption of two lines": ("**Tab. 2** Revenue by\nregion and year.", TABLE),
    "Chinese caption": ("\u88681 \u6570\u503c\u3002", TABLE),
    "image before its caption": ("![](images/fig.png)", "Figure 1: All of it."),
    "linked image": ("[![a](b.png)](c)", "*Abb. 2* Alles."),
    "title in HTML": ("<h3>Install</h3>", PROSE),
    "title after an image": ('<img src="a.png">\n<H2 >Install</H2 >', PROSE),
    "item": ("- Take these:", CODE),
    "quote": ("> He said:", PROSE),
    "colon in HTML": ("<b>Example:</b>", CODE),
    "colon before a break": ("Example:<br>", CODE),
    "term of a definition": ("Plum", ":   A fruit."),
    "opening tag": ('<div class="tip">', PROSE),
    "opening tag after others": ("<Tabs>\n<TabItem value='a'>", CODE),
    "closing and opening tag": ("</div>\n<div class='b'>", PROSE),
    "comment": ("<!-- prettier-ignore -->", LIST),
    "comment of two lines": ("<!-- See a/b;\nends here -->", CODE),
}
NOT_INTRODUCING = {
    "sentence": ("Take these.", LIST),
    "sentence before a table": ("See the table.", TABLE),
    "image before prose": ("![](images/fig.png)", PROSE),
    "image in a sentence": ("See ![](fig.png).", "Figure 1: All of it."),
    "sentence on a figure": ("One.", "Figure 1: All of it."),
    "table in a sentence": ("Tables are good.", TABLE),
    "question before a table": ("Which?", TABLE),
    "lines before a table": ("One\ntwo", TABLE),
    "bold words": ("**One** and **two**", PROSE),
    "bold beginning": ("**One** and more", PROSE),
    "bold over two lines": ("**One\ntwo**", PROSE),
    "bold sentence": ("**Mind the gap.**", PROSE),
    "italic line": ("*One*", PROSE),
    "end of a container": ("::: tip\nText.\n:::", LIST),
    "end of a container alone": (":::", LIST),
    "emoji": ("Thanks :tada:", LIST),
    "list": ("- Take: these", CODE),
    "code": ("```\nx:\n```", LIST),
    "details": ("<details>\nHow?</details>", PROSE),
    "colon before a rule": ("Take these:", "***"),
    "closing tag": ("</div>", PROSE),
    "void tag": ("<hr>", PROSE),
    "image": ('<p align="center">\n<img src="a.png"></p>', PROSE),
    "image alone": ('<IMG src="a.png">', PROSE),
    "tag without content": ("<Card />", PROSE),
    "closing comment": ("<!-- /only-docs -->", PROSE),
    "comment of an end": ("<!-- tabs:end -->", PROSE),
    "comment of the end of a region": ("<!-- #endregion -->", PROSE),
    "comment that stops something": ("<!-- tocstop -->", PROSE),
    "comment in brackets": ("<!-- [[[end]]] -->", PROSE),
    "two comments": ("<!-- a --><!-- b -->", PROSE),
    "tag and text": ("<b>One</b> and two", PROSE),
    "closing Liquid tag": ("{% endhint %}", PROSE),
    "closing Hugo tag": ("{{< /tab >}}", PROSE),
    "closing Hugo tag with Markdown": ("{{% /notice %}}", PROSE),
    "Hugo tag without content": ('{{< figure src="a.png" />}}', PROSE),
    "Liquid tag in a sentence": ("See {% raw %}", PROSE),
    "variable": ("{{ page.title }}", PROSE),
    "long paragraph": ("word " * 300 + "take these:", LIST),
}


@pytest.mark.parametrize("name", INTRODUCING)
def test_a_block_that_introduces_the_next(name: str) -> None:
    source = "\n\n".join(INTRODUCING[name])
    assert introduces(source, *parse_blocks(source).blocks)


@pytest.mark.parametrize("name", NOT_INTRODUCING)
def test_a_block_that_stands_alone(name: str) -> None:
    source = "\n\n".join(NOT_INTRODUCING[name])
    assert not introduces(source, *parse_blocks(source).blocks)


@pytest.mark.parametrize("name", INTRODUCING)
@pytest.mark.parametrize(
    "kind", [MarkdownTokenTextSplitter, MarkdownSectionTextSplitter]
)
def test_it_goes_with_what_it_introduces_where_both_fit(name: str, kind: Any) -> None:
    introduction, following = INTRODUCING[name]
    source = f"# A\n\n{SENTENCE * 4}\n\n{introduction}\n\n{following}\n\n{SENTENCE * 4}"
    for size in range(64, 100):
        chunks = kind(chunk_size=size).split_text(source)
        held = [chunk for chunk in chunks if introduction in chunk]
        assert len(held) == 1
        assert following in held[0], size


def test_it_goes_with_the_first_part_of_what_is_too_long() -> None:
    code = "```py\n" + "x = 1\n" * 60 + "```"
    splitter = MarkdownTokenTextSplitter(chunk_size=100)
    source = f"{SENTENCE * 4}\n\nExample:\n\n{code}"
    first, second, *_ = splitter.split_text(source)
    assert "Example:\n\n```py\nx = 1" in first
    assert second.startswith("```py\nx = 1")


def test_of_a_long_one_the_last_sentence_goes_with_what_it_introduces() -> None:
    introduction = f"{SENTENCE * 3}Take these:"
    items = "".join(f"- item {number} of many\n" for number in range(12))
    splitter = MarkdownTokenTextSplitter(chunk_size=100)
    chunks = splitter.split_text(f"{SENTENCE * 2}\n\n{introduction}\n\n{items}")
    assert chunks[0].endswith(SENTENCE.strip())
    assert chunks[1].startswith("Take these:\n\n- item 0")


def test_of_a_list_the_last_item_goes_with_what_it_introduces() -> None:
    items = "".join(f"{number}. {SENTENCE}\n" for number in range(1, 5))
    source = f"# A\n\n{items}5. Take these:\n\n{CODE}\n"
    chunks = MarkdownTokenTextSplitter(chunk_size=80).split_text(source)
    assert chunks == [
        f"# A\n\n{items}".rstrip(),
        f"# A\n\n5. Take these:\n\n{CODE}",
    ]


def test_it_stays_where_what_it_introduces_fits_without_it_only() -> None:
    code = "```py\n" + "x = 1\n" * 20 + "```"
    size = TokenCounter()(code) + 3
    source = f"{SENTENCE * 2}Of these many things take:\n\n{code}\n"
    chunks = MarkdownTokenTextSplitter(chunk_size=size).split_text(source)
    assert chunks == [f"{SENTENCE * 2}Of these many things take:", code]


def test_one_long_sentence_stays_whole() -> None:
    sentence = "Of all the things that a cook may want to have at hand " * 3 + "take:"
    items = "".join(f"- item {number} of many\n" for number in range(12))
    chunks = MarkdownTokenTextSplitter(chunk_size=60).split_text(
        f"{sentence}\n\n{items}"
    )
    assert chunks[0].startswith(sentence)


@pytest.mark.parametrize("line", ["**Name {}**", "Name {}:"])
@pytest.mark.parametrize("size", [50, 200, 4000])
def test_chunks_of_lines_that_all_introduce_are_full(line: str, size: int) -> None:
    source = "\n\n".join(map(line.format, range(4000)))
    for overlap in (0, 10):
        splitter = MarkdownTokenTextSplitter(size, overlap)
        chunks = splitter.split_chunks(source)
        assert all(chunk.token_count > size * 0.6 for chunk in chunks[:-1])


def test_an_item_keeps_the_beginning_of_its_list() -> None:
    item = f"    - {SENTENCE}\n"
    source = f"- Minor release\n{item * 3}- Other\n{item}"
    for size in range(36, 120, 4):
        chunks = MarkdownTokenTextSplitter(size).split_text(source)
        (held,) = (chunk for chunk in chunks if "Minor release" in chunk)
        assert "The service" in held, size


@pytest.mark.parametrize("introduction", ["**Good to know:**", "Take these:"])
def test_a_quote_is_not_cut_after_a_line_that_introduces(introduction: str) -> None:
    items = "".join(f"> - item number {number}\n" for number in range(12))
    source = f"> {SENTENCE * 2}\n>\n> {introduction}\n>\n{items}"
    for size in range(64, 90, 2):
        chunks = MarkdownTokenTextSplitter(size).split_text(source)
        (held,) = (chunk for chunk in chunks if introduction in chunk)
        assert "item number 0" in held, size


def test_code_in_an_item_stays_with_the_line_before_it() -> None:
    code = "  ```js\n  const unwatch = watch(a, b)\n  unwatch()\n  ```\n"
    source = f"- {SENTENCE * 3}\n\n  Stopping it:\n\n{code}\n- next\n"
    for size in range(56, 80, 2):
        chunks = MarkdownTokenTextSplitter(size).split_text(source)
        (held,) = (chunk for chunk in chunks if "Stopping it:" in chunk)
        assert "unwatch()" in held, size


@pytest.mark.parametrize("marks", [("> ", "> "), ("- ", "  ")])
def test_a_heading_inside_a_block_is_not_cut_off(marks: tuple[str, str]) -> None:
    first, other = marks
    lines = [f"{first}### Paths", "", "word " * 25 + "in:", "", "- " + "word " * 20]
    source = "\n".join([lines[0], *(other + line for line in lines[1:])])
    source += f"\n{other}- " + "word " * 20
    chunks = MarkdownTokenTextSplitter(60).split_text(source)
    assert "word" in chunks[0]


@pytest.mark.parametrize("marks", [("", ""), ("- ", "  ")])
def test_nothing_tiny_stays_behind(marks: tuple[str, str]) -> None:
    first, other = marks
    paragraphs = [f"{first}Hi there.", f"{other}{'word ' * 49}end:"]
    items = "".join(f"{other}- item {number} is\n" for number in range(8))
    source = "\n\n".join([*paragraphs, items])
    chunks = MarkdownTokenTextSplitter(100).split_text(source)
    assert "end:" in chunks[0]


@pytest.mark.parametrize("opening", ["<Tabs>", "- Take these:", "> Take these:"])
def test_it_stays_where_it_would_tear_code_that_fits_without_it(opening: str) -> None:
    code = "```py\n" + "x = 1\n" * 12 + "```"
    source = f"{SENTENCE * 2}\n\n{opening}\n\n{code}\n"
    size = TokenCounter()(code) + 2
    chunks = MarkdownTokenTextSplitter(chunk_size=size).split_text(source)
    assert chunks[-1] == code


def test_a_nested_list_is_not_torn_for_the_words_before_it() -> None:
    items = "    - One two three four five six seven eight nine ten.\n" * 3
    chunks = MarkdownTokenTextSplitter(chunk_size=16).split_text(f"- First:\n{items}")
    assert all(chunk.endswith(("ten.", "First:")) for chunk in chunks)
