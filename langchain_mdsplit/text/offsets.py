"""Offsets of one text in two units: UTF-8 bytes and code points."""

from collections.abc import Sequence
from typing import cast

_CONTINUATION_BYTES = bytes(range(0x80, 0xC0))
_FEW_BYTES = 4096
_FEW_OFFSETS = 100


def code_point_offsets(
    text: str,
    encoded: bytes,
    byte_offsets: Sequence[int],
) -> list[int]:
    """Map offsets in a text's UTF-8 bytes to string indices, all in one pass.

    Args:
        text: The text.
        encoded: The text in UTF-8, lone surrogates encoded or replaced in any way.
        byte_offsets: Offsets in bytes from 0 to `len(encoded)`, each at the start of a
            code point or at the end; in any order, repeated or not.

    Returns:
        For each offset its index in `text`, in characters.

    Example:
        >>> code_point_offsets("naïve", "naïve".encode(), [0, 2, 4, 6])
        [0, 2, 3, 5]
    """
    if len(encoded) == len(text):
        return list(byte_offsets)
    if len(encoded) < _FEW_BYTES and len(byte_offsets) < _FEW_OFFSETS:
        return _count_between(encoded, byte_offsets)
    return _count_all(encoded, byte_offsets)


def _count_between(encoded: bytes, byte_offsets: Sequence[int]) -> list[int]:
    """Count the code points from each offset to the next."""
    indices = {}
    position = index = 0
    for offset in sorted(byte_offsets):
        index += len(encoded[position:offset].translate(None, _CONTINUATION_BYTES))
        position = offset
        indices[offset] = index
    return [indices[offset] for offset in byte_offsets]


def _count_all(encoded: bytes, byte_offsets: Sequence[int]) -> list[int]:
    """Count the code points before every eighth byte, then those in the eight bytes."""
    import numpy as np  # noqa: PLC0415 - slow to import, and only long texts need it

    every_byte = np.arange(256, dtype=np.uint8)[:, None]
    one_counts = np.unpackbits(every_byte, axis=1).sum(axis=1, dtype=np.uint8)
    starts = np.packbits(np.frombuffer(encoded, dtype=np.int8) >= -0x40)
    starts = np.append(starts, np.uint8(0))
    counts = np.zeros(len(starts) + 1, dtype=np.min_scalar_type(len(encoded)))
    np.cumsum(one_counts[starts], out=counts[1:])
    cells, bits = np.divmod(np.asarray(byte_offsets, dtype=np.int64), 8)
    indices = counts[cells] + one_counts[starts[cells] >> (8 - bits)]
    return cast("list[int]", indices.tolist())
