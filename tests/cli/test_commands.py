"""The command line inside this process: what it writes, and how it ends."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from langchain_mdsplit import MarkdownFragmentTextSplitter, __version__
from langchain_mdsplit.cli import app
from langchain_mdsplit.cli.peers import PEERS
from langchain_mdsplit.cli.registry import SPLITTERS
from langchain_mdsplit.errors import EncodingError, MdSplitError
from langchain_mdsplit.tokens import TokenCounter

TEA = "---\nlang: fr\n---\n\n# Thé vert {#the}\n\nEau.\r\n\r\n```py\nboil()\n```\n"
COMMANDS = ["split", "outline", "stats", "compare"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a few files, made the current one."""
    (tmp_path / "docs" / "sub").mkdir(parents=True)
    (tmp_path / "docs" / "tea.md").write_bytes(TEA.encode())
    (tmp_path / "docs" / "sub" / "one.md").write_bytes(b"one\n")
    (tmp_path / "empty.md").write_bytes(b"")
    (tmp_path / "latin.md").write_bytes("# Café\n".encode("latin-1"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def invoke(*arguments: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(app, list(arguments), input=stdin)


def chunks(*arguments: str, stdin: bytes = b"") -> list[dict[str, Any]]:
    """Return the chunks that a run without errors writes."""
    result = invoke("split", *arguments, stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    return [json.loads(line) for line in result.stdout_bytes.decode().split("\n")[:-1]]


def test_a_file_becomes_json_lines() -> None:
    found = chunks("docs/tea.md")
    assert [chunk["metadata"]["label"] for chunk in found] == [
        "frontmatter",
        "1-heading",
        "1-content-1",
        "1-content-2",
    ]
    assert found[2] == {
        "page_content": "Eau.",
        "metadata": {
            "source": "docs/tea.md",
            "start_index": 37,
            "end_index": 41,
            "content_offset": 0,
            "chunk_index": 2,
            "token_count": 3,
            "heading_path": "Thé vert",
            "label": "1-content-1",
            "type": "paragraph",
            "anchor": "the",
        },
    }


def test_json_keeps_what_is_not_ascii() -> None:
    assert "# Thé vert {#the}".encode() in invoke("split", "docs").stdout_bytes


def test_chunks_are_those_of_the_splitter() -> None:
    expected = MarkdownFragmentTextSplitter(heading_keys=True, add_ids=True)
    documents = expected.create_documents([TEA], [{"source": "docs/tea.md"}])
    found = chunks("docs/tea.md", "--heading-keys", "--add-ids")
    assert [chunk["id"] for chunk in found] == [document.id for document in documents]
    assert [chunk["metadata"] for chunk in found] == [
        document.metadata for document in documents
    ]
    assert found[1]["metadata"]["Header 1"] == "Thé vert"


def test_sources_follow_one_another() -> None:
    found = chunks("docs", "-", "empty.md", "docs/tea.md", stdin=b"# In\n")
    sources = [chunk["metadata"]["source"] for chunk in found]
    assert sources == ["docs/sub/one.md", *["docs/tea.md"] * 4, "-"]
    assert found[-1]["page_content"] == "# In"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--types", "code"], ["1-content-2"]),
        (["--types", "code", "--types", "yaml"], ["frontmatter", "1-content-2"]),
        (["--option", 'types=["code"]'], ["1-content-2"]),
        (["--front-matter", "drop"], ["1-heading", "1-content-1", "1-content-2"]),
        (["--option", "front-matter=drop", "--types", "heading"], ["1-heading"]),
    ],
)
def test_options_reach_the_splitter(options: list[str], expected: list[str]) -> None:
    found = chunks("docs/tea.md", *options)
    assert [chunk["metadata"]["label"] for chunk in found] == expected


def test_headings_are_read_as_asked() -> None:
    text = b"# A {#a}\n\n## B\n"
    paths = [
        chunk["metadata"]["heading_path"]
        for chunk in chunks(
            "-", "--no-heading-attributes", "--max-heading-level", "1", stdin=text
        )
    ]
    assert paths == ["A {#a}", "A {#a}"]


def test_tokens_are_counted_as_asked() -> None:
    text = "Каждый охотник желает знать"
    for option in (["--encoding-name", "o200k_base"], ["--model-name", "gpt-4o"]):
        [chunk] = chunks("-", *option, stdin=text.encode())
        assert chunk["metadata"]["token_count"] == TokenCounter("o200k_base")(text)
        assert chunk["metadata"]["token_count"] != TokenCounter()(text)


def test_a_limit_holds() -> None:
    found = chunks("-", "--chunk-size", "20", stdin=b"word and word. " * 50)
    assert len(found) > 5
    assert max(chunk["metadata"]["token_count"] for chunk in found) <= 20


SECTIONS = b"# Tea\n\nHot.\n\n## Black\n\n" + b"Four minutes. " * 20


@pytest.mark.parametrize(
    ("options", "first", "others"),
    [
        (["token"], "# Tea\n\nHot.", "# Tea\n## Black\n\nFour"),
        (
            ["token", "--option", "heading-context=own"],
            "# Tea\n\nHot.",
            "## Black\n\nFour",
        ),
        (["section"], "Tea\n\nHot.", "Tea > Black\n\nFour"),
        (
            ["section", "--option", "breadcrumb_separator= / "],
            "Tea\n\nHot.",
            "Tea / Black\n\nFour",
        ),
    ],
)
def test_chunks_are_packed_as_asked(
    options: list[str], first: str, others: str
) -> None:
    found = chunks("-", "--chunk-size", "40", "--splitter", *options, stdin=SECTIONS)
    texts = [chunk["page_content"] for chunk in found]
    assert texts[0] == first
    assert len(texts) == 3
    assert all(text.startswith(others) for text in texts[1:])
    assert max(chunk["metadata"]["token_count"] for chunk in found) <= 40


@pytest.mark.parametrize("splitter", ["token", "section"])
def test_packed_chunks_overlap_as_asked(splitter: str) -> None:
    size = ["--chunk-size", "40", "--chunk-overlap", "10"]
    found = chunks("-", "--splitter", splitter, *size, stdin=SECTIONS)
    repeated = "Four minutes. Four minutes. Four minutes."
    assert found[-1]["metadata"]["overlap"] == len(repeated)
    assert f"\n\n{repeated} Four" in found[-1]["page_content"]


def test_a_byte_order_mark_counts_as_a_code_point() -> None:
    text = b"\xef\xbb\xbf# A\n\nb"
    start, end = (
        chunks("-", "--encoding", encoding, stdin=text)[-1]["metadata"]["start_index"]
        for encoding in ("utf-8", "utf-8-sig")
    )
    assert (start, end) == (6, 5)


def test_another_encoding_is_read() -> None:
    [chunk] = chunks("latin.md", "--encoding", "latin-1")
    assert chunk["page_content"] == "# Café"


@pytest.mark.parametrize("output_format", ["jsonl", "text"])
def test_lone_surrogates_are_escaped(output_format: str) -> None:
    arguments = ["--encoding", "raw_unicode_escape", "--format", output_format]
    result = invoke("split", "-", *arguments, stdin=rb"a\ud800b")
    assert result.exit_code == 0
    assert rb"a\ud800b" in result.stdout_bytes


def test_an_escaped_surrogate_is_read_again() -> None:
    [chunk] = chunks("-", "--encoding", "raw_unicode_escape", stdin=rb"a\ud800b")
    assert chunk["page_content"] == "a\ud800b"


def test_text_is_for_reading() -> None:
    result = invoke("split", "docs/tea.md", "--format", "text", "--types", "paragraph")
    assert result.stdout_bytes.decode() == (
        "── docs/tea.md · 1-content-1 · paragraph · 3 tokens · 37:41 · Thé vert\n"
        "Eau.\n\n"
    )


def test_text_keeps_the_line_ends_of_a_chunk_only() -> None:
    result = invoke("split", "-", "--format", "text", stdin=b"a\r\nb\r\n")
    assert result.stdout_bytes.endswith(b"\na\r\nb\n\n")
    assert b"\r" not in invoke("split", "-", stdin=b"a\r\n").stdout_bytes


def test_text_names_the_part_of_a_cut_block() -> None:
    arguments = ["--format", "text", "--chunk-size", "20"]
    result = invoke("split", "-", *arguments, stdin=b"word and word. " * 50)
    assert "── - · 0-content-1 · paragraph · part 1 · " in result.stdout_bytes.decode()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["split", "no.md"], "error: no file or folder 'no.md'"),
        (["split", "*.rst"], "error: no file matches the pattern '*.rst'"),
        (["outline", "no.md"], "error: no file or folder 'no.md'"),
        (["split", "docs", "--chunk-size", "0"], "error: chunk_size must be >= 1, got"),
        (
            ["split", "docs", "--front-matter", "x"],
            "error: front_matter must be one of",
        ),
        (["split", "docs", "--types", "x"], "error: types must be "),
        (["split", "docs", "--splitter", "x"], "error: splitter must be one of frag"),
        (["split", "docs", "--encoding", "x"], "error: --encoding must be a text enc"),
        (["outline", "docs", "--encoding", "x"], "error: --encoding must be a text"),
        (["outline", "docs", "--max-heading-level", "7"], "error: max_heading_level"),
        (
            ["split", "docs", "--splitter", "token", "--types", "code"],
            "error: splitter 'token' does not take the option 'types'; it takes chunk",
        ),
        (
            ["split", "docs", "--splitter", "section", "--option", "merge=maybe"],
            "error: merge must be True or False, got 'maybe'",
        ),
        (
            ["split", "docs", "--option", "colour=red"],
            "error: splitter 'fragment' does not take the option 'colour'; it takes",
        ),
        (
            ["split", "docs", "--types", "code", "--option", "types=[]"],
            "error: option 'types' is given twice",
        ),
    ],
)
def test_wrong_arguments_are_one_line_and_code_2(
    arguments: list[str], message: str
) -> None:
    result = invoke(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(message)
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["split"],
        ["split", "docs", "--chunk-size", "x"],
        ["split", "docs", "--format", "x"],
        ["outline", "docs", "--depth", "-1"],
        ["splits", "docs"],
    ],
)
def test_what_cannot_be_parsed_is_code_2(arguments: list[str]) -> None:
    result = invoke(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage:" in result.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_token_encoding_ends_the_run(command: str) -> None:
    result = invoke(command, "docs", "--encoding-name", "x")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: encoding_name 'x' is unknown; known: ")


@pytest.mark.parametrize("command", ["split", "outline"])
def test_a_wrong_byte_is_named_and_the_others_are_written(command: str) -> None:
    result = invoke(command, "latin.md", "docs", "--format", "jsonl")
    assert result.exit_code == 1
    assert result.stderr == (
        "error: latin.md: not UTF-8: byte 0xe9 at offset 5 (invalid continuation "
        "byte); try --encoding cp1252\n"
    )
    sources = [json.loads(line) for line in result.stdout.split("\n")[:-1]]
    assert len(sources) >= 3


def test_a_file_that_cannot_be_read_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Path.read_bytes

    def read_bytes(path: Path) -> bytes:
        if path.name == "tea.md":
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    result = invoke("split", "docs")
    assert result.exit_code == 1
    assert result.stderr == "error: docs/tea.md: Permission denied\n"
    assert json.loads(result.stdout)["metadata"]["source"] == "docs/sub/one.md"


def test_a_folder_that_cannot_be_read_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def scandir(path: Path) -> Any:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("os.scandir", scandir)
    result = invoke("split", "docs")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "error: docs: Permission denied\n"


def test_an_error_of_a_splitter_names_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    real = MarkdownFragmentTextSplitter._split_structure

    def split(self: Any, structure: Any) -> Any:
        if structure.source == TEA:
            msg = "the limit is too small"
            raise MdSplitError(msg)
        return real(self, structure)

    monkeypatch.setattr(MarkdownFragmentTextSplitter, "_split_structure", split)
    result = invoke("split", "docs/tea.md", "docs/sub/one.md")
    assert result.exit_code == 1
    assert result.stderr == "error: docs/tea.md: the limit is too small\n"
    assert json.loads(result.stdout)["page_content"] == "one"


def test_tokens_that_cannot_be_counted_end_the_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def count_many(self: TokenCounter, texts: Any) -> list[int]:
        del texts
        msg = f"the ranks of {self.encoding_name} cannot be loaded"
        raise EncodingError(msg)

    monkeypatch.setattr(TokenCounter, "count_many", count_many)
    for command in COMMANDS:
        result = invoke(command, "docs")
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr == "error: the ranks of cl100k_base cannot be loaded\n"


def test_blank_sources_have_no_chunks() -> None:
    assert chunks("empty.md") == []
    assert chunks("-", stdin=b" \r\n\n") == []


def test_version() -> None:
    result = invoke("--version")
    assert (result.exit_code, result.stdout) == (
        0,
        f"langchain-mdsplit {__version__}\n",
    )


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_has_examples(command: str, option: str) -> None:
    result = invoke(command, option)
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"langchain-mdsplit {command} README.md" in result.stdout
    assert result.stdout.count("langchain-mdsplit") >= 3


def test_help_names_the_splitters() -> None:
    words = invoke("split", "--help").stdout.replace(",", " ").replace(".", " ").split()
    assert set(SPLITTERS) <= set(words)


def test_a_size_is_in_tokens_for_every_splitter() -> None:
    text = "Каждый охотник желает знать. " * 20
    arguments = ["--splitter", "recursive", "--chunk-size", "30"]
    contents = [
        it["page_content"] for it in chunks("-", *arguments, stdin=text.encode())
    ]
    counts = TokenCounter().count_many(contents)
    assert max(counts) <= 30 < max(map(len, contents))


def test_help_names_the_peers_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = invoke("compare", "--help").stdout
    options = text[text.index("╭─ Splitting") :]
    assert all(name in options for name in (*SPLITTERS, *PEERS))


def test_the_help_names_commands_and_exit_codes() -> None:
    text = invoke("--help").stdout
    assert all(f"langchain-mdsplit {command} " in text for command in COMMANDS)
    assert all(f"  {code}  " in text for code in (0, 1, 2, 130, 141))


def test_a_separator_that_only_a_text_comes_to_is_named(folder: Path) -> None:
    del folder
    options = ['separators=["x*", "("]', "is_separator_regex=true", "chunk_size=1"]
    arguments = [part for option in options for part in ("--option", option)]
    for command in ("split", "stats"):
        result = invoke(command, "docs/tea.md", "--splitter", "recursive", *arguments)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.startswith("error: ")
        assert "missing )" in result.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_names_in_errors_do_not_drive_the_terminal(folder: Path, command: str) -> None:
    name = "\x1b[31mred\n\r\x9b.md"
    (folder / name).write_bytes(b"\xff")
    result = invoke(command, name)
    assert result.exit_code == 1
    assert result.stderr.startswith("error: \ufffd[31mred\ufffd\ufffd\ufffd.md: not ")
    assert result.stderr.count("\n") == 1


def test_names_in_text_stay_on_their_line(folder: Path) -> None:
    (folder / "a\nb.md").write_bytes(b"# A\n")
    for arguments in (["outline"], ["split", "--format", "text"]):
        result = invoke(*arguments, "a\nb.md")
        assert "a\ufffdb.md" in result.stdout.partition("\n")[0]


@pytest.mark.parametrize("command", COMMANDS)
def test_names_in_errors_are_not_turned_around(folder: Path, command: str) -> None:
    name = "a\u202edm.\u2066b\U000e0048\ufeff.md"
    (folder / name).write_bytes(b"\xff")
    result = invoke(command, name)
    assert result.stderr.startswith("error: a\ufffddm.\ufffdb\ufffd\ufffd.md: not ")


@pytest.mark.parametrize("arguments", [["outline"], ["split", "--format", "text"]])
def test_names_in_text_are_not_turned_around(
    folder: Path, arguments: list[str]
) -> None:
    (folder / "a\u202eb.md").write_bytes("# A\u2067\U000e0048\n".encode())
    text = invoke(*arguments, "a\u202eb.md").stdout_bytes.decode()
    assert "a\ufffdb.md" in text.partition("\n")[0]
    assert "A\ufffd\ufffd" in text
    assert not set(text) & set("\u202e\u2067\U000e0048")


def test_text_does_not_write_over_its_own_lines() -> None:
    result = invoke("split", "-", "--format", "text", stdin=b"secret\rshown\r\nend")
    assert result.stdout_bytes.endswith(b"\nsecret\nshown\r\nend\n\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--option", "x" * 999], f"--option must be NAME=VALUE, got '{'x' * 77}…'"),
        (["--encoding", "x" * 999], f", cp1252 or utf-16, got '{'x' * 77}…'"),
        (["--embeddings", "-" * 999], f" as models:build, got '{'-' * 77}…'"),
        (["--option", f"{'x' * 999}=1"], f"not take the option '{'x' * 77}…'; it "),
    ],
)
def test_long_arguments_are_shortened_in_errors(
    arguments: list[str], message: str
) -> None:
    result = invoke("split", "docs", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "x" * 79 not in result.stderr
