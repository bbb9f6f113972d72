"""Texts that are hostile by their size alone, each of the size that is asked for."""

from collections.abc import Callable, Mapping
from typing import Final

LINE: Final = 5_000_000  # bytes of one line as UTF-8
SPACES: Final = 4_000_000
HEADINGS: Final = 100_000
ITEMS: Final = 200_000
ROWS: Final = 50_000
DEPTH: Final = 100_000


def _repeat(text: str, length: int) -> str:
    """Return a text repeated up to a length in bytes."""
    return text * (length // len(text.encode(errors="surrogatepass")))


def _headings(count: int, body: str) -> str:
    """Return headings of all levels in turn, each with a body."""
    turn = "".join(f"{'#' * level} heading{body}" for level in range(1, 7))
    return turn * (count // 6)


def _staircase(steps: int) -> str:
    """Return a list of which each item is nested in the one before."""
    return "".join("  " * step + "- item\n" for step in range(steps))


LARGE: Final[Mapping[str, Callable[[int], str]]] = {
    "line without a space": lambda n: "x" * (LINE // n),
    "line of words": lambda n: _repeat("word ", LINE // n),
    "line of sentences": lambda n: _repeat("One two three. ", LINE // n),
    "line of full stops": lambda n: "." * (LINE // n),
    "line of ideographs": lambda n: _repeat("文。", LINE // n),
    "line of emoji": lambda n: _repeat("\U0001f469\u200d", LINE // n),
    "line of one grapheme": lambda n: "e" + _repeat("\u0301", LINE // n),
    "line of code": lambda n: f"```\n{'y' * (LINE // n)}\n```",
    "line of inline code": lambda n: f"`{_repeat('a ', LINE // n)}`",
    "line of a link": lambda n: f"[{_repeat('a ', LINE // n)}](b)",
    "line of a heading": lambda n: f"# {_repeat('a ', LINE // n)}\n\ntext\n\n## B\n\nb",
    "line of HTML": lambda n: f"<div>{_repeat('<b>a</b>', LINE // n)}</div>",
    "line of a row": lambda n: f"|a|\n|-|\n|{_repeat('b ', LINE // n)}|",
    "line of an item": lambda n: f"- {_repeat('One two. ', LINE // n)}",
    "line of a quote": lambda n: f"> {_repeat('One two. ', LINE // n)}",
    "line of a definition": lambda n: f"[a]: {'x' * (LINE // n)}",
    "line of front matter": lambda n: f"---\na: {'x' * (LINE // n)}\n---\nb",
    "line of backticks": lambda n: "`" * (LINE // n) + "a",
    "line of brackets": lambda n: "[" * (LINE // n),
    "line of surrogates": lambda n: _repeat("\ud800", LINE // n),
    "headings": lambda n: "# heading\n" * (HEADINGS // n),
    "headings of all levels": lambda n: _headings(HEADINGS // n, "\n"),
    "headings with text": lambda n: _headings(HEADINGS // n, "\n\nOne two.\n\n"),
    "paragraphs under a heading": lambda n: (
        "# a\n\n" + "One two.\n\n" * (HEADINGS // n)
    ),
    "items": lambda n: "- item\n" * (ITEMS // n),
    "items with items": lambda n: "- item\n  - item\n" * (ITEMS // n // 2),
    "loose items": lambda n: "1. item\n\n" * (ITEMS // n),
    "rows": lambda n: "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * (ROWS // n),
    "rows of text": lambda n: "|a|b|\n|-|-|\n" + "|one two three|x y|\n" * (ROWS // n),
    "quoted lines": lambda n: "> One two.\n" * (ITEMS // n),
    "lines of a paragraph": lambda n: "One two\n" * (ITEMS // n),
    "lines of code": lambda n: "```py\n" + "x = 1\n" * (ITEMS // n) + "```\n",
    "definitions": lambda n: "[a]: b\n" * (ITEMS // n),
    "footnotes": lambda n: "[^1]: a\n" * (ITEMS // n),
    "opening lines": lambda n: "!!! note\n" * (ITEMS // n),
    "nested quotes": lambda n: "> " * (DEPTH // n) + "a",
    "nested quotes without spaces": lambda n: ">" * (DEPTH // n) + "a",
    "nested quotes with text": lambda n: "> " * 100 + _repeat("word ", LINE // n // 5),
    "nested items": lambda n: "- " * (DEPTH // n // 2) + "a",
    "nested items and quotes": lambda n: "> - " * (DEPTH // n // 4) + "a",
    "nested items with text": lambda n: "- " * 100 + _repeat("One. ", LINE // n // 5),
    "staircase": lambda n: _staircase(1_000 // n),
    "spaces": lambda n: " " * (SPACES // n),
    "spaces between words": lambda n: "a" + " " * (SPACES // n) + "b",
    "spaces in code": lambda n: f"```\n{' ' * (SPACES // n)}x\n```",
    "spaces in an item": lambda n: f"- a{' ' * (SPACES // n)}b",
    "spaces in a row": lambda n: f"|a|\n|-|\n|b{' ' * (SPACES // n)}c|",
    "tabs": lambda n: "a" + "\t" * (SPACES // n) + "b",
    "line feeds": lambda n: "a" + "\n" * (SPACES // n) + "b",
    "lines with carriage returns": lambda n: "a\r" * (ITEMS // n),
    "zeros": lambda n: "\0" * (SPACES // n),
}
"""Builders by name; the argument divides the full size."""
