"""The README's blocks about many processes and machines run as they stand."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.shared_data import REPOSITORY

README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```py\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
WORKERS, ARROW, *ENGINES = BLOCKS
SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "SPARK_LOCAL_IP": "127.0.0.1",
    "PYSPARK_PYTHON": sys.executable,
    "PYTHONUTF8": "1",
}


def run(folder: Path, *blocks: str) -> str:
    """Return what blocks print that are run as one program in a folder."""
    program = folder / "program.py"
    program.write_text("\n".join(blocks), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(program)],
        cwd=folder,
        env={**os.environ, **SETTINGS, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_several_processes_split(tmp_path: Path) -> None:
    assert len(run(tmp_path, WORKERS).strip().split("\n")) == 9


def test_there_is_a_block_for_each_engine() -> None:
    assert [block.split()[1] for block in ENGINES] == ["polars", "ray", "pyspark.sql"]


@pytest.mark.parametrize("engine", ENGINES, ids=lambda block: block.split()[1])
def test_the_same_object_runs_in_an_engine(tmp_path: Path, engine: str) -> None:
    assert run(tmp_path, ARROW, engine).startswith("1")
    (written,) = tmp_path.glob("chunks*")
    rows = pq.read_table(written).to_pylist()
    assert [row["path"] for row in rows] == ["tea.md"]
    assert "Boil water." in rows[0]["text"]
