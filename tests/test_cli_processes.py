"""The command line as a process of its own: pipes, signals, locales, terminals."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

MODULE = (sys.executable, "-m", "langchain_mdsplit.cli")
ASCII_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with two files, made the current one."""
    (tmp_path / "a.md").write_bytes("# Thé\n".encode())
    (tmp_path / "b.md").write_bytes(b"text\r\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    return tmp_path


def start(*arguments: str) -> "subprocess.Popen[bytes]":
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [*MODULE, *arguments], stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0
    )


def stream(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def run(
    *command: str, env: dict[str, str] | None = None, stdin: bytes = b""
) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        command,
        input=stdin,
        capture_output=True,
        env={**os.environ, **(env or {})},
        check=False,
    )


def test_the_module_and_the_script_are_the_same() -> None:
    script = Path(sys.executable).with_name("langchain-mdsplit")
    by_module = run(*MODULE, "split", "a.md")
    assert json.loads(by_module.stdout)["page_content"] == "# Thé"
    assert (by_module.returncode, by_module.stderr) == (0, b"")
    if not script.exists():
        pytest.skip("the console script is not installed")
    assert run(str(script), "split", "a.md").stdout == by_module.stdout


def test_output_is_utf_8_in_any_locale(folder: Path) -> None:
    (folder / "a.md").rename(folder / "thé.md")
    result = run(*MODULE, "split", "thé.md", env=ASCII_LOCALE)
    assert (result.returncode, result.stderr) == (0, b"")
    chunk = json.loads(result.stdout.decode("utf-8"))
    assert chunk["page_content"] == "# Thé"
    assert chunk["metadata"]["source"] == "thé.md"


@pytest.mark.parametrize(
    ("arguments", "returncode"),
    [(["split", "ü"], 2), (["split", "a.md", "-"], 1), (["--help"], 0)],
)
def test_messages_survive_an_ascii_locale(
    arguments: list[str], returncode: int
) -> None:
    result = run(*MODULE, *arguments, env=ASCII_LOCALE, stdin=b"\xff")
    assert result.returncode == returncode
    assert b"Traceback" not in result.stderr


def test_chunks_are_written_before_the_next_source_is_read() -> None:
    with start("split", "a.md", "-") as process:
        line = stream(process.stdout).readline()
        assert json.loads(line)["page_content"] == "# Thé"
        out, err = process.communicate(b"more\n")
    assert json.loads(out)["page_content"] == "more"
    assert (process.returncode, err) == (0, b"")


@pytest.mark.parametrize("command", ["split", "outline"])
def test_a_reader_that_goes_away_is_no_error(command: str) -> None:
    with start(command, "a.md", "-") as process:
        assert stream(process.stdout).readline()
        stream(process.stdout).close()
        stream(process.stdin).write(b"more\n")
        stream(process.stdin).close()
        assert process.wait() == 141
        assert stream(process.stderr).read() == b""


@contextmanager
def default_interrupts() -> Iterator[None]:
    """Let processes that are started be interrupted, whoever started this one."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT for one process")
def test_an_interrupt_is_quiet() -> None:
    # What a shell runs in the background ignores interrupts, and so do its children.
    with default_interrupts(), start("split", "a.md", "-") as process:
        assert stream(process.stdout).readline()
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert stream(process.stderr).read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_reported() -> None:
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(
            [*MODULE, "split", "a.md", "b.md"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert result.returncode == 1
    assert result.stderr == b"error: output: No space left on device\n"


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
@pytest.mark.parametrize(
    ("redirection", "message"),
    [
        ("split a.md >&-", b"error: output: standard output is closed\n"),
        ("split - <&-", b"error: -: standard input is closed\n"),
    ],
)
def test_a_closed_stream_is_reported(redirection: str, message: bytes) -> None:
    result = run("sh", "-c", f"'{sys.executable}' -m {MODULE[2]} {redirection}")
    assert (result.returncode, result.stderr) == (1, message)


@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_a_missing_extra_is_named(missing: str) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from langchain_mdsplit.cli import main\n"
        "main()"
    )
    result = run(sys.executable, "-c", code, "split", "a.md")
    assert (result.returncode, result.stdout) == (1, b"")
    assert result.stderr.decode() == (
        f"error: the command line needs {missing}: "
        f"pip install 'langchain-mdsplit[cli]'{os.linesep}"
    )


def test_the_package_loads_without_the_extra() -> None:
    code = (
        "import sys, langchain_mdsplit, langchain_mdsplit.cli\n"
        "print(sorted({'typer', 'rich'} & set(sys.modules)))"
    )
    assert run(sys.executable, "-c", code).stdout.strip() == b"[]"


def on_terminal(*arguments: str) -> tuple[bytes, bytes]:
    """Run with standard error on a terminal; return what it and the output got."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    try:
        result = subprocess.run(
            [*MODULE, *arguments],
            stdout=subprocess.PIPE,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
            check=False,
        )
        os.write(theirs, b"\nend")
        shown = b""
        while not shown.endswith(b"end"):
            shown += os.read(ours, 65536)
    finally:
        os.close(theirs)
        os.close(ours)
    return shown.removesuffix(b"\r\nend"), result.stdout


@pytest.mark.parametrize("command", ["split", "outline"])
def test_several_sources_show_a_progress_bar(command: str) -> None:
    shown, out = on_terminal(command, "a.md", "b.md")
    assert b"2/2" in shown
    assert b"\x1b" not in out
    assert b"Th\xc3\xa9" in out


@pytest.mark.parametrize("arguments", [["a.md", "b.md", "--no-progress"], ["a.md"]])
def test_a_progress_bar_is_not_shown_in_vain(arguments: list[str]) -> None:
    assert on_terminal("split", *arguments)[0] == b""
