"""Pages of HTML that the command line writes."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from langchain_mdsplit import MarkdownTokenTextSplitter
from langchain_mdsplit.cli import app
from langchain_mdsplit.cli.pages import page_stems
from langchain_mdsplit.errors import MdSplitError
from langchain_mdsplit.view import ChunkView


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a few files, made the current one."""
    for name in ("docs/a.md", "docs/index.md", "docs/sub/a.md", "docs/A.mdx"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# Thé <b>\n\n{name}\n", "utf-8")
    (tmp_path / "latin.md").write_bytes("# Café\n".encode("latin-1"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def invoke(*arguments: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(app, ["split", "--html", *arguments], input=stdin)


def page_of(name: str, size: int | None = None) -> str:
    """Return the page of a file, as the view makes it."""
    source = Path(name).read_bytes().decode()
    splitter = MarkdownTokenTextSplitter(*([] if size is None else [size]))
    limit = 800 if size is None else size
    return ChunkView(source, splitter.split_chunks(source), name, limit).page()


def test_one_source_is_one_page_on_standard_output() -> None:
    result = invoke("docs/a.md", "--splitter", "token", "--chunk-size", "20")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout_bytes.decode() == page_of("docs/a.md", 20)


def test_one_source_is_one_file(folder: Path) -> None:
    result = invoke("docs/a.md", "--splitter", "token", "--output", "a.html")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert (folder / "a.html").read_bytes().decode() == page_of("docs/a.md")


def test_standard_input_has_a_page() -> None:
    result = invoke("-", stdin="# Thé\n".encode())
    assert result.exit_code == 0
    assert "standard input" in result.stdout_bytes.decode()


@pytest.mark.parametrize("output", ["pages", "pages/", "new/deep/pages"])
def test_several_sources_have_a_folder(output: str) -> None:
    result = invoke("docs", "--splitter", "token", "--output", output)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    pages = {path.name: path.read_bytes().decode() for path in Path(output).iterdir()}
    index = pages.pop("index.html")
    links = re.findall(r'<a href="([^"]*)">([^<]*)</a>', index)
    assert [unescape(title) for _, title in links] == [
        "docs/A.mdx",
        "docs/a.md",
        "docs/index.md",
        "docs/sub/a.md",
    ]
    assert {unquote(link) for link, _ in links} == set(pages)
    for link, title in links:
        assert pages[unquote(link)] == page_of(title)
    assert len({name.casefold() for name in pages}) == 4


def test_one_source_goes_into_a_folder_that_is_there(folder: Path) -> None:
    (folder / "pages").mkdir()
    assert invoke("docs/a.md", "--output", "pages").exit_code == 0
    names = sorted(path.name for path in (folder / "pages").iterdir())
    assert names == ["a.html", "index.html"]


def test_a_folder_called_as_standard_output_is_not_it(folder: Path) -> None:
    (folder / "-").mkdir()
    result = invoke("docs/a.md", "--splitter", "token", "--chunk-size", "20")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout_bytes.decode() == page_of("docs/a.md", 20)


def test_pages_are_written_again(folder: Path) -> None:
    arguments = ["docs", "--output", "pages"]
    assert invoke(*arguments).exit_code == 0
    before = {path: path.read_bytes() for path in (folder / "pages").iterdir()}
    assert invoke(*arguments).exit_code == 0
    assert before == {path: path.read_bytes() for path in (folder / "pages").iterdir()}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["docs"], "error: --html of several sources needs --output FOLDER, got '-'\n"),
        (["docs", "-o", ""], "error: --html of several sources needs --output FOLDER,"),
        (["docs", "-o", "a\0"], "error: --html of several sources needs --output FOLD"),
        (
            ["docs", "-o", "latin.md"],
            "error: --html of several sources needs --output FOLDER, 'latin.md' is a ",
        ),
        (
            ["docs/a.md", "-o", "latin.md/"],
            "error: a page in a folder needs --output FOLDER, 'latin.md/' is a file\n",
        ),
        (
            ["docs/a.md", "-o", "a\0/"],
            "error: a page in a folder needs --output FOLDER, got 'a\\x00/'\n",
        ),
        (["docs/a.md", "-o", "no/a.html"], "error: --output: no folder 'no' to write"),
        (["docs/a.md", "-o", "docs/a.md"], "error: --output would write over the sour"),
        (["docs/a.md", "--format", "text"], "error: --html excludes --format, got --f"),
        (["docs/a.md", "--format", "jsonl"], "error: --html excludes --format, got --"),
    ],
)
def test_wrong_arguments_are_named(arguments: list[str], message: str) -> None:
    result = invoke(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(message)
    assert result.stderr.count("\n") == 1


def test_no_page_is_written_over_a_source(folder: Path) -> None:
    (folder / "docs" / "b.html").write_text("# B\n", "utf-8")
    result = invoke("docs/b.html", "docs/a.md", "--output", "docs")
    assert result.exit_code == 0  # its page has another name
    (folder / "docs" / "b.html.html").write_text("# B\n", "utf-8")
    result = invoke("docs/b.html", "docs/b.html.html", "--output", "docs")
    assert result.exit_code == 2
    assert "would write over the source 'docs/b.html.html'" in result.stderr
    assert (folder / "docs" / "b.html").read_text("utf-8") == "# B\n"


def test_a_source_that_fails_has_no_page(folder: Path) -> None:
    result = invoke("latin.md", "docs/a.md", "--output", "pages")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: latin.md: not UTF-8")
    names = sorted(path.name for path in (folder / "pages").iterdir())
    assert names == ["docs-a.html", "index.html"]
    assert "latin" not in (folder / "pages" / "index.html").read_text("utf-8")


def test_an_error_of_the_view_names_the_source(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def page(view: ChunkView) -> str:
        del view
        msg = "no piece of the source"
        raise MdSplitError(msg)

    monkeypatch.setattr(ChunkView, "page", page)
    result = invoke("docs/a.md", "--output", "a.html")
    assert result.exit_code == 1
    assert result.stderr == "error: docs/a.md: no piece of the source\n"
    assert "a.html" not in [path.name for path in folder.iterdir()]


def test_names_in_the_index_are_escaped(folder: Path) -> None:
    name = 'docs/<script>alert("1")&amp;%23.md'
    Path(name).write_text("tea\n", "utf-8")
    assert invoke("docs", "--output", "pages").exit_code == 0
    index = (folder / "pages" / "index.html").read_text("utf-8")
    assert "<script" not in index
    assert name in [unescape(text) for text in re.findall(r">([^<]+)</a>", index)]


def test_hidden_characters_of_names_are_shown_by_name(folder: Path) -> None:
    for name in ("\x1b[31m.md", "\u202egnp.md", "\udc80.md"):
        (folder / "docs" / name).write_text("tea\n", "utf-8")
    assert invoke("docs", "--output", "pages").exit_code == 0
    index = (folder / "pages" / "index.html").read_text("utf-8")
    assert not set(index) & set("\x1b\u202e\udc80")
    for name in ("docs/[ESC][31m.md", "docs/[U+202E]gnp.md", "docs/[U+DC80].md"):
        assert f">{name}</a>" in index


def test_the_index_has_the_policy_of_the_pages(folder: Path) -> None:
    assert invoke("docs", "--output", "pages").exit_code == 0
    pages = [path.read_text("utf-8") for path in (folder / "pages").iterdir()]
    found = [re.findall(r'http-equiv="Content-Security[^>]*>', it) for it in pages]
    assert len(pages) == 5
    assert found == [found[0]] * 5
    assert len(found[0]) == 1


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["a.md"], ["a"]),
        (["/docs/a.md", "/docs/b/c.md"], ["a", "b-c"]),
        (["docs/a.md", "/docs/a.md"], ["docs-a", "docs-a-2"]),
        (["../a.md", "b.md"], ["a", "b"]),
        (["a.md", "a.mdx", "a-2.md", "A.md"], ["a", "a-2", "a-2-2", "A-3"]),
        (["index.md", "INDEX.md"], ["index-2", "INDEX-3"]),
        (["...", "---.md", "-"], ["page", "page-2", "stdin"]),
        (["thé.md", "the\u0301.md"], ["thé", "the"]),
        (["a b/c:d|e\\f\n.md"], ["c-d-e-f"]),
        (["notes.txt", ".hidden.md"], ["notes.txt", "hidden"]),
        (["\udcff.md"], ["page"]),
        (["é" * 300 + ".md"], ["é" * 100]),
        ([], []),
    ],
)
def test_stems_are_safe_and_apart(names: list[str], expected: list[str]) -> None:
    assert page_stems(names) == expected


@given(st.lists(st.text("aA./\\-é\ud800\n2index", max_size=12), unique=True))
def test_stems_are_one_word_each(names: list[str]) -> None:
    stems = page_stems(names)
    assert len({stem.casefold() for stem in stems} | {"index"}) == len(stems) + 1
    for stem in stems:
        assert re.fullmatch(r"[\w.-]+", stem)
        assert not stem.startswith((".", "-"))
        stem.encode()


def test_many_names_alike_are_told_apart_in_little_time() -> None:
    stems = page_stems([f"{'?' * n}.md" for n in range(1, 3000)])
    assert stems[-1] == "page-2999"
