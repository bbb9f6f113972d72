"""Where the shared truth data lies, and how its files are read."""

import json
import os
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent


def shared_folder() -> Path | None:
    """Return the folder named by `MDSPLIT_SHARED`, else `../shared`, else None."""
    folder = Path(os.environ.get("MDSPLIT_SHARED") or REPOSITORY.parent / "shared")
    return folder if folder.is_dir() else None


def load_cases(relative: str) -> list[Any]:
    """Return the cases of one JSON or JSON-lines file, `[]` where it is absent.

    For `pytest.mark.parametrize`: no cases means one skipped test.
    """
    folder = shared_folder()
    if folder is None:
        return []
    text = (folder / relative).read_text(encoding="utf-8")
    if relative.endswith(".jsonl"):
        return [json.loads(line) for line in text.split("\n") if line]
    cases: list[Any] = json.loads(text)
    return cases


def corpus_files() -> list[Path]:
    """Return the Markdown files of the shared corpus, in a fixed order."""
    folder = shared_folder()
    return sorted((folder / "corpus").rglob("*.md")) if folder else []


def tricky_files() -> list[Path]:
    """Return the small documents that others get wrong, in a fixed order."""
    folder = shared_folder()
    return sorted((folder / "data" / "tricky").glob("*.md")) if folder else []


def read_source(path: Path) -> str:
    """Return a file's text with its line endings as they are."""
    return path.read_bytes().decode("utf-8")
