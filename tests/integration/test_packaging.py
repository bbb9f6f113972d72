"""The wheel and the sdist: what they hold, where they install, what types they give."""

import re
import sys
from email import message_from_bytes
from email.message import Message
from importlib import import_module
from pathlib import Path, PurePath

import pytest
from packaging.requirements import Requirement

import langchain_mdsplit
from tests.integration.packages import (
    Archives,
    find_interpreter,
    install,
    read_project,
    requirements,
    run,
)
from tests.shared_data import REPOSITORY

pytestmark = pytest.mark.timeout(900)

PACKAGE = "langchain_mdsplit"
SDIST_FOLDERS = (".ci", "examples", PACKAGE, "tests")
SDIST_FILES = {"LICENSE", "README.md", "pyproject.toml"}
ADDED_BY_HATCHLING = {".gitignore", "PKG-INFO"}
SUFFIXES = {".css", ".json", ".png", ".py", ".typed"}

FIVE_KINDS = """\
import langchain_mdsplit as package
from langchain_core.embeddings import DeterministicFakeEmbedding

text = "# Tea\\n\\nBoil it. Wait.\\n\\n## Green\\n\\nLet it cool. Pour it. Serve it.\\n"
kinds = (
    package.MarkdownFragmentTextSplitter(),
    package.MarkdownSectionTextSplitter(12),
    package.MarkdownTokenTextSplitter(12),
    package.RecursiveCharacterTextSplitter(chunk_size=30),
    package.SemanticChunker(DeterministicFakeEmbedding(size=8), chunk_size=12),
)
print(package.__file__)
for splitter in kinds:
    chunks = splitter.split_text(text)
    print(len(chunks), "Serve it." in chunks[-1])
"""

RIGHT = """\
from typing import assert_type

from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_text_splitters import TextSplitter

from langchain_mdsplit import (
    Chunk,
    MarkdownFragment,
    MarkdownFragmentTextSplitter,
    MarkdownSectionTextSplitter,
    MarkdownTokenTextSplitter,
    RecursiveCharacterTextSplitter,
    SemanticChunker,
)

splitters: list[TextSplitter] = [
    MarkdownFragmentTextSplitter(types={"code"}),
    MarkdownSectionTextSplitter(400, merge=False),
    MarkdownTokenTextSplitter(400, heading_context="own"),
    RecursiveCharacterTextSplitter(["|"], chunk_size=400),
    SemanticChunker(DeterministicFakeEmbedding(size=8), chunk_size=400),
]
token = MarkdownTokenTextSplitter(chunk_size=400)
assert_type(token.split_chunks("# Tea"), list[Chunk])
assert_type(token.split_documents([Document("# Tea")]), list[Document])
assert_type(token.split_chunks("# Tea")[0].token_count, int)
fragments = MarkdownFragmentTextSplitter().split_fragments("# Tea")
assert_type(fragments, list[MarkdownFragment])
"""

WRONG = """\
from langchain_mdsplit import MarkdownFragmentTextSplitter as Fragment
from langchain_mdsplit import MarkdownSectionTextSplitter as Section
from langchain_mdsplit import MarkdownTokenTextSplitter as Token
from langchain_mdsplit import RecursiveCharacterTextSplitter as Recursive
from langchain_mdsplit import SemanticChunker as Semantic
Fragment(chunk_size="400")
Section(400, merge="yes")
Token(400, heading_context="none of them")
Recursive(separators="|")
Semantic(embeddings=len)
Token(400).split_chunks(b"# Tea")
Token(400).split_chunks("# Tea")[0].tokens
Token(400, chunk_sise=3)
"""
FIRST_WRONG_LINE = 6


@pytest.fixture(scope="module")
def programs(archives: Archives, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the programs of an environment with the bare wheel are."""
    folder = tmp_path_factory.mktemp("installed") / "venv"
    return install(sys.executable, folder, [archives.wheel])


def files_below(folder: str) -> set[str]:
    """Return the files of a folder of this checkout, without what Python writes."""
    return {
        path.relative_to(REPOSITORY).as_posix()
        for path in (REPOSITORY / folder).rglob("*")
        if path.is_file() and not {"__pycache__", ".hypothesis"} & {*path.parts}
    }


def read_metadata(archives: Archives) -> Message:
    files = archives.wheel_files()
    (name,) = (name for name in files if name.endswith(".dist-info/METADATA"))
    return message_from_bytes(files[name])


def rendered_readme() -> str:
    """Return the README as HTML, as package indexes show it."""
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    rendered: str | None = import_module("readme_renderer.markdown").render(readme)
    assert rendered is not None
    return rendered


def test_the_wheel_holds_the_package_and_nothing_else(archives: Archives) -> None:
    info = f"{PACKAGE}-{langchain_mdsplit.__version__}.dist-info"
    names = ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")
    expected = files_below(PACKAGE) | {f"{info}/{name}" for name in names}
    assert set(archives.wheel_files()) == expected
    assert f"{PACKAGE}/py.typed" in expected
    kinds = {PurePath(name).suffix for name in files_below(PACKAGE)}
    assert kinds == {".css", ".py", ".typed"}


def test_the_sdist_holds_what_its_tests_need_and_nothing_else(
    archives: Archives,
) -> None:
    held = archives.sdist_names() - ADDED_BY_HATCHLING
    listed = {name for folder in SDIST_FOLDERS for name in files_below(folder)}
    assert held == listed | SDIST_FILES
    inside = {name for name in held if not name.startswith(".ci/")} - SDIST_FILES
    assert {PurePath(name).suffix for name in inside} == SUFFIXES
    assert archives.sdist.stat().st_size < 1_000_000


def test_metadata_are_those_of_the_project(archives: Archives) -> None:
    found, stated = read_metadata(archives), read_project()
    assert found["Name"] == stated["name"]
    assert found["Version"] == langchain_mdsplit.__version__
    assert found["Requires-Python"] == stated["requires-python"]
    assert found["License-Expression"] == stated["license"]
    assert found.get_all("Classifier") == stated["classifiers"]
    assert {*found.get_all("Provides-Extra", [])} == {*stated["optional-dependencies"]}
    needed = [Requirement(line) for line in found.get_all("Requires-Dist", [])]
    bare = {str(it) for it in needed if it.marker is None}
    assert bare == {str(it) for it in requirements()}


def test_an_index_takes_the_archives(archives: Archives) -> None:
    check = (sys.executable, "-m", "twine", "--no-color", "check", "--strict")
    done = run(*check, archives.wheel, archives.sdist)
    assert done.stdout.count("PASSED") == 2, done.stdout + done.stderr
    found = read_metadata(archives)
    assert found["Description-Content-Type"] == "text/markdown"
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    assert found.get_payload(decode=True) == readme.encode()


def test_an_index_shows_the_readme_whole() -> None:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    rendered = rendered_readme()
    tables = re.findall(r"^\|[-:|]+\|$", readme, re.MULTILINE)
    fences = re.findall(r"^(`{3,})[a-z]+\n(?:.*\n)*?\1$", readme, re.MULTILINE)
    assert rendered.count("<table>") == len(tables) > 0
    assert rendered.count("<pre") == len(fences) > 0


def test_links_of_the_readme_do_not_depend_on_where_it_stands() -> None:
    targets = re.findall(r'(?:href|src)="([^"]*)"', rendered_readme())
    assert [it for it in targets if not it.startswith(("https://", "#"))] == []


def check_that_splitters_run(programs: Path, folder: Path) -> None:
    """Check the installed wheel, from a folder where no checkout is."""
    code = ("-W", "error", "-c", FIVE_KINDS)
    done = run(programs / "python", *code, folder=folder)
    assert done.returncode == 0, done.stderr
    place, *answers = done.stdout.split("\n")[:-1]
    assert Path(place).is_relative_to(programs.parent)
    assert len(answers) == 5
    assert all(re.fullmatch("([2-9]|1[0-9]) True", it) for it in answers), answers
    checked = run(programs / "python", "-m", "pip", "check")
    assert checked.returncode == 0, checked.stdout


def check_that_the_command_names_its_extra(programs: Path) -> None:
    """Check what the command says where the wheel is installed without `cli`."""
    done = run(programs / "langchain-mdsplit", "--help")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        "error: the command line needs typer and rich: "
        "pip install 'langchain-mdsplit[cli]'\n"
    )


def test_an_empty_environment_takes_the_wheel(programs: Path, tmp_path: Path) -> None:
    check_that_splitters_run(programs, tmp_path)


def test_the_command_names_the_extra_that_it_needs(programs: Path) -> None:
    check_that_the_command_names_its_extra(programs)


@pytest.mark.parametrize("version", ["3.12", "3.13"])
def test_later_pythons_take_the_wheel(
    version: str, archives: Archives, tmp_path: Path
) -> None:
    python = find_interpreter(version)
    if python is None:
        pytest.skip(f"there is no Python {version} on this machine")
    programs = install(python, tmp_path / "venv", [archives.wheel])
    check_that_splitters_run(programs, tmp_path)
    check_that_the_command_names_its_extra(programs)


def test_a_consumers_type_checker_reads_the_types(
    programs: Path, tmp_path: Path
) -> None:
    (tmp_path / "right.py").write_text(RIGHT, encoding="utf-8")
    (tmp_path / "wrong.py").write_text(WRONG, encoding="utf-8")
    options = ("--strict", f"--python-executable={programs / 'python'}")
    check = (sys.executable, "-m", "mypy", *options, "right.py", "wrong.py")
    done = run(*check, folder=tmp_path)
    found = re.findall(r"^(\w+\.py):(\d+): error: ", done.stdout, re.MULTILINE)
    lines = range(FIRST_WRONG_LINE, WRONG.count("\n") + 1)
    assert found == [("wrong.py", str(line)) for line in lines], done.stdout
