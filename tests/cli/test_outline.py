"""Outlines of documents."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from langchain_mdsplit.cli import app
from langchain_mdsplit.cli.outline import outline_as_text
from langchain_mdsplit.outlines import read_outline
from langchain_mdsplit.tokens import TokenCounter

COUNTER = TokenCounter()
TEA = (
    "intro\r\n\r\n# Tea 🍵 {#tea}\r\n\r\nBoil.\r\n\r\n### Green\r\rShort.\n\n## Black\n"
)


def outline(*arguments: str, text: str = TEA) -> str:
    result = CliRunner().invoke(app, ["outline", "-", *arguments], input=text.encode())
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout_bytes.decode()


def test_text_is_an_indented_tree() -> None:
    assert outline() == (
        "   total     own    line  -\n"
        f"{COUNTER(TEA.rstrip()):8}       1       1  (document)\n"
        f"{COUNTER(TEA[9:].rstrip()):8}      12       3  1 Tea 🍵\n"
        "       6       6       7    1-1-1 Green\n"
        "       2       2      11    1-2 Black\n"
        "\n"
    )


def test_json_lines_have_all_of_it() -> None:
    lines = [json.loads(line) for line in outline("--format", "jsonl").split("\n")[:-1]]
    assert [line["label"] for line in lines] == ["0", "1", "1-1-1", "1-2"]
    assert lines[2] == {
        "source": "-",
        "label": "1-1-1",
        "level": 3,
        "heading": "Green",
        "heading_path": "Tea 🍵 > Green",
        "line": 7,
        "start_index": TEA.index("### Green"),
        "end_index": TEA.index("Short.") + 6,
        "tokens": 6,
        "own_tokens": 6,
    }
    assert (lines[0]["level"], lines[0]["heading"], lines[0]["line"]) == (0, "", 1)
    assert lines[1]["anchor"] == "tea"


@pytest.mark.parametrize(
    ("options", "titles"),
    [
        ([], ["", "Tea 🍵", "Green", "Black"]),
        (["--depth", "0"], [""]),
        (["--depth", "1"], ["", "Tea 🍵"]),
        (["--depth", "2"], ["", "Tea 🍵", "Green", "Black"]),
        (["--max-heading-level", "2"], ["", "Tea 🍵", "Black"]),
        (["--no-heading-attributes", "--depth", "1"], ["", "Tea 🍵 {#tea}"]),
    ],
)
def test_options_choose_the_headings(options: list[str], titles: list[str]) -> None:
    lines = outline("--format", "jsonl", *options).split("\n")[:-1]
    assert [json.loads(line)["heading"] for line in lines] == titles


def test_tokens_are_counted_as_asked() -> None:
    text = "Каждый охотник желает знать"
    line = json.loads(outline("--format", "jsonl", "--model-name", "gpt-4o", text=text))
    assert line["tokens"] == TokenCounter("o200k_base")(text)
    assert line["tokens"] != COUNTER(text)


@pytest.mark.parametrize("text", ["", " \n", "\ufeff"])
def test_blank_text_has_no_tokens(text: str) -> None:
    line = json.loads(outline("--format", "jsonl", text=text))
    assert (line["own_tokens"], line["tokens"], line["line"]) == (0, 0, 1)


def test_front_matter_belongs_to_the_document_only() -> None:
    text = "---\ntitle: Tea\n---\n\n# Tea\n"
    document, tea = read_outline(text, COUNTER)
    assert document.own_tokens == COUNTER("---\ntitle: Tea\n---")
    assert document.tokens == COUNTER(text.rstrip())
    assert (tea.own_tokens, tea.line) == (COUNTER("# Tea"), 5)


@given(
    st.lists(
        st.sampled_from(["# A", "## B", "#### C", "text", "> # no", "X\n==="]),
        max_size=12,
    ),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_an_entry_is_its_slice(parts: list[str], line_end: str) -> None:
    text = "\n\n".join(parts).replace("\n", line_end)
    entries = read_outline(text, COUNTER)
    for entry in entries[1:]:
        assert text[entry.start_index :].startswith(("# A", "## B", "#### C", "X"))
        assert text[: entry.start_index].count(line_end) + 1 == entry.line
    for entry in entries:
        assert entry.tokens == COUNTER(text[entry.start_index : entry.end_index])
        assert entry.own_tokens <= entry.tokens
    headings = [part for part in parts if part[0] in "#X"]
    assert len(entries) == len(headings) + 1


def test_a_heading_cannot_drive_the_terminal() -> None:
    entries = read_outline("# a\x1b[31m\x9b1m\x07b\n", TokenCounter())
    text = "".join(outline_as_text("a\x1b.md", entries))
    assert not set(text) & set("\x1b\x9b\x07")
