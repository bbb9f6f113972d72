"""Cuts in raw HTML: after rows, after items, at lines, after cells, at words.

The cuts are shown as what each piece holds of the source, without what is added to it.
"""

import re

import pytest

from langchain_mdsplit import MarkdownFragmentTextSplitter
from tests.packing.cutting.cut_pieces import (
    CHARACTERS,
    cut,
    cut_checked,
    first_block,
)

ROWS = [f"<tr><td>Revenue of segment {n}</td><td>{n}</td></tr>" for n in range(9)]
LINED_ROW = "  <tr>\n    <td>name</td>\n    <td>S</td>\n  </tr>\n"
LINED_TABLE = f"<table>\n{LINED_ROW * 6}</table>"

CASES = {
    "rows": (
        "<table><tr><td>a b</td></tr><tr><td>c d</td></tr></table>",
        40,
        ["<table><tr><td>a b</td></tr>", "<tr><td>c d</td></tr></table>"],
    ),
    "rows in upper case, with attributes": (
        '<TABLE><TR CLASS="x y"><TD>a b</TD></TR ><TR ID=z><TD>c d</TD></TR></TABLE>',
        50,
        [
            '<TABLE><TR CLASS="x y"><TD>a b</TD></TR >',
            "<TR ID=z><TD>c d</TD></TR></TABLE>",
        ],
    ),
    "rows with white space between them": (
        "<table><tr><td>a b</td></tr>  <tr><td>c d</td></tr></table>",
        40,
        ["<table><tr><td>a b</td></tr>", "<tr><td>c d</td></tr></table>"],
    ),
    "rows before items": (
        (
            "<table><tr><td><p>a</p><p>b</p></td></tr><tr><td><p>c</p><p>d</p></td></tr>"
            "</table>"
        ),
        60,
        [
            "<table><tr><td><p>a</p><p>b</p></td></tr>",
            "<tr><td><p>c</p><p>d</p></td></tr></table>",
        ],
    ),
    "rows before lines": (
        "<table>\n<tr><td>a</td>\n</tr><tr>\n<td>b</td></tr>\n</table>",
        40,
        ["<table>\n<tr><td>a</td>\n</tr>", "<tr>\n<td>b</td></tr>\n</table>"],
    ),
    "rows of a nested table": (
        (
            "<table><tr><td><table><tr><td>a</td></tr><tr><td>b</td></tr></table></td></tr>"
            "<tr><td>c</td></tr></table>"
        ),
        70,
        [
            "<table><tr><td><table><tr><td>a</td></tr>",
            "<tr><td>b</td></tr></table></td></tr><tr><td>c</td></tr></table>",
        ],
    ),
    "the end tags of all that ends stay together": (
        "<div><div><p>a b</p></div>\n</div><div><p>c d</p></div>",
        36,
        ["<div><div><p>a b</p></div>\n</div>", "<div><p>c d</p></div>"],
    ),
    "an end tag of another kind is as good as the one before it": (
        "<table><tr><td>a</td></tr></font><tr><td>b</td><td>c</td></tr></table>",
        52,
        [
            "<table><tr><td>a</td></tr></font>",
            "<tr><td>b</td><td>c</td></tr></table>",
        ],
    ),
    "but not where text is in between": (
        "<table><tr><td>a</td></tr>x</font><tr><td>b</td><td>c</td></tr></table>",
        52,
        [
            "<table><tr><td>a</td></tr>",
            "x</font><tr><td>b</td><td>c</td></tr></table>",
        ],
    ),
    "list items": (
        "<ul><li>one two</li><li>three <b>f f</b></li><li>five six</li></ul>",
        40,
        [
            "<ul><li>one two</li>",
            "<li>three <b>f f</b></li>",
            "<li>five six</li></ul>",
        ],
    ),
    "headings and paragraphs": (
        "<h2>a b</h2><p>c d</p><p>e f</p><p>g h</p>",
        25,
        ["<h2>a b</h2><p>c d</p>", "<p>e f</p><p>g h</p>"],
    ),
    "definitions": (
        "<dl><dt>a b</dt><dd>c d</dd><dt>e f</dt><dd>g h</dd></dl>",
        32,
        ["<dl><dt>a b</dt><dd>c d</dd>", "<dt>e f</dt><dd>g h</dd></dl>"],
    ),
    "blocks before items": (
        "<section><p>a b</p></section><div><p>c d</p><p>e f</p></div>",
        44,
        ["<section><p>a b</p></section>", "<div><p>c d</p><p>e f</p></div>"],
    ),
    "details": (
        "<details><summary>a b</summary><p>c d</p></details><p>e f</p>",
        54,
        ["<details><summary>a b</summary><p>c d</p></details>", "<p>e f</p>"],
    ),
    "what is quoted": (
        "<blockquote>a b</blockquote><pre>c d</pre><p>e f</p>",
        44,
        ["<blockquote>a b</blockquote><pre>c d</pre>", "<p>e f</p>"],
    ),
    "cells": (
        "<table><tr><th>a b c d</th><td>e f g h</td><td>i j</td></tr></table>",
        46,
        [
            "<table><tr><th>a b c d</th><td>e f g h</td>",
            "<td>i j</td></tr></table>",
        ],
    ),
    "line breaks": (
        "<div>one two<br>three<br/>four<BR />five six</div>",
        43,
        ["<div>one two<br>three<br/>four<BR />", "five six</div>"],
    ),
    "cells before lines": (
        "<table><tr><td>a\nb</td><td>c\nd</td><td>e</td></tr></table>",
        36,
        ["<table><tr><td>a\nb</td><td>c\nd</td>", "<td>e</td></tr></table>"],
    ),
    "a tag over several lines": (
        '<td>\n<img alt="One"\n  src="a.png">\n</td>\n<td>\n<img alt="Two">\n</td>',
        54,
        [
            '<td>\n<img alt="One"\n  src="a.png">\n</td>',
            '<td>\n<img alt="Two">\n</td>',
        ],
    ),
    "lines, not those in a tag or after an opening one": (
        '<div>one two\n<a\n  href="b"\n  title="c">\nfour five six',
        36,
        ["<div>one two", '<a\n  href="b"\n  title="c">\nfour five', "six"],
    ),
    "words, and not those in a tag": (
        '<p>one two three <a href="x y z" title="a > b">four</a> five six</p>',
        45,
        [
            "<p>one two three",
            '<a href="x y z" title="a > b">four</a> five',
            "six</p>",
        ],
    ),
    "words in a tag that is too long": (
        '<div title="one two three four">five</div>',
        22,
        ['<div title="one two', 'three four">five</div>'],
    ),
    "a word's end that is no tag's": (
        "<p>one x->y two three</p>",
        16,
        ["<p>one x->y two", "three</p>"],
    ),
    "tags without anything between them": (
        f"<div>{'<a>' * 6}</div>",
        12,
        ["<div><a><a>", "<a><a><a><a>", "</div>"],
    ),
    "an opening tag goes with the text that follows it": (
        "<p>one two <b>three</b> four</p>",
        16,
        ["<p>one two", "<b>three</b>", "four</p>"],
    ),
    "a mark over nothing": (
        "<div><p>a b</p>\u0301c c<p>d e</p></div>",
        16,
        ["<div><p>a", "b</p>\u0301c c<p>d", "e</p></div>"],
    ),
    "what would be a heading on its own": (
        "<div><p>a b</p># c<p>d e</p><p>f</p></div>",
        24,
        ["<div><p>a b</p># c<p>d", "e</p><p>f</p></div>"],
    ),
    "what would be an item on its own": (
        "<div><i>a a a</i>1. bbbbbbbb cc</div>",
        18,
        ["<div><i>a a", "a</i>1. bbbbbbbb", "cc</div>"],
    ),
    "an opening tag before another one": (
        "<p>one two <b><i>three</i></b> four</p>",
        15,
        ["<p>one two <b>", "<i>three</i>", "</b> four</p>"],
    ),
    "a comment that does not fit stays whole": (
        "<table><tr><td>a</td></tr><!-- b b b b --><tr><td>c</td></tr></table>",
        36,
        [
            "<table><tr><td>a</td></tr>",
            "<!-- b b b b -->",
            "<tr><td>c</td></tr></table>",
        ],
    ),
    "a comment stays with what it follows": (
        "<table><tr><td>a</td></tr><!-- b --><tr><td>c</td></tr></table>",
        45,
        ["<table><tr><td>a</td></tr><!-- b -->", "<tr><td>c</td></tr></table>"],
    ),
    "between comments": (
        "<div><!--a--><!--b--><!--c--></div>",
        24,
        ["<div><!--a--><!--b-->", "<!--c--></div>"],
    ),
    "after text that is shown as it is": (
        "<div><pre>a </p> b</pre><pre>c</pre></div>",
        32,
        ["<div><pre>a </p> b</pre>", "<pre>c</pre></div>"],
    ),
    "a comment: lines": (
        "<div>\n<!--\n<p>a</p><p>b</p>\n<p>c</p><p>d e\nf</p>\n-->\n</div>",
        30,
        [
            "<div>\n<!--\n<p>a</p><p>b</p>",
            "<p>c</p><p>d e\nf</p>\n-->",
            "</div>",
        ],
    ),
    "a comment without its end: lines": (
        "<div>\n<!--\n<p>a</p><p>b\nb</p>",
        24,
        ["<div>\n<!--\n<p>a</p><p>b", "b</p>"],
    ),
    "a script: lines": (
        '<script>\na = "</tr>"; b = 1\nc = "</p>"; d = 2\n</script>',
        30,
        ['<script>\na = "</tr>"; b = 1', 'c = "</p>"; d = 2\n</script>'],
    ),
    "a style: lines": (
        "<STYLE type=x>\na { } /* </p> */ b { }\n</style>",
        40,
        ["<STYLE type=x>\na { } /* </p> */ b { }", "</style>"],
    ),
    "text that is shown as it is: lines": (
        "<div>\n<pre>\na </p> b\nc d\n</pre>\n<p>e f</p>\n</div>",
        25,
        ["<div>\n<pre>\na </p> b\nc d", "</pre>\n<p>e f</p>\n</div>"],
    ),
    "blank lines are the best": (
        "<pre>\na\n\nb c\nd e\n</pre><p>f g</p>\n",
        26,
        ["<pre>\na", "b c\nd e\n</pre><p>f g</p>"],
    ),
    "in an item": (
        (
            "- <table>\n  <tr><td>a</td></tr>\n  <tr><td>b</td>\n  <td>c</td></tr>\n"
            "  </table>"
        ),
        48,
        [
            "- <table>\n  <tr><td>a</td></tr>",
            "<tr><td>b</td>\n  <td>c</td></tr>\n  </table>",
        ],
    ),
    "in a quote": (
        (
            "> <table>\n> <tr><td>a</td></tr>\n> <tr><td>b</td>\n> <td>c</td></tr>\n"
            "> </table>"
        ),
        48,
        [
            "> <table>\n> <tr><td>a</td></tr>",
            "> <tr><td>b</td>\n> <td>c</td></tr>\n> </table>",
        ],
    ),
    "in a line of a quote": (
        "> <table><tr><td>a</td></tr><tr><td>b</td></tr></table>",
        40,
        ["> <table><tr><td>a</td></tr>", "<tr><td>b</td></tr></table>"],
    ),
    "a quote's line that begins like its mark": (
        "> <div><p>a b</p>\n> > c c<p>d e</p></div>",
        22,
        ["> <div><p>a b</p>", "> > c c<p>d e</p>", "</div>"],
    ),
    "a quote's text that begins like its mark": (
        "> <div><p>a b</p>> c c<p>d e</p></div>",
        19,
        ["> <div><p>a b</p>>", "c c<p>d e</p>", "</div>"],
    ),
}


@pytest.mark.parametrize(("source", "limit", "expected"), CASES.values(), ids=CASES)
def test_pieces(source: str, limit: int, expected: list[str]) -> None:
    assert [text for _, text, _ in cut(source, limit)] == expected


@pytest.mark.parametrize("limit", range(70, 400, 7))
def test_rows_of_one_line_stay_whole(limit: int) -> None:
    source = f"<table>{''.join(ROWS)}</table>"
    for _, text, _ in cut(source, limit):
        row = text.removeprefix("<table>").removesuffix("</table>")
        assert re.fullmatch(r"(<tr>(?:(?!<tr>).)*</tr>)+", row), text


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("limit", range(80, 300, 11))
def test_rows_of_many_lines_stay_whole(limit: int, ending: str) -> None:
    source = LINED_TABLE.replace("\n", ending)
    for _, text, _ in cut(source, limit):
        assert text.startswith(("<table>", "  <tr>", "<tr>"))
        assert text.endswith(("</tr>", "</table>"))
        assert text.count("<tr>") == text.count("</tr>") > 0


@pytest.mark.parametrize("case", CASES)
def test_promises_hold_at_any_limit(case: str) -> None:
    source = CASES[case][0]
    block = first_block(source)
    for limit in range(8, 60):
        cut_checked(source, block, limit, CHARACTERS)


@pytest.mark.parametrize(
    "title", ["<h2>Title two</h2>", "<dt>Pear tree</dt>", "<summary>Why?</summary>"]
)
def test_a_title_goes_with_what_follows_it(title: str) -> None:
    source = f"<p>{'b' * 24}</p>{title}<p>{'d' * 20}</p><p>x</p>"
    splitter = MarkdownFragmentTextSplitter(50, length_function=len)
    pieces = splitter.split_text(source)
    assert pieces[1].startswith(f"{title}<p>ddd")
