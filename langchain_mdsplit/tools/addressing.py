"""Addresses: the section of a document that a model means, or those nearest to it."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from langchain_core.tools import ToolException

from langchain_mdsplit.markdown.heading_path import SEPARATOR
from langchain_mdsplit.markdown.labels import (
    FRONT_MATTER_LABEL,
    ROOT_LABEL,
    is_section_label,
    section_of,
)
from langchain_mdsplit.tools.library import MarkdownLibrary, MarkdownSource, path_key
from langchain_mdsplit.tools.names import bare_name
from langchain_mdsplit.tools.nearness import nearest, nearest_labels
from langchain_mdsplit.tools.wording import OUTLINE, READ, call, encode, quoted

_HEADING_MARKS = re.compile(r"#{1,6}\s+")
_FEW = 5


class Address(NamedTuple):
    """A section of a document.

    Attributes:
        source: The document.
        position: The section's position among the document's sections.
    """

    source: MarkdownSource
    position: int


def find_source(library: MarkdownLibrary, name: str) -> MarkdownSource:
    """Return the document that a model names.

    Args:
        library: All documents.
        name: Its name, its `source`, or how one of them ends (`guide.md`).

    Returns:
        The document.

    Raises:
        ToolException: No document or several have that name; it names the nearest.
    """
    wanted = bare_name(name)
    for is_it in (_is_name, _has_source, _ends_with):
        found = [source for source in library.sources if is_it(source, wanted)]
        if len(found) == 1:
            return found[0]
        if found:
            names = _listed(encode(source.name) for source in found)
            msg = f"{quoted(name)} names {len(found)} documents: {names}. Give one."
            raise library.limit.refusal(msg)
    near = nearest(wanted, library.sources, lambda source: source.name, _FEW)
    names = _listed(encode(source.name) for source in near or library.sources)
    msg = f"No document {quoted(name)}. Nearest: {names}. All: {call(OUTLINE)}."
    raise library.limit.refusal(msg)


def find_section(library: MarkdownLibrary, label: str, document: str | None) -> Address:
    r"""Return the section that a model means.

    Args:
        library: All documents.
        label: A section's label, heading path, the end of a path, or anchor; `0` or
            nothing for a whole document.
        document: The document's name; None to look in all documents.

    Returns:
        The section.

    Raises:
        ToolException: No section or several fit; it names the nearest, or all of them.

    Example:
        >>> from langchain_core.documents import Document
        >>> from langchain_mdsplit import TokenCounter
        >>> from langchain_mdsplit.tools.answers import AnswerLimit
        >>> from langchain_mdsplit.tools.library import ReadingOptions, build_library
        >>> counter = TokenCounter()
        >>> options = ReadingOptions(counter, 6, True)
        >>> tea = [Document("# Tea\n\n## Black\n\nFour minutes.")]
        >>> library = build_library(tea, AnswerLimit(counter, 500), options)
        >>> find_section(library, "tea > black", None).position
        2
    """
    name = bare_name(document)
    sources = [find_source(library, name)] if name else library.sources
    found = _matches(sources, label.strip())
    if len(found) == 1:
        return found[0]
    if found:
        raise _ambiguous(library, found, label)
    raise _unknown(library, sources, label)


def _is_name(source: MarkdownSource, name: str) -> bool:
    return source.name == name


def _has_source(source: MarkdownSource, name: str) -> bool:
    return bare_name(source.metadata.get("source")) == name


def _ends_with(source: MarkdownSource, name: str) -> bool:
    ending = source.name.casefold()
    wanted = name.casefold()
    return wanted != "" and (ending == wanted or ending.endswith(f"/{wanted}"))


def _matches(sources: Sequence[MarkdownSource], label: str) -> list[Address]:
    """Return the sections that a label or a path means, as strictly as it can be."""
    wanted = section_of(label) or ROOT_LABEL
    readings: tuple[Callable[[MarkdownSource], list[int]], ...] = (
        lambda source: _by_label(source, wanted),
        lambda source: _by_path(source, path_key(label)),
        lambda source: _by_path(source, _without_marks(label)),
        lambda source: _by_anchor(source, label.removeprefix("#")),
        lambda _: [0] if label == FRONT_MATTER_LABEL else [],
    )
    for read in readings:
        found = [Address(it, position) for it in sources for position in read(it)]
        if found:
            return found
    return []


def _by_label(source: MarkdownSource, label: str) -> list[int]:
    position = source.by_label.get(label)
    return [] if position is None else [position]


def _by_path(source: MarkdownSource, key: str) -> list[int]:
    """Return the sections with a heading path, else those whose path ends with it."""
    found = source.by_path.get(key, [])
    depth = key.count(">") + 1
    whole = [at for at in found if len(source.entries[at].section.titles) == depth]
    return whole or found


def _without_marks(label: str) -> str:
    """Return the key of a heading that is written as in Markdown."""
    return path_key(_HEADING_MARKS.sub("", label, count=1))


def _by_anchor(source: MarkdownSource, anchor: str) -> list[int]:
    return [
        position
        for position, entry in enumerate(source.entries)
        if entry.section.anchor == anchor
    ]


def _ambiguous(
    library: MarkdownLibrary, found: Sequence[Address], label: str
) -> ToolException:
    """Return the error that lists the sections a model may mean."""
    which = "documents" if len({it.source.name for it in found}) > 1 else "sections"
    places = _listed(_described(library, address) for address in found)
    msg = f"{quoted(label)} is in {len(found)} {which}. Call one of: {places}."
    return library.limit.refusal(msg)


def _unknown(
    library: MarkdownLibrary, sources: Sequence[MarkdownSource], label: str
) -> ToolException:
    """Return the error that names the sections nearest to what a model wants."""
    addresses = [
        Address(source, position)
        for source in sources
        for position in range(1, len(source.entries))
    ]
    if is_section_label(label):
        alike = nearest_labels(label, addresses, _label, _FEW)
    else:
        alike = nearest(label, addresses, _path if ">" in label else _title, _FEW)
    place = f" in {encode(sources[0].name)}" if len(sources) == 1 else ""
    near = _listed(_described(library, address) for address in alike)
    document = library.argument(sources[0]) if len(sources) == 1 else None
    known = f"Nearest: {near}. " if near else ""
    msg = (
        f"No section {quoted(label)}{place}. {known}"
        f"All headings: {call(OUTLINE, document=document)}."
    )
    return library.limit.refusal(msg)


def _title(address: Address) -> str:
    return address.source.entries[address.position].heading


def _path(address: Address) -> str:
    return SEPARATOR.join(address.source.entries[address.position].section.titles)


def _label(address: Address) -> str:
    return address.source.entries[address.position].section.label


def _described(library: MarkdownLibrary, address: Address) -> str:
    """Return the call that reads a section, and its heading path."""
    titles = address.source.entries[address.position].section.titles
    document = library.argument(address.source)
    reading = call(READ, label=_label(address), document=document)
    return f"{reading} {encode(library.limit.clip_path(titles))}"


def _listed(texts: Iterable[str]) -> str:
    """Return a few texts as a list, with how many more there are."""
    listed = list(texts)
    more = f" and {len(listed) - _FEW} more" if len(listed) > _FEW else ""
    return f"{', '.join(listed[:_FEW])}{more}"
