"""Hostile texts, each split in a process of its own: CPU time, memory, promises.

A run splits parts of the texts; with the environment variable `MDSPLIT_FULL_HOSTILE=1`
it splits all of each, which takes half an hour.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Final

import pytest

from tests.hostile.inputs import hostile_inputs
from tests.hostile.large_inputs import LARGE
from tests.shared_data import REPOSITORY

pytest.importorskip("resource", reason="limits on a process need a POSIX system")
if not sys.platform.startswith("linux"):
    pytest.skip("peaks of memory are read from /proc", allow_module_level=True)

from tests.hostile.measured import SPLITTERS, Outcome

FULL: Final = os.environ.get("MDSPLIT_FULL_HOSTILE") == "1"
DIVISOR: Final = 1 if FULL else 100
SECONDS: Final = 5  # CPU time for one text
KILLED_AFTER: Final = 60  # CPU time where embedding is a part of it
LOW_RECURSION_LIMIT: Final = 400
PER_BYTE: Final = 12
PER_EVENT: Final = 150  # bytes; the parser hands over whole lists of events
PER_CHUNK: Final = 2048
PER_UNIT: Final = 300  # bytes; what the embeddings return is a part of them
SECONDS_PER_UNIT: Final = 20e-6  # CPU time of what is embedded, without the embedding
ALWAYS: Final = 4 * 2**20  # bytes: the allocator takes whole arenas
OVER: Final = {
    "headings": 2.0,
    "headings of all levels": 2.0,
    "headings with text": 1.5,
    "many headings": 2.0,
    "lines of code": 3.0,
    "definitions": 4.0,
    "repeated definitions": 4.0,
    "definitions after a list": 4.0,
}
"""Texts that take more than the bound, and how much of it: a section takes a kilobyte,
a definition, which is no event of the parser, 400 bytes, a line of code 200."""
FRAME_TOO_LONG: Final = frozenset({"line of backticks"})
"""Texts whose smallest piece is over the limit: all of a fence's mark."""


class Measured:
    """The program that splits each text in a child of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def split(self, text: str, splitter: str, recursion_limit: int) -> Outcome:
        """Return what became of a text."""
        request = {
            "text": text,
            "splitter": splitter,
            "divisor": DIVISOR,
            "seconds": KILLED_AFTER if splitter == "semantic" else SECONDS,
            "recursion_limit": recursion_limit,
        }
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(request), file=self._process.stdin, flush=True)
        return Outcome(**json.loads(self._process.stdout.readline()))


@pytest.fixture(scope="module")
def measured() -> Iterator[Measured]:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.hostile.measured"],
        cwd=REPOSITORY,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield Measured(process)


def cases() -> Iterator[tuple[str, str, int]]:
    """Yield texts with splitters and recursion limits; the rest where all is asked."""
    for text in (*LARGE, *hostile_inputs()):
        for splitter in SPLITTERS:
            if FULL or text in LARGE or splitter == "token":
                yield text, splitter, LOW_RECURSION_LIMIT
            if FULL:
                yield text, splitter, sys.getrecursionlimit()


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("text", "splitter", "recursion_limit"), list(cases()))
def test_a_hostile_text_is_split_within_bounds(
    measured: Measured, text: str, splitter: str, recursion_limit: int
) -> None:
    outcome = measured.split(text, splitter, recursion_limit)
    if text in FRAME_TOO_LONG and not splitter.startswith("recursive"):
        assert "LimitTooSmallError" in outcome.error
        return
    assert not outcome.error, outcome.error
    assert outcome.seconds < max(SECONDS, SECONDS_PER_UNIT * outcome.vectors)
    bound: float = (
        PER_BYTE * outcome.size
        + PER_EVENT * outcome.events
        + PER_CHUNK * outcome.chunks
    )
    bound *= OVER.get(text, 1)
    bound += ALWAYS + PER_UNIT * outcome.vectors
    assert outcome.growth < bound, f"{outcome.growth:,} bytes, allowed {bound:,}"
