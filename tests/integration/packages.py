"""Builds the package's archives and installs them, as someone who gets them would."""

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

from tests.shared_data import REPOSITORY

_NOT_INHERITED = ("MDSPLIT_SHARED", "PYTHONPATH", "VIRTUAL_ENV")


@dataclass(frozen=True, slots=True)
class Archives:
    """A wheel and an sdist.

    Attributes:
        wheel: The wheel.
        sdist: The source archive.
    """

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

    def unpack_sdist(self, folder: Path) -> Path:
        """Unpack the sdist and return its one folder."""
        with tarfile.open(self.sdist) as archive:
            archive.extractall(folder, filter="data")
        (unpacked,) = folder.iterdir()
        return unpacked


def build(folder: Path) -> Archives:
    """Build the sdist, and the wheel from it, as for a package index."""
    done = run(sys.executable, "-m", "build", "--outdir", folder, REPOSITORY)
    assert done.returncode == 0, done.stdout[-2000:]
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return Archives(wheel, sdist)


def read_project() -> dict[str, Any]:
    """Return the table `project` of pyproject.toml."""
    text = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
    found: dict[str, Any] = tomllib.loads(text)["project"]
    return found


def requirements(*extras: str) -> list[Requirement]:
    """Return what the package itself and extras of it need from others."""
    project = read_project()
    optional = project["optional-dependencies"]
    lines = [*project["dependencies"]]
    for extra in extras:
        lines += optional[extra]
    parsed = [Requirement(line) for line in lines]
    return [it for it in parsed if it.name != project["name"]]


def find_interpreter(version: str) -> str | None:
    """Return an interpreter of a version that starts; also one of pyenv."""
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    installed = sorted(root.glob(f"versions/{version}.*/bin/python"))
    code = "import sys, venv; print('{}.{}'.format(*sys.version_info))"
    for path in (sys.executable, shutil.which(f"python{version}"), *installed):
        if path and run(path, "-c", code).stdout.strip() == version:
            return str(path)
    return None


def run(
    *command: str | Path, folder: Path | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run a program with nothing of this checkout or environment on Python's path."""
    return subprocess.run(
        command,
        cwd=folder,
        env={k: v for k, v in os.environ.items() if k not in _NOT_INHERITED},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def install(python: str, folder: Path, arguments: Sequence[str | Path]) -> Path:
    """Install packages in a new environment and return where its programs are."""
    made = run(python, "-m", "venv", folder)
    assert made.returncode == 0, made.stdout + made.stderr
    programs = folder / "bin"
    done = run(programs / "python", "-m", "pip", "install", "--quiet", *arguments)
    assert done.returncode == 0, done.stderr[-2000:]
    return programs
