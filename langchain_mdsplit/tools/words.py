"""Words of a text, as search compares them, and the passage with most of them."""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from operator import add
from typing import NamedTuple

import regex

# Scripts that are written without spaces: their letters stand for words.
_UNSPACED = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
_RUN = regex.compile(
    rf"(?V1){_UNSPACED}+|[[\p{{L}}\p{{M}}\p{{N}}]--{_UNSPACED}]+",
)
_IS_UNSPACED = regex.compile(_UNSPACED)
_PLAIN_RUN = re.compile(r"[a-z0-9]+")
_SPACE = regex.compile(r"\s")
_LONGEST_WORD = 64  # code points; longer runs are data
_MOST_MATCHES = 500  # places of a chunk that are looked at for a passage
_PASSAGE = 240  # code points
_LEAD_IN = 60  # code points before the first word of a passage


def iter_words(text: str) -> Iterator[tuple[str, int]]:
    """Yield the words of a text with where each begins.

    Case does not matter. Of scripts without spaces each letter and each two letters
    in a row are words.

    Args:
        text: Any text.

    Yields:
        A word and its index, a code point index.

    Example:
        >>> [word for word, _ in iter_words("Max_tokens of 分割")]
        ['max', 'tokens', 'of', '分', '割', '分割']
    """
    for match in _RUN.finditer(text):
        start, run = match.start(), match[0]
        if run.isascii() or not _IS_UNSPACED.match(run):
            yield run[:_LONGEST_WORD].casefold(), start
            continue
        for offset, letter in enumerate(run):
            yield letter, start + offset
        for offset in range(len(run) - 1):
            yield run[offset : offset + 2], start + offset


def read_words(text: str) -> list[str]:
    """Return the words of a text; several times as fast as `iter_words`.

    Args:
        text: Any text.

    Returns:
        The words that `iter_words` yields.

    Example:
        >>> read_words("Max_tokens of 分割")
        ['max', 'tokens', 'of', '分', '割', '分割']
    """
    if text.isascii():
        return [run[:_LONGEST_WORD] for run in _PLAIN_RUN.findall(text.lower())]
    words: list[str] = []
    for run in _RUN.findall(text):
        if run.isascii() or not _IS_UNSPACED.match(run):
            words.append(run[:_LONGEST_WORD].casefold())
        else:
            words += run
            words += map(add, run, run[1:])
    return words


class Passage(NamedTuple):
    """A stretch of a text that has some words.

    Attributes:
        start: Where it begins, with a line or a word, a code point index.
        first_word: Where the first of the words stands.
    """

    start: int
    first_word: int


def best_passage(text: str, wanted: Collection[str]) -> Passage:
    r"""Return the passage that has the most of some words.

    Args:
        text: The text, of a chunk's length.
        wanted: The words.

    Returns:
        The passage; the beginning of the text if it has none of the words.

    Example:
        >>> best_passage("Of tea.\nThe black tea wants water.", {"black", "water"})
        Passage(start=8, first_word=12)
    """
    matches = []
    for word, at in iter_words(text):
        if word in wanted:
            matches.append((at, word))
        if len(matches) == _MOST_MATCHES:
            break
    if not matches:
        return Passage(0, 0)
    matches.sort()
    first_word = _densest(matches)
    return Passage(_beginning(text, first_word), first_word)


def _densest(matches: list[tuple[int, str]]) -> int:
    """Return where the stretch begins that has the most different words."""
    inside: Counter[str] = Counter()
    best, best_at, stop = 0, 0, 0
    for at, word in matches:
        while stop < len(matches) and matches[stop][0] < at + _PASSAGE:
            inside[matches[stop][1]] += 1
            stop += 1
        if len(inside) > best:
            best, best_at = len(inside), at
        inside[word] -= 1
        if not inside[word]:
            del inside[word]
    return best_at


def _beginning(text: str, index: int) -> int:
    """Return the beginning of the line, or of a word a little before an index."""
    first = max(index - _LEAD_IN, 0)
    line = max(text.rfind("\n", first, index), text.rfind("\r", first, index))
    if line >= 0:
        return line + 1
    if first == 0:
        return 0
    space = _SPACE.search(text, first, index)
    return space.end() if space else index
