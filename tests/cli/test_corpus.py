"""Whole folders go through the command line, and every offset is true."""

import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from langchain_mdsplit.cli import app
from tests.check_offsets import check_lines
from tests.shared_data import REPOSITORY


def check(*arguments: str) -> int:
    """Split, check the offsets of every line, and return how many there are."""
    result = CliRunner().invoke(app, ["split", *arguments])
    assert (result.exit_code, result.stderr) == (0, "")
    report = check_lines(result.stdout_bytes.decode("utf-8").split("\n")[:-1])
    assert report.faults == ()
    return report.chunks


LIMITED = ["--chunk-size", "64", "--chunk-overlap", "16"]
LONG = ["--option", "on_long_heading=drop"]


@pytest.mark.parametrize("options", [[], LIMITED])
def test_every_offset_in_a_book_is_true(
    shared: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    monkeypatch.chdir(shared / "corpus")
    files = sum(path.suffix == ".md" for path in Path("book").rglob("*"))
    assert check("book", "book/.github", *options) > 10 * files


@pytest.mark.parametrize("splitter", ["token", "section"])
def test_every_offset_of_packed_chunks_is_true(
    shared: Path, monkeypatch: pytest.MonkeyPatch, splitter: str
) -> None:
    monkeypatch.chdir(shared / "corpus")
    assert check("book/src/ch1*.md", "--splitter", splitter, *LIMITED, *LONG) > 1000
    monkeypatch.chdir(shared / "data")
    assert check("tricky", "--splitter", splitter, *LIMITED, *LONG) > 100


def test_every_offset_in_tricky_files_is_true(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shared / "data")
    assert check("tricky", "--chunk-size", "40") > 200


def test_every_offset_in_our_own_files_is_true() -> None:
    readme = os.path.relpath(REPOSITORY / "README.md")
    assert check(readme, "--chunk-size", "50") > 0
