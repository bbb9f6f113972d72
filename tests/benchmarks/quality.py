"""What splitters do to many texts, measured as the command line measures it.

What counts as a fault is said in `langchain_mdsplit.cli.faults`; the tests beside this
module hold it against a parser that no splitter here uses.
"""

from collections.abc import Sequence

from langchain_core.documents import Document

from langchain_mdsplit import TokenCounter
from langchain_mdsplit.cli import quality
from langchain_mdsplit.cli.quality import SHORT, Quality

__all__ = ["SHORT", "Quality", "measure_quality"]


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
        Their sizes and faults.
    """
    pairs = zip(texts, found, strict=True)
    return quality.total_quality(
        (
            quality.measure_quality(text, chunks, limit, counter)
            for text, chunks in pairs
        ),
        limit,
    )
