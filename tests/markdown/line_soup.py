"""Hypothesis strategies: Markdown put together line by line, made to be hard."""

from hypothesis import strategies as st

from tests.properties.markdown_texts import markdown_texts

_PREFIXES = ("", "", "", "", " ", "   ", "    ", "\t", "> ", ">", "- ", "1. ", "[^1]: ")
_LINES = (
    "",
    "",
    "",
    "a",
    "# h",
    "## h ## ",
    "#",
    "===",
    "---",
    "***",
    "+++",
    "- ",
    "- [x]",
    "2) c",
    ">",
    "```",
    "``` js",
    "```\t",
    "~~~ \t",
    "`c",
    "<div>",
    "</div>",
    "<b>",
    "<!-- c",
    "-->",
    "<script>",
    "[x]: y",
    "[x]: y 't'",
    "[x]:",
    "'t'",
    '"t',
    't"',
    "[a\\]b]: <c d> (t)",
    "[]: y",
    "[x]: y z",
    "[x]",
    "[^1]: f",
    "[^2]:",
    "[^1]",
    "[^a b]: c",
    "| a | b |",
    "|---|---|",
    "|-|",
    "|",
    "- | -",
    "a | b",
    "$$",
    "$$x$$",
    "{#id}",
    "a\\",
    "a  ",
    "!!! note",
    "import a from 'b'",
)
_ODD = (
    "\ufeff",
    "\0",
    "\f",
    "\v",
    "\x1c",
    "\x85",
    "\xa0",
    "\u2028",
    "\u3000",
    "\ud800",
    "\udc00",
    "😀",
    "é",
    "\\",
    "*",
    "_",
    "[",
    "]:",
    "{#b}",
    "&amp;",
)
LINE_ENDINGS = ("\n", "\r", "\r\n")


def markdown_lines(max_lines: int = 8) -> st.SearchStrategy[str]:
    """Return documents of few lines with one kind of line ending each."""
    line = st.tuples(
        st.sampled_from(_PREFIXES),
        st.one_of(st.sampled_from(_LINES), st.sampled_from((*_LINES, *_ODD))),
        st.sampled_from(("", "", "", "", *_ODD)),
    ).map("".join)
    lines = st.lists(line, max_size=max_lines)
    return st.tuples(st.sampled_from(LINE_ENDINGS), lines).map(
        lambda pair: pair[0].join(pair[1])
    )


def hard_texts() -> st.SearchStrategy[str]:
    """Return documents of lines, or of longer pieces with anything between them."""
    return st.one_of(markdown_lines(), markdown_lines(), markdown_texts())
