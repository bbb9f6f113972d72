"""Metadata of the drop-in's Documents: the source's own, and offsets if asked for."""

from collections.abc import Iterable
from copy import deepcopy
from itertools import repeat
from typing import Any

from langchain_mdsplit.documents.building import is_flat
from langchain_mdsplit.documents.sources import DocumentSource
from langchain_mdsplit.packing.recursive.rules import Cuts
from langchain_mdsplit.packing.recursive.splitting import place_cuts


def inherited_metadata(source: DocumentSource) -> dict[Any, Any]:
    """Return what chunks take over of their source's metadata.

    Args:
        source: What is split.

    Returns:
        All of it; of a chunk of ours without its length, which is not that of its
        parts, and with the anchor of its section.

    Example:
        >>> inherited_metadata(DocumentSource("text", {"source": "a.md"}))
        {'source': 'a.md'}
    """
    if source.parent_start is None:
        return source.metadata
    kept = {
        key: value for key, value in source.metadata.items() if key != "token_count"
    }
    return kept if source.anchor is None else {**kept, "anchor": source.anchor}


def cut_metadatas(
    text: str, cuts: Cuts, inherited: dict[Any, Any], *, add_start_index: bool
) -> Iterable[dict[Any, Any]]:
    """Return the metadata of each cut of a text.

    Args:
        text: The text that was split.
        cuts: Its cuts.
        inherited: The metadata of its Document.
        add_start_index: Whether to add the offsets.

    Returns:
        Metadata of which nothing that can be changed is shared: a Document copies the
        dictionary that it is given.

    Example:
        >>> cuts = Cuts([0], [2], ["a"])
        >>> list(cut_metadatas("a ", cuts, {}, add_start_index=True))
        [{'start_index': 0, 'end_index': 1, 'content_offset': 0}]
    """
    copies: Iterable[dict[Any, Any]] = repeat(inherited, len(cuts.texts))
    if not is_flat(inherited):
        copies = map(deepcopy, copies)
    if not add_start_index:
        return copies
    placed = zip(copies, place_cuts(text, cuts), strict=True)
    if cuts.are_slices:
        return [
            {**copy, "start_index": start, "end_index": end, "content_offset": 0}
            for copy, (start, end, _) in placed
        ]
    return [_with_place(copy, *place) for copy, place in placed]


def _with_place(
    metadata: dict[Any, Any], start: int, end: int, offset: int | None
) -> dict[Any, Any]:
    """Return metadata with offsets; only a slice has a `content_offset`."""
    place = {"start_index": start, "end_index": end, "content_offset": offset}
    given = {**metadata, **place}
    if offset is None:
        del given["content_offset"]
    return given


def stand_for(metadata: dict[Any, Any], length: int) -> None:
    """Give the place of a slice to a part of a text that stands for it as a whole.

    Args:
        metadata: The metadata of the part, which is changed.
        length: How many code points the slice has.
    """
    metadata |= {"start_index": 0, "end_index": length}
    metadata.pop("content_offset", None)
