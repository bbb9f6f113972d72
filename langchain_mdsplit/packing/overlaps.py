"""What a chunk repeats of the one before it: trailing blocks, sentences, lines."""

from langchain_mdsplit.packing.chunks import PackedChunk
from langchain_mdsplit.packing.drafts import Draft


class OverlapFinder:
    """Finds where chunks of one document begin if they repeat what is before.

    Args:
        draft: The document.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft = draft

    def start(self, previous: PackedChunk, overlap: float) -> tuple[int, int] | None:
        """Return where the text that is repeated of a chunk begins.

        It is never repeated across a heading.

        Args:
            previous: The chunk.
            overlap: The most that is repeated, in the measure's unit.

        Returns:
            The block and the position, None if there is nothing short enough.
        """
        blocks, ruler = self._draft.tree.blocks, self._draft.estimates.ruler
        end = previous.end
        found: tuple[int, int] | None = None
        block = previous.last
        while block >= previous.first and blocks[block].kind != "heading":
            start = blocks[block].start
            is_whole = start >= previous.own_start
            room = overlap - (ruler.length(found[1], end) if found else 0)
            if is_whole and ruler.length(start, end) <= overlap:
                found = block, start
                block -= 1
                continue
            text_end = min(blocks[block].end, end)
            first = max(start, previous.own_start)
            plan = self._draft.plans.of(block)
            place = plan.overlap_start(first, text_end, int(room))
            if place is not None and self._fits(place, end, overlap):
                return block, place
            break
        return found if found and self._fits(found[1], end, overlap) else None

    def _fits(self, start: int, end: int, overlap: float) -> bool:
        """Whether a stretch is within a length, measured."""
        return self._draft.measure(self._draft.tree.source[start:end]) <= overlap
