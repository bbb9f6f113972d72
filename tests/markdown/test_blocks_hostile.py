"""Sources made to hang, crash or slow down the parsing of blocks."""

import gc
import time
from collections.abc import Callable, Iterator

import pytest

from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.markdown.fragments import label_blocks
from langchain_mdsplit.markdown.sections import read_sections
from tests.hostile.inputs import hostile_inputs
from tests.markdown.tiling import assert_tiled

# Each grows with its argument in what could be quadratic here.
GROWING: dict[str, Callable[[int], str]] = {
    "repeated definitions": lambda n: "[x]: y\n" * n,
    "definitions over lines": lambda n: "[x]: y\n'a\n[b'\n" * n,
    "definitions with an open title": lambda n: '[x]: y "\n' * n,
    "one long title": lambda n: "[x]: y\n'" + "a\n" * n + "'\n",
    "open labels": lambda n: "[a\n" * n,
    "definitions after a list": lambda n: "- a\n\n" + "[x]: y\n" * n,
    "lists and definitions": lambda n: "- a\n\n[x]: y\n\n" * n,
    "nested footnotes": lambda n: "[^1]: a\n    [^2]: b\n" * n,
    "footnotes on a line": lambda n: "[^1]: [^2]: " * n,
    "open footnote labels": lambda n: "[^a b" * n,
    "headings of all levels": lambda n: "".join(
        "#" * (i % 7) + " h\n" for i in range(n)
    ),
    "blank lines": lambda n: "\n" * n + "# h" + "\r\n" * n,
    "lines of blanks": lambda n: "   \t\n" * n,
    "blanks before and after": lambda n: " " * n + "a" + " " * n + "\n\nb",
    "bare bars": lambda n: "|a|\n|-|\n" + "|\n" * n,
    "bars in a row": lambda n: "|" * n + "\n" + "| \t" * n,
    "item-like delimiters": lambda n: "- " + "|-" * n + "x\n" + "- | " * n,
    "tabs after a fence": lambda n: "```" + "\t" * n + "x\n" + "```\t\n" * n,
    "one fence": lambda n: "`" * n + "\t\n",
    "attribute blocks": lambda n: "# " + "{#a " * n,
    "one attribute block": lambda n: "# a {" + "#a .b c=d " * n + "x}",
    "backslashes before a brace": lambda n: "# " + "\\" * n + "{#a}",
    "nested images": lambda n: "# " + "![" * n + "a" + "](b)" * n,
    "white space in a title": lambda n: "# a" + " " * n + "b",
    "formulas": lambda n: "$$a$$\n\n" * n,
    "form feeds": lambda n: "\f" * n,
    "carriage returns": lambda n: "a\r" * n,
    "surrogates": lambda n: "\ud800" * n,
    "paragraphs of two bytes": lambda n: "é\n\n" * n,
    "blank paragraphs": lambda n: "\xa0\n\n" * n,
    "quotes in one line": lambda n: ">" * n + " a",
    "one line": lambda n: "a" * n,
}


@pytest.fixture
def _no_garbage_collection() -> Iterator[None]:
    """Keep what else lives in the process out of the time."""
    gc.disable()
    yield
    gc.enable()


def _seconds(source: str) -> float:
    """Return the CPU time of parsing and labelling a source."""
    start = time.process_time()
    blocks = parse_blocks(source).blocks
    labelled = list(label_blocks(blocks, read_sections(blocks)))
    seconds = time.process_time() - start
    assert len(labelled) == len(blocks)
    return seconds


@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", hostile_inputs())
def test_hostile_input(name: str) -> None:
    assert_tiled(parse_blocks(hostile_inputs()[name]))


@pytest.mark.timeout(60)
@pytest.mark.usefixtures("_no_garbage_collection")
@pytest.mark.parametrize("build", GROWING.values(), ids=list(GROWING))
def test_time_is_linear(build: Callable[[int], str]) -> None:
    """Eight times the input takes eight times as long, not 64 times."""
    small, large = build(4_000), build(32_000)
    fastest = [min(_seconds(source) for _ in range(3)) for source in (small, large)]
    assert fastest[1] < 24 * fastest[0] + 0.01


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("[x]: y\n" * 200_000, 200_000),
        ("# h\n" * 100_000, 100_000),
        ("\n" * 1_000_000, 0),
        (">" * 100_000 + " a", 1),
        ("a" * 5_000_000, 1),
        ("# " + "a " * 2_500_000, 1),
        ("- a\n" * 200_000, 1),
    ],
    ids=["definitions", "headings", "blank lines", "quotes", "line", "title", "items"],
)
def test_large(source: str, count: int) -> None:
    parsed = parse_blocks(source)
    assert len(parsed.blocks) == count
    assert_tiled(parsed)
