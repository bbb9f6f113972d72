"""CPU times of several functions in one run, side by side, as ratios."""

import gc
import time
from collections.abc import Callable, Mapping

Work = Callable[[], object]


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


def print_ratios(works: Mapping[str, Work], rounds: int, size: int) -> None:
    """Print seconds, ratio to the first function, and MB of source per second."""
    best = best_of_rounds(works, rounds)
    base = next(iter(best.values()))
    for name, seconds in best.items():
        speed = size / 1e6 / seconds
        print(f"{name:34} {seconds:8.3f} s {seconds / base:7.2f} x {speed:8.1f} MB/s")
