"""Front matter that means harm: it stays text, at once, and nothing is executed."""

import json
import subprocess
import sys
import time

import pytest

from langchain_mdsplit.markdown.frontmatter import find_front_matter, front_matter_json

LAUGHS = "a: &a [x, x]\n" + "".join(
    f"{new}: &{new} [{f'*{old}, ' * 9}*{old}]\n"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)
BOMBS = {
    "alias bomb": ("---", LAUGHS),
    "merge bomb": ("---", "a: &a {b: 1}\nc: {<<: *a}\n"),
    "python object": ("---", "!!python/object/apply:os.abort []"),
    "python name": ("---", "a: !!python/name:os.system"),
    "deep lists": ("---", "[" * 60_000),
    "closed deep lists": ("---", "[" * 30_000 + "]" * 30_000),
    "deep mappings": ("---", "{a: " * 15_000),
    "deep indentation": ("---", "".join(" " * i + "a:\n" for i in range(350))),
    "deep dashes": ("---", "- " * 32_000),
    "deep keys": ("---", "? " * 32_000),
    "10 MB": ("---", "a: " + "x" * 10_000_000),
    "1,000,000 keys": ("---", "".join(f"k{i}: 1\n" for i in range(1_000_000))),
    "20,000 short items": ("---", "[" + "a," * 30_000 + "]"),
    "never closed quote": ("---", 'a: "' + "x\n" * 32_000),
    "directives": ("---", "%a\n" * 20_000),
    "TOML: deep lists": ("+++", "a = " + "[" * 60_000),
    "TOML: closed deep lists": ("+++", "a = " + "[" * 30_000 + "]" * 30_000),
    "TOML: deep tables": ("+++", "a = " + "{a = " * 12_000),
    "TOML: dotted key": ("+++", "a" + ".a" * 32_000 + " = 1"),
    "TOML: dotted header": ("+++", "[a" + ".a" * 32_000 + "]"),
    "TOML: 10 MB": ("+++", "a = '" + "x" * 10_000_000 + "'"),
    "TOML: 1,000,000 keys": ("+++", "".join(f"k{i} = 1\n" for i in range(1_000_000))),
    "TOML: never closed quotes": ("+++", 'a = """' + '\\"""' * 16_000),
    "TOML: quotes": ("+++", "a = " + '"' * 60_000),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bomb_stays_text(name: str) -> None:
    marker, inner = BOMBS[name]
    source = f"{marker}\n{inner}\n{marker}\nText"
    began = time.process_time()
    front_matter = find_front_matter(source)
    assert front_matter is not None
    assert front_matter_json(source, front_matter) == inner
    # Measured at most 0.2 s; what is quadratic here takes minutes.
    assert time.process_time() - began < 5


LARGEST = {
    "keys": ("---", "".join(f"k{i}: 1\n" for i in range(6_000)), 6_000),
    "TOML: keys": ("+++", "".join(f"k{i} = 1\n" for i in range(6_000)), 6_000),
    "TOML: headers": ("+++", "".join(f"[h{i}]\n" for i in range(6_000)), 6_000),
    "TOML: long keys": (
        "+++",
        f"[{'a.' * 14}a]\n" + "".join(f"{'a.' * 15}k{i}=1\n" for i in range(1_500)),
        1,
    ),
    "TOML: dates": ("+++", "a = [" + "2024-01-02," * 5_900 + "]", 1),
}


@pytest.mark.parametrize("name", LARGEST)
def test_the_largest_allowed_is_read_in_time(name: str) -> None:
    marker, inner, keys = LARGEST[name]
    source = f"{marker}\n{inner}\n{marker}\n"
    began = time.process_time()
    front_matter = find_front_matter(source)
    assert front_matter is not None
    assert len(json.loads(front_matter_json(source, front_matter))) == keys
    assert time.process_time() - began < 5


DEEP_PROGRAM = """
import sys
sys.setrecursionlimit(400)
from langchain_mdsplit.markdown.frontmatter import find_front_matter, front_matter_json
for depth in (30, 31, 32, 33, 200, 10_000):
    nested = "[" * depth + "]" * depth
    dotted = "a" + ".a" * (depth - 1) + " = 1"
    for fence, inner in (("---", nested), ("+++", f"a = {nested}"), ("+++", dotted)):
        source = f"{fence}\\n{inner}\\n{fence}\\n"
        text = front_matter_json(source, find_front_matter(source))
        print(depth, text != inner)
"""


def test_a_low_recursion_limit_changes_nothing() -> None:
    shown = subprocess.run(
        [sys.executable, "-c", DEEP_PROGRAM], check=True, capture_output=True, text=True
    )
    # `a = [[...]]` is one deeper than its lists: the table counts.
    read = {30: (True, True, True), 31: (True, True, True), 32: (True, False, True)}
    expected = [
        f"{depth} {is_read}"
        for depth in (30, 31, 32, 33, 200, 10_000)
        for is_read in read.get(depth, (False, False, False))
    ]
    assert shown.stdout.split("\n")[:-1] == expected
