"""Inputs that hang or crash parsers: the shared ones and large ones of our own."""

from collections.abc import Callable, Mapping
from functools import cache

from tests.shared_data import load_cases


@cache
def hostile_inputs() -> Mapping[str, str]:
    """Return hostile texts by name; the shared ones where they are there."""
    texts = {name: build() for name, build in _OWN.items()}
    for case in load_cases("data/hostile_inputs.json"):
        texts[case["name"]] = "".join(
            _expand(text) * times for text, times in case["parts"]
        )
    return texts


def _expand(text: str) -> str:
    """Return the text that a part of a shared input stands for."""
    if not text.startswith("@"):
        return text
    name, _, rest = text[1:].partition(":")
    return _DIRECTIVES[name](*rest.split("|"))


def _staircase(indent: str, tail: str, count: str) -> str:
    return "".join(indent * step + tail for step in range(int(count)))


def _ramp(head: str, character: str, first: str, last: str) -> str:
    return "".join(head + character * n for n in range(int(first), int(last)))


def _refs(count: str) -> str:
    return "".join(f"[{number}]: u\n" for number in range(1, int(count)))


def _quote_list(count: str) -> str:
    return "".join("> " * n + "- " * n + "item\n" for n in range(1, int(count)))


_DIRECTIVES: Mapping[str, Callable[..., str]] = {
    "staircase": _staircase,
    "ramp": _ramp,
    "refs": _refs,
    "quote_list": _quote_list,
}
_OWN: Mapping[str, Callable[[], str]] = {
    "one long word": lambda: "x" * 500_000,
    "one long line of words": lambda: "word " * 100_000,
    "many spaces": lambda: "a" + " " * 1_000_000 + "b",
    "many blank lines": lambda: "a" + "\n" * 500_000 + "b",
    "many headings": lambda: "# heading\n" * 20_000,
    "many list items": lambda: "- item\n" * 50_000,
    "many rows": lambda: "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 20_000,
    "deep quotes": lambda: "> " * 50_000 + "a",
    "deep quotes without spaces": lambda: ">" * 100_000,
    "deep lists": lambda: "- " * 5_000 + "a",
    "repeated definitions": lambda: "[a]: b\n" * 20_000,
    "definitions after a list": lambda: "- x\n\n" + "[a]: b\n" * 20_000,
    "open brackets": lambda: "[" * 100_000,
    "combining marks": lambda: "a" + "\u0301" * 200_000,
    "joined emoji": lambda: "\U0001f469\u200d" * 50_000,
    "flags": lambda: "\U0001f1e9\U0001f1ea" * 50_000 + "\U0001f1e9",
    "surrogates": lambda: "# \ud800\n\n" + "\udfff " * 20_000,
    "nuls": lambda: "\x00" * 100_000,
    "carriage returns": lambda: "# a\rb\r\r" * 20_000,
    "unclosed front matter": lambda: "---\n" + "a: b\n" * 50_000,
    "large front matter": lambda: "---\n" + "a: b\n" * 50_000 + "---\n",
    "alias bomb": lambda: (
        "---\na: &a [x,x]\n"
        + "".join(
            f"{b}: &{b} [*{a},*{a}]\n"
            for a, b in zip("abcdefgh", "bcdefghi", strict=True)
        )
        + "---\n"
    ),
    "backticks": lambda: "`" * 100_000 + "a",
    "dollars": lambda: "$$" * 50_000,
    "pipes": lambda: "|" * 100_000,
    "full stops": lambda: "." * 200_000,
    "quotation marks": lambda: '."' * 100_000,
    "ideographic sentences": lambda: "文。" * 100_000,
    "unclosed comment": lambda: "<!-- " * 50_000,
    "nested fence in quote": lambda: "> ```\n" + "> code\n" * 20_000,
}
