"""CPU times of several functions in one run, side by side, and per doubling."""

import gc
import os
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise

from tests.shared_data import corpus_files, read_source, shared_folder

Work = Callable[[], object]
Build = Callable[[int], str]


def use_shared_ranks() -> None:
    """Let tiktoken take its ranks from the shared data, if nothing else is said."""
    if folder := shared_folder():
        os.environ.setdefault("TIKTOKEN_CACHE_DIR", str(folder / "tiktoken_cache"))


def one_document(size: int) -> str:
    """Return one text of so many characters, made of files of the corpus."""
    text = "\n\n".join(read_source(path) for path in corpus_files()[::7])
    return (text * (size // len(text) + 1))[:size]


def cpu_seconds(work: Work) -> float:
    """Return the CPU time of one call, with no rubbish left from another."""
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start


def best_of_rounds(works: Mapping[str, Work], rounds: int) -> dict[str, float]:
    """Return each function's best time; rounds alternate, so load hits all alike."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            best[name] = min(best[name], cpu_seconds(work))
    return best


def each(split: Callable[[str], object], texts: Sequence[str]) -> Work:
    """Return the work of splitting each of several texts."""
    return lambda: [split(text) for text in texts]


def print_ratios(works: Mapping[str, Work], rounds: int, size: int) -> None:
    """Print seconds, ratio to the first function, and MB of source per second."""
    best = best_of_rounds(works, rounds)
    base = next(iter(best.values()))
    for name, seconds in best.items():
        speed = size / 1e6 / seconds
        print(f"{name:34} {seconds:8.3f} s {seconds / base:7.2f} x {speed:8.1f} MB/s")


def print_doublings(
    split: Callable[[str], object], shapes: Mapping[str, tuple[Build, Sequence[int]]]
) -> None:
    """Print the times of texts that double in size, and the worst doubling of each.

    Args:
        split: What is timed.
        shapes: What makes a text of a size, and the sizes, by name.
    """
    for name, (build, sizes) in shapes.items():
        works = {f"{size:,}": partial(split, build(size)) for size in sizes}
        seconds = best_of_rounds(works, rounds=2)
        times = " ".join(f"{value:6.2f}" for value in seconds.values())
        worst = max(after / before for before, after in pairwise(seconds.values()))
        print(f"{name:16} {times} s for {sizes[0]:,} to {sizes[-1]:,}: {worst:.2f}")
