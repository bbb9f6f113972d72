"""Where the sentences of a leaf begin."""

import re
from array import array
from collections.abc import Sequence
from itertools import groupby

from langchain_mdsplit.text.sentence_splitter import SentenceSplitter
from langchain_mdsplit.text.sentence_tailoring import tailored_breaks
from langchain_mdsplit.text.sentences import checked_sentence_spans
from langchain_mdsplit.text.visible import next_visible

_BREAK = re.compile(r"<br\s*+/?>[ \t]*+", re.IGNORECASE)
_MARKERS = re.compile(r"(?<=[\r\n])[ \t]*>[ \t>]*")


def sentence_starts(
    text: str, offset: int, sentence_splitter: SentenceSplitter | None
) -> Sequence[int]:
    """Return where the sentences of a text begin.

    Args:
        text: The text.
        offset: Where it begins in the source.
        sentence_splitter: Finds sentences in place of `sentence_spans`.

    Returns:
        Positions in the source, in order, without that of the first sentence.

    Example:
        >>> list(sentence_starts("One. Two.", 10, None))
        [15]
    """
    if sentence_splitter is not None:
        spans = checked_sentence_spans(text, sentence_splitter)
        return [offset + start for start, _ in spans[1:]]
    places = (next_visible(text, place) for place in tailored_breaks(text))
    starts = (place for place, _ in groupby(places) if place < len(text))
    return array("q", (offset + place for place in starts))


def cell_parts(
    row: str, offset: int, sentence_splitter: SentenceSplitter | None
) -> list[int]:
    """Return where sentences and lines begin in the cells of a table's row.

    Args:
        row: The row.
        offset: Where it begins in the source.
        sentence_splitter: Finds sentences in place of `sentence_spans`.

    Returns:
        Positions in the source, in order, without those of cells and of line breaks.

    Example:
        >>> cell_parts("| One. Two.<br>three | Four. |", 0, None)
        [7, 15]
    """
    starts = set(sentence_starts(row, 0, sentence_splitter))
    starts.update(found.end() for found in _BREAK.finditer(row))
    return [
        offset + start
        for start in sorted(starts)
        if not row.startswith("|", start) and not _BREAK.match(row, start)
    ]


def blanked_markers(text: str) -> str:
    r"""Return a quote's text with spaces in place of its lines' markers.

    Example:
        >>> blanked_markers("One\n> two")
        'One\n  two'
    """
    return _MARKERS.sub(lambda match: " " * len(match[0]), text)
