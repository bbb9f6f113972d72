"""tiktoken's own encodings to compare with, and a small one that needs no data."""

import os
from functools import cache
from unittest import mock

import pytest
import tiktoken

from tests.shared_data import shared_folder

GPT2_PATTERN = (
    r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++"""
    r"""|\s++$|\s+(?!\S)|\s"""
)
CHATTY_MERGES = (
    *("  ", "    ", "        ", "aa", "aaaa", " a", "th", "the", " the", "in", "ing"),
    *("--", "----", "*w", "'s", "\n\n", "é", "日", "日本", "ab", "abab", "12", "123"),
)


def reference_encoding(name: str) -> tiktoken.Encoding:
    """Return tiktoken's encoding from the shared ranks; skip where there are none."""
    folder = shared_folder()
    if folder is None:
        pytest.skip("no shared truth data: set MDSPLIT_SHARED")
    cache = str(folder / "tiktoken_cache")
    with mock.patch.dict(os.environ, {"TIKTOKEN_CACHE_DIR": cache}):
        return tiktoken.get_encoding(name)


@cache
def small_encoding() -> tiktoken.Encoding:
    """Return an encoding of the 256 bytes and a few merges, with GPT-2's pattern."""
    ranks = {bytes([byte]): byte for byte in range(256)}
    for merge in CHATTY_MERGES:
        ranks.setdefault(merge.encode(), len(ranks))
    special = {"<|endoftext|>": len(ranks)}
    return tiktoken.Encoding(
        "small", pat_str=GPT2_PATTERN, mergeable_ranks=ranks, special_tokens=special
    )
