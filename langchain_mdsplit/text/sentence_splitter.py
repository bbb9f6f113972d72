"""The type of what may stand in for the built-in sentences; light to import."""

from collections.abc import Callable
from typing import TypeAlias

SentenceSplitter: TypeAlias = Callable[[str], list[tuple[int, int]]]
"""Returns the sentences of a text as (start, end) pairs in code points."""
