"""The lowest and the newest allowed versions of what the package needs: both pass."""

import shutil
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from tests.integration.packages import (
    Archives,
    find_interpreter,
    install,
    requirements,
    run,
)
from tests.shared_data import REPOSITORY

pytestmark = pytest.mark.timeout(900)

LOWEST = REPOSITORY / ".ci" / "lowest.txt"
EXTRAS = ("arrow", "cli", "tools")
INDIRECT = {"click", "langchain-classic", "langchain-tests"}
CHECKERS = ("mypy", "ruff", "types-")

SELECTED = (
    "tests/integration/test_arrow.py",
    "tests/markdown/test_frontmatter_toml.py",
    "tests/markdown/test_frontmatter_yaml.py",
    "tests/markdown/test_parser.py",
    "tests/markdown/test_sections.py",
    "tests/splitters/test_base.py",
    "tests/documents/test_building.py",
    "tests/splitters/test_fragment.py",
    "tests/splitters/test_recursive_documents.py",
    "tests/cli/test_registry.py",
    "tests/splitters/test_runnable.py",
    "tests/splitters/test_section.py",
    "tests/splitters/test_semantic.py",
    "tests/splitters/test_token.py",
    "tests/cli/test_commands.py",
    "tests/cli/test_compare.py",
    "tests/test_tokens.py",
    "tests/text",
    "tests/tools",
)
"""Quick tests that together use each dependency."""
SLOW = "tests/test_tokens.py::test_hostile_texts_pass_through_tiktoken"


def lower_bound(requirement: Requirement) -> Version:
    (bound,) = (it for it in requirement.specifier if it.operator == ">=")
    return Version(bound.version)


def test_the_lowest_versions_are_the_lower_bounds() -> None:
    lines = LOWEST.read_text(encoding="utf-8").split("\n")
    pins = [line.split("==") for line in lines if line and not line.startswith("#")]
    lowest = {name: Version(version) for name, version in pins}
    bounds = {it.name: lower_bound(it) for it in requirements(*EXTRAS)}
    assert lowest.keys() - bounds.keys() == INDIRECT
    assert {name: lowest.get(name) for name in bounds} == bounds


def run_tests(archives: Archives, python: str, folder: Path, *options: str) -> None:
    """Run the sdist's tests on the installed wheel and what pip takes with it."""
    needed = [it for it in requirements("test") if not it.name.startswith(CHECKERS)]
    tools = ["polars", *map(str, needed)]
    wheel = f"{archives.wheel}[{','.join(EXTRAS)}]"
    programs = install(python, folder / "venv", [*options, wheel, *tools])
    unpacked = archives.unpack_sdist(folder / "sdist")
    shutil.rmtree(unpacked / "langchain_mdsplit")
    command = (programs / "python", "-m", "pytest", "--quiet", "--numprocesses=2")
    done = run(*command, "-m", "", *SELECTED, "--deselect", SLOW, folder=unpacked)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]


def test_the_lowest_versions_pass(archives: Archives, tmp_path: Path) -> None:
    python = find_interpreter("3.11")
    if python is None:
        pytest.skip("there is no Python 3.11 on this machine")
    run_tests(archives, python, tmp_path, f"--constraint={LOWEST}")


def test_the_newest_versions_pass(archives: Archives, tmp_path: Path) -> None:
    later = [find_interpreter(version) for version in ("3.13", "3.12")]
    (python, *_) = [*filter(None, later), sys.executable]
    run_tests(archives, python, tmp_path)
