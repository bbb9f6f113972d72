"""Which files the paths of a command line mean."""

import inspect
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from langchain_mdsplit.cli.sources import Source, find_sources, read_text
from langchain_mdsplit.errors import ArgumentError


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a tree of files, made the current folder."""
    for name in (
        "docs/b.md",
        "docs/B2.MARKDOWN",
        "docs/a/z.mdx",
        "docs/a/logo.png",
        "docs/a/.hidden.md",
        "docs/.git/c.md",
        "docs/a-b.md",
        "[slug].md",
        "notes.txt",
        "images/logo.png",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"# T\n")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(sources: Iterable[Source]) -> list[str]:
    return [source.name for source in sources]


DOCS = ["docs/B2.MARKDOWN", "docs/a/z.mdx", "docs/a-b.md", "docs/b.md"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["docs"], DOCS),
        (["docs/"], DOCS),
        (["./docs"], DOCS),
        (["docs/.git"], ["docs/.git/c.md"]),
        (["docs/b.md", "docs/b.md", "./docs/b.md"], ["docs/b.md"]),
        (["docs/b.md", "docs"], ["docs/b.md", *DOCS[:3]]),
        (["notes.txt"], ["notes.txt"]),
        (["-", "notes.txt", "-"], ["-", "notes.txt"]),
        (["docs/*.md"], ["docs/a-b.md", "docs/b.md"]),
        (["docs/**/*.md*"], ["docs/a/z.mdx", "docs/a-b.md", "docs/b.md"]),
        (["docs/**"], DOCS),
        (["docs/*"], DOCS),
        (["d*s"], DOCS),
        (["*.txt"], ["notes.txt"]),
        (["docs/?.md"], ["docs/b.md"]),
        (["docs/[ab]*.md"], ["docs/a-b.md", "docs/b.md"]),
        (["[slug].md"], ["[slug].md"]),
        (["docs/../notes.txt", "notes.txt"], ["docs/../notes.txt"]),
    ],
)
def test_paths_mean_sources(paths: list[str], expected: list[str]) -> None:
    assert names(find_sources(paths)) == expected


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("missing.md", "no file or folder 'missing.md'"),
        ("notes.txt/a.md", "no file or folder 'notes.txt/a.md'"),
        ("", "no file or folder ''"),
        ("nul\0.md", "no file or folder 'nul\\x00.md'"),
        ("*.rst", "no file matches the pattern '*.rst'"),
        ("images/*", "no file matches the pattern 'images/*'"),
        ("empty", "no Markdown file in the folder 'empty' (looked for .markdown"),
        ("images", "no Markdown file in the folder 'images' (looked for .markdown"),
    ],
)
def test_a_path_that_leads_nowhere_is_named(path: str, message: str) -> None:
    with pytest.raises(ArgumentError) as raised:
        find_sources(["docs", path])
    assert str(raised.value).startswith(message)


def test_an_absolute_path_stays_absolute(folder: Path) -> None:
    absolute = (folder / "docs").as_posix()
    assert names(find_sources([absolute])) == [f"{folder.as_posix()}/{n}" for n in DOCS]
    assert names(find_sources([f"{absolute}/?.md"])) == [f"{absolute}/b.md"]


def test_links_to_folders_are_not_followed_and_files_taken_once(folder: Path) -> None:
    (folder / "docs" / "loop").symlink_to(folder / "docs", target_is_directory=True)
    (folder / "docs" / "loop.md").symlink_to(folder / "docs", target_is_directory=True)
    (folder / "docs" / "c.md").symlink_to(folder / "docs" / "b.md")
    (folder / "docs" / "d.md").symlink_to(folder / "nowhere.md")
    assert names(find_sources(["docs"])) == DOCS
    assert names(find_sources(["docs/c.md"])) == ["docs/c.md"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("path", ["**/*.md", "**", "docs/**/**/*.md", "docs", "."])
def test_links_in_circles_end(path: str) -> None:
    for name in ("docs/up", "docs/a/top", "docs/a/up", "docs/a/self"):
        target = {"up": "..", "top": "../..", "self": "."}[Path(name).name]
        Path(name).symlink_to(target, target_is_directory=True)
    Path("docs/itself.md").symlink_to("itself.md")
    found = [name.removeprefix("./") for name in names(find_sources([path]))]
    assert found.count("docs/b.md") == 1
    assert not any("up" in name or "top" in name for name in found)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("./docs//*.md", ["docs/a-b.md", "docs/b.md"]),
        ("docs/../n*.txt", ["docs/../notes.txt"]),
        ("docs/.g*/*.md", ["docs/.git/c.md"]),
        ("docs/**/z.mdx", ["docs/a/z.mdx"]),
        ("**/[!s]*.mdx", ["docs/a/z.mdx"]),
        ("docs/a/z**x", ["docs/a/z.mdx"]),
        ("docs/a*/", ["docs/a/z.mdx"]),
        ("docs/b.md/*", None),
        ("docs/[b.md", None),
    ],
)
def test_unusual_patterns(path: str, expected: list[str] | None) -> None:
    if expected is None:
        with pytest.raises(ArgumentError, match="no file matches the pattern"):
            find_sources([path])
    else:
        assert names(find_sources([path])) == expected


@pytest.mark.usefixtures("folder")
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_only_who_names_a_pipe_waits_for_it() -> None:
    os.mkfifo("docs/pipe.md")
    assert names(find_sources(["docs"])) == DOCS
    assert "docs/pipe.md" not in names(find_sources(["docs/*.md", "**"]))
    assert names(find_sources(["docs/pipe.md"])) == ["docs/pipe.md"]


@pytest.mark.usefixtures("folder")
def test_what_cannot_be_looked_at_is_a_source_that_says_why() -> None:
    Path("itself.md").symlink_to("itself.md")
    for path in ("itself.md", "its*.md", "n" * 300):
        (source,) = find_sources([path])
        with pytest.raises(OSError, match=r"symbolic links|too long"):
            read_text(source, "utf-8")


@pytest.mark.usefixtures("folder")
def test_a_folder_below_that_cannot_be_read_leaves_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scandir = os.scandir

    def refuse(path: Path) -> Any:
        if Path(path).name == "a":
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr("os.scandir", refuse)
    sources = find_sources(["docs"])
    assert sorted(names(sources)) == [
        *("docs/B2.MARKDOWN", "docs/a", "docs/a-b.md", "docs/b.md")
    ]
    with pytest.raises(PermissionError):
        read_text(Source("docs/a", Path("docs/a")), "utf-8")


def test_deep_folders_need_no_recursion(folder: Path) -> None:
    deep = Path(*["d"] * 300)
    deep.mkdir(parents=True)
    (deep / "a.md").write_bytes(b"# T\n")
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 100)
    try:
        sources = find_sources([str(folder / "d")])
    finally:
        sys.setrecursionlimit(limit)
    assert names(sources) == [(folder / deep / "a.md").as_posix()]


def test_text_keeps_line_ends_and_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"\xef\xbb\xbfa\r\nb\rc\n")
    assert read_text(Source("a.md", path), "utf-8") == "\ufeffa\r\nb\rc\n"
    assert read_text(Source("a.md", path), "utf-8-sig") == "a\r\nb\rc\n"
