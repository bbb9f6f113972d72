"""Which promises are kept by which splitter, and under what limit they can be."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from hypothesis import settings

from tests.properties import promises, wholeness
from tests.properties.cases import Case, read_case
from tests.properties.ways import check_determinism

PROMISES: Final[Mapping[str, Callable[[Case], None]]] = {
    "length": promises.check_length,
    "slices": promises.check_slices,
    "lossless": promises.check_nothing_lost,
    "white space": promises.check_white_space,
    "overlap": promises.check_overlap,
    "metadata": promises.check_metadata,
    "labels": promises.check_labels,
    "determinism": check_determinism,
    "kinds": wholeness.check_kinds,
    "blocks alone": wholeness.check_blocks_alone,
    "fences": wholeness.check_fences,
    "trailing headings": wholeness.check_trailing_headings,
    "clusters": wholeness.check_clusters,
    "same as LangChain": promises.check_same_as_langchain,
    "carried offsets": promises.check_carried_offsets,
}
_ANY_CHUNKS: Final = (
    *("length", "slices", "lossless", "white space", "overlap", "metadata"),
    *("determinism", "kinds", "fences", "clusters"),
)
KEPT_BY: Final[Mapping[str, Sequence[str]]] = {
    "token": (*_ANY_CHUNKS, "trailing headings"),
    "section": (*_ANY_CHUNKS, "trailing headings"),
    "semantic": (*_ANY_CHUNKS, "trailing headings"),
    "fragment": (*_ANY_CHUNKS, "labels", "blocks alone"),
    "recursive": ("same as LangChain", "carried offsets", "determinism"),
}
FRAMED: Final = frozenset({"kinds", "fences"})
"""What is kept only where the markers around a piece fit."""
NEED_ROOM: Final[Mapping[str, frozenset[str]]] = {
    "token": FRAMED,
    "section": FRAMED | {"lossless"},  # a heading may be cut short in a breadcrumb
    "semantic": FRAMED | {"lossless"},
    "fragment": FRAMED,
    "recursive": frozenset(),
}
DEAR: Final = frozenset({"kinds", "blocks alone", "fences", "determinism", "clusters"})
"""What takes longer than splitting does."""
CHEAP: Final = tuple(name for name in KEPT_BY["token"] if name not in DEAR)
"""What is checked of packed blocks where the texts are long."""
LEAST_EXAMPLES: Final = 2_000
IS_LARGE: Final = settings().max_examples > LEAST_EXAMPLES
"""Whether a profile is in use that asks for more than a run of all tests has time."""


def check_case(kind: str, case: Case, *, but: frozenset[str] = frozenset()) -> None:
    """Check all that a splitter promises, but for some of it."""
    for name in KEPT_BY[kind]:
        if name not in but and (case.is_roomy or name not in NEED_ROOM[kind]):
            PROMISES[name](case)


def check_text(
    kind: str, text: str, *, but: frozenset[str] = frozenset(), **options: Any
) -> None:
    """Split a text and check all that a splitter promises, but for some of it."""
    check_case(kind, read_case(kind, text, **options), but=but)


def examples(percent: float) -> settings:
    """Return settings for a test that is given a share of the suite's examples.

    The suite has as many in all as the profile in use has for one test: 200,000 of
    the profile `large`. Otherwise they are the same in each run.
    """
    total = max(settings().max_examples, LEAST_EXAMPLES)
    return settings(max_examples=round(total * percent / 100), derandomize=not IS_LARGE)
