"""Statistics of a splitter's chunks."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document
from typer.testing import CliRunner, Result

from langchain_mdsplit import MarkdownTokenTextSplitter, TokenCounter
from langchain_mdsplit.cli import app
from langchain_mdsplit.cli.histogram import draw_histogram
from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.splitters.token import MarkdownTokenTextSplitter as Splitter
from langchain_mdsplit.view.histogram import render_histogram
from tests.view.page_reader import read_page

TEA = "# Tea\n\nBoil it.\n\n## Black\n\n" + "Four minutes. " * 60 + "\n\n- a\n- b\n"
CODE = "```py\nboil()\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
COUNTER = TokenCounter()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a few files, made the current one."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "tea.md").write_bytes(TEA.encode())
    (tmp_path / "docs" / "code.md").write_bytes(CODE.encode())
    (tmp_path / "empty.md").write_bytes(b"")
    (tmp_path / "latin.md").write_bytes("# Café\n".encode("latin-1"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def invoke(*arguments: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(app, ["stats", *arguments], input=stdin)


def stats(*arguments: str, stdin: bytes = b"") -> dict[str, Any]:
    """Return the statistics that a run without errors writes."""
    result = invoke(*arguments, "--format", "jsonl", stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.count("\n") == 1
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_numbers_are_those_of_the_chunks() -> None:
    found = stats("docs", "--splitter", "token", "--chunk-size", "100")
    chunks = MarkdownTokenTextSplitter(100).create_documents([CODE, TEA])
    lengths = sorted(COUNTER(chunk.page_content) for chunk in chunks)
    assert found == {
        "splitter": "token",
        "encoding": "cl100k_base",
        "limit": 100,
        "files": 2,
        "characters": len(TEA) + len(CODE),
        "chunks": len(lengths),
        "tokens": sum(lengths),
        "tokens_min": lengths[0],
        "tokens_median": lengths[(len(lengths) - 1) // 2],
        "tokens_mean": round(sum(lengths) / len(lengths), 1),
        "tokens_p90": lengths[-1],
        "tokens_max": lengths[-1],
        "fill": round(sum(lengths) / len(lengths) / 100, 4),
        "tiny": round(sum(length < 25 for length in lengths) / len(lengths), 4),
        "over_limit": 0,
        "open_fences": 0,
        "rows_without_header": 0,
        "bare_headings": 0,
        "wrong_offsets": 0,
        "lost_characters": 0,
        "blocks": {"code": 1, "table": 1, "heading": 2, "paragraph": 2, "list": 1},
    }


def test_without_a_limit_there_is_nothing_to_hold_against_it() -> None:
    found = stats("docs")
    blocks = [*parse_blocks(TEA).blocks, *parse_blocks(CODE).blocks]
    assert found["chunks"] == sum(found["blocks"].values()) == len(blocks)
    assert (found["limit"], found["fill"], found["over_limit"]) == (None, None, None)


@pytest.mark.parametrize(
    ("options", "limit"),
    [
        (["token"], 800),
        (["token", "--option", "chunk_size=60"], 60),
        (["section"], 500),
        (["recursive", "--chunk-size", "50"], 50),
        (["fragment", "--chunk-size", "50"], 50),
    ],
)
def test_the_limit_is_the_splitters(options: list[str], limit: int) -> None:
    found = stats("docs", "--splitter", *options)
    assert found["limit"] == limit
    assert found["tokens_max"] <= limit
    assert (found["over_limit"], found["wrong_offsets"]) == (0, 0)


def test_tokens_are_counted_as_asked() -> None:
    text = "Каждый охотник желает знать"
    found = stats("-", "--model-name", "gpt-4o", stdin=text.encode())
    assert found["encoding"] == "o200k_base"
    assert found["tokens"] == TokenCounter("o200k_base")(text) != COUNTER(text)


def test_what_options_leave_out_is_lost() -> None:
    text = b"---\na: b\n---\n\n# Tea\n\nBoil.\n"
    assert stats("-", "--types", "paragraph", stdin=text)["lost_characters"] == 13
    assert stats("-", "--front-matter", "drop", stdin=text)["lost_characters"] == 9
    assert stats("-", stdin=text)["lost_characters"] == 0


def test_faults_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    chunks = [
        Document(page_content="```py", metadata={"start_index": 0}),
        Document(page_content="boil()\n```\n\n# A", metadata={"start_index": 3}),
        Document(page_content="| 1 | 2 |\n| 3 | 4 |" * 9),
    ]
    monkeypatch.setattr(Splitter, "lazy_split_documents", lambda *_: iter(chunks))
    found = stats("docs/code.md", "--splitter", "token", "--chunk-size", "50")
    assert found["open_fences"] == 2
    assert found["rows_without_header"] == 1
    assert found["bare_headings"] == 0
    assert found["wrong_offsets"] == 2
    assert found["over_limit"] == 1


def test_text_is_for_reading() -> None:
    text = b"# Tea\n\nBoil it.\n"
    result = invoke("-", "--splitter", "token", "--chunk-size", "16", stdin=text)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout_bytes.decode() == (
        "token, at most 16 tokens (cl100k_base)\n\n"
        "files                            1\n"
        "characters                      16\n"
        "chunks                           1\n\n"
        "tokens                           7  in all chunks, what they repeat included\n"
        "  shortest                       7\n"
        "  median                         7\n"
        "  mean                         7.0\n"
        "  90th percentile                7\n"
        "  longest                        7\n"
        "fill                           44%  of the limit, on average\n"
        "tiny                            0%  under 64 tokens, and a quarter of the "
        "limit\n\nover the limit                   0\n"
        "open fences                      0  chunks with half a code block\n"
        "rows without header              0  chunks with them\n"
        "bare headings                    0  end a chunk, their text begins the next\n"
        "wrong offsets                    0  chunks that are not where they say\n"
        "lost characters                  0  in no chunk, white space aside\n\n"
        "blocks in the sources\n"
        "  heading                        1\n"
        "  paragraph                      1\n\n"
        "       tokens   chunks\n"
        "          0-2        0\n"
        "          3-4        0\n"
        "          5-6        0\n"
        f"          7-8        1  {'█' * 40}\n"
        "         9-10        0\n"
        "        11-12        0\n"
        "        13-14        0\n"
        "        15-16        0\n"
    )


@pytest.mark.parametrize("columns", [20, 60, 80, 300])
def test_text_fits_the_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    text = invoke("docs", "--splitter", "token").stdout_bytes.decode()
    bars = re.findall("[█-▏]+", text)
    assert max(map(len, bars)) == max(1, min(40, columns - 26))
    assert max(map(len, text.split("\n"))) <= 80


def test_options_are_named_in_the_title() -> None:
    options = ["--option", "merge=false", "--option", "include_breadcrumb=false"]
    text = invoke("docs", "--splitter", "section", *options).stdout
    assert text.startswith("section:merge=false,include_breadcrumb=false, at most 500 ")


def test_a_title_cannot_drive_the_terminal() -> None:
    option = ["--option", "breadcrumb_separator=\x1b[31m"]
    text = invoke("docs", "--splitter", "section", *option).stdout
    assert "\x1b" not in text
    assert "breadcrumb_separator=\ufffd[31m" in text


def test_blank_sources_have_no_chunks() -> None:
    found = stats("empty.md", "--splitter", "token")
    assert (found["files"], found["chunks"], found["tokens_max"]) == (1, 0, 0)
    text = invoke("empty.md", "--splitter", "token").stdout
    assert "fill                            0%" in text


def test_a_source_that_fails_is_left_out() -> None:
    result = invoke("latin.md", "docs", "--format", "jsonl")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: latin.md: not UTF-8: byte 0xe9")
    assert json.loads(result.stdout)["files"] == 2


def test_without_a_source_there_are_no_statistics() -> None:
    result = invoke("latin.md")
    assert (result.exit_code, result.stdout) == (1, "")


def test_an_error_of_a_splitter_names_it_and_the_file(folder: Path) -> None:
    (folder / "long.md").write_text(f"# {'tea ' * 90}\n\n{'one ' * 90}\n", "utf-8")
    result = invoke(
        "long.md", "docs", "--splitter", "token", "--chunk-size", "50", "--format=jsonl"
    )
    assert result.exit_code == 1
    assert result.stderr.startswith("error: long.md: splitter token: Heading token co")
    assert json.loads(result.stdout)["files"] == 2


def test_a_limit_that_is_too_small_for_most_is_none_for_all() -> None:
    found = stats("-", "--splitter", "token", "--chunk-size", "1", stdin=b"a")
    assert (found["chunks"], found["tokens_max"]) == (1, 1)


LENGTHS = st.lists(st.integers(0, 3000), max_size=30)
LIMIT = st.none() | st.integers(1, 2000)


def drawn(
    lengths: list[int], limit: int | None, width: int
) -> list[tuple[int, int, int, str]]:
    """Return the lines of a histogram: first and last length, count, bar."""
    rows = [
        re.fullmatch(r" *(\d+)-(\d+) +([\d,]+)(?:  (\S+))?\n", line)
        for line in draw_histogram(lengths, limit, width)
    ]
    return [
        (int(row[1]), int(row[2]), int(row[3].replace(",", "")), row[4] or "")
        for row in rows
        if row is not None or pytest.fail("a line is none of a histogram")
    ]


@given(LENGTHS, LIMIT, st.integers(1, 60))
def test_a_histogram_holds_each_length_once(
    lengths: list[int], limit: int | None, width: int
) -> None:
    lines = drawn(lengths, limit, width)
    after = -1
    for lower, upper, count, bar in lines:
        assert lower == after + 1 <= upper
        assert count == sum(lower <= length <= upper for length in lengths)
        assert len(bar) <= width
        assert (bar == "") is (count == 0)
        after = upper
    assert after >= max(lengths, default=0)
    assert len(lines) <= 9
    if limit is not None:
        assert limit in [upper for _, upper, _, _ in lines]


@given(LENGTHS.filter(bool), LIMIT)
def test_the_page_draws_the_same_histogram(
    lengths: list[int], limit: int | None
) -> None:
    page = read_page(f"<div>{render_histogram(lengths, limit, 'tokens')}</div>")
    titles = [title.text.replace(",", "") for title in page.named("title")]
    bars = [list(map(int, re.findall(r"\d+", title))) for title in titles]
    for lower, upper, count, _ in drawn(lengths, limit, 9):
        inside = [bar for bar in bars if lower <= bar[0] <= upper]
        assert all(bar[-2] <= upper for bar in inside)
        assert count == sum(bar[-1] for bar in inside)
