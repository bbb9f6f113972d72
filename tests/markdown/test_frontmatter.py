"""Where front matter is found, and the JSON text it becomes."""

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from langchain_mdsplit.markdown.frontmatter import (
    FrontMatter,
    find_front_matter,
    front_matter_json,
)
from tests.shared_data import corpus_files, load_cases, read_source

FENCE_ENDINGS = ("", "\n", "\r\n", "\r")
KINDS = {"---": "yaml", "+++": "toml"}


def json_of(source: str) -> str:
    front_matter = find_front_matter(source)
    assert front_matter is not None
    return front_matter_json(source, front_matter)


def inner_of(source: str, front_matter: FrontMatter) -> str:
    return source[front_matter.inner_start : front_matter.inner_end]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("---\na: 1\n---\nText", FrontMatter("yaml", 0, 12, 4, 8, 13)),
        ("+++\na = 1\n+++\nText", FrontMatter("toml", 0, 13, 4, 9, 14)),
        ("\ufeff---\na: 1\n---\nText", FrontMatter("yaml", 1, 13, 5, 9, 14)),
        ("---\r\na: 1\r\n---\r\nText", FrontMatter("yaml", 0, 14, 5, 9, 16)),
        ("---\ra: 1\r---\rText", FrontMatter("yaml", 0, 12, 4, 8, 13)),
        ("---\na: 1\n---", FrontMatter("yaml", 0, 12, 4, 8, 12)),
        ("--- \t\na: 1\n---\t \nText", FrontMatter("yaml", 0, 14, 6, 10, 17)),
        ("---\n---\n", FrontMatter("yaml", 0, 7, 4, 4, 8)),
        ("---\r\n---\r\n", FrontMatter("yaml", 0, 8, 5, 5, 10)),
        ("---\n\n---\n", FrontMatter("yaml", 0, 8, 4, 4, 9)),
        ("---\r\r\n---\n", FrontMatter("yaml", 0, 9, 4, 4, 10)),
        ("---\na\n\n---\n", FrontMatter("yaml", 0, 10, 4, 6, 11)),
        ("---\n+++\n---\n+++\n", FrontMatter("yaml", 0, 11, 4, 7, 12)),
        ("---\na\n---\nb\n---\n", FrontMatter("yaml", 0, 9, 4, 5, 10)),
        ("---\n: no: yaml: [\n---\n", FrontMatter("yaml", 0, 21, 4, 17, 22)),
    ],
)
def test_finds(source: str, expected: FrontMatter) -> None:
    assert find_front_matter(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "",
        "---",
        "---\n",
        "---\na: 1\n",
        "---\na: 1\n...\n",
        "---\na: 1\n----\n",
        "---\na: 1\n--- #\n",
        "---\na: 1\n ---\n",
        "---\na: 1\n+++\n",
        "---\na: 1\n---\x0b\n",
        "---\na: 1\u2028---\n",
        "---a---\n",
        "----\na: 1\n----\n",
        "--- yaml\na: 1\n---\n",
        " ---\na: 1\n---\n",
        "\n---\na: 1\n---\n",
        "Text\n---\na: 1\n---\n",
        "\ufeff\ufeff---\na: 1\n---\n",
        "***\na: 1\n***\n",
        "+++\na = 1\n---\n",
    ],
)
def test_finds_none(source: str) -> None:
    assert find_front_matter(source) is None


@pytest.mark.parametrize("marker", KINDS)
@pytest.mark.parametrize("filler", ["x", "-", "+", " ", "\n", "\r", "--- x\n", "\n--"])
def test_finds_a_closing_fence_at_any_distance(marker: str, filler: str) -> None:
    inner = filler * (3_000_000 // len(filler)) + "x"
    source = f"{marker}\n{inner}\n{marker}\nText"
    front_matter = find_front_matter(source)
    assert front_matter is not None
    assert inner_of(source, front_matter) == inner
    assert source[front_matter.body_start :] == "Text"
    assert find_front_matter(source[: front_matter.inner_end]) is None


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("---\n---\n", "{}"),
        ("---\n\n \n---\n", "{}"),
        ("---\n# only a comment\n---\n", "{}"),
        ("+++\n+++\n", "{}"),
        ("+++\n# only a comment\n+++\n", "{}"),
        ("---\ntitle: Größe 日本\n---\n", '{\n  "title": "Größe 日本"\n}'),
        ("+++\ntitle = 'Größe'\n+++\n", '{\n  "title": "Größe"\n}'),
        ("---\n- a\n- 1\n---\n", '[\n  "a",\n  1\n]'),
        ("---\njust text\n---\n", '"just text"'),
        ("---\n~\n---\n", "null"),
        ("---\ra: 1\rb: 2\r---\r", '{\n  "a": 1,\n  "b": 2\n}'),
        ("+++\ra = 1\rb = 2\r+++\r", '{\n  "a": 1,\n  "b": 2\n}'),
        ("+++\r\na = 1\r\nb = 2\r\n+++\r\n", '{\n  "a": 1,\n  "b": 2\n}'),
        # What cannot be read stays as it is.
        ("---\r\n[a\r\n# b \r\n---\r\n", "[a\r\n# b "),
        ("+++\nno toml\n+++\n", "no toml"),
        ("---\na: \ud800\n---\n", "a: \ud800"),
        ("+++\na = '\ud800'\n+++\n", "a = '\ud800'"),
        ("---\na: \x00\n---\n", "a: \x00"),
        ("+++\na = '\x00'\n+++\n", "a = '\x00'"),
    ],
)
def test_json_text(source: str, expected: str) -> None:
    assert json_of(source) == expected


@pytest.mark.parametrize("case", load_cases("data/remark_blocks.json"))
def test_finds_what_remark_finds(case: dict[str, Any]) -> None:
    """Fences with trailing white space are not recorded; remark allows them, too."""
    first = (case.get("blocks") or [{"type": None}])[0]
    front_matter = find_front_matter(case["markdown"])
    if first["type"] not in ("yaml", "toml"):
        assert front_matter is None
    else:
        assert front_matter is not None
        assert (front_matter.kind, front_matter.start, front_matter.end) == (
            first["type"],
            first["start"],
            first["end"],
        )


REFERENCE_ERRORS = {
    "cm-98": "{}",
    "own-frontmatter empty": "{}",
    "own-frontmatter invalid": "a: [1, 2",
}
"""Where the reference stops with an error, what ours gives instead."""


@pytest.mark.parametrize("case", load_cases("data/growi_fragments.json"))
def test_json_text_equals_the_reference(case: dict[str, Any]) -> None:
    source = case["markdown"]
    front_matter = find_front_matter(source)
    if "error" in case:
        expected = REFERENCE_ERRORS.get(case["id"])
    else:
        expected = next(
            (f["text"] for f in case["fragments"] if f["label"] == "frontmatter"),
            None,
        )
    if expected is None:
        assert front_matter is None
    else:
        assert front_matter is not None
        assert front_matter_json(source, front_matter) == expected


def test_every_front_matter_of_the_corpus_is_read() -> None:
    sources = [read_source(path) for path in corpus_files()]
    found = [(s, f) for s in sources if (f := find_front_matter(s)) is not None]
    if not found:
        pytest.skip("no shared corpus: set MDSPLIT_SHARED")
    for source, front_matter in found:
        assert isinstance(json.loads(front_matter_json(source, front_matter)), dict)


inner_lines = st.lists(
    st.one_of(
        st.text(max_size=12),
        st.sampled_from(
            ["---", "+++", "--- ", " ---", "a: 1", "a = 1", "- x", "[", "\ufeff", ""],
        ),
    ),
    max_size=8,
)


@given(
    bom=st.sampled_from(["", "\ufeff"]),
    marker=st.sampled_from(sorted(KINDS)),
    trail=st.sampled_from(["", " ", "\t", "  \t"]),
    ending=st.sampled_from(["\n", "\r\n", "\r"]),
    lines=inner_lines,
    last=st.sampled_from(FENCE_ENDINGS),
)
@example(bom="", marker="---", trail="", ending="\r", lines=["", "\n"], last="")
def test_spans_hold(  # noqa: PLR0917 - Hypothesis passes keywords
    bom: str, marker: str, trail: str, ending: str, lines: list[str], last: str
) -> None:
    inner = "".join(line + ending for line in lines)
    source = bom + marker + trail + ending + inner + marker + trail + last
    front_matter = find_front_matter(source)
    assert front_matter is not None
    start, end = front_matter.start, front_matter.end
    inner_start, inner_end = front_matter.inner_start, front_matter.inner_end
    assert front_matter.kind == KINDS[marker]
    assert start == len(bom)
    assert start < inner_start <= inner_end < end <= front_matter.body_start
    assert source[start : start + 3] == source[end - 3 : end] == marker
    assert source[start + 3 : inner_start].strip(" \t") in ("\n", "\r\n", "\r")
    between = source[inner_end : end - 3]
    assert between in ("\n", "\r\n", "\r") or (
        between == "" and inner_end == inner_start
    )
    after = source[end : front_matter.body_start]
    assert after.strip(" \t") in FENCE_ENDINGS
    assert front_matter.body_start == len(source) or after.endswith(("\n", "\r"))


@given(source=st.text())
def test_any_text_is_safe(source: str) -> None:
    for marker in KINDS:
        fenced = f"{marker}\n{source}\n{marker}\n"
        front_matter = find_front_matter(fenced)
        assert front_matter is not None
        text = front_matter_json(fenced, front_matter)
        if text != inner_of(fenced, front_matter):
            json.loads(text)
            text.encode()
    find_front_matter(source)


def test_import_loads_no_reader() -> None:
    program = (
        "import sys, langchain_mdsplit.markdown.frontmatter;"
        "print(sorted({'yaml', 'tomllib'} & set(sys.modules)))"
    )
    shown = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert shown.stdout.strip() == "[]"
