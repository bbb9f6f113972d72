"""What is embedded as one: sentences, items, headings, fences, tables."""

import pytest
from hypothesis import given

from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.packing.semantic.units import Unit
from tests.packing.semantic.documents import texts_of, units_of
from tests.properties.markdown_texts import PIECES, markdown_texts
from tests.shared_data import corpus_files, read_source, tricky_files

EVERY = 12  # of the corpus's files, one in so many
FENCE = "```py\na. B\n\nc. D\n```"
INDENTED = "    ```\n    a. B\n\n    c. D\n    ```"
TABLE = "| a. B | c |\n|---|---|\n| d. E | f |"
CASES: dict[str, tuple[str, list[str]]] = {
    "nothing": ("", []),
    "blank": (" \n\n\t\n", []),
    "sentences": ("One is. Two is! Three?\n", ["One is.", "Two is!", "Three?"]),
    "hard-wrapped lines": (
        "One goes\non here. Two\ngoes too.\n\nNo\nstop",
        ["One goes\non here.", "Two\ngoes too.", "No\nstop"],
    ),
    "CR and CRLF": ("One\ris. Two\r\nis.", ["One\ris.", "Two\r\nis."]),
    "CJK": ("今天天气。好的吗？是！", ["今天天气。", "好的吗？", "是！"]),
    "Japanese in lines": ("一つ目\nの文。二つ目。", ["一つ目\nの文。", "二つ目。"]),
    "full stops inside": (
        "See `a. B. C`, ``d. E``, [x. Y](z) and ![i. J](<k. L>). Then $m. N$.",
        [
            "See `a. B. C`, ``d. E``, [x. Y](z) and ![i. J](<k. L>).",
            "Then $m. N$.",
        ],
    ),
    "an autolink": (
        "At <https://a.b/C.D> or https://a.b.C/x. Next.",
        ["At <https://a.b/C.D> or https://a.b.C/x.", "Next."],
    ),
    "a fence": (FENCE, [FENCE]),
    "a fence between": (f"a. B\n{FENCE}\nC.", ["a.", "B", FENCE, "C."]),
    "indented code": ("    a. B\n\n    c. D\n", ["    a. B\n\n    c. D"]),
    "a table": (TABLE, [TABLE]),
    "HTML": ("<div>\na. B\n</div>\n\nx", ["<div>\na. B\n</div>", "x"]),
    "a comment": ("<!-- a. B\n\nc. D -->", ["<!-- a. B\n\nc. D -->"]),
    "a formula": ("$$\na. B\n$$", ["$$\na. B\n$$"]),
    "a rule and definitions": (
        "***\n[a]: /b 'c. D'\n[e]: /f",
        ["***", "[a]: /b 'c. D'", "[e]: /f"],
    ),
    "headings": (
        "# A. B\n\nOne. Two.\n\nSetext. C\n===\n",
        ["# A. B", "One.", "Two.", "Setext. C\n==="],
    ),
    "tight items": ("- a\n- b. C.\n  - d\n", ["- a", "- b.", "C.", "- d"]),
    "loose items": (
        "1. a. B\n\n   c. D\n\n2. E\n",
        ["1. a.", "B", "c.", "D", "2. E"],
    ),
    "tasks": ("- [ ] a. B.\n- [x] c", ["- [ ] a.", "B.", "- [x] c"]),
    "empty items": ("-\n- \n- x", ["-", "-", "- x"]),
    "a fence in an item": (
        "- a\n\n  ```\n  b. C\n  ```\n\n  d. E\n",
        ["- a", "```\n  b. C\n  ```", "d.", "E"],
    ),
    "a table in an item": (
        "- x\n\n  | a | b |\n  |---|---|\n  | c. D | e |\n  | f | g |\n",
        ["- x", "| a | b |\n  |---|---|\n  | c. D | e |\n  | f | g |"],
    ),
    "a quote": (
        "> One. Two\n> goes on. Three.\n>\n> - Four. Five.\n",
        ["> One.", "Two\n> goes on.", "Three.\n>", "> - Four.", "Five."],
    ),
    "a lazy quote": (
        "> One. Two\nis lazy. Three.",
        ["> One.", "Two\nis lazy.", "Three."],
    ),
    "a table in a quote": (
        "> | a | b |\n> |---|---|\n> | c. D | e |",
        ["> | a | b |\n> |---|---|\n> | c. D | e |"],
    ),
    "a footnote": (
        "[^1]: One. Two.\n\n    Three. Four.\n",
        ["[^1]: One.", "Two.", "Three.", "Four."],
    ),
    "front matter": ("---\na: B. C\n---\n\nOne. Two.", ["One.", "Two."]),
    "a byte order mark": ("\ufeffOne. Two.", ["One.", "Two."]),
}


@pytest.mark.parametrize(("source", "texts"), CASES.values(), ids=CASES)
def test_units(source: str, texts: list[str]) -> None:
    assert texts_of(source) == texts


ADMONITIONS: dict[str, tuple[str, list[str]]] = {
    "body at once": (
        "!!! note\n    One. Two\n    goes on. Three.\n",
        ["!!! note\n    One.", "Two\n    goes on.", "Three."],
    ),
    "body after a blank line": (
        '??? tip "T"\n\n    One. Two\n    goes on.\n\n    Three. Four.\n',
        ['??? tip "T"\n\n    One.', "Two\n    goes on.", "    Three.", "Four."],
    ),
    "body at once, and more": (
        "!!! note\n    One. Two.\n\n    Three. Four.\n",
        ["!!! note\n    One.", "Two.", "    Three.", "Four."],
    ),
    "after other lines": (
        "Text.\n!!! note\n    One.\n\n    Two. Three.\n",
        ["Text.\n!!! note\n    One.", "    Two.", "Three."],
    ),
    "indented by tabs": (
        "???+ tip\n\n\tOne. Two.\n\n\tThree. Four.\n",
        ["???+ tip\n\n\tOne.", "Two.", "\tThree.", "Four."],
    ),
    "carriage returns": (
        "!!! a\r\r    One. Two.\r\r    Three. Four.\r",
        ["!!! a\r\r    One.", "Two.", "    Three.", "Four."],
    ),
    "a fence in it": (
        f"!!! note\n\n    One. Two.\n\n{INDENTED}\n\n    Three.\n",
        ["!!! note\n\n    One.", "Two.", INDENTED, "    Three."],
    ),
    "only a fence": (
        "!!! note\n\n    ```\n    a. B\n    ```\n",
        ["!!! note\n\n    ```\n    a. B\n    ```"],
    ),
    "items in it": (
        "!!! note\n\n    - one\n    - two. Three.\n      - four\n\n    Five.\n",
        ["!!! note\n\n    - one", "    - two.", "Three.", "      - four", "    Five."],
    ),
    "a heading in it": (
        "!!! note\n\n    # A\n\n    One. Two.\n",
        ["!!! note\n\n    # A\n\n    One.", "Two."],
    ),
    "a table in it": (
        "!!! note\n    One.\n\n    | a | b |\n    |---|---|\n    | c. D | e |\n",
        ["!!! note\n    One.", "    | a | b |\n    |---|---|\n    | c. D | e |"],
    ),
    "a fence after the opening line": (
        "!!! note\n\n```\na. B\n```\n",
        ["!!! note\n\n```\na. B\n```"],
    ),
    "no body": ("!!! note\n", ["!!! note"]),
    "two, one empty": (
        "!!! a\n\n!!! b\n\n    One. Two.",
        ["!!! a\n\n!!! b\n\n    One.", "Two."],
    ),
    "code that is none": (
        "!!! note\nnot indented.\n\n    a. B\n",
        ["!!! note\nnot indented.", "    a. B"],
    ),
    "code after text": ("Text.\n\n    a. B\n", ["Text.", "    a. B"]),
    "a container": (
        "::: tip\nOne. Two.\n:::\n",
        ["::: tip\nOne.", "Two.\n:::"],
    ),
    "a container with blank lines": (
        "::: tip\n\nOne. Two.\n\n:::\n",
        ["::: tip\n\nOne.", "Two.", ":::"],
    ),
    "a container with indented text": (
        "::: tip\n\n    One. Two.\n\n:::\n",
        ["::: tip\n\n    One.", "Two.", ":::"],
    ),
}


@pytest.mark.parametrize(("source", "texts"), ADMONITIONS.values(), ids=ADMONITIONS)
def test_bodies_of_admonitions_are_prose(source: str, texts: list[str]) -> None:
    assert texts_of(source) == texts


def bonds(source: str) -> str:
    """Return for each unit whether it begins a group, joins one, or neither."""
    return "".join(
        "b" if u.begins else "j" if u.joins else "-" for u in units_of(source)
    )


BONDS = {
    "One. Two.\n\nThree.": "---",
    "# A\n\nOne. Two.\n\nThree.": "bj--",
    "One.\n\n# A\n\n## B\n\n### C\n\nTwo. Three.\n\n## D\n\nFour.": "-bjjj-bj",
    "# A\n\n# B": "bj",
    "One.\n\n# A": "-b",
    f"# A\n\n{FENCE}\n\nOne.": "bj-",
    "> # A\n>\n> One.": "--",
    "- # A\n- One.": "--",
    "# A\n\n!!! note\n\n    One. Two.": "bj-",
    "---\na: b\n---\n# A\n\nOne.": "bj",
}


@pytest.mark.parametrize(("source", "expected"), BONDS.items())
def test_runs_of_headings_and_what_follows_belong_together(
    source: str, expected: str
) -> None:
    assert bonds(source) == expected


def test_a_sentence_splitter_of_the_user() -> None:
    source = "a b\n\n- c d\n\n!!! note\n\n    e f\n"

    def words(text: str) -> list[tuple[int, int]]:
        middle = text.find(" ") + 1
        return [(0, middle), (middle, len(text))]

    units = units_of(source, words)
    texts = [source[unit.start : unit.end] for unit in units]
    assert texts == ["a", "b", "- c", "d", "!!! note\n\n    e", "f"]


def test_what_units_say_of_their_blocks() -> None:
    source = "One. Two.\n\n1. Three. Four.\n\n!!! note\n\n    Five.\n"
    assert units_of(source) == [
        Unit(0, 4, 0, 0),
        Unit(5, 9, 0, 0, "", is_inside=True),
        Unit(11, 20, 1, 1, is_apart=True),
        Unit(21, 26, 1, 1, "1. ", is_inside=True),
        Unit(28, len(source) - 1, 2, 3, is_apart=True),
    ]


def assert_tiles(source: str) -> None:
    """Assert that units hold all that is no white space once, in order."""
    parsed = parse_blocks(source)
    end = int(source.startswith("\ufeff"))
    if parsed.front_matter is not None:
        end = parsed.blocks[0].outer_end
    for unit in units_of(source):
        assert end <= unit.start < unit.end
        assert not source[end : unit.start].strip()
        text = source[unit.start : unit.end]
        assert text.strip()
        assert text[0] not in "\r\n"
        end = unit.end
    assert not source[end:].strip()


@given(markdown_texts())
def test_units_tile_anything(source: str) -> None:
    assert_tiles(source)


@given(markdown_texts(4))
def test_units_tile_the_bodies_of_admonitions(source: str) -> None:
    lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    body = "\n".join(f"    {line}" for line in lines)
    assert_tiles(f"!!! note\n\n{body}")
    assert_tiles(f"Text.\n!!! note\n{body}")


@pytest.mark.parametrize("piece", PIECES)
def test_units_tile_every_kind_of_block(piece: str) -> None:
    for source in (
        piece,
        f"!!! note\n\n    {piece}",
        f"# A\n\n{piece}\n\nB.",
        "> " + piece,
    ):
        assert_tiles(source)


def test_units_tile_the_corpus() -> None:
    for path in [*tricky_files(), *corpus_files()[::EVERY]]:
        assert_tiles(read_source(path))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("One. Take these:\n\n- a b\n- c d", "--j-"),
        ("- one\n- take these:\n\n```\na\n```", "--j"),
        ("<Tabs>\n\nOne. Two.\n\n</Tabs>", "-j-j"),
        ("**A**\n\n**B**\n\n**C**\n\n**D**", "-j-j"),
        ("| a |\n|---|\n| 1 |\n\nOne. Two.", "---"),
        ("One:\n\n# A\n\nTwo.", "-bj"),
    ],
)
def test_what_is_introduced_joins_what_introduces_it(
    source: str, expected: str
) -> None:
    units = units_of(source)
    found = ["b" if u.begins else "j" if u.joins else "-" for u in units]
    assert "".join(found) == expected
