"""Builds the package's archives, and finds interpreters to install them for."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.shared_data import REPOSITORY

COPIED = ("LICENSE", "README.md", "examples", "langchain_mdsplit", "tests")
LEFT_OUT = shutil.ignore_patterns("__pycache__", ".*")


@dataclass(frozen=True, slots=True)
class Archives:
    """A wheel and an sdist.

    Attributes:
        source: The copy of the repository they were built from.
        wheel: The wheel.
        sdist: The source archive.
    """

    source: Path
    wheel: Path
    sdist: Path

    def wheel_files(self) -> dict[str, bytes]:
        """Return the wheel's files by name."""
        with zipfile.ZipFile(self.wheel) as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    def sdist_names(self) -> set[str]:
        """Return the names of the sdist's files, below its one folder."""
        with tarfile.open(self.sdist) as archive:
            files = [member.name for member in archive if member.isfile()]
        return {name.partition("/")[2] for name in files}


def build(folder: Path) -> Archives:
    """Build both from a copy, the wheel from the sdist, as an index would get them."""
    source, output = folder / "source", folder / "dist"
    source.mkdir()
    shutil.copy(REPOSITORY / "pyproject.toml", source)
    for name in COPIED:
        path = REPOSITORY / name
        if path.is_dir():
            shutil.copytree(path, source / name, ignore=LEFT_OUT)
        else:
            shutil.copy(path, source)
    run(sys.executable, "-m", "build", "--outdir", output, source)
    (wheel,), (sdist,) = output.glob("*.whl"), output.glob("*.tar.gz")
    return Archives(source, wheel, sdist)


def interpreters(version: str) -> list[str]:
    """Return the interpreters of a version that start, also those of pyenv."""
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    installed = sorted(root.glob(f"versions/{version}.*/bin/python"))
    candidates = [shutil.which(f"python{version}"), *map(str, installed)]
    code = "import sys, venv; print('{}.{}'.format(*sys.version_info))"
    return [
        path
        for path in candidates
        if path and run(path, "-c", code, check=False).stdout.strip() == version
    ]


def run(
    *command: str | Path,
    folder: Path | None = None,
    text: str | None = None,
    check: bool = True,
) -> "subprocess.CompletedProcess[str]":
    """Run a program with nothing of the checkout on Python's path."""
    return subprocess.run(
        command,
        cwd=folder,
        input=text,
        env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=check,
    )


def environment(python: str, folder: Path, packages: Sequence[str | Path]) -> Path:
    """Make an empty environment, install packages, return where its programs are."""
    run(python, "-m", "venv", folder)
    programs = folder / "bin"
    install = (programs / "python", "-m", "pip", "install", "--quiet")
    done = run(*install, *packages, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return programs
