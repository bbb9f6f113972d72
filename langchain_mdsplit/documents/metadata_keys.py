"""The keys of chunks' metadata: all of them, and which are a chunk's own."""

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType
from typing import NamedTuple, TypeAlias


class KeyRole(Enum):
    """What a key describes; a second pass keeps or drops the key by it."""

    PLACE = auto()
    """Where a chunk stands in its source: not said of its pieces."""
    EVERY = auto()
    """What every chunk has: its pieces have their own."""
    SOME = auto()
    """What some chunks have: not said of their pieces."""
    FRAGMENT = auto()
    """What a fragment is: of other chunks the key is the source's own."""
    DOCUMENT = auto()
    """What is the whole document's: said of pieces as well."""


ValueType: TypeAlias = type[int] | type[str]


class MetadataKey(NamedTuple):
    """A key of chunks' metadata.

    Attributes:
        type: The type of its values.
        role: What it tells something of.
    """

    type: ValueType
    role: KeyRole


CHUNK_KEYS: Mapping[str, MetadataKey] = MappingProxyType(
    {
        "start_index": MetadataKey(int, KeyRole.PLACE),
        "end_index": MetadataKey(int, KeyRole.PLACE),
        "content_offset": MetadataKey(int, KeyRole.PLACE),
        "chunk_index": MetadataKey(int, KeyRole.EVERY),
        "token_count": MetadataKey(int, KeyRole.EVERY),
        "heading_path": MetadataKey(str, KeyRole.EVERY),
        "label": MetadataKey(str, KeyRole.EVERY),
        "overlap": MetadataKey(int, KeyRole.SOME),
        "type": MetadataKey(str, KeyRole.FRAGMENT),
        "part": MetadataKey(int, KeyRole.FRAGMENT),
        "anchor": MetadataKey(str, KeyRole.SOME),
        "front_matter": MetadataKey(str, KeyRole.DOCUMENT),
        "sentence_count": MetadataKey(int, KeyRole.SOME),
    }
)
"""What a splitter says of a chunk, in the order of columns; a new key needs one line.

`Header 1` ... `Header 6` are LangChain's, and so not among them.
"""

PARENT_START = "parent_start_index"
"""Where the chunk stood that was split again."""


def keys_of(*roles: KeyRole) -> tuple[str, ...]:
    """Return the keys of some roles.

    Args:
        roles: The roles.

    Returns:
        The keys in the order of `CHUNK_KEYS`.

    Example:
        >>> keys_of(KeyRole.FRAGMENT)
        ('type', 'part')
    """
    return tuple(name for name, key in CHUNK_KEYS.items() if key.role in roles)
