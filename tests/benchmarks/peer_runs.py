"""This package beside others, each in a virtual environment of its own.

Run as `python -m tests.benchmarks.peer_runs --output FILE`. It makes the environments
from pinned versions (under `build/peers`, or in `--environments`), splits the corpus at
512 and 200 tokens, measures the chunks of all in the same way, and times one document
as it grows. The README's comparison is what it writes.
"""

import argparse
import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from langchain_core.documents import Document

from langchain_mdsplit import TokenCounter
from tests.benchmarks.peer_environments import PEERS, Peer, prepare
from tests.benchmarks.peer_paths import Paths, measure_paths
from tests.benchmarks.peer_tables import Measured, Row, curve_table, quality_table
from tests.benchmarks.quality import measure_quality
from tests.benchmarks.timing import one_document, use_shared_ranks
from tests.shared_data import REPOSITORY, corpus_files, read_source

LIMITS = (512, 200)
SIZES = (0.25, 1.0, 4.0, 16.0)
CURVE_LIMIT = 512
CURVE_SECONDS = 120
CORPUS_SECONDS = 600
RUNNERS = "tests.benchmarks.peer_runners"
NOTE = """\
Over the limit, odd fences (a fence that nothing closes), headless tables (rows without
their header) and bare headings (a heading at the end whose text follows and would have
fitted) are numbers of chunks. Characters lost are those, white space aside, that stand
in no chunk; of a package that rewrites its input, marks it drops count. Wrong offsets
are chunks whose offset does not lead to their text; wrong paths the part of the chunks
whose heading path is not that of the innermost section that holds them; "-" is no
offset or path. Time is CPU time in passes of tiktoken over the same texts; memory is
what splitting added to the process, chunks included."""


@dataclass(frozen=True, slots=True)
class Runner:
    """A splitter in its environment.

    Attributes:
        peer: Its package.
        splitter: Its name.
        python: The environment's interpreter.
    """

    peer: Peer
    splitter: str
    python: Path

    def run(
        self, texts: Sequence[str], limit: int, *, rounds: int, seconds: int
    ) -> tuple[Measured, list[list[Document]]] | None:
        """Split texts in a new process.

        Args:
            texts: The texts.
            limit: The most a chunk may measure (tokens).
            rounds: How often they are split; the best time counts.
            seconds: The CPU time after which the process is ended.

        Returns:
            What it measured and each text's chunks; None where it was ended.

        Raises:
            CalledProcessError: The process failed.
        """
        with tempfile.TemporaryDirectory() as folder:
            given, output = Path(folder, "texts.json"), Path(folder, "chunks.jsonl")
            given.write_text(json.dumps(texts), encoding="utf-8")
            options = [f"--rounds={rounds}", f"--seconds={seconds}"]
            command = ["-m", f"{RUNNERS}.{self.peer.module}", self.splitter, str(limit)]
            done = subprocess.run(
                [self.python, *command, given, output, *options],
                cwd=REPOSITORY,
                env={**os.environ, "HF_HUB_OFFLINE": "1"},
                check=False,
            )
            if done.returncode in {-signal.SIGXCPU, -signal.SIGKILL}:
                return None
            done.check_returncode()
            return _read(output)

    def row(self, texts: Sequence[str], limit: int, rounds: int) -> Row:
        """Return what the splitter makes of texts."""
        row = partial(Row, self.peer.name, self.splitter)
        result = self.run(texts, limit, rounds=rounds, seconds=CORPUS_SECONDS)
        if result is None:
            return row()
        measured, found = result
        pairs = zip(texts, found, strict=True)
        return row(
            measured=measured,
            quality=measure_quality(texts, found, limit, TokenCounter()),
            paths=sum((measure_paths(*pair) for pair in pairs), Paths()),
            has_offsets=any(
                "start_index" in it.metadata for its in found for it in its
            ),
        )

    def curve(self, sizes: Sequence[float]) -> Iterator[str]:
        """Yield the times of one document as it grows, up to the first too long one."""
        is_over = False
        for size in sizes:
            texts = [one_document(int(size * 1e6))]
            result = None
            if not is_over:
                seconds = CURVE_SECONDS
                result = self.run(texts, CURVE_LIMIT, rounds=1, seconds=seconds)
            is_over = result is None
            yield f"{result[0].seconds:.2f}" if result else f"over {CURVE_SECONDS} s"


def _read(output: Path) -> tuple[Measured, list[list[Document]]]:
    """Read what a runner wrote."""
    with output.open(encoding="utf-8") as lines:
        measured = Measured(**json.loads(next(lines)))
        found = [
            [Document(record.pop("page_content"), metadata=record) for record in chunks]
            for chunks in map(json.loads, lines)
        ]
    return measured, found


def runners(peers: Sequence[Peer], folder: Path) -> Iterator[Runner]:
    """Yield the splitters of all packages that can be installed."""
    for peer in peers:
        try:
            python = prepare(peer, folder.absolute())
        except subprocess.CalledProcessError as error:
            print(f"{peer.name} cannot be installed: {error}", flush=True)
            continue
        for splitter in peer.splitters:
            yield Runner(peer, splitter, python)


def report(found: Sequence[Runner], texts: Sequence[str], rounds: int) -> Iterator[str]:
    """Yield the report's paragraphs, each as soon as it is known."""
    size = sum(len(text.encode()) for text in texts)
    yield NOTE
    for limit in LIMITS:
        rows = [runner.row(texts, limit, rounds) for runner in found]
        yield quality_table(rows, limit, size, f"over {CORPUS_SECONDS} s")
        yield from (
            f"{row.package} {row.splitter} failed on {row.measured.failures} texts."
            for row in rows
            if row.measured and row.measured.failures
        )
    times = [
        (Row(runner.peer.name, runner.splitter), list(runner.curve(SIZES)))
        for runner in found
    ]
    yield curve_table(SIZES, times)


def main() -> None:
    """Print the report, and write it where the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path)
    folder = REPOSITORY / "build" / "peers"
    parser.add_argument("--environments", type=Path, default=folder)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", nargs="*", help="modules of peer_runners")
    parser.add_argument("--every", type=int, default=1, help="take each n-th text only")
    given = parser.parse_args()
    use_shared_ranks()
    texts = [read_source(path) for path in corpus_files()[:: given.every]]
    peers = [peer for peer in PEERS if not given.only or peer.module in given.only]
    found = list(runners(peers, given.environments))
    paragraphs = []
    for paragraph in report(found, texts, given.rounds):
        print(f"{paragraph}\n", flush=True)
        paragraphs.append(paragraph)
        if given.output:
            text = "\n\n".join(paragraphs)
            given.output.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
