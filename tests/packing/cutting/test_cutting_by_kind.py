"""Each kind of block is cut where it should be, and its frame repeated."""

import pytest

from langchain_mdsplit.errors import LimitTooSmallError
from langchain_mdsplit.markdown.blocks import parse_blocks
from tests.packing.cutting.cut_pieces import (
    CHARACTERS,
    cut,
    cut_alone,
    cut_plan,
    first_block,
)

CASES = {
    "a block that fits is one piece": ("- a\n- b\n", 7, [("", "- a\n- b", "")]),
    "prose: sentences": (
        "One two. Three four five, six seven. Eight nine.",
        20,
        [
            ("", "One two.", ""),
            ("", "Three four five,", ""),
            ("", "six seven.", ""),
            ("", "Eight nine.", ""),
        ],
    ),
    "prose: words": ("aa bb\ncc dd", 8, [("", "aa bb\ncc", ""), ("", "dd", "")]),
    "prose: graphemes": (
        "e\u0301e\u0301e\u0301",
        3,
        [("", "e\u0301", "")] * 3,
    ),
    "prose: code points where one grapheme is too long": (
        "e\u0301\u0301",
        2,
        [("", "e\u0301", ""), ("", "\u0301", "")],
    ),
    "prose: after CJK punctuation": (
        "今天天气很好，我们去公园玩吧",
        8,
        [("", "今天天气很好，", ""), ("", "我们去公园玩吧", "")],
    ),
    "prose: no CJK line begins with a closing mark": (
        "天天天天天。天天",
        5,
        [("", "天天天天", ""), ("", "天。天天", "")],
    ),
    "prose: a CRLF is not torn": ("ab\r\ncd", 3, [("", "ab", ""), ("", "cd", "")]),
    "inline: code, links, addresses stay whole": (
        "See [the text](http://e.com/a) and `code here` or [ref two][x] end.",
        32,
        [
            ("", "See [the text](http://e.com/a)", ""),
            ("", "and `code here` or [ref two][x]", ""),
            ("", "end.", ""),
        ],
    ),
    "inline: no cut before what would become a list": (
        "aaaa 1986. bbbb cccc",
        11,
        [("", "aaaa 1986.", ""), ("", "bbbb cccc", "")],
    ),
    "code: lines, fence closed and opened again": (
        "```py x\na = 1\nb = 2\nc = 3\n```",
        28,
        [
            ("", "```py x\na = 1\nb = 2", "\n```"),
            ("```py x\n", "c = 3\n```", ""),
        ],
    ),
    "code: blank lines before lines": (
        "~~~~\na\nb\n\nc\nd\n~~~~",
        17,
        [("", "~~~~\na\nb", "\n~~~~"), ("~~~~\n", "c\nd\n~~~~", "")],
    ),
    "code: info string dropped where it is over a quarter": (
        "```python\na = 1\nb = 2\n```",
        22,
        [("", "```python\na = 1", "\n```"), ("```\n", "b = 2\n```", "")],
    ),
    "code: indentation of lines stays": (
        "```\nif x:\n    return y\n```",
        21,
        [("", "```\nif x:", "\n```"), ("```\n", "    return y\n```", "")],
    ),
    "code: a fence never closed": (
        "```\naaaa\nbbbb",
        12,
        [("", "```\naaaa", "\n```"), ("```\n", "bbbb", "")],
    ),
    "code: in an item": (
        "1. one\n2. two\n   ```py\n   x = 1\n   y = 2\n   ```",
        29,
        [
            ("", "1. one", ""),
            ("", "2. two", ""),
            ("2. ", "```py\n   x = 1", "\n   ```"),
            ("2. ```py\n   ", "y = 2\n   ```", ""),
        ],
    ),
    "code: in a quote": (
        "> ```\n> aaaa\n> bbbb\n> ```",
        18,
        [("", "> ```\n> aaaa", "\n> ```"), ("> ```\n", "> bbbb\n> ```", "")],
    ),
    "code: inside a line": (
        "- ```\n  aaaa bbbb\n  ```",
        20,
        [("", "- ```\n  aaaa", "\n  ```"), ("- ```\n  ", "bbbb\n  ```", "")],
    ),
    "code: more white space than fits": (
        f"```\n{' ' * 40}x\n```",
        20,
        [("", "```", "\n```"), ("```\n", "x\n```", "")],
    ),
    "indented code": (
        "    aaa\n    bbb\n\n    ccc ddd eee",
        12,
        [
            ("", "    aaa", ""),
            ("", "    bbb", ""),
            ("", "    ccc ddd", ""),
            ("    ", "eee", ""),
        ],
    ),
    "indented code in an item": (
        "- a\n\n      code one\n      code two",
        14,
        [("", "- a", ""), ("- ", "    code one", ""), ("- ", "    code two", "")],
    ),
    "table: rows, header repeated": (
        "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |",
        42,
        [
            ("", "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |", ""),
            ("| a | b |\n|---|---|\n", "| 5 | 6 |", ""),
        ],
    ),
    "table: cells keep their column": (
        "|a|b|\n|-|-|\n|cccccc|dddddd|",
        26,
        [("", "|a|b|\n|-|-|\n|cccccc|", ""), ("|a|b|\n|-|-|\n| | ", "dddddd|", "")],
    ),
    "table: rows alone where the header takes half": (
        "| aaaaaaaaaa |\n|---|\n| 1 |\n| 2 |",
        20,
        [
            ("", "| aaaaaaaaaa |\n|---|", ""),
            ("", "| 1 |\n| 2 |", ""),
        ],
    ),
    "table: in an item": (
        "- |a|\n  |-|\n  |b|\n  |c|",
        20,
        [("", "- |a|\n  |-|\n  |b|", ""), ("- |a|\n  |-|\n  ", "|c|", "")],
    ),
    "list: items": (
        "- one two three\n- four\n  five six seven eight nine\n- ten",
        24,
        [
            ("", "- one two three", ""),
            ("", "- four\n  five six seven", ""),
            ("- ", "eight nine\n- ten", ""),
        ],
    ),
    "list: nested items": (
        "- a\n  - b b b\n  - c c c\n- d",
        11,
        [
            ("", "- a", ""),
            ("- ", "- b b b", ""),
            ("- ", "- c c c", ""),
            ("", "- d", ""),
        ],
    ),
    "list: wide markers": (
        "10. a b c\n    d e f",
        9,
        [("", "10. a b c", ""), ("10. ", "d e f", "")],
    ),
    "list: nested items further in than they must be": (
        "* a b c\n    * d e f\n    * g h i",
        11,
        [("", "* a b c", ""), ("*   ", "* d e f", ""), ("*   ", "* g h i", "")],
    ),
    "list: indented from the first line on": (
        "  - a b c\n  - d e f",
        12,
        [("  ", "- a b c", ""), ("  ", "- d e f", "")],
    ),
    "list: tab after the marker": (
        "-\taa bb\n\n\tcc dd",
        10,
        [("", "-\taa bb", ""), ("-   ", "cc dd", "")],
    ),
    "list: the box of a task is text": (
        "- [ ] aa bb\n- [x] cc",
        9,
        [("", "- [ ] aa", ""), ("- ", "bb", ""), ("", "- [x] cc", "")],
    ),
    "quote: lines": (
        "> aa bb cc.\n> dd ee ff\n> gg",
        17,
        [("", "> aa bb cc.", ""), ("", "> dd ee ff\n> gg", "")],
    ),
    "quote: inside a line": (
        "> aa bb cc dd",
        9,
        [("", "> aa bb", ""), ("> ", "cc dd", "")],
    ),
    "quote: lazy lines": (
        "> aaaa\nbbbb",
        7,
        [("", "> aaaa", ""), ("> ", "bbbb", "")],
    ),
    "quote: an item's marker leaves the quote's before the cut": (
        "> - aaaa\n>   bbbb",
        11,
        [("", "> - aaaa\n>", ""), ("> - ", "bbbb", "")],
    ),
    "quote: in an item": (
        "- aa\n  > bb bb\n  > cc cc",
        10,
        [("", "- aa", ""), ("- ", "> bb bb", ""), ("- ", "> cc cc", "")],
    ),
    "footnote": (
        "[^1]: aa bb\n    cc dd",
        13,
        [("", "[^1]: aa bb", ""), ("[^1]: ", "cc dd", "")],
    ),
    "html: lines": (
        "<div>\n<p>aa</p>\n</div>",
        10,
        [("", "<div>", ""), ("", "<p>aa</p>", ""), ("", "</div>", "")],
    ),
    "math": (
        "$$\na + b\nc + d\n$$",
        12,
        [("", "$$\na + b", "\n$$"), ("$$\n", "c + d\n$$", "")],
    ),
    "front matter": (
        "---\na: b\nc: d\n---\n",
        13,
        [("", "---\na: b", "\n---"), ("---\n", "c: d\n---", "")],
    ),
    "heading": (
        "## aaa bbb ccc",
        10,
        [("", "## aaa bbb", ""), ("## ", "ccc", "")],
    ),
    "an opening line of an admonition stays with what follows": (
        "- !!! note\n\n  one two three four",
        18,
        [("", "- !!! note\n\n  one", ""), ("- ", "two three four", "")],
    ),
    "an opening line in a quote stays with what follows a blank line": (
        "> !!! note\n>\n> one two three four",
        20,
        [("", "> !!! note\n>\n> one", ""), ("> ", "two three four", "")],
    ),
    "an opening line in quotes in quotes": (
        "> > ??? note\n> >\n> > one two three four",
        24,
        [("", "> > ??? note\n> >\n> > one", ""), ("> > ", "two three four", "")],
    ),
    "an opening line with attributes only, in an item": (
        "- ::: {.note}\n\n  one two three four",
        20,
        [("", "- ::: {.note}\n\n  one", ""), ("- ", "two three four", "")],
    ),
    "an opening line with attributes only, in a quote": (
        "> ::: {.note}\n>\n> one two three four",
        24,
        [("", "> ::: {.note}\n>\n> one", ""), ("> ", "two three four", "")],
    ),
    "an opening line is not cut after its mark": (
        "> ::: {.note}\n> one two three four",
        24,
        [("", "> ::: {.note}\n> one two", ""), ("> ", "three four", "")],
    ),
    "a closing line of a container is none": (
        "> ::: tip\n> one\n> :::\n>\n> two three",
        24,
        [("", "> ::: tip\n> one\n> :::\n>", ""), ("", "> two three", "")],
    ),
    "markers are left out where they take half": (
        "- - - aaaa bbbb",
        10,
        [("", "- - - aaaa", ""), ("", "bbbb", "")],
    ),
}


@pytest.mark.parametrize(("source", "limit", "expected"), CASES.values(), ids=CASES)
def test_pieces(source: str, limit: int, expected: list[tuple[str, str, str]]) -> None:
    assert cut(source, limit) == expected


OVERLAPS = {
    "sentences": (
        "One two. Three four. Five six. Seven.",
        22,
        12,
        ["One two. Three four.", "Three four. Five six.", "Five six. Seven."],
    ),
    "items": (
        "- a b\n- c d\n- e f",
        12,
        6,
        ["- a b\n- c d", "- c d\n- e f"],
    ),
    "lines of code": (
        "```\na = 1\nb = 2\nc = 3\n```",
        22,
        6,
        ["```\na = 1\nb = 2", "b = 2\nc = 3\n```"],
    ),
    "nothing that is longer": (
        "- a b\n- c d\n- e f",
        12,
        4,
        ["- a b\n- c d", "- e f"],
    ),
}


@pytest.mark.parametrize(
    ("source", "limit", "overlap", "expected"), OVERLAPS.values(), ids=OVERLAPS
)
def test_overlap(source: str, limit: int, overlap: int, expected: list[str]) -> None:
    assert [text for _, text, _ in cut(source, limit, overlap)] == expected


@pytest.mark.parametrize("limit", [3, 6, 7, 8])
def test_the_smallest_frame_of_a_fence_is_named(limit: int) -> None:
    with pytest.raises(LimitTooSmallError, match=rf"={limit} .* at least 9$"):
        cut("```\nxy\n```", limit)


def test_the_size_that_is_named_works() -> None:
    assert cut("```\nxy\n```", 9) == [
        ("", "```", "\n```"),
        ("```\n", "x", "\n```"),
        ("```\n", "y\n```", ""),
    ]


def test_a_plan_takes_another_limit_and_context_for_each_piece() -> None:
    source = "- aa\n- bb\n- cc\n- dd"
    plan = cut_plan(source, first_block(source))
    first = plan.piece(plan.start, 9, context="text\n")
    rest = plan.piece(first.end, 20)
    assert source[first.start : first.end] == "- aa"
    assert source[rest.start : rest.end] == "- bb\n- cc\n- dd"
    assert rest.end == plan.end


def test_a_list_after_text_keeps_the_indentation_that_stands_before_it() -> None:
    source = "text\n\n  - a b c\n  - d e f"
    block = parse_blocks(source).blocks[1]
    plan = cut_plan(source, block)
    assert plan.piece(plan.start, 20, context=source[: plan.start]).prefix == ""
    assert plan.piece(plan.start, 20, context="text\n\n").prefix == "  "


def test_a_sentence_splitter_replaces_ours() -> None:
    source = "aaaa bbbb. cccc dddd eeee"
    pieces = cut_alone(
        source,
        first_block(source),
        18,
        CHARACTERS,
        sentence_splitter=lambda text: [(0, 15), (16, len(text))],
    )
    assert source[pieces[0].start : pieces[0].end] == "aaaa bbbb. cccc"
