"""Every example runs offline, as its first lines say."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared_data import REPOSITORY

EXAMPLES = sorted((REPOSITORY / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_example_runs(path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(path)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_example_is_short(path: Path) -> None:
    assert path.read_text(encoding="utf-8").count("\n") < 60
