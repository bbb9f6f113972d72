"""Where the command line writes, and what is there after an error."""

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from langchain_mdsplit.cli import app
from langchain_mdsplit.cli.outputs import check_output, open_output
from langchain_mdsplit.errors import EncodingError
from langchain_mdsplit.tokens import TokenCounter

COMMANDS = ["split", "outline", "stats", "compare"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a few files, made the current one."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_bytes("# Thé\n\nEau.\r\n".encode())
    (tmp_path / "docs" / "b.md").write_bytes(b"two\n")
    (tmp_path / "latin.md").write_bytes("# Café\n".encode("latin-1"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def left_over(folder: Path) -> list[str]:
    """Return the names of files that nobody asked for."""
    return [path.name for path in folder.rglob(".*")]


@pytest.mark.parametrize("output_format", ["jsonl", "text"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_gets_what_the_output_would(
    folder: Path, command: str, output_format: str
) -> None:
    arguments = [command, "docs", "--format", output_format]
    expected = invoke(*arguments).stdout_bytes
    result = invoke(*arguments, "--output", "out.txt")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    written = (folder / "out.txt").read_bytes()
    if command != "compare":  # its rows have times
        assert written == expected
    assert written.count(b"\n") == expected.count(b"\n") > 0
    assert left_over(folder) == []


@pytest.mark.parametrize("command", COMMANDS)
def test_a_dash_is_standard_output(folder: Path, command: str) -> None:
    assert invoke(command, "docs", "-o", "-").stdout
    assert not (folder / "-").exists()


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("docs", "error: --output must be a file, 'docs' is a folder\n"),
        ("", "error: --output must be a file, or - for standard output, got ''\n"),
        ("a\0b", "error: --output must be a file, or - for standard output, got 'a"),
        ("no/out.txt", "error: --output: no folder 'no' to write to\n"),
        ("no/", "error: --output: no folder 'no/' to write to\n"),
        ("docs/b.md", "error: --output would write over the source 'docs/b.md'\n"),
        ("./docs/../docs/b.md", "error: --output would write over the source 'docs/b"),
    ],
)
def test_a_wrong_output_is_named(command: str, output: str, message: str) -> None:
    result = invoke(command, "docs", "--output", output)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(message)
    assert Path("docs/b.md").read_bytes() == b"two\n"


@pytest.mark.parametrize("link", ["symbolic", "hard"])
def test_a_source_is_not_written_over_through_a_link(folder: Path, link: str) -> None:
    path = folder / "out.txt"
    source = folder / "docs" / "a.md"
    path.symlink_to(source) if link == "symbolic" else path.hardlink_to(source)
    result = invoke("split", "docs", "--output", "out.txt")
    assert result.exit_code == 2
    assert "would write over the source 'docs/a.md'" in result.stderr


def test_a_link_to_another_file_is_written_through(folder: Path) -> None:
    (folder / "real.jsonl").write_bytes(b"old")
    (folder / "out.jsonl").symlink_to("real.jsonl")
    assert invoke("split", "docs", "--output", "out.jsonl").exit_code == 0
    assert (folder / "out.jsonl").is_symlink()
    assert b"two" in (folder / "real.jsonl").read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX modes")
def test_a_file_has_the_mode_of_the_one_before_it(folder: Path) -> None:
    invoke("split", "docs", "--output", "new")
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE((folder / "new").stat().st_mode) == 0o666 & ~mask
    (folder / "new").chmod(0o640)
    invoke("split", "docs", "--output", "new")
    assert stat.S_IMODE((folder / "new").stat().st_mode) == 0o640


def test_a_source_that_fails_is_left_out_of_the_file(folder: Path) -> None:
    result = invoke("split", "latin.md", "docs", "--output", "out.jsonl")
    assert result.exit_code == 1
    assert "latin.md: not UTF-8" in result.stderr
    lines = (folder / "out.jsonl").read_text("utf-8").split("\n")[:-1]
    sources = {json.loads(line)["metadata"]["source"] for line in lines}
    assert sources == {"docs/a.md", "docs/b.md"}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("before", [None, b"old\n"])
def test_a_file_is_not_written_where_all_sources_fail(
    folder: Path, command: str, before: bytes | None
) -> None:
    path = folder / "out"
    if before is not None:
        path.write_bytes(before)
    result = invoke(command, "latin.md", "--output", "out")
    assert result.exit_code == 1
    assert (path.read_bytes() if path.exists() else None) == before
    assert left_over(folder) == []


@pytest.mark.parametrize("before", [None, b"old\n"])
@pytest.mark.parametrize("error", [EncodingError, KeyboardInterrupt, RuntimeError])
def test_an_error_leaves_the_file_as_it_was(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    before: bytes | None,
    error: type[BaseException],
) -> None:
    real = TokenCounter.count_many

    def count_many(self: TokenCounter, texts: Any) -> list[int]:
        if "two" in "".join(texts):
            raise error
        return real(self, texts)

    monkeypatch.setattr(TokenCounter, "count_many", count_many)
    path = folder / "out.jsonl"
    if before is not None:
        path.write_bytes(before)
    result = invoke("split", "docs", "--output", "out.jsonl")
    assert result.exit_code == (130 if error is KeyboardInterrupt else 1)
    assert (path.read_bytes() if path.exists() else None) == before
    assert left_over(folder) == []


def test_an_old_file_stays_until_the_new_one_is_whole(folder: Path) -> None:
    path = folder / "out"
    path.write_bytes(b"old")

    def written() -> Iterator[bytes]:
        with open_output(str(path)) as out:
            out.write(b"new")
            out.flush()
            yield path.read_bytes()

    assert list(written()) == [b"old"]
    assert path.read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="is root")
def test_a_folder_that_takes_no_file_is_named(folder: Path) -> None:
    (folder / "closed").mkdir(mode=0o500)
    result = invoke("split", "docs", "--output", "closed/out.jsonl")
    assert result.exit_code == 1
    assert "closed/out.jsonl: Permission denied" in result.stderr


def test_a_file_that_cannot_be_replaced_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replace(path: Path, target: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path), None, str(target))

    monkeypatch.setattr(Path, "replace", replace)
    result = invoke("split", "docs", "--output", "out.jsonl")
    assert result.exit_code == 1
    assert result.stderr == f"error: {folder / 'out.jsonl'}: Permission denied\n"
    assert left_over(folder) == []


def test_a_name_as_long_as_names_can_be_is_written(folder: Path) -> None:
    name = "n" * 255
    assert invoke("split", "docs", "--output", name).exit_code == 0
    assert (folder / name).stat().st_size


def test_standard_input_is_no_file_to_write_over(folder: Path) -> None:
    check_output("-", [])
    result = CliRunner().invoke(app, ["split", "-", "-o", "out"], input=b"tea")
    assert result.exit_code == 0
    assert b"tea" in (folder / "out").read_bytes()


@pytest.mark.parametrize("arguments", [["split"], ["split", "--html"], ["outline"]])
def test_a_link_to_itself_is_no_file_to_write(
    folder: Path, arguments: list[str]
) -> None:
    (folder / "loop").symlink_to("loop")
    result = invoke(*arguments, "docs/a.md", "--output", "loop")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error: loop: Too many levels of symbolic links")
    assert (folder / "loop").is_symlink()
    assert left_over(folder) == []


def test_a_link_to_a_file_that_is_not_there_stays_a_link(folder: Path) -> None:
    (folder / "link").symlink_to("docs/new.jsonl")
    assert invoke("split", "docs/a.md", "--output", "link").exit_code == 0
    assert (folder / "link").is_symlink()
    assert (folder / "docs" / "new.jsonl").read_bytes()
