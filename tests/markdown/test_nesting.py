"""The inner structure of a block, by kind."""

import pytest

from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.markdown.nesting import Nesting, read_nesting

NODES = {
    "a tight item's text is a paragraph": (
        "- a\n  b\n  - c",
        [
            ("list", 0, "- a\n  b\n  - c"),
            ("listItem", 1, "- a\n  b\n  - c"),
            ("paragraph", 2, "a\n  b"),
            ("list", 2, "- c"),
            ("listItem", 3, "- c"),
            ("paragraph", 4, "c"),
        ],
    ),
    "an item begins at its marker": (
        "- a\n\n    - b",
        [
            ("list", 0, "- a\n\n    - b"),
            ("listItem", 1, "- a\n\n    - b"),
            ("paragraph", 2, "a\n"),
            ("list", 2, "- b"),
            ("listItem", 3, "- b"),
            ("paragraph", 4, "b"),
        ],
    ),
    "rows": (
        "|a|\n|-|\n|b|",
        [
            ("table", 0, "|a|\n|-|\n|b|"),
            ("tableHead", 1, "|a|\n"),
            ("tableRow", 1, "|b|"),
        ],
    ),
    "a formula": (
        "- $$\n  a\n  $$",
        [
            ("list", 0, "- $$\n  a\n  $$"),
            ("listItem", 1, "- $$\n  a\n  $$"),
            ("math", 2, "$$\n  a\n  $$"),
        ],
    ),
    "a formula with text is a paragraph": (
        "- $$a$$ b",
        [
            ("list", 0, "- $$a$$ b"),
            ("listItem", 1, "- $$a$$ b"),
            ("paragraph", 2, "$$a$$ b"),
        ],
    ),
    "front matter": ("---\na: b\n---", [("yaml", 0, "---\na: b\n---")]),
    "a definition": ("[a]: b", [("paragraph", 0, "[a]: b")]),
    "code points": (
        "> é\n>\n> `ü`",
        [
            ("blockquote", 0, "> é\n>\n> `ü`"),
            ("paragraph", 1, "é\n"),
            ("paragraph", 1, "`ü`"),
        ],
    ),
    "a rule in an item": (
        "- a\n\n  ***",
        [
            ("list", 0, "- a\n\n  ***"),
            ("listItem", 1, "- a\n\n  ***"),
            ("paragraph", 2, "a\n"),
            ("thematicBreak", 2, "***"),
        ],
    ),
}


def nesting_of(source: str) -> Nesting:
    return read_nesting(source, parse_blocks(source).blocks[0])


@pytest.mark.parametrize(("source", "expected"), NODES.values(), ids=NODES)
def test_nodes(source: str, expected: list[tuple[str, int, str]]) -> None:
    nesting = nesting_of(source)
    nodes = [nesting.node(index) for index in range(len(nesting.kinds))]
    assert [
        (node.kind, node.depth, source[node.start : node.end]) for node in nodes
    ] == expected


ATOMS = {
    "code, links, images, formulas, tags": (
        "a `b` [c *d*](e) ![f](g) $h$ <i> <http://j>",
        ["`b`", "[c *d*](e)", "![f](g)", "$h$", "<i>", "<http://j>"],
    ),
    "outermost only": ("[a `b` ![c](d)](e)", ["[a `b` ![c](d)](e)"]),
    "none in code": ("    `a` [b](c)", []),
    "code points": ("é `ü` [ö](x)", ["`ü`", "[ö](x)"]),
}


@pytest.mark.parametrize(("source", "expected"), ATOMS.values(), ids=ATOMS)
def test_atoms(source: str, expected: list[str]) -> None:
    atoms = nesting_of(source).atoms
    assert [source[start:end] for start, end in atoms] == expected


def test_innermost_is_the_leaf_or_the_container_of_a_marker() -> None:
    source = "> - a\n>\n> |b|\n> |-|\n> |c|"
    nesting = nesting_of(source)
    found = [nesting.kinds[nesting.innermost(source.index(text))] for text in ">-ac"]
    assert found == ["blockquote", "listItem", "paragraph", "table"]
    assert nesting.innermost(len(source)) == -1


def test_the_first_child_is_marked() -> None:
    nesting = nesting_of("- a\n\n  b\n- c")
    assert [
        kind
        for kind, is_first in zip(nesting.kinds, nesting.firsts, strict=True)
        if not is_first
    ] == ["paragraph", "listItem"]


def test_deep_nesting_takes_no_recursion() -> None:
    nesting = nesting_of("> " * 25_000 + "a")
    assert nesting.depths[-1] == 25_000
