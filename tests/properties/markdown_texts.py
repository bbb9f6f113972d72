"""Hypothesis strategies for Markdown: spec pieces, hostile fragments, odd Unicode."""

from functools import cache

from hypothesis import strategies as st

from tests.shared_data import load_cases

PIECES = (
    "# A",
    "## B {#b}",
    "### C ###",
    "#",
    "Setext\n===",
    "Two\nlines\n---",
    "A paragraph. With two sentences, and `code`.",
    "hard  \nwrapped\nlines",
    "- one\n- two\n  - three\n\n    four",
    "  - indented\n  - list",
    "1. one\n2. two\n10. ten\n    more",
    "- [ ] todo\n- [x] done",
    "> quote\nlazy\n> > nested\n> - item\n>   more",
    "- > quote in item\n  > again",
    "```python\ncode = 1\n\nmore = 2\n```",
    "~~~~\n```\n~~~~",
    "- item\n\n  ```\n  code\n  ```",
    "```\nunclosed",
    "```\t\na\n```\t",
    "    indented\n\n    code",
    "\tcode by tab",
    "| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | 4 |",
    "| a |\n|-|\n| b |\ntext",
    "<div>\n*html*\n</div>",
    "<!-- comment\n\n# not a heading\n-->",
    "[a]: /url 'title'",
    "[a]: /again\n[A]: <b>\n[c]:\n  /url\n  'title'",
    "[^1]: A note.\n\n    More of it.",
    "See [^1] and [a], <https://x.y> https://x.y.",
    "$$\nx = y\n$$",
    "Text $x$ and $$y$$.",
    "***",
    "---",
    "+++\na = 1\n+++",
    "---\na: 1\n---",
    '!!! note "Title"\n    body',
    "::: warning\nbody\n:::",
    "![image](a.png) **bold** _it_ ~~gone~~ [link](b)",
    "日本語の文。もう一つ！「はい。」",
    "مرحبا. نص ثان؟",
    "👩‍👩‍👧‍👦 e\u0301 ก็ 🇩🇪🇫🇷",
    "word " * 40,
    "x" * 150,
    "<Component prop={1}>\n\n  text\n\n</Component>",
)
HOSTILE = (
    "\ufeff",
    "\x00",
    "\x0b",
    "\x0c",
    "\x85",
    "\xa0",
    "\u2028",
    "\u3000",
    "\ud800",
    "\u200d",
    "\u0301",
    "`",
    "``",
    "[",
    "](",
    "<",
    "<!--",
    "|",
    ">",
    "> ",
    "- ",
    "1. ",
    "    ",
    "\t",
    "$",
    "$$",
    "\\",
    "*",
    "_",
    "<|endoftext|>",
)
BREAKS = ("\n", "\n\n", "\n\n\n", "\n \t\n", "\r\n\r\n", "\r", "", " ")


@cache
def _spec_pieces() -> tuple[str, ...]:
    """Return the examples of the CommonMark and GFM specifications."""
    cases = load_cases("data/commonmark_spec.json") + load_cases("data/gfm_spec.json")
    return tuple(case["markdown"] for case in cases)


def markdown_texts(max_pieces: int = 12) -> st.SearchStrategy[str]:
    """Return texts joined from pieces that are Markdown, hostile, or anything."""
    known = (*PIECES, *PIECES, *_spec_pieces())
    piece = st.one_of(
        st.sampled_from(known),
        st.sampled_from(HOSTILE),
        st.text(st.characters(exclude_categories=()), max_size=20),
    )
    pair = st.tuples(piece, st.sampled_from(BREAKS))
    return st.lists(pair, max_size=max_pieces).map(
        lambda pairs: "".join(text + line_break for text, line_break in pairs)
    )
