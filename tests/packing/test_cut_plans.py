"""Plans to cut blocks: what they have read of a long document is not all kept."""

import tracemalloc

from langchain_mdsplit import MarkdownTokenTextSplitter

PER_BYTE = 12


def test_the_parts_of_many_long_blocks_are_not_all_kept() -> None:
    quote = "\n".join("> - item `code` word. Word word." for _ in range(160))
    text = "\n\n".join([quote] * 120)
    splitter = MarkdownTokenTextSplitter(200)
    splitter.split_text(text[:9000])
    tracemalloc.start()
    try:
        splitter.split_text(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < PER_BYTE * len(text)
