"""Work whose errors are results: they say which item of several has failed."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

_T = TypeVar("_T")
_R = TypeVar("_R")


def attempt(work: Callable[[_T], _R], item: _T) -> _R | Exception:
    """Return the result of work on an item, or the error that it raises.

    Args:
        work: The work.
        item: The item.

    Returns:
        The result or the error.

    Example:
        >>> attempt(int, "7"), attempt(int, "x")  # doctest: +ELLIPSIS
        (7, ValueError(...))
    """
    try:
        return work(item)
    except Exception as error:  # noqa: BLE001 - the caller raises it, or says what it is
        return error


def attempt_each(
    items: Sequence[_T], work: Callable[[Sequence[_T]], Sequence[_R]]
) -> Iterator[tuple[_T, _R | Exception]]:
    """Work on items together; where that fails, on one after the other.

    A single item is worked on once.

    Args:
        items: The items.
        work: Returns a result for each of several items.

    Yields:
        Each item with its result, or with the error that it raises.

    Example:
        >>> found = attempt_each(["1", "x", "2"], lambda texts: list(map(int, texts)))
        >>> [(item, type(result).__name__) for item, result in found]
        [('1', 'int'), ('x', 'ValueError'), ('2', 'int')]
    """
    together = attempt(work, items)
    if not isinstance(together, Exception):
        yield from zip(items, together, strict=True)
    elif len(items) == 1:
        yield items[0], together
    else:
        for item in items:
            alone = attempt(work, [item])
            yield item, alone if isinstance(alone, Exception) else alone[0]


def result_of(found: _R | Exception) -> _R:
    """Return a result, or raise the error that stands in its place.

    Args:
        found: What an attempt returned.

    Returns:
        The result.

    Example:
        >>> result_of(7)
        7
    """
    if isinstance(found, Exception):
        raise found
    return found


def add_note(error: BaseException, note: str) -> None:
    """Add a note to an error, if it takes one: a frozen exception does not.

    Args:
        error: The error.
        note: The note.
    """
    with suppress(AttributeError):
        error.add_note(note)
