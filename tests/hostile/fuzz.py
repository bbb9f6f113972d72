"""Fuzzing: `pip install atheris; python -m tests.hostile.fuzz -max_total_time=600`.

Other arguments are libFuzzer's. A finding is printed and its input kept, and the run
goes on; an input that takes ten seconds or kills the process ends it.
"""

import sys
import tempfile
from importlib import import_module
from pathlib import Path

DEFAULTS = ("-timeout=10", "-max_len=2048", "-print_final_stats=1")


def write_corpus(folder: Path) -> None:
    """Write what the fuzzer begins with into a folder."""
    targets = import_module("tests.hostile.targets")
    for number, seed in enumerate(targets.seeds()):
        (folder / f"{number:05}").write_bytes(seed)


def main() -> None:
    """Fuzz until the time is over."""
    atheris = import_module("atheris")
    # Only what is imported in here reports which of its branches were taken.
    with atheris.instrument_imports(include=["langchain_mdsplit"]):
        targets = import_module("tests.hostile.targets")
    with tempfile.TemporaryDirectory() as corpus:
        write_corpus(Path(corpus))
        findings = targets.Findings()
        print(f"inputs of findings: {findings.folder}", flush=True)
        atheris.Setup([sys.argv[0], *DEFAULTS, *sys.argv[1:], corpus], findings.run)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
