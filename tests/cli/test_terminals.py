"""The command line on a terminal: progress bars, colours."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.processes import MODULE

pty = pytest.importorskip("pty")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a few files, made the current one."""
    (tmp_path / "a.md").write_bytes("# Thé\n".encode())
    (tmp_path / "b.md").write_bytes(b"text\r\n")
    fence = b"```\n" + b"boil()\n" * 99 + b"```\n"
    (tmp_path / "fence.md").write_bytes(fence)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    return tmp_path


def on_terminal(
    *arguments: str, streams: tuple[str, ...] = ("stderr",), **env: str
) -> tuple[bytes, bytes]:
    """Run with some streams on a terminal; return what it and the output got."""
    ours, theirs = pty.openpty()
    others: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    try:
        result = subprocess.run(
            [*MODULE, *arguments],
            **{**others, **dict.fromkeys(streams, theirs)},
            env={**os.environ, "TERM": "xterm", "COLUMNS": "80", **env},
            check=True,
        )
        os.write(theirs, b"\nend")
        shown = b""
        while not shown.endswith(b"end"):
            shown += os.read(ours, 65536)
    finally:
        os.close(theirs)
        os.close(ours)
    return shown.removesuffix(b"\r\nend"), result.stdout or b""


@pytest.mark.parametrize("command", ["split", "outline", "stats", "compare"])
def test_several_sources_show_a_progress_bar(command: str) -> None:
    shown, out = on_terminal(command, "a.md", "b.md")
    assert b"2/2" in shown
    assert b"\x1b" not in out
    assert out.strip()


@pytest.mark.parametrize("arguments", [["a.md", "b.md", "--no-progress"], ["a.md"]])
def test_a_progress_bar_is_not_shown_in_vain(arguments: list[str]) -> None:
    assert on_terminal("split", *arguments)[0] == b""


def test_a_progress_bar_does_not_stand_in_the_output() -> None:
    shown, _ = on_terminal("split", "a.md", "b.md", streams=("stdout", "stderr"))
    assert b"2/2" not in shown
    assert b"text" in shown


def test_a_progress_bar_is_shown_while_a_file_is_written() -> None:
    arguments = ["split", "a.md", "b.md", "--output", "out"]
    shown, _ = on_terminal(*arguments, streams=("stdout", "stderr"))
    assert b"2/2" in shown
    assert b"text" in Path("out").read_bytes()


def test_a_summary_comes_after_its_progress_bar() -> None:
    shown, _ = on_terminal("stats", "a.md", "b.md", streams=("stdout", "stderr"))
    assert shown.index(b"2/2") < shown.index(b"fragment, no limit")


FAULTS = ["fence.md", "--splitter", "langchain-recursive", "--chunk-size", "50"]


def test_faults_have_a_colour_on_a_terminal() -> None:
    shown, _ = on_terminal("compare", *FAULTS, streams=("stdout",))
    assert b"\x1b[31m" in shown


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_there_is_no_colour_where_none_is_wanted(env: dict[str, str]) -> None:
    shown, _ = on_terminal("compare", *FAULTS, streams=("stdout",), **env)
    assert b"langchain-" in shown
    assert b"\x1b[3" not in shown


def test_what_is_piped_has_no_colour() -> None:
    _, out = on_terminal("compare", *FAULTS)
    assert b"langchain-" in out
    assert b"\x1b" not in out
