"""What fuzzing tries, tried with what it begins with, and with what it once found."""

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from langchain_mdsplit import (
    MarkdownSectionTextSplitter,
    MarkdownTokenTextSplitter,
    RecursiveCharacterTextSplitter,
    TokenCounter,
)
from langchain_mdsplit.errors import LimitTooSmallError
from langchain_mdsplit.packing.recursive import windows
from tests.hostile.targets import TARGETS, Findings, check, read_settings, seeds

EVERY = 23  # one seed in so many: fuzzing itself begins with all of them


@pytest.mark.parametrize("data", list(islice(seeds(), 0, None, EVERY)))
def test_promises_hold_for_what_fuzzing_begins_with(data: bytes) -> None:
    check(data)


def test_bytes_say_what_is_tried() -> None:
    settings, text = read_settings(b"\x83\x13\x09\x02# A\xff")
    assert settings.kind == list(TARGETS)[0x83 % len(TARGETS)]
    assert (settings.limit, settings.in_tokens, settings.choice) == (20, True, 2)
    assert 0 <= settings.overlap <= settings.limit
    assert text == "# A\udcff"
    assert read_settings(b"")[1] == ""


def test_a_failure_is_kept_once_and_the_run_goes_on(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(_: bytes) -> None:
        msg = "no"
        raise AssertionError(msg)

    monkeypatch.setattr("tests.hostile.targets.check", fail)
    findings = Findings(tmp_path)
    findings.run(b"one")
    findings.run(b"two")
    assert list(findings.known.values()) == [2]
    assert [path.read_bytes() for path in findings.folder.iterdir()] == [b"one"]
    assert capsys.readouterr().out.startswith("finding 001.bin: ")


@pytest.mark.parametrize("limit", range(1, 40))
@pytest.mark.parametrize("mark", [">", "x", "-", "> b"])
def test_code_without_its_indentation_follows_no_heading(mark: str, limit: int) -> None:
    """A piece without indentation was counted, and one with it was returned."""
    text = f"# foondented code\n\n       {mark}"
    for kind in (MarkdownTokenTextSplitter, MarkdownSectionTextSplitter):
        splitter = kind(limit, length_function=len, on_long_heading="drop")
        try:
            chunks = splitter.split_text(text)
        except LimitTooSmallError:
            continue
        assert max(map(len, chunks)) <= limit


@pytest.mark.parametrize("keep", [True, "end", False])
@pytest.mark.parametrize("overlap", [0, 7, 29])
@pytest.mark.parametrize(
    "unit", ["ab ", "a\n\n\nb, ", "aaaaaaaa ", "a" * 90 + " ", "文"]
)
def test_windows_change_nothing(
    monkeypatch: pytest.MonkeyPatch, unit: str, overlap: int, keep: Any
) -> None:
    """Of a long text only a window's pieces are in memory; the chunks are the same."""
    text = "".join(unit + "xyz "[: number % 5] for number in range(400))
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=30,
        chunk_overlap=overlap,
        keep_separator=keep,
        length_function=TokenCounter(),
    )
    expected = splitter.split_text(text)
    for width in (1, 2, 5, 16, 100, 1000):
        monkeypatch.setattr(windows, "WINDOW", width)
        assert splitter.split_text(text) == expected
