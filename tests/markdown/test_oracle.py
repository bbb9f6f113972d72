"""Blocks against a second, independent parser: markdown-it-py.

Compared are line, kind and level of every top-level block. Four things differ by
design, and each difference is checked to be just that: a footnote definition is other
blocks there, as it knows no footnotes; our `math` is a paragraph there; a link
reference definition is no block there; a paragraph of nothing but Unicode white space
is no block here. Front matter is cut off before.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from langchain_mdsplit.markdown.blocks import Block, parse_blocks
from tests.markdown.line_soup import LINE_ENDINGS
from tests.markdown.own_cases import load_own_cases
from tests.shared_data import corpus_files, load_cases, read_source, tricky_files

_ORACLE = MarkdownIt("commonmark", {"maxNesting": 1_000_000}).enable("table")
_KINDS = {
    "paragraph_open": "paragraph",
    "heading_open": "heading",
    "fence": "code",
    "code_block": "code",
    "html_block": "html",
    "hr": "thematicBreak",
    "blockquote_open": "blockquote",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "table_open": "table",
}
_NOT_SEEN = frozenset({"yaml", "toml", "definition", "footnoteDefinition"})
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:")
_EMPTY_ITEM_AND_BLANK_LINES = re.compile(r"[-*.)][ >]*\n[ >]*\n[ >]*(?:\n|\Z)")
_LINE_ENDING = re.compile(r"\r\n|\r|\n")

DIFFERENT = {
    f"blocks: {name}": "no paragraph goes on after a definition there"
    for name in (
        "definition indented under definition",
        "definition after code in item",
    )
}

# Lines of which both parsers are known to make the same. The other one is wrong about
# what follows a definition without a blank line (to it no lazy line), about code inside
# and after quotes, about tables that begin in an item or quote and go on outside, and
# about two blank lines after an empty item (to it the end of the list).
_PREFIXES = (
    "",
    "",
    "",
    " ",
    "   ",
    "> ",
    ">",
    "- ",
    "1. ",
    "* ",
    "  - ",
    "> > ",
    "- - ",
)
_LINES = (
    *("", "", "", "a", "b c", "# h", "## h ##", "#", "===", "---", "***", "+++", "$"),
    *("- a", "* b", "1. d", "2) e", "- ", "-", "> q", ">", "```", "~~~", "``` js"),
    *(
        "````",
        "```\t",
        "<div>",
        "</div>",
        "<!-- c",
        "-->",
        "<b>x</b>",
        "<pre>",
        "<?php",
    ),
    *("[x]", "[ ]: y", "- [ ] t", "- [x]", "a\\", "`c`", "`c", "**b", "<X />", "{#id}"),
    *("é", "\0", "\f", "#\f", "\u2028", "&amp;"),
)


class Seen(NamedTuple):
    """A top-level block as both parsers can tell it."""

    line: int
    kind: str
    level: int


def _seen_by_us(body: str, blocks: Iterable[Block], base: int) -> list[Seen]:
    line_starts = [found.end() for found in _LINE_ENDING.finditer(body)]
    return [
        Seen(
            bisect_right(line_starts, block.start - base),
            "paragraph" if block.kind == "math" else block.kind,
            block.level,
        )
        for block in blocks
    ]


def _seen_by_the_oracle(body: str) -> list[Seen]:
    lines = _LINE_ENDING.split(body)
    return [
        Seen(
            token.map[0],
            _KINDS[token.type],
            int(token.tag[1]) if token.type == "heading_open" else 0,
        )
        for token in _ORACLE.parse(body)
        if token.level == 0 and token.map and token.type in _KINDS
        if "".join(lines[slice(*token.map)]).strip()
    ]


def _assert_same(source: str, *, has_front_matter: bool = True) -> None:
    parsed = parse_blocks(source, has_front_matter=has_front_matter)
    base = int(source.startswith("\ufeff"))
    if parsed.front_matter:
        base = parsed.front_matter.body_start
    body = source[base:]
    visible = [block for block in parsed.blocks if block.kind not in _NOT_SEEN]
    ours = _seen_by_us(body, visible, base)
    footnotes = [b for b in parsed.blocks if b.kind == "footnoteDefinition"]
    assert all(_FOOTNOTE.match(source, block.start) for block in footnotes)
    first = [seen.line for seen in _seen_by_us(body, footnotes, base)]
    ends = [block._replace(start=block.end) for block in footnotes]
    last = [seen.line for seen in _seen_by_us(body, ends, base)]
    theirs = [
        seen
        for seen in _seen_by_the_oracle(body)
        if not any(a <= seen.line <= b for a, b in zip(first, last, strict=True))
    ]
    assert ours == theirs


def _small_documents() -> list[Any]:
    documents = {
        f"blocks: {case['id']}": case["markdown"]
        for case in load_own_cases("blocks.json")
    }
    for name in ("commonmark", "gfm"):
        for case in load_cases(f"data/{name}_spec.json"):
            documents[f"{name}: {case['example']}"] = case["markdown"]
    for case in load_cases("data/reported_faults.jsonl"):
        documents[f"fault: {case['id']}"] = case["input"].get("text", "")
    return [
        pytest.param(
            source,
            id=name,
            marks=pytest.mark.xfail(strict=True, reason=DIFFERENT[name])
            if name in DIFFERENT
            else (),
        )
        for name, source in documents.items()
    ]


@pytest.mark.parametrize("source", _small_documents())
def test_small_documents(source: str) -> None:
    _assert_same(source)


def test_the_list_of_differences_is_not_stale() -> None:
    ids = {parameters.id for parameters in _small_documents()}
    assert DIFFERENT.keys() <= ids


@pytest.mark.parametrize(
    "path",
    [*tricky_files(), *corpus_files()],
    ids=lambda path: "-".join(path.parts[-3:]),
)
def test_real_documents(path: Path) -> None:
    _assert_same(read_source(path))


@given(
    lines=st.lists(
        st.tuples(st.sampled_from(_PREFIXES), st.sampled_from(_LINES)).map("".join),
        max_size=8,
    ),
    line_ending=st.sampled_from(LINE_ENDINGS),
)
def test_lines_of_all_kinds(lines: list[str], line_ending: str) -> None:
    assume(not _EMPTY_ITEM_AND_BLANK_LINES.search("\n".join(lines)))
    _assert_same(line_ending.join(lines), has_front_matter=False)
