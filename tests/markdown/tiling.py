"""What holds for the blocks of every source, as one check."""

from itertools import pairwise

from langchain_mdsplit.markdown.blocks import BYTE_ORDER_MARK, ParsedMarkdown


def assert_tiled(parsed: ParsedMarkdown) -> None:
    """Check that the blocks tile the source and hold all of its text, in order."""
    source, blocks = parsed.source, parsed.blocks
    if not blocks:
        assert not source.removeprefix(BYTE_ORDER_MARK).strip()
        return
    assert (blocks[0].outer_start, blocks[-1].outer_end) == (0, len(source))
    assert all(a.outer_end == b.outer_start for a, b in pairwise(blocks))
    for block in blocks:
        text = source[block.start : block.end]
        before = source[block.outer_start : block.start]
        if not block.outer_start:
            before = before.removeprefix(BYTE_ORDER_MARK)
        after = source[block.end : block.outer_end]
        assert text.strip()
        assert not text[-1].isspace()
        assert not before.strip()
        assert not after.strip()
        assert block.outer_start <= block.start < block.end <= block.outer_end
        assert (block.kind == "heading") == bool(block.level) == bool(block.title)
        assert block.title == " ".join(block.title.split())
