"""Files split by several processes, chunks arriving while others are still read.

Run as `python examples/08_workers.py [FOLDER [WORKERS]]`; without a folder it takes the
README many times.
"""

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from langchain_core.documents import Document

from langchain_mdsplit import MarkdownTokenTextSplitter


def load(paths: Iterable[Path]) -> Iterator[Document]:
    """Yield files as Documents, each read when its turn comes."""
    for path in paths:
        text = path.read_bytes().decode("utf-8")
        yield Document(page_content=text, metadata={"source": str(path)})


def main(paths: Iterable[Path], workers: int) -> None:
    """Print how many chunks the files have, and how long it took."""
    splitter = MarkdownTokenTextSplitter(chunk_size=400, add_ids=True)
    started = time.perf_counter()
    chunks = tokens = 0
    for chunk in splitter.lazy_split_documents(load(paths), workers=workers):
        chunks += 1
        tokens += chunk.metadata["token_count"]
    seconds = time.perf_counter() - started
    print(f"{chunks} chunks, {tokens} tokens, {workers} workers, {seconds:.1f} s")


# Each worker process imports this file, and must not start workers of its own.
if __name__ == "__main__":
    readme = Path(__file__).resolve().parent.parent / "README.md"
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    main(sorted(folder.rglob("*.md")) if folder else [readme] * 100, number)
