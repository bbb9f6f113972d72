"""The wheel and the sdist: what they hold, and that a fresh environment takes them."""

import json
import re
import sys
import tomllib
from email import message_from_bytes
from email.message import Message
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

import langchain_mdsplit
from tests.integration.packages import (
    Archives,
    build,
    environment,
    interpreters,
    run,
)
from tests.shared_data import REPOSITORY

pytestmark = pytest.mark.timeout(1200)

PACKAGE = "langchain_mdsplit"
VERSIONS = ("3.11", "3.12", "3.13")
CONSUMER = """\
from langchain_mdsplit import MarkdownTokenTextSplitter
chunks = MarkdownTokenTextSplitter(chunk_size=400).split_chunks("# Tea")
reveal_type(chunks[0].token_count)
"""
WRONG = """\
from langchain_mdsplit import MarkdownTokenTextSplitter
MarkdownTokenTextSplitter(chunk_size="400")
"""
IMPORT = """\
import langchain_mdsplit
splitter = langchain_mdsplit.MarkdownTokenTextSplitter(9)
print(langchain_mdsplit.__file__, len(splitter.split_text("# A\\n\\nTea. " * 9)))
"""


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Archives:
    return build(tmp_path_factory.mktemp("archives"))


@pytest.fixture(scope="module")
def programs(archives: Archives, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    return environment(sys.executable, folder / "venv", [f"{archives.wheel}[cli]"])


def project() -> dict[str, Any]:
    text = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
    found: dict[str, Any] = tomllib.loads(text)["project"]
    return found


def metadata(archives: Archives) -> Message:
    files = archives.wheel_files()
    (name,) = (name for name in files if name.endswith(".dist-info/METADATA"))
    return message_from_bytes(files[name])


def requirements(lines: list[str]) -> set[tuple[str, str, str]]:
    parsed = [Requirement(line.partition(";")[0]) for line in lines]
    return {
        (it.name.lower(), str(sorted(it.extras)), str(it.specifier)) for it in parsed
    }


def test_the_wheel_holds_the_package_and_nothing_else(archives: Archives) -> None:
    source = archives.source / PACKAGE
    expected = {
        f"{PACKAGE}/{path.relative_to(source).as_posix()}"
        for path in source.rglob("*")
        if path.is_file()
    }
    assert f"{PACKAGE}/py.typed" in expected
    info = f"{PACKAGE}-{langchain_mdsplit.__version__}.dist-info"
    held = set(archives.wheel_files())
    assert {name for name in held if not name.startswith(f"{info}/")} == expected
    assert {f"{info}/licenses/LICENSE", f"{info}/entry_points.txt"} <= held
    assert not [name for name in held if "test" in name or "bench" in name]


def test_the_sdist_holds_what_its_tests_need(archives: Archives) -> None:
    source = archives.source
    expected = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*")
        if path.is_file()
    }
    # hatchling adds the first always; .gitignore stands where it builds from a checkout
    assert archives.sdist_names() - {"PKG-INFO", ".gitignore"} == expected


def test_metadata_are_those_of_the_project(archives: Archives) -> None:
    found, stated = metadata(archives), project()
    assert found["Name"] == stated["name"]
    assert found["Version"] == langchain_mdsplit.__version__
    assert found["Requires-Python"] == stated["requires-python"]
    assert found["License-Expression"] == stated["license"]
    assert found["Description-Content-Type"] == "text/markdown"
    assert found.get_all("Classifier") == stated["classifiers"]
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    assert found.get_payload() == readme
    extras = stated["optional-dependencies"]
    assert set(found.get_all("Provides-Extra", [])) == set(extras)
    lines = found.get_all("Requires-Dist", [])
    bare = [line for line in lines if "extra ==" not in line]
    assert requirements(bare) == requirements(stated["dependencies"])


def test_the_readme_renders_on_an_index(archives: Archives) -> None:
    check = (sys.executable, "-m", "twine", "check", "--strict")
    done = run(*check, archives.wheel, archives.sdist, check=False)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("PASSED") == 2
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    rendered = import_module("readme_renderer.markdown").render(readme)
    assert rendered is not None
    assert rendered.count("<table>") == readme.count("\n|---")
    assert "](" not in rendered.partition("<pre")[0]


def test_links_of_the_readme_do_not_depend_on_where_it_stands() -> None:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    rendered = import_module("readme_renderer.markdown").render(readme)
    targets = re.findall(r'(?:href|src)="([^"]*)"', rendered)
    assert [it for it in targets if not it.startswith(("https://", "#"))] == []


@pytest.mark.parametrize("version", VERSIONS)
def test_an_empty_environment_takes_the_wheel(
    version: str, archives: Archives, tmp_path: Path
) -> None:
    found = interpreters(version)
    if not found:
        pytest.skip(f"no interpreter of Python {version}")
    programs = environment(found[0], tmp_path / "venv", [archives.wheel])
    done = run(programs / "python", "-W", "error", "-c", IMPORT, folder=tmp_path)
    place, count = done.stdout.split()
    assert Path(place).is_relative_to(tmp_path)
    assert int(count) > 1
    command = run(programs / "langchain-mdsplit", "--help", check=False)
    assert command.returncode == 1
    assert command.stderr.endswith("pip install 'langchain-mdsplit[cli]'\n")
    assert run(programs / "python", "-m", "pip", "check").returncode == 0


def test_the_installed_command_runs(programs: Path, tmp_path: Path) -> None:
    command = (programs / "langchain-mdsplit", "split", "-")
    done = run(*command, folder=tmp_path, text="# Tea\n\nBoil it.\n")
    chunks = [json.loads(line) for line in done.stdout.split("\n") if line]
    assert [chunk["page_content"] for chunk in chunks] == ["# Tea", "Boil it."]


@pytest.mark.parametrize(
    ("code", "answer"),
    [(CONSUMER, 'Revealed type is "int"'), (WRONG, "error: Argument")],
)
def test_a_consumers_type_checker_reads_the_types(
    code: str, answer: str, programs: Path, tmp_path: Path
) -> None:
    (tmp_path / "consumer.py").write_text(code, encoding="utf-8")
    options = ("--strict", f"--python-executable={programs / 'python'}")
    check = (sys.executable, "-m", "mypy", *options, "consumer.py")
    done = run(*check, folder=tmp_path, check=False)
    assert answer in done.stdout.replace("builtins.int", "int")
    assert done.returncode == int("error" in answer), done.stdout


def test_the_lowest_pins_are_the_lower_bounds() -> None:
    stated = project()
    extras = stated["optional-dependencies"]
    lines = [
        *stated["dependencies"],
        *(it for extra in extras.values() for it in extra),
    ]
    bounds = {
        (bound.name.lower(), it.version)
        for bound in map(Requirement, lines)
        for it in bound.specifier
        if it.operator == ">="
    }
    text = (REPOSITORY / ".ci" / "lowest.txt").read_text(encoding="utf-8")
    pins = [tuple(line.split("==")) for line in text.split("\n") if "==" in line]
    names = {name for name, _ in pins}
    needed = {Requirement(it).name.lower() for it in stated["dependencies"]}
    assert needed <= names
    assert {pin for pin in pins if pin[0] in {name for name, _ in bounds}} <= bounds
