"""Where sentences begin and end in plain text, in any language."""

from operator import index
from typing import SupportsIndex

from langchain_mdsplit.checks import check_text
from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError
from langchain_mdsplit.shortening import short_repr
from langchain_mdsplit.text.sentence_splitter import SentenceSplitter
from langchain_mdsplit.text.sentence_tailoring import tailored_breaks


def sentence_spans(text: str) -> list[tuple[int, int]]:
    r"""Find the sentences of a text.

    The boundaries of the Unicode standard, with a small tailoring that needs no
    language: a single newline is a space and a blank line ends a sentence;
    abbreviations, initials, ordinals, URLs and quoted speech that goes on do not;
    closing quotes, brackets, Markdown marks and footnote references stand with the
    sentence they close.

    Args:
        text: Any text without code, tables or HTML blocks.

    Returns:
        Spans `(start, end)` in characters, in order and apart from each other. Each
        starts and ends with a character that is not white space; all such characters
        are in one of them.

    Raises:
        ArgumentTypeError: The text is no string.

    Example:
        >>> text = "**Stop.** Ask Dr. Hill,\nat 3.15 p.m. today. «Oui ?» dit-il."
        >>> [text[start:end] for start, end in sentence_spans(text)]
        ['**Stop.**', 'Ask Dr. Hill,\nat 3.15 p.m. today.', '«Oui ?» dit-il.']

    Source:
        Unicode Standard Annex #29, section 5, tailored.
    """
    check_text("text", text)
    ends = [*tailored_breaks(text), len(text)]
    return _trimmed_spans(text, [0, *ends[:-1]], ends)


def checked_sentence_spans(
    text: str,
    splitter: SentenceSplitter,
) -> list[tuple[int, int]]:
    """Find the sentences of a text with a caller's own function.

    Args:
        text: Any text.
        splitter: Returns the `(start, end)` spans of a text's sentences, in characters,
            in order and without overlap. What it raises is passed on.

    Returns:
        The spans, trimmed as those of `sentence_spans` are. Text between them belongs
        to the sentence before it, text before the first to the first: none is left out.

    Raises:
        ArgumentTypeError: The function returns no list of pairs of integers.
        ArgumentError: The spans are out of order, overlap or leave the text.

    Example:
        >>> checked_sentence_spans("one two three", lambda text: [(4, 7)])
        [(0, 13)]
    """
    later_starts = [start for start, _ in _checked_spans(text, splitter(text))][1:]
    return _trimmed_spans(text, [0, *later_starts], [*later_starts, len(text)])


def _checked_spans(text: str, spans: object) -> list[tuple[int, int]]:
    """Return the spans that hold more than white space, after checking all of them."""
    if not isinstance(spans, list | tuple):
        msg = (
            "sentence_splitter must return a list of (start, end) pairs, "
            f"not {type(spans).__name__}"
        )
        raise ArgumentTypeError(msg)
    checked = []
    position = 0
    for start, end in map(_checked_pair, spans):
        if not position <= start <= end <= len(text):
            msg = (
                f"sentence_splitter returned the span {(start, end)}: spans must be in "
                f"order, must not overlap, and here lie within {(position, len(text))}"
            )
            raise ArgumentError(msg)
        position = end
        if text[start:end].strip():
            checked.append((start, end))
    return checked


def _checked_pair(span: object) -> tuple[int, int]:
    match span:
        case [SupportsIndex() as start, SupportsIndex() as end]:
            return index(start), index(end)
    msg = f"sentence_splitter must return pairs of two integers, not {short_repr(span)}"
    raise ArgumentTypeError(msg)


def _trimmed_spans(
    text: str,
    starts: list[int],
    ends: list[int],
) -> list[tuple[int, int]]:
    """Return the spans without the white space at their ends, blank ones left out."""
    trimmed = []
    for start, end in zip(starts, ends, strict=True):
        piece = text[start:end]
        stop = start + len(piece.rstrip())
        if stop > start:
            trimmed.append((end - len(piece.lstrip()), stop))
    return trimmed
