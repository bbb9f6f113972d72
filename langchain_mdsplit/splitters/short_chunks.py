"""Chunks that are too short to say anything: left out, and counted for a warning."""

import logging

from langchain_mdsplit.documents.excerpts import Excerpt
from langchain_mdsplit.text.garbage import is_garbage_chunk

_LOGGER = logging.getLogger(__name__)


class ShortChunks:
    """Leaves out chunks that are too short or only decoration, and counts them.

    Args:
        least: The least number of a chunk's characters; 0 to leave out nothing.
    """

    def __init__(self, least: int) -> None:
        self._least = least
        self._count = self._dropped = 0

    def kept(self, excerpts: list[Excerpt]) -> list[Excerpt]:
        """Return the chunks of a document that are kept; front matter always is."""
        if not self._least:
            return excerpts
        kept = [
            excerpt
            for excerpt in excerpts
            if not excerpt.sentence_count or self._is_kept(excerpt.own_text)
        ]
        self._count += len(excerpts)
        self._dropped += len(excerpts) - len(kept)
        return kept

    def _is_kept(self, text: str) -> bool:
        """Whether a chunk's own text is long enough and says something."""
        return len(text) >= self._least and not is_garbage_chunk(text)

    def log(self) -> None:
        """Say once how many were left out, if any were."""
        if self._dropped:
            _LOGGER.warning(
                "%d of %d chunks dropped: under min_chunk_length=%d or only decoration",
                self._dropped,
                self._count,
                self._least,
            )
