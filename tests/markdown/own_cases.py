"""Truth of our own: small documents with what is right about them, in tests/data."""

import json
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).resolve().parent.parent / "data"


def load_own_cases(name: str) -> list[Any]:
    """Return the cases of one of our files, each with an `id`."""
    cases: list[Any] = json.loads((_FOLDER / name).read_text(encoding="utf-8"))
    return cases


def case_id(case: dict[str, Any]) -> str:
    """Return what pytest calls a case."""
    return str(case["id"])
