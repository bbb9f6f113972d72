"""Samples: the quality of the chunks that a splitter made, and the time it took."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.documents import Document

from langchain_mdsplit.cli.contestants import Contestant
from langchain_mdsplit.cli.quality import Quality, measure_quality, total_quality
from langchain_mdsplit.errors import EncodingError, MdSplitError

_WARM_UP = "# Tea\n\n- Boil.\n- Wait.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"


@dataclass(frozen=True, slots=True)
class Sample:
    """What was measured of a contestant on one source, or on several.

    Attributes:
        contestant: The splitter.
        files: How many sources there are.
        quality: The sizes and faults of its chunks.
        seconds: The CPU time of splitting alone, without reading and measuring.
    """

    contestant: Contestant
    files: int
    quality: Quality
    seconds: float


def take_sample(contestant: Contestant, source: str, text: str) -> Sample:
    """Split a source and measure its chunks.

    Args:
        contestant: The splitter.
        source: The source's name.
        text: Its text.

    Returns:
        What was measured.

    Raises:
        MdSplitError: It cannot be split; the message names the splitter.

    Example:
        >>> from langchain_mdsplit.cli.contestants import build_contestant
        >>> contestant = build_contestant("token", "token", {})
        >>> take_sample(contestant, "a.md", "Boil it.").quality.lengths
        (4,)
    """
    document = Document(page_content=text, metadata={"source": source})
    start = time.process_time()
    try:
        chunks = list(contestant.split(document))
    except EncodingError:
        raise
    except MdSplitError as error:
        msg = f"splitter {contestant.name}: {error}"
        raise MdSplitError(msg) from error
    seconds = time.process_time() - start
    limit, counter = contestant.limit, contestant.counter
    quality = measure_quality(text, chunks, limit, counter)
    return Sample(contestant, 1, quality, seconds)


def warm_up(contestant: Contestant) -> None:
    """Let a splitter load what it needs, so that the first source is not slower.

    Args:
        contestant: The splitter.

    Raises:
        EncodingError: Tokens cannot be counted in any source.
    """
    try:
        take_sample(contestant, "", _WARM_UP)
    except EncodingError:
        raise
    except MdSplitError:
        return  # the limit may be too small for this text, not for another


def add_samples(contestant: Contestant, samples: Sequence[Sample]) -> Sample:
    """Add up what was measured of several sources.

    Args:
        contestant: The splitter of all of them.
        samples: One for each source.

    Returns:
        What was measured of all.
    """
    qualities = (sample.quality for sample in samples)
    return Sample(
        contestant=contestant,
        files=sum(sample.files for sample in samples),
        quality=total_quality(qualities, contestant.limit),
        seconds=sum(sample.seconds for sample in samples),
    )


def sample_as_row(sample: Sample) -> dict[str, Any]:
    """Return what was measured as values by name, as they stand in a line of JSON.

    Args:
        sample: What was measured.

    Returns:
        Numbers and texts; without a limit, None for what is measured against it.

    Example:
        >>> from langchain_mdsplit.cli.contestants import build_contestant
        >>> contestant = build_contestant("token", "token", {"chunk_size": 10})
        >>> row = sample_as_row(take_sample(contestant, "a.md", "Boil it."))
        >>> row["chunks"], row["tokens_mean"], row["fill"]
        (1, 4.0, 0.4)
    """
    contestant, quality = sample.contestant, sample.quality
    return {
        "splitter": contestant.name,
        "encoding": contestant.counter.encoding_name,
        "limit": contestant.limit,
        "files": sample.files,
        "characters": quality.characters,
        "chunks": quality.chunks,
        "tokens": quality.tokens,
        "tokens_min": quality.percentile(0),
        "tokens_median": quality.percentile(50),
        "tokens_mean": round(quality.mean, 1),
        "tokens_p90": quality.percentile(90),
        "tokens_max": quality.percentile(100),
        "fill": None if quality.fill is None else round(quality.fill, 4),
        "tiny": round(quality.tiny, 4),
        "over_limit": quality.over_limit,
        "open_fences": quality.open_fences,
        "rows_without_header": quality.rows_without_header,
        "bare_headings": quality.bare_headings,
        "wrong_offsets": quality.wrong_offsets,
        "lost_characters": quality.lost_characters,
    }
