"""What is tried with bytes that a fuzzer makes: a text, a splitter, its promises."""

import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from langchain_text_splitters import RecursiveCharacterTextSplitter as LangChainSplitter

from langchain_mdsplit import (
    MarkdownFragmentTextSplitter,
    RecursiveCharacterTextSplitter,
    TokenCounter,
    locate,
)
from langchain_mdsplit.errors import HeadingTooLongError, LimitTooSmallError
from langchain_mdsplit.markdown.blocks import parse_blocks
from tests.markdown.tiling import assert_tiled
from tests.properties.cases import NO_OVERLAP
from tests.properties.cases import read_case as read_packing_case
from tests.properties.markdown_texts import BREAKS, HOSTILE, PIECES
from tests.properties.promises import check_limit, check_lossless, check_offsets
from tests.properties.suite import CHEAP, PROMISES
from tests.shared_data import load_cases

SETTINGS: Final = 4  # bytes in front of the text that say how it is split
ALLOWED: Final = (LimitTooSmallError, HeadingTooLongError)
LONG_HEADINGS: Final = ("truncate", "drop", "raise")
CONTEXTS: Final = ("ancestors", "own", "none")
FRONT_MATTERS: Final = ("chunk", "metadata", "drop")
KEPT: Final = (True, False, "end")
SMALL: Final = 72  # characters: in less, what must stand around a text may not fit
COUNT: Final = TokenCounter()


class Settings(NamedTuple):
    """What the first bytes say.

    Attributes:
        kind: Which splitter.
        limit: The limit of a chunk.
        overlap: The overlap, never over the limit.
        in_tokens: Whether both are in tokens.
        choice: Chooses among values of other options.
    """

    kind: str
    limit: int
    overlap: int
    in_tokens: bool
    choice: int


def read_settings(data: bytes) -> tuple[Settings, str]:
    """Return the settings and the text that some bytes stand for."""
    first, limit, overlap, choice = data[:SETTINGS].ljust(SETTINGS, b"\0")
    settings = Settings(
        kind=list(TARGETS)[first % len(TARGETS)],
        limit=limit + 1,
        overlap=overlap % (limit // 4 + 1),
        in_tokens=first >= 128,
        choice=choice,
    )
    # What is no UTF-8 becomes lone surrogates.
    return settings, data[SETTINGS:].decode("utf-8", "surrogateescape")


def check(data: bytes) -> None:
    """Split what some bytes stand for and check what is promised."""
    settings, text = read_settings(data)
    TARGETS[settings.kind](settings, text)


def _length(settings: Settings) -> Callable[[str], int]:
    return COUNT if settings.in_tokens else len


def _check_packing(settings: Settings, text: str) -> None:
    """Check the splitters that pack blocks."""
    kind, choice = settings.kind, settings.choice
    options: dict[str, Any] = {
        "chunk_size": settings.limit,
        "length_function": _length(settings),
        "on_long_heading": LONG_HEADINGS[choice % 3],
        "front_matter": FRONT_MATTERS[choice // 3 % 3],
        "max_heading_level": choice // 9 % 6 + 1,
    }
    if kind not in NO_OVERLAP:
        options["chunk_overlap"] = settings.overlap
    if kind == "token":
        options["heading_context"] = CONTEXTS[choice // 54 % 3]
    if kind != "section" and choice & 1:
        options["min_chunk_size"] = settings.limit // 3
    try:
        case = read_packing_case(kind, text, **options)
    except ALLOWED:
        return
    is_small = settings.limit < SMALL and kind != "token"
    for promise in ("length", "slices") if is_small else CHEAP:
        PROMISES[promise](case)
    for document in case.documents[:2]:
        place = locate(text, document, max_heading_level=options["max_heading_level"])
        assert place.start_index == document.metadata["start_index"]


def _check_fragments(settings: Settings, text: str) -> None:
    """Check the splitter that returns blocks."""
    assert_tiled(parse_blocks(text))
    limit = None if settings.choice % 4 == 0 else settings.limit
    splitter = MarkdownFragmentTextSplitter(
        limit, settings.overlap if limit else 0, length_function=_length(settings)
    )
    try:
        documents = splitter.create_documents([text])
    except ALLOWED:
        return
    check_offsets(text, documents)
    check_lossless(text, documents)
    if limit:
        check_limit(documents, limit)


def _check_recursive(settings: Settings, text: str) -> None:
    """Check that the drop-in returns what LangChain's class returns, with offsets."""
    options: dict[str, Any] = {
        "chunk_size": settings.limit,
        "chunk_overlap": settings.overlap,
        "length_function": _length(settings),
        "keep_separator": KEPT[settings.choice % 3],
        "strip_whitespace": settings.choice < 128,
    }
    splitter = RecursiveCharacterTextSplitter(**options, add_start_index=True)
    documents = splitter.create_documents([text])
    expected = LangChainSplitter(**options).split_text(text)
    assert [document.page_content for document in documents] == expected
    for document in documents:
        metadata = document.metadata
        start, end = metadata["start_index"], metadata["end_index"]
        assert 0 <= start < end <= len(text)
        if "content_offset" in metadata:
            assert text[start:end] == document.page_content


TARGETS: Final[Mapping[str, Callable[[Settings, str], None]]] = {
    "token": _check_packing,
    "section": _check_packing,
    "semantic": _check_packing,
    "fragment": _check_fragments,
    "recursive": _check_recursive,
}


def seeds() -> Iterator[bytes]:
    """Yield what to begin with: the examples of the specifications, odd pieces."""
    cases = load_cases("data/commonmark_spec.json") + load_cases("data/gfm_spec.json")
    texts = [case["markdown"] for case in cases]
    texts += [*PIECES, *(f"a{odd}b\n\n# {odd}" for odd in HOSTILE)]
    texts += [f"{piece}{BREAKS[1]}" * 6 for piece in PIECES]
    for number, text in enumerate(texts):
        settings = bytes(
            (number % 256, number * 7 % 200 + 20, number % 40, number % 256)
        )
        yield settings + text.encode("utf-8", "surrogatepass")


class Findings:
    """Failures by where they were raised; the first input of each is kept.

    Args:
        folder: Where inputs are written; None for a temporary folder.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or Path(tempfile.mkdtemp(prefix="findings-"))
        self.known: dict[str, int] = {}

    def run(self, data: bytes) -> None:
        """Check some bytes; note a failure and go on."""
        try:
            check(data)
        except Exception as error:  # noqa: BLE001  (any is a finding)
            frames = traceback.extract_tb(error.__traceback__)[-3:]
            places = [f"{Path(it.filename).name}:{it.lineno}" for it in frames]
            key = " ".join([read_settings(data)[0].kind, type(error).__name__, *places])
            self.known[key] = self.known.get(key, 0) + 1
            if self.known[key] == 1:
                path = self.folder / f"{len(self.known):03}.bin"
                path.write_bytes(data)
                print(f"finding {path.name}: {key}\n{error!r:.500}", flush=True)
