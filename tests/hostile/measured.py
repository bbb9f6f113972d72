"""Splits hostile texts, each in a process of its own with a limit on its CPU time.

A program: it reads requests, one JSON object a line, and writes an outcome for each.
It has imported and used everything before it forks, so that a child's memory grows by
what the splitting takes alone.
"""

import gc
import json
import os
import resource
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from langchain_core.documents import Document

from langchain_mdsplit import (
    MarkdownFragmentTextSplitter,
    MarkdownSectionTextSplitter,
    MarkdownTokenTextSplitter,
    RecursiveCharacterTextSplitter,
    SemanticChunker,
)
from langchain_mdsplit.markdown.blocks import parse_blocks
from langchain_mdsplit.markdown.parser import markdown_parser, parser_copy
from langchain_mdsplit.markdown.sections import read_sections
from langchain_mdsplit.measure import resolve_measure
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from langchain_mdsplit.splitters.packed import PackingTextSplitter
from tests.hostile.inputs import hostile_inputs
from tests.hostile.large_inputs import LARGE
from tests.properties.cases import Case
from tests.properties.promises import check_limit, check_lossless, check_offsets
from tests.properties.suite import CHEAP, PROMISES
from tests.small_embeddings import WordEmbeddings

LIMIT: Final = 400  # tokens, or characters for the recursive splitter
DIMENSIONS: Final = 8
SEEN: Final = 1000  # code points of a text that are embedded: the words take memory
MEMORY: Final = 3 * 2**30  # bytes of addresses that a child may have more than us
_WARM_UP: Final = "# A\n\nOne two. Three.\n\n- a\n- b\n\n|a|\n|-|\n|b|\n\n" * 24
_STATUS: Final = Path("/proc/self/status")
_CLEAR: Final = Path("/proc/self/clear_refs")


class TimedEmbeddings(WordEmbeddings):
    """Small embeddings that know how long they took, which is not the splitter's."""

    def __init__(self) -> None:
        super().__init__(DIMENSIONS)
        self.seconds = 0.0
        self.vectors = 0

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        began = time.process_time()
        vectors = super().embed_documents([text[:SEEN] for text in texts])
        self.seconds += time.process_time() - began
        self.vectors += len(vectors)
        return vectors


def _semantic(embeddings: TimedEmbeddings) -> ChunkTextSplitter:
    return SemanticChunker(
        embeddings,
        chunk_size=LIMIT,
        min_chunk_size=LIMIT // 4,
        on_long_heading="truncate",
    )


SPLITTERS: Final[Mapping[str, Callable[[TimedEmbeddings], ChunkTextSplitter]]] = {
    "fragment": lambda _: MarkdownFragmentTextSplitter(LIMIT),
    "token": lambda _: MarkdownTokenTextSplitter(LIMIT, on_long_heading="truncate"),
    "section": lambda _: MarkdownSectionTextSplitter(LIMIT, on_long_heading="truncate"),
    "recursive": lambda _: RecursiveCharacterTextSplitter(
        chunk_size=LIMIT, chunk_overlap=LIMIT // 10, add_start_index=True
    ),
    "recursive tokens": lambda _: RecursiveCharacterTextSplitter.from_tiktoken_encoder(
        "cl100k_base",
        chunk_size=LIMIT,
        chunk_overlap=LIMIT // 10,
        add_start_index=True,
    ),
    "semantic": _semantic,
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one text.

    Attributes:
        size: The bytes of the text as UTF-8.
        seconds: The CPU time of splitting, without that of the embeddings.
        growth: By how many bytes the process grew at most.
        events: How many events the parser has for the text.
        chunks: How many chunks were returned.
        vectors: How many texts were embedded.
        error: What was raised, or "".
    """

    size: int = 0
    seconds: float = 0.0
    growth: int = 0
    events: int = 0
    chunks: int = 0
    vectors: int = 0
    error: str = ""


def build_text(name: str, divisor: int) -> str:
    """Return a hostile text; a part of it where it should be smaller."""
    if name in LARGE:
        return LARGE[name](divisor)
    text = hostile_inputs()[name]
    return text[: max(len(text) // divisor, 1000)]


def _memory(field: str) -> int:
    """Return the bytes of this process that the system gives for a field."""
    lines = _STATUS.read_text(encoding="ascii").split("\n")
    (line,) = [line for line in lines if line.startswith(f"{field}:")]
    return int(line.split()[1]) * 1024


def split(text: str, kind: str, limit: int) -> tuple[Outcome, list[Document]]:
    """Split a text and measure what that takes; raise where time runs out."""
    embeddings = TimedEmbeddings()
    splitter = SPLITTERS[kind](embeddings)
    gc.collect()
    _CLEAR.write_text("5", encoding="ascii")  # the peak begins again from here
    before = _memory("VmRSS")
    _limit_time(limit)
    began = time.process_time()
    documents = splitter.create_documents([text])
    seconds = time.process_time() - began
    growth = _memory("VmHWM") - before
    _limit_time(None)
    outcome = Outcome(
        size=len(text.encode(errors="surrogatepass")),
        seconds=seconds - embeddings.seconds,
        growth=growth,
        events=_count_events(text),
        chunks=len(documents),
        vectors=embeddings.vectors,
    )
    _check(text, kind, splitter, documents)
    return outcome, documents


def _limit_time(seconds: int | None) -> None:
    """Let this process be killed after more seconds of CPU time; None: never."""
    used = int(time.process_time()) + 1
    soft = resource.RLIM_INFINITY if seconds is None else used + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.RLIM_INFINITY))


def _count_events(text: str) -> int:
    events = markdown_parser().events_with_range(parser_copy(text), merge_text=False)
    return sum(1 for _ in events)


def _check(
    text: str, kind: str, splitter: ChunkTextSplitter, documents: Sequence[Document]
) -> None:
    """Check what the splitter promises for any text."""
    if isinstance(splitter, PackingTextSplitter):
        blocks = parse_blocks(text).blocks
        sections = read_sections(blocks, 6)
        options: dict[str, Any] = {"chunk_size": LIMIT}
        measure = resolve_measure()
        case = Case(text, splitter, options, documents, blocks, sections, measure)
        for promise in CHEAP:
            PROMISES[promise](case)
    elif kind == "fragment":
        check_offsets(text, documents)
        check_lossless(text, documents)
        check_limit(documents, LIMIT)
    else:
        for document in documents:
            start, end = (
                document.metadata[key] for key in ("start_index", "end_index")
            )
            assert text[start:end] == document.page_content


def _run(request: Mapping[str, Any]) -> Outcome:
    """Split what a request says; runs in a child."""
    kind = request["splitter"]
    split(_WARM_UP, kind, 60)  # a child has no pages of a file until it reads them
    text = build_text(request["text"], request["divisor"])
    sys.setrecursionlimit(request["recursion_limit"])
    try:
        outcome, _ = split(text, kind, request["seconds"])
    except Exception:  # noqa: BLE001  (it is told to who asks)
        sys.setrecursionlimit(1000)
        return Outcome(len(text), error=traceback.format_exc()[-1500:])
    return outcome


def _answer(request: Mapping[str, Any]) -> Outcome:
    """Run a request in a child and return its outcome."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with os.fdopen(writing, "w", encoding="ascii") as pipe:
            json.dump(asdict(_run(request)), pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="ascii") as pipe:
        said = pipe.read()
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    return Outcome(**json.loads(said)) if said else Outcome(error=f"exit code {code}")


def _warm_up() -> None:
    """Use everything once, so that a child loads nothing."""
    for kind in SPLITTERS:
        split(_WARM_UP, kind, 60)
    gc.collect()
    gc.freeze()


def main() -> None:
    """Answer requests until there are no more."""
    _warm_up()
    for line in sys.stdin:
        print(json.dumps(asdict(_answer(json.loads(line)))), flush=True)


if __name__ == "__main__":
    main()
