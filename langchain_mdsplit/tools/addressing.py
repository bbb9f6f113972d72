"""Addresses: which section of which document a model means, and what is near it."""

import heapq
import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from langchain_core.tools import ToolException

from langchain_mdsplit.markdown.fragments import FRONT_MATTER_LABEL
from langchain_mdsplit.markdown.heading_path import SEPARATOR
from langchain_mdsplit.tools.answers import OUTLINE, READ, call, encode, quoted
from langchain_mdsplit.tools.library import MarkdownLibrary, MarkdownSource, path_key

_ROOT_LABEL = "0"
_LABEL = re.compile(r"[0-9]+(?:-[0-9]+)*")
_FRAGMENT_LABEL = re.compile(r"([0-9]+(?:-[0-9]+)*)-(?:heading|content-[0-9]+)")
_HEADING_MARKS = re.compile(r"#{1,6}\s+")
_FEW = 5
_COMPARED = 80  # code points of a text that are compared with others
_Thing = TypeVar("_Thing")


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
        ToolException: There is none, or several; it names the nearest ones.
    """
    wanted = name.strip()
    for is_it in (_is_name, _has_source, _ends_with):
        found = [source for source in library.sources if is_it(source, wanted)]
        if len(found) == 1:
            return found[0]
        if found:
            names = _listed(encode(source.name) for source in found)
            msg = f"{quoted(name)} names {len(found)} documents: {names}. Give one."
            raise library.limit.refusal(msg)
    nearest = _nearest(wanted, library.sources, lambda source: source.name)
    names = _listed(encode(source.name) for source in nearest or library.sources)
    msg = f"No document {quoted(name)}. Nearest: {names}. All: {call(OUTLINE)}."
    raise library.limit.refusal(msg)


def find_section(library: MarkdownLibrary, label: str, document: str | None) -> Address:
    r"""Return the section that a model means.

    Args:
        library: All documents.
        label: A section's label, heading path, the end of a path, or anchor; `0` or
            nothing for a whole document.
        document: The document's name; None where it is clear.

    Returns:
        The section.

    Raises:
        ToolException: There is none, or several; it names them, or the nearest ones.

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
    named = document is not None and document.strip() != ""
    sources = [find_source(library, document or "")] if named else library.sources
    found = _matches(sources, label.strip())
    if len(found) == 1:
        return found[0]
    if found:
        raise _ambiguous(library, found, label)
    raise _unknown(library, sources, label)


def _is_name(source: MarkdownSource, name: str) -> bool:
    return source.name == name


def _has_source(source: MarkdownSource, name: str) -> bool:
    return str(source.metadata.get("source")) == name


def _ends_with(source: MarkdownSource, name: str) -> bool:
    ending = source.name.casefold()
    wanted = name.casefold()
    return wanted != "" and (ending == wanted or ending.endswith(f"/{wanted}"))


def _matches(sources: Sequence[MarkdownSource], label: str) -> list[Address]:
    """Return the sections that a label or a path fits, by the strictest reading."""
    fragment = _FRAGMENT_LABEL.fullmatch(label)
    wanted = fragment[1] if fragment else label
    if wanted in ("", FRONT_MATTER_LABEL):
        wanted = _ROOT_LABEL
    readings: tuple[Callable[[MarkdownSource], list[int]], ...] = (
        lambda source: _by_label(source, wanted),
        lambda source: _by_path(source, path_key(label)),
        lambda source: _by_path(source, _without_marks(label)),
        lambda source: _by_anchor(source, label.removeprefix("#")),
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
    """Return the sections with a heading path, else those whose path ends so."""
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
    if _LABEL.fullmatch(label):
        nearest = _nearest_labels(addresses, label)
    else:
        nearest = _nearest(label, addresses, _path if ">" in label else _title)
    place = f" in {encode(sources[0].name)}" if len(sources) == 1 else ""
    near = _listed(_described(library, address) for address in nearest)
    document = library.argument(sources[0]) if len(sources) == 1 else None
    known = f"Nearest: {near}. " if near else ""
    msg = (
        f"No section {quoted(label)}{place}. {known}"
        f"All headings: {call(OUTLINE, document=document)}."
    )
    return library.limit.refusal(msg)


def _title(address: Address) -> str:
    return address.source.entries[address.position].title


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


def _nearest_labels(addresses: Sequence[Address], label: str) -> list[Address]:
    """Return the sections whose numbers are nearest to a label's."""
    wanted = label.split("-")

    def distance(address: Address) -> tuple[int, int, int]:
        numbers = _label(address).split("-")
        shared = 0
        for number, other in zip(numbers, wanted, strict=False):
            if number != other:
                break
            shared += 1
        gap = abs(_number(numbers, shared) - _number(wanted, shared))
        return -shared, gap, abs(len(numbers) - len(wanted))

    return heapq.nsmallest(_FEW, addresses, key=distance)


def _number(numbers: Sequence[str], index: int) -> int:
    """Return one number of a label, 0 where it has no more."""
    return int(numbers[index][:9]) if index < len(numbers) else 0


def _nearest(
    wanted: str, things: Sequence[_Thing], text_of: Callable[[_Thing], str]
) -> list[_Thing]:
    """Return the few things whose texts share the most runs of letters with another."""
    runs = _runs(wanted)

    def likeness(thing: _Thing) -> float:
        others = _runs(text_of(thing))
        return 2 * len(runs & others) / (len(runs) + len(others))

    rated = ((likeness(thing), -index) for index, thing in enumerate(things))
    return [
        things[-index] for rating, index in heapq.nlargest(_FEW, rated) if rating > 0
    ]


def _runs(text: str) -> set[str]:
    """Return the runs of two letters of a text, its ends included."""
    padded = f" {text[:_COMPARED].casefold()} "
    return {padded[at : at + 2] for at in range(len(padded) - 1)}
