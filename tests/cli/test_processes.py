"""The command line as a process of its own: pipes, signals, locales, devices."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.processes import (
    ASCII_LOCALE,
    MODULE,
    default_interrupts,
    run,
    start,
    stream,
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with two files, made the current one."""
    (tmp_path / "a.md").write_bytes("# Thé\n".encode())
    (tmp_path / "b.md").write_bytes(b"text\r\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    return tmp_path


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


@pytest.mark.parametrize("command", ["stats", "compare"])
def test_a_reader_that_has_gone_is_no_error(command: str) -> None:
    with start(command, "a.md", "-") as process:
        stream(process.stdout).close()
        stream(process.stdin).write(b"more\n")
        stream(process.stdin).close()
        assert process.wait() == 141
        assert stream(process.stderr).read() == b""


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


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT for one process")
@pytest.mark.parametrize("command", ["split", "compare"])
def test_an_interrupt_leaves_no_file(folder: Path, command: str) -> None:
    (folder / "out").write_bytes(b"old")
    arguments = [command, "a.md", "-", "--output", "out"]
    with default_interrupts(), start(*arguments) as process:
        while not any(path.suffix == ".tmp" for path in folder.iterdir()):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert stream(process.stderr).read() == b""
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["a.md", "b.md", "out"]
    assert (folder / "out").read_bytes() == b"old"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize("command", ["split", "stats"])
def test_a_pipe_is_written_to_as_it_is(folder: Path, command: str) -> None:
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    with start(command, "a.md", "--output", "pipe") as process:
        written = pipe.read_bytes()
        assert process.wait() == 0
    assert b"token" in written
    assert pipe.is_fifo()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_reader_of_a_named_pipe_that_goes_away_is_no_error(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    with start("split", "a.md", "-", "--output", "pipe") as process:
        with (folder / "pipe").open("rb") as pipe:
            assert pipe.readline()
        stream(process.stdin).write(b"more\n")
        stream(process.stdin).close()
        assert process.wait() == 141
        assert stream(process.stderr).read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("command", ["split", "compare"])
def test_a_device_that_is_full_is_reported(command: str) -> None:
    result = run(*MODULE, command, "a.md", "--output", "/dev/full")
    assert result.returncode == 1
    assert result.stderr == b"error: output: No space left on device\n"


def test_odd_names_are_read_in_an_ascii_locale(folder: Path) -> None:
    names = ["*.md", "-a.md", "[x].md", "a b.md", "ü\n.md"]
    odd = folder / "odd"
    odd.mkdir()
    for name in names:
        (odd / name).write_bytes(b"tea\n")
    by_folder = run(*MODULE, "split", "odd", env=ASCII_LOCALE)
    by_name = run(
        *MODULE, "split", *(f"odd/{name}" for name in names), env=ASCII_LOCALE
    )
    assert (by_folder.returncode, by_folder.stderr) == (0, b"")
    assert by_name.stdout == by_folder.stdout
    chunks = map(json.loads, by_folder.stdout.split(b"\n")[:-1])
    assert [chunk["metadata"]["source"] for chunk in chunks] == [
        f"odd/{name}" for name in names
    ]
    pages = run(*MODULE, "split", "odd", "--html", "-o", "out/", env=ASCII_LOCALE)
    assert (pages.returncode, pages.stderr) == (0, b"")
    assert len(list((folder / "out").glob("*.html"))) == len(names) + 1


@pytest.mark.skipif(sys.platform != "linux", reason="names are Unicode elsewhere")
def test_names_that_are_no_text_are_written(folder: Path) -> None:
    odd = folder / "odd"
    odd.mkdir()
    Path(os.fsdecode(os.fsencode(odd) + b"/\xff.md")).write_bytes(b"tea\n")
    for arguments in (["split", "odd"], ["split", "odd", "--html", "-o", "out/"]):
        result = run(*MODULE, *arguments)
        assert (result.returncode, result.stderr) == (0, b"")
    names = sorted(path.name for path in (folder / "out").iterdir())
    assert names == ["index.html", "page.html"]


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all files"
)
@pytest.mark.parametrize("command", ["split", "outline", "stats", "compare"])
def test_a_closed_file_is_named(folder: Path, command: str) -> None:
    (folder / "a.md").chmod(0)
    result = run(*MODULE, command, "a.md", "b.md")
    assert result.returncode == 1
    assert result.stderr == b"error: a.md: Permission denied\n"
    assert result.stdout


@pytest.mark.parametrize("command", ["split", "outline", "stats", "compare"])
def test_a_huge_source_is_no_trouble(command: str) -> None:
    text = b"# A\n\n" + b"word " * 50_000 + b"\n\n" + b"> " * 20_000 + b"\n"
    result = run(*MODULE, command, "-", stdin=text)
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout


def test_starting_loads_no_table_and_no_view() -> None:
    code = (
        "import sys\n"
        "from langchain_mdsplit.cli import app\n"
        "heavy = ('rich.table', 'langchain_mdsplit.view', 'numpy', 'toktok', 'yaml')\n"
        "print([name for name in heavy if name in sys.modules])\n"
    )
    assert run(sys.executable, "-c", code).stdout.strip() == b"[]"
