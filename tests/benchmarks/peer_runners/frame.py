"""What all runners share: a process that splits texts and says what that took.

It writes JSON lines: first its measurement, then the chunks of each text.
"""

import argparse
import gc
import json
import resource
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

Record = dict[str, Any]
"""A chunk: `page_content` and, as far as they are given, `start_index`, `path`, ..."""

_KIBIBYTE = 1024  # Linux gives ru_maxrss in this unit
_WARM_UP = "# A title\n\nA paragraph of a few words.\n"


@dataclass(frozen=True, slots=True)
class Runnable:
    """A splitter, in two steps, so that only the first is timed.

    Attributes:
        split: From a text to chunks, in whatever form the package gives them.
        records: From these chunks to records.
    """

    split: Callable[[str], Any]
    records: Callable[[Any], Iterable[Record]]


Build = Callable[[int], Runnable]


def encoding() -> Any:
    """Return tiktoken's `cl100k_base`."""
    return import_module("tiktoken").get_encoding("cl100k_base")


def count_tokens(text: str) -> int:
    """Return the length of a text in tokens; special tokens are ordinary text."""
    return len(encoding().encode_ordinary(text))


def run(builds: Mapping[str, Build]) -> None:
    """Run the splitter that the command line names.

    Args:
        builds: From the most a chunk may measure (tokens) to a splitter, by name.
    """
    given = _arguments()
    texts = json.loads(given.texts.read_text(encoding="utf-8"))
    build = builds[given.name]
    build(given.limit).split(_WARM_UP)
    count_tokens(_WARM_UP)
    _limit_cpu_time(given.seconds)
    before = _peak_memory()
    runnable = build(given.limit)
    seconds, found = _timed(runnable.split, texts)
    growth = _peak_memory() - before
    pass_seconds = _timed(encoding().encode_ordinary, texts)[0]
    for _ in range(given.rounds - 1):
        seconds = min(seconds, _timed(build(given.limit).split, texts)[0])
        again = _timed(encoding().encode_ordinary, texts)[0]
        pass_seconds = min(pass_seconds, again)
    with given.output.open("w", encoding="utf-8") as file:
        measured = {
            "seconds": seconds,
            "pass_seconds": pass_seconds,
            "growth": growth,
            "failures": sum(chunks is None for chunks in found),
        }
        print(json.dumps(measured), file=file)
        for chunks in found:
            records = [] if chunks is None else list(runnable.records(chunks))
            print(json.dumps(records), file=file)


def _arguments() -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("limit", type=int)
    parser.add_argument("texts", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=0)
    return parser.parse_args()


def _limit_cpu_time(seconds: int) -> None:
    """End the process after so many more seconds of its time; 0 for no limit."""
    if seconds:
        used = int(time.process_time()) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (used + seconds, used + seconds + 5))


def _peak_memory() -> int:
    """Return the most memory this process has had (bytes)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _KIBIBYTE


def _timed(
    split: Callable[[str], Any], texts: Sequence[str]
) -> tuple[float, list[Any]]:
    """Return the CPU time of splitting all texts, and what came out."""
    gc.collect()
    start = time.process_time()
    found = [_attempt(split, text) for text in texts]
    return time.process_time() - start, found


def _attempt(split: Callable[[str], Any], text: str) -> Any:
    """Return a text's chunks, or None where the splitter fails on it."""
    try:
        return split(text)
    except Exception as error:  # noqa: BLE001 - whatever a package raises is a failure
        print(f"{type(error).__name__}: {error}"[:200], file=sys.stderr)
        return None
