"""Work that asks for lengths as it goes on, so that many texts are counted at once.

Setting a batch up costs as much as counting several short texts, and the tables of a
tokenizer fall out of the processor's caches in between: so a splitter asks for all
lengths that it can name at a time, and several sources ask together.
"""

from collections.abc import Generator, Sequence
from typing import TypeAlias, TypeVar

from langchain_mdsplit.measure import Measure

_T = TypeVar("_T")
Counted: TypeAlias = Generator[Sequence[str], Sequence[int], _T]
"""Work that yields texts, is sent their lengths, and returns its result in the end."""


def count_alone(work: Counted[_T], measure: Measure) -> _T:
    """Carry one piece of work out.

    Args:
        work: The work.
        measure: Measures the texts that it asks about.

    Returns:
        The work's result.

    Example:
        >>> from langchain_mdsplit.measure import LengthFunction
        >>> def total(texts):
        ...     lengths = yield texts
        ...     return sum(lengths)
        >>> count_alone(total(["a", "bc"]), LengthFunction(len))
        3
    """
    return count_together([work], measure)[0]


def count_together(works: Sequence[Counted[_T]], measure: Measure) -> list[_T]:
    """Carry several pieces of work out, each round of questions in one batch.

    Args:
        works: The pieces of work.
        measure: Measures the texts that they ask about.

    Returns:
        Their results in order.
    """
    results: dict[int, _T] = {}
    answers: dict[int, Sequence[int] | None] = dict.fromkeys(range(len(works)))
    while answers:
        asked: dict[int, Sequence[str]] = {}
        for index, lengths in answers.items():
            try:
                # The first value sent to a generator must be None.
                asked[index] = works[index].send(lengths)  # type: ignore[arg-type]
            except StopIteration as stop:
                results[index] = stop.value
        answers = _answer(asked, measure) if asked else {}
    return [results[index] for index in range(len(works))]


def _answer(
    asked: dict[int, Sequence[str]], measure: Measure
) -> dict[int, Sequence[int] | None]:
    """Return the lengths of what each piece of work asked about."""
    if len(asked) == 1:
        return {index: measure.count_many(texts) for index, texts in asked.items()}
    lengths = measure.count_many([text for texts in asked.values() for text in texts])
    answers: dict[int, Sequence[int] | None] = {}
    position = 0
    for index, texts in asked.items():
        answers[index] = lengths[position : position + len(texts)]
        position += len(texts)
    return answers
