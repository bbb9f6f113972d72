"""The checker of offsets finds what is wrong, and only that."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.check_offsets import check_lines

TEXT = "---\na: 1\n---\n\n# Téa 🍵\n\nBoil.\r\n"
START = TEXT.index("Boil")
SLICE = {
    "label": "1-content-1",
    "start_index": START,
    "end_index": START + 5,
    "content_offset": 0,
}
FRONT_MATTER = {"label": "frontmatter", "start_index": 0, "end_index": 12}


@pytest.fixture
def source(tmp_path: Path) -> str:
    path = tmp_path / "tea.md"
    path.write_bytes(TEXT.encode())
    return str(path)


def line(source: str, content: str, metadata: dict[str, Any], **other: Any) -> str:
    merged = {"source": source, **metadata, **other}
    kept = {key: value for key, value in merged.items() if value is not None}
    return json.dumps({"page_content": content, "metadata": kept})


def test_true_offsets_have_no_faults(source: str) -> None:
    report = check_lines(
        [
            line(source, "{}", FRONT_MATTER),
            line(source, "Boil.", SLICE),
            line(source, "# Téa\n\nBoil.", SLICE, content_offset=7),
        ]
    )
    assert report.chunks == 3
    assert report.faults == ()


@pytest.mark.parametrize(
    ("content", "metadata", "other"),
    [
        ("Boil.", SLICE, {"start_index": START - 1}),
        ("Boil.", SLICE, {"end_index": START + 6}),
        ("Boil.", SLICE, {"end_index": 300}),
        ("Boil.", SLICE, {"start_index": -1}),
        ("Boil.", SLICE, {"start_index": START + 5}),
        ("Boil.", SLICE, {"content_offset": 1}),
        ("Boil.", SLICE, {"content_offset": -5}),
        ("Boil!", SLICE, {}),
        ("Boil.", SLICE, {"content_offset": None}),
        ("Boil.", SLICE, {"start_index": None}),
        ("{}", FRONT_MATTER, {"start_index": 1}),
        ("{}", FRONT_MATTER, {"end_index": 13}),
        ("{}", FRONT_MATTER, {"end_index": 3}),
    ],
)
def test_each_fault_is_found(
    source: str, content: str, metadata: dict[str, Any], other: dict[str, Any]
) -> None:
    good = line(source, "Boil.", SLICE)
    report = check_lines([good, line(source, content, metadata, **other)])
    assert report.chunks == 2
    assert len(report.faults) == 1
    assert report.faults[0].startswith("line 2, ")
