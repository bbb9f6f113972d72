"""Comparisons of splitters."""

import json
from pathlib import Path
from typing import Any

import pytest
from langchain_text_splitters import RecursiveCharacterTextSplitter
from typer.testing import CliRunner, Result

from langchain_mdsplit import MarkdownSectionTextSplitter, TokenCounter
from langchain_mdsplit.cli import app
from langchain_mdsplit.cli.contestants import read_contestant
from langchain_mdsplit.cli.parameters import COMPARED
from langchain_mdsplit.cli.peers import PEERS
from langchain_mdsplit.cli.registry import SPLITTERS
from langchain_mdsplit.errors import ArgumentError

CODE = (
    "# Tea\n\n```py\n"
    + "boil_the_water(1)\n" * 60
    + "```\n\n## Two\n\n"
    + "It is. " * 90
)
TABLE = "| a | b |\n|---|---|\n" + "| one cell | another |\n" * 60


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a few files, made the current one."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "code.md").write_bytes(CODE.encode())
    (tmp_path / "docs" / "table.md").write_bytes(TABLE.encode())
    (tmp_path / "latin.md").write_bytes("# Café\n".encode("latin-1"))
    monkeypatch.chdir(tmp_path)
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["compare", *arguments])


def compare(*arguments: str) -> list[dict[str, Any]]:
    """Return the rows that a run without errors writes."""
    result = invoke(*arguments, "--format", "jsonl")
    assert (result.exit_code, result.stderr) == (0, "")
    return [json.loads(line) for line in result.stdout.split("\n")[:-1]]


def named(*specs: str) -> list[str]:
    return [part for spec in specs for part in ("--splitter", spec)]


def test_each_splitter_has_a_row_in_the_order_given() -> None:
    names = ["section", "token:chunk_size=100", "langchain-recursive", "token"]
    rows = compare("docs", *named(*names))
    assert [row["splitter"] for row in rows] == names
    assert [row["limit"] for row in rows] == [512, 100, 512, 512]
    assert {row["files"] for row in rows} == {2}
    assert {row["characters"] for row in rows} == {len(CODE) + len(TABLE)}


def test_without_a_splitter_ours_stand_beside_langchains() -> None:
    assert [row["splitter"] for row in compare("docs")] == list(COMPARED)
    assert set(PEERS) < set(COMPARED) <= {*PEERS, *SPLITTERS}


def test_a_row_has_the_numbers_of_the_splitter() -> None:
    [row] = compare("docs", *named("section:merge=false"), "--chunk-size", "90")
    splitter = MarkdownSectionTextSplitter(90, merge=False)
    counts = TokenCounter().count_many(
        [*splitter.split_text(CODE), *splitter.split_text(TABLE)]
    )
    assert (row["chunks"], row["tokens"]) == (len(counts), sum(counts))
    assert row["tokens_max"] == max(counts) <= 90


def test_langchains_splitter_is_as_it_is() -> None:
    [row] = compare(
        "docs", *named("langchain-recursive:chunk_overlap=20,chunk_size=90")
    )
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=90, chunk_overlap=20, length_function=TokenCounter()
    )
    counts = TokenCounter().count_many(
        [*splitter.split_text(CODE), *splitter.split_text(TABLE)]
    )
    assert (row["chunks"], row["tokens"]) == (len(counts), sum(counts))


def test_faults_are_those_of_the_splitters() -> None:
    faults = ("open_fences", "rows_without_header", "over_limit", "lost_characters")
    token, recursive, peer, header = compare(
        *("docs", "--chunk-size", "100"),
        *named(
            "token", "recursive", "langchain-recursive", "langchain-markdown-header"
        ),
    )
    assert [token[name] for name in faults] == [0, 0, 0, 0]
    assert token["wrong_offsets"] == 0
    assert peer["open_fences"] == 2  # the code has a first and a last piece
    assert peer["rows_without_header"] > 2
    assert {name: recursive[name] for name in faults} == {
        name: peer[name] for name in faults
    }
    assert header["wrong_offsets"] > 0


def test_headers_are_stripped_where_asked() -> None:
    kept, stripped = compare(
        "docs/code.md",
        *named(
            "langchain-markdown-header", "langchain-markdown-header:strip-headers=true"
        ),
    )
    assert kept["lost_characters"] == 0
    assert stripped["lost_characters"] > 0


def test_common_options_hold_for_all_and_own_ones_win() -> None:
    rows = compare(
        *("docs", "--chunk-size", "80", "--chunk-overlap", "16"),
        *named("token", "token:chunk_overlap=0", "langchain-recursive"),
        *("--model-name", "gpt-4o"),
    )
    assert [row["limit"] for row in rows] == [80, 80, 80]
    assert {row["encoding"] for row in rows} == {"o200k_base"}
    assert rows[0]["tokens"] > rows[1]["tokens"]
    assert max(row["tokens_max"] for row in rows) <= 80


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (["--front-matter", "drop"], {"front_matter": "drop"}),
        (["--max-heading-level", "1"], {"max_heading_level": 1}),
        (["--no-heading-attributes"], {"heading_attributes": False}),
    ],
)
def test_a_common_option_holds_for_those_that_take_it(
    folder: Path, arguments: list[str], options: dict[str, Any]
) -> None:
    body = "It is. " * 90
    text = f"---\na: 1\n---\n\n# A {{#{'b' * 99}}}\n\n{body}\n\n{CODE}"
    (folder / "a.md").write_text(text, "utf-8")
    given = ["a.md", "--chunk-size", "120", *named("section", "recursive", *PEERS)]
    (section, *others), (plain, *same) = compare(*given, *arguments), compare(*given)
    splitter = MarkdownSectionTextSplitter(120, **options)
    counts = TokenCounter().count_many(splitter.split_text(text))
    assert section["tokens"] == sum(counts) != plain["tokens"]
    for row in (*others, *same):
        del row["cpu_seconds"]
    assert others == same
    assert [row["splitter"] for row in compare("a.md", *arguments)] == list(COMPARED)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (named("x"), "splitter must be one of fragment, "),
        (named(""), "splitter must be one of fragment, "),
        (named("token:chunk_size"), "--option must be NAME=VALUE, got 'chunk_size'"),
        (named("token:a=1"), "splitter 'token' does not take the option 'a'; it takes"),
        (named("token:merge=1"), "splitter 'token' does not take the option 'merge'"),
        (
            named("token:chunk_size=1,chunk_size=2"),
            "option 'chunk_size' is given twice",
        ),
        (named("token:chunk_size=0"), "chunk_size must be >= 1, got 0"),
        (
            named("langchain-recursive:separators=[]"),
            "splitter 'langchain-recursive' does not take the option 'separators'; it ",
        ),
        (
            named("langchain-recursive:chunk_size=0"),
            "splitter 'langchain-recursive': chunk_size must be > 0, got 0",
        ),
        (
            named("langchain-recursive:chunk_size=many"),
            "splitter 'langchain-recursive': ",
        ),
        (
            [*named("recursive", "langchain-recursive"), "--front-matter", "drop"],
            "none of the splitters takes the option 'front_matter', got recursive, ",
        ),
        (
            [*named("token", "langchain-recursive:front_matter=drop")],
            "splitter 'langchain-recursive' does not take the option 'front_matter'",
        ),
        (["--encoding-name", "x"], "encoding_name 'x' is unknown; known: "),
        (["--encoding", "x"], "--encoding must be a text encoding"),
    ],
)
def test_wrong_arguments_are_one_line_and_code_2(
    arguments: list[str], message: str
) -> None:
    result = invoke("docs", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {message}")
    assert result.stderr.count("\n") == 1


def test_commas_inside_a_value_are_no_end_of_it() -> None:
    spec = 'fragment: types=["code", "table"], chunk-size=90'
    [row] = compare("docs", *named(spec))
    assert (row["splitter"], row["limit"]) == (spec, 90)
    contestant = read_contestant("section:breadcrumb_separator=a,b", {}, {})
    assert contestant.limit == 500


def test_a_source_that_one_splitter_cannot_split_is_left_out_for_all(
    folder: Path,
) -> None:
    (folder / "docs" / "long.md").write_text(f"# {'tea ' * 90}\n\n{'a ' * 90}", "utf-8")
    arguments = ["docs", "latin.md", "--chunk-size", "50", "--format", "jsonl"]
    result = invoke(*arguments, *named("langchain-recursive", "token"))
    assert result.exit_code == 1
    long, latin = result.stderr.split("\n")[:-1]
    assert long.startswith("error: docs/long.md: splitter token: Heading token count")
    assert latin.startswith("error: latin.md: not UTF-8")
    rows = [json.loads(line) for line in result.stdout.split("\n")[:-1]]
    assert [row["files"] for row in rows] == [2, 2]


def test_where_all_sources_fail_there_is_no_table() -> None:
    result = invoke("latin.md")
    assert (result.exit_code, result.stdout) == (1, "")


def table(*arguments: str) -> list[str]:
    """Return the lines of the text that a run without errors writes."""
    result = invoke("docs", *arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout_bytes.decode().split("\n")


SPECS = named("token", "section:chunk_size=400,merge=false", *PEERS)


def test_text_is_a_table_that_fits_80_columns() -> None:
    lines = table(*SPECS)
    rows = compare("docs", *SPECS)
    assert max(map(len, lines)) <= 80
    assert lines[0] == f"2 files, {len(CODE) + len(TABLE):,} characters"
    assert lines[3].split() == [
        *("splitter", "chunks", "fill", "tiny", "limit", "fences", "header"),
        *("heads", "place", "chars", "s"),
    ]
    numbers = [line.split()[1:10] for line in lines[5:] if line.count("%") == 2]
    assert [int(cells[0].replace(",", "")) for cells in numbers] == [
        row["chunks"] for row in rows
    ]
    assert [int(cells[4]) for cells in numbers] == [row["open_fences"] for row in rows]
    text = "\n".join(lines)
    assert "section:" in text
    assert "\n chunk_size=400,\n merge=false\n" in text
    assert "\nlangchain-" in text


def test_a_wide_terminal_has_whole_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    lines = table(*SPECS)
    names = [line.split()[0] for line in lines if line.count("%") == 2]
    assert names == SPECS[1::2]
    assert max(map(len, lines)) <= 120


@pytest.mark.parametrize("columns", ["1", "20", "60"])
def test_a_narrow_terminal_has_lists(
    monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = table(*SPECS)
    for spec in SPECS[1::2]:
        assert lines.count(spec) == 1
    chunks = [int(line.split()[0]) for line in lines if line.endswith("  chunks")]
    assert chunks == [row["chunks"] for row in compare("docs", *SPECS)]
    assert "…" not in "\n".join(lines)


def test_a_file_has_no_colour_in_it(folder: Path) -> None:
    assert invoke("docs", *SPECS, "--output", "out.txt").exit_code == 0
    text = (folder / "out.txt").read_text("utf-8")
    assert "\x1b" not in text
    assert max(map(len, text.split("\n"))) <= 80


def test_a_name_cannot_drive_the_terminal() -> None:
    text = "\n".join(table(*named("section:breadcrumb_separator=\x1b[31m[red]x[/]")))
    assert "\x1b" not in text
    assert "[red]x[/]" in text


def test_peers_have_the_names_of_their_makers() -> None:
    assert all(name.startswith("langchain-") for name in PEERS)
    assert not set(PEERS) & set(SPLITTERS)
    with pytest.raises(ArgumentError, match="langchain-recursive"):
        read_contestant("recursion", {}, {})
