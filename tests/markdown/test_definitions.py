"""Link reference definitions: where each one ends, repeated ones included."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.markdown.definitions import find_definitions
from langchain_mdsplit.markdown.parser import markdown_parser
from tests.markdown.line_soup import LINE_ENDINGS

LABELS = ("a", "a b", "a\\]b", "a\nb", "\\[", "a\\\\", "é", "!", "a\tb", "^")
DESTINATIONS = (
    "u",
    "<u v>",
    "<>",
    "u(v)",
    "[w]",
    "[w]:",
    "x#y",
    "\\<",
    "<a\\>>",
    '"q"',
)
TITLES = (
    "",
    "",
    " 't'",
    '\n"t"',
    "  (t\n[x]: u\n)",
    '\t"a\\"b"',
    " 'a\n  [b]\n'",
    "\n''",
)
BLANKS = ("", " ", "\n", "  \n   ", "\t")


def _definitions() -> st.SearchStrategy[str]:
    """Return one valid definition."""
    parts = (LABELS, BLANKS, DESTINATIONS, TITLES, ("", " ", "\t"))
    return st.tuples(
        st.sampled_from(("", " ")), *(st.sampled_from(part) for part in parts)
    ).map(lambda t: f"{t[0]}[{t[1]}]:{t[2]}{t[3]}{t[4]}{t[5]}")


@given(
    definitions=st.lists(_definitions(), min_size=1, max_size=6),
    line_ending=st.sampled_from(LINE_ENDINGS),
    gaps=st.sampled_from(("\n", "\n\n", "\n \n\n")),
    before=st.sampled_from(("", "# h\n", "- i\n\n", "> q\n\n", "[^1]: f\n\n", "---\n")),
)
def test_each_is_found_even_if_repeated(
    definitions: list[str], line_ending: str, gaps: str, before: str
) -> None:
    source = before + gaps.join(definitions + definitions[:1]) + "\n\nafter"
    source = source.replace("\n", line_ending)
    found = [
        source[block.start : block.end]
        for block in parse_blocks(source, has_front_matter=False).blocks
        if block.kind == "definition"
    ]
    expected = [text.strip(" \t") for text in definitions + definitions[:1]]
    assert found == [text.replace("\n", line_ending) for text in expected]


@given(definition=_definitions())
def test_the_parser_agrees(definition: str) -> None:
    """The generated definitions are ones: each alone is one for the parser too."""
    (span,) = (
        entry["span"]
        for entry in markdown_parser().reference_definitions(definition).values()
    )
    (raw,) = find_definitions(definition, 0)
    ours = definition[raw[1] : raw[2]].encode()
    assert definition.encode()[span["start"] : span["end"]].rstrip() == ours


@pytest.mark.parametrize(
    ("gap", "spans"),
    [
        ("", []),
        (" \n\t\n", []),
        ("[a]: b", [(0, 6)]),
        ("\n\n  [a]: b  \n\n", [(4, 10)]),
        ("[a]: b\n[a]: b\n", [(0, 6), (7, 13)]),
        ("[a]: b\n          [c]: d\n", [(0, 6), (17, 23)]),
        ("[a]:\n[b]:\n[c]: d", [(0, 9), (10, 16)]),
        ("[a]: b 'c\n[d]: e'\n[f]: g", [(0, 17), (18, 24)]),
        ("[a]: b\r[c]:\r\nd\n\r[e]: f", [(0, 6), (7, 14), (16, 22)]),
    ],
    ids=repr,
)
def test_spans(gap: str, spans: list[tuple[int, int]]) -> None:
    found = list(find_definitions(gap, 100))
    assert [(start - 100, end - 100) for _, start, end, _ in found] == spans
    assert {shape.kind for shape, *_ in found} <= {"definition"}


@given(gap=st.text("[]:ab\\'\"( )\n\r\t\f\x85<>", max_size=30))
def test_text_that_is_no_definition_is_never_lost(gap: str) -> None:
    position = 0
    for _, start, end, _ in find_definitions(gap, 0):
        assert not gap[position:start].strip()
        assert gap[start:end].strip() == gap[start:end] != ""
        position = end
    assert not gap[position:].strip()
