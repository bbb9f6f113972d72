"""What splitters do to a text: faults of chunks, counted the same way for all of them.

A chunk is parsed alone, by a parser that no splitter here uses.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from langchain_core.documents import Document
from markdown_it import MarkdownIt
from markdown_it.token import Token

from langchain_mdsplit import TokenCounter
from langchain_mdsplit.markdown.blocks import parse_blocks

SHORT = 64  # tokens: a chunk below it says little by itself
_CLOSING_FENCE = re.compile(r"[ >\t]*(?:`{3,}|~{3,})[ \t\r]*")
_DELIMITER_ROW = re.compile(
    r"^[ >\t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t\r]*$", re.MULTILINE
)
_ROWS = re.compile(r"(?:^[ >\t]*\|.*\|[ \t\r]*(?:\n|\Z)){2,}", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Quality:
    """Faults and sizes of the chunks of several texts.

    Attributes:
        chunks: How many there are.
        over: How many are over the limit, the final text counted.
        fences: How many have a fence that nothing closes.
        headless: How many have table rows and no header above them.
        bare: How many end with a heading whose body follows and would have fitted.
        wrong: How many have offsets that do not lead to their text.
        lost: Characters of the sources, white space aside, that are in no chunk.
        fill: Their mean length, as a part of the limit.
        short: The part of them that is under `SHORT` tokens.
    """

    chunks: int
    over: int
    fences: int
    headless: int
    bare: int
    wrong: int
    lost: int
    fill: float
    short: float


def measure_quality(
    texts: Sequence[str],
    found: Sequence[Sequence[Document]],
    limit: int,
    counter: TokenCounter,
) -> Quality:
    """Measure the chunks of several texts.

    Args:
        texts: The texts.
        found: The chunks of each.
        limit: The limit they were split with (tokens).
        counter: Counts tokens.

    Returns:
        Their faults and sizes.
    """
    contents = [chunk.page_content for chunks in found for chunk in chunks]
    counts = counter.count_many(contents)
    pairs = list(zip(texts, found, strict=True))
    return Quality(
        chunks=len(contents),
        over=sum(count > limit for count in counts),
        fences=sum(map(has_open_fence, contents)),
        headless=sum(map(has_headless_rows, contents)),
        bare=sum(bare_headings(chunks, limit, counter) for chunks in found),
        wrong=sum(
            not is_true(text, chunk) for text, chunks in pairs for chunk in chunks
        ),
        lost=sum(lost_characters(text, chunks) for text, chunks in pairs),
        fill=sum(counts) / len(counts) / limit,
        short=sum(count < SHORT for count in counts) / len(counts),
    )


def has_open_fence(content: str) -> bool:
    """Whether a chunk alone has a fence that nothing closes."""
    lines = content.split("\n")
    fences = [token for token in MarkdownIt().parse(content) if token.type == "fence"]
    return any(
        token.map is not None
        and not _CLOSING_FENCE.fullmatch(lines[min(token.map[1], len(lines)) - 1])
        for token in fences
    )


def has_headless_rows(content: str) -> bool:
    """Whether a chunk has rows of a table and no row of dashes."""
    return bool(_ROWS.search(content)) and not _DELIMITER_ROW.search(content)


def bare_headings(chunks: Sequence[Document], limit: int, counter: TokenCounter) -> int:
    """Return how many chunks end with a heading that belongs to the next one.

    The heading has a body there, and both together are within the limit.
    """
    found = 0
    for chunk, following in pairwise(chunks):
        heading = _last_heading(chunk.page_content)
        if heading is None:
            continue
        level, title = heading
        context, own = _context_and_own_text(following)
        if context and _letters(title) not in _letters(context):
            continue
        opener, block = _first_block(own)
        if opener is None or (opener.tag[:1] == "h" and opener.tag <= f"h{level}"):
            continue
        found += counter(f"{'#' * level} {title}\n\n{block}") <= limit
    return found


def _last_heading(content: str) -> tuple[int, str] | None:
    """Return level and title of the `#` heading that a chunk ends with, if it does."""
    line = content.rstrip().rpartition("\n")[2]
    if not line.startswith("#"):
        return None
    tokens = MarkdownIt().parse(content)
    if len(tokens) < 3 or tokens[-1].type != "heading_close":
        return None
    return len(tokens[-1].markup), tokens[-2].content


def _first_block(content: str) -> tuple[Token | None, str]:
    """Return what opens the first block of a chunk, and the block."""
    for token in MarkdownIt().parse(content):
        if token.map is not None:
            return token, "\n".join(content.split("\n")[: token.map[1]])
    return None, ""


def _context_and_own_text(chunk: Document) -> tuple[str, str]:
    """Return what was added before a chunk's text, and the text."""
    offset = chunk.metadata.get("content_offset", 0)
    return chunk.page_content[:offset], chunk.page_content[offset:]


def _letters(text: str) -> str:
    """Return a text without marks and white space, to find a title in a breadcrumb."""
    return "".join(filter(str.isalnum, text))


def is_true(text: str, chunk: Document) -> bool:
    """Whether a chunk's offsets lead to its text in the source."""
    start = chunk.metadata.get("start_index", -1)
    offset = chunk.metadata.get("content_offset")
    if offset is None:
        return chunk.metadata.get("label") == "frontmatter" or (
            start >= 0 and text.startswith(chunk.page_content, start)
        )
    end = chunk.metadata["end_index"]
    return chunk.page_content.startswith(text[start:end], offset)


def lost_characters(text: str, chunks: Sequence[Document]) -> int:
    """Return how many characters of a text are in no chunk, white space aside.

    Where chunks know their spans, these are taken, and a heading may stand in a
    chunk's context instead; else the characters are counted as a multiset.
    """
    if all("end_index" in chunk.metadata for chunk in chunks):
        return _outside_spans(text, chunks)
    held = Counter("".join(chunk.page_content for chunk in chunks))
    return sum(
        count for letter, count in (Counter(text) - held).items() if _is_visible(letter)
    )


def _outside_spans(text: str, chunks: Sequence[Document]) -> int:
    """Return how many visible characters are outside of spans and headings."""
    covered = bytearray(len(text))
    spans = [
        (chunk.metadata["start_index"], chunk.metadata["end_index"]) for chunk in chunks
    ]
    spans += [
        (block.start, block.end)
        for block in parse_blocks(text).blocks
        if block.kind == "heading"
    ]
    for start, end in spans:
        covered[start:end] = b"\1" * (end - start)
    return sum(
        _is_visible(letter)
        for letter, is_covered in zip(text, covered, strict=True)
        if not is_covered
    )


def _is_visible(letter: str) -> bool:
    """Whether a character is neither white space nor a byte order mark."""
    return not letter.isspace() and letter != "\ufeff"
