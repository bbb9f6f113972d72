"""What cuts one block, put together: its lines, lengths, frames, places, ends."""

from dataclasses import dataclass

from langchain_mdsplit.markdown.blocks import Block
from langchain_mdsplit.packing.cutting.costs import Costs
from langchain_mdsplit.packing.cutting.cut_points import CutPoints
from langchain_mdsplit.packing.cutting.frame_reader import FrameReader
from langchain_mdsplit.packing.cutting.leaves import Leaves
from langchain_mdsplit.packing.cutting.lines import BlockLines, read_lines
from langchain_mdsplit.packing.cutting.openers import Openers
from langchain_mdsplit.packing.cutting.piece_ends import EndFinder
from langchain_mdsplit.packing.cutting.piece_starts import PieceStarts
from langchain_mdsplit.packing.cutting.pieces import Allowance
from langchain_mdsplit.packing.lengths.ruler import Ruler
from langchain_mdsplit.text.sentence_splitter import SentenceSplitter


@dataclass(frozen=True, slots=True)
class Cutter:
    """The parts that cut one block; for one thread, as they remember what they read.

    Attributes:
        lines: Its lines and nodes.
        ruler: The lengths of its stretches.
        costs: The lengths of what is added around pieces.
        frames: What may stand around its pieces.
        leaves: Its leaves.
        points: The places where it may be cut.
        starts: The ways to begin a piece.
        ends: Finds the ends of pieces.
    """

    lines: BlockLines
    ruler: Ruler
    costs: Costs
    frames: FrameReader
    leaves: Leaves
    points: CutPoints
    starts: PieceStarts
    ends: EndFinder

    def opening(self, start: int, limit: int) -> tuple[int, str]:
        """Return where a slice begins that should begin at a position, and its prefix.

        Args:
            start: The position, in the block.
            limit: The length that the whole chunk may have, in the measure's unit.
        """
        frame = self.frames.at(start)
        choice = self.starts.choice(frame, Allowance(limit, limit))
        return frame.start, frame.prefix(choice)


def read_cutter(
    source: str,
    block: Block,
    sentence_splitter: SentenceSplitter | None,
    *,
    ruler: Ruler,
    costs: Costs,
) -> Cutter:
    """Return what cuts a block.

    Args:
        source: The text the block is a part of.
        block: The block.
        sentence_splitter: Finds sentences in place of `sentence_spans`.
        ruler: The lengths of stretches of the source, the block among them.
        costs: The lengths of what is added around pieces, and what measures texts.
    """
    lines = read_lines(source, block)
    frames, openers = FrameReader(lines), Openers(lines)
    leaves = Leaves(lines, frames, ruler, openers, sentence_splitter)
    points = CutPoints(lines, leaves, ruler, openers)
    return Cutter(
        lines=lines,
        ruler=ruler,
        costs=costs,
        frames=frames,
        leaves=leaves,
        points=points,
        starts=PieceStarts(lines, frames, ruler, costs),
        ends=EndFinder(lines, frames, points, ruler, costs),
    )
