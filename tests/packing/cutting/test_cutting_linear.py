"""Time that grows with the input: one shape at two sizes, side by side in one run."""

from collections.abc import Callable

import pytest

from tests.benchmarks.timing import cpu_seconds
from tests.packing.cutting.cut_pieces import (
    CHARACTERS,
    cut_alone,
    first_block,
)

GROWTH = 4
MOST_RATIO = 8  # linear work takes 4 times as long, quadratic work 16 times
ROUNDS = 3
SIZE = 50_000
LIMIT = 100
HEADER = "|a|b|\n|-|-|\n"
WIDE = "\U0001f600 "  # makes Python keep a text in four bytes per character


def times(unit: str, size: int) -> str:
    """Return a unit over and over, of about a size."""
    return unit * (size // len(unit))


SHAPES: dict[str, Callable[[int], str]] = {
    "prose on one line": lambda n: (
        WIDE + times("One more sentence stands here. ", 20 * n)
    ),
    "prose without stops": lambda n: times("one more word ", n),
    "prose after an opener": lambda n: "!!! a " + times("One sentence. ", n),
    "prose with an opener in it": lambda n: times("One ::: or !!! sentence. ", n),
    "prose in many lines": lambda n: times("One more sentence stands here.\n", n),
    "quoted prose on one line": lambda n: (
        f"> {times('One more sentence. ', 10 * n)}{WIDE}"
    ),
    "quoted prose": lambda n: times("> One more sentence stands here.\n", n),
    "quotes in a quote": lambda n: times(
        "> " * 20 + "one more sentence here\n", n // 2
    ),
    "markers without end": lambda n: "> " * (n // 2) + times("one word ", n),
    "markers in prose": lambda n: "a " + times("> ", n),
    "marks of a rule": lambda n: "a " + times("_ ", n // 2),
    "marks of a rule before a word": lambda n: "a " + times("_ ", 2 * n) + "b",
    "list items": lambda n: times("- one item of it\n", n),
    "one item in items": lambda n: "- - - " + times("One more sentence. ", n),
    "a wide table": lambda n: (
        f"{times('|a', n)}|\n{times('|-', n)}|\n{times('|a', n)}|\n"
    ),
    "a wide row below two columns": lambda n: f"{HEADER}|k|{times('cell |', 8 * n)}",
    "a row of bars": lambda n: f"{HEADER}|k|x{times(' |', 4 * n)} y|",
    "a wide header": lambda n: f"{times('|a', n)}|\n{times('|-', n)}|\n|a|\n",
    "one long row": lambda n: f"{HEADER}{times('|ab ', n)}|",
    "one long cell": lambda n: f"{HEADER}|a|{times('one word ', n)}|",
    "one long cell of sentences": lambda n: f"{HEADER}|a|{times('One two. ', n)}|",
    "one long cell of line breaks": lambda n: f"{HEADER}|a|{times('a<br>', n)}|",
    "rows that are too long": lambda n: HEADER + times(f"|{'One. ' * 99}|\n", n),
    "a quoted long row": lambda n: f"> |a|\n> |-|\n> {times('|ab ', 2 * n)}|",
    "rows": lambda n: HEADER + times("| one | two |\n", n),
    "a fence": lambda n: "```\n" + times("x = some(code)\n", n) + "```",
    "a fence with one line": lambda n: f"```\n{times('x = code ', n)}\n```",
    "a fence with a far line": lambda n: f"```\n{' ' * n}{times('x = 1 ', n)}\n```",
    "a quoted fence with a far line": lambda n: (
        f"> ```\n> {' ' * n}{times('x = 1 ', n)}\n> ```"
    ),
    "indented code": lambda n: times("    x = some(code)\n", n),
    "HTML": lambda n: "<div>\n" + times("<b>a</b> c\n", n) + "</div>",
    "HTML on one line": lambda n: f"<div>{times('<b>a</b> c ', n)}</div>",
    "HTML rows on one line": lambda n: (
        f"<table>{times('<tr><td>a b</td></tr>', 4 * n)}</table>"
    ),
    "opening tags": lambda n: times("<td>", 4 * n),
    "end tags": lambda n: times("</tr>", 4 * n),
    "end tags with marks": lambda n: "<div>" + times("</tr>\u0301", n),
    "end tags with blanks": lambda n: "<div>" + times(f"</p>{' ' * 999}", 8 * n),
    "tags without ends": lambda n: f"<div>{times('<a b=', 4 * n)}</div>",
    "attributes without ends": lambda n: "<div>" + times('<a b="', 4 * n),
    "a tag of many words": lambda n: f'<div a="{times("b ", 4 * n)}">',
    "arrows in HTML": lambda n: f"<div>{times('->x', n)}</div>",
    "comments without ends": lambda n: f"<div>{times('<!-- a ', 4 * n)}</div>",
    "scripts without ends": lambda n: f"<div>{times('<script> a ', 4 * n)}</div>",
    "a footnote": lambda n: "[^1]: " + times("One more sentence here. ", n),
    "a definition": lambda n: "[a]: " + times("x", n),
    "a formula": lambda n: "$$\n" + times("x + y\n", n) + "$$",
    "one word": lambda n: times("x", 2 * n),
    "one grapheme": lambda n: times("\U0001f469\u200d", n // 16),
    "marks on one letter": lambda n: "e" + times("\u0301", n // 16),
    "spaces": lambda n: f"a{' ' * 4 * n}b",
    "backticks": lambda n: times("` ", n),
    "brackets": lambda n: times("[a] ", n),
    "open brackets": lambda n: times("[", n),
}


def seconds(source: str) -> float:
    """Return the CPU time of cutting a source's first block."""
    block = first_block(source)
    return cpu_seconds(lambda: cut_alone(source, block, LIMIT, CHARACTERS))


@pytest.mark.parametrize("build", SHAPES.values(), ids=SHAPES)
def test_time_grows_with_the_input(build: Callable[[int], str]) -> None:
    small, large = build(SIZE // GROWTH), build(SIZE)
    least_small = least_large = float("inf")
    for _ in range(ROUNDS):
        least_small = min(least_small, seconds(small))
        least_large = min(least_large, seconds(large))
        if least_large < MOST_RATIO * least_small:
            return
    pytest.fail(f"{least_large:.3f} s after {least_small:.3f} s for a quarter of it")
