"""The breadcrumb before a chunk: the titles common to all it holds, as `A > B`.

Where a chunk starts inside a deeper section, the lines of that section's headings
follow the breadcrumb.
"""

import re
from collections.abc import Sequence
from functools import partial

from langchain_mdsplit.markdown.syntax import ATX_MARKS
from langchain_mdsplit.packing.block_tree import BlockTree
from langchain_mdsplit.packing.contexts import (
    NO_CONTEXT,
    Context,
    section_line,
)
from langchain_mdsplit.packing.cutting.costs import Costs
from langchain_mdsplit.packing.heading_fitter import HeadingFitter
from langchain_mdsplit.packing.options import OnLongHeading

# What does not end at a blank line (CommonMark 0.31.2, sections 4.5 and 4.6) would take
# the text after the breadcrumb with it.
_RUNS_ON = re.compile(
    r"`{3}|~{3}|<(?:(?:script|pre|style|textarea)(?:[\s>]|\Z)|!--|\?|![a-z]|!\[CDATA\[)",
    re.IGNORECASE,
)

# What goes on with an item, or with what is indented (sections 5.2 and 5.3).
_TAKES_IN = re.compile(
    r"[0-9]{0,9}(?=(?:[-+*]|(?<=[0-9])[.)])(?:\s|\Z)|\[\^[^\]\s]+\]:)"
)


class Breadcrumbs:
    """The breadcrumbs before the chunks of one document.

    Args:
        tree: The document's blocks and sections.
        costs: The lengths of contexts.
        limit: The limit of a chunk, in the measure's unit.
        separator: What stands between two titles.
        is_included: Whether there are breadcrumbs at all.
        on_long_heading: What becomes of a title that alone is over half of the limit.
    """

    def __init__(
        self,
        tree: BlockTree,
        costs: Costs,
        limit: int,
        *,
        separator: str,
        is_included: bool,
        on_long_heading: OnLongHeading,
    ) -> None:
        self._tree = tree
        self._costs = costs
        self._most = limit // 2
        self._join = partial(_joined, separator)
        self._is_included = is_included
        self._fitter = HeadingFitter(
            tree,
            costs,
            limit,
            on_long_heading=on_long_heading,
            part=partial(_title, tree),
            render=partial(self._join, is_apart=True),
        )
        self._known: dict[tuple[int, bool], Context] = {}
        self._below: dict[tuple[int, int, bool], Context | None] = {}

    def before(self, block: int, *, is_inside: bool) -> Context:
        """Return the context of a chunk of one section's own text."""
        section = self._tree.owners[block]
        if not is_inside and self._tree.begins_section(block):
            section = self._tree.sections[section].parent
        return self._crumb(section, block)

    def opening(self, first: int, last: int) -> tuple[int, Context] | None:
        """Return how a chunk of the blocks from first to last begins.

        Headings that stand in the breadcrumb are not repeated after it.

        Args:
            first: The first block, a heading or not.
            last: The last block.

        Returns:
            The block its slice begins with, and its context; None where the headings
            that it begins under are too long to stand before it.
        """
        tree = self._tree
        begins = [first]
        while begins[-1] < last and tree.begins_section(begins[-1]):
            section = tree.owners[begins[-1]]
            if section != tree.common(begins[-1], last):
                break
            if self._fitter.is_long(section):
                break
            begins.append(begins[-1] + 1)
        for begin in reversed(begins):
            context = self._at(begin, last)
            skipped = (tree.owners[heading] for heading in range(first, begin))
            if context is not None and context.in_full.issuperset(skipped):
                return begin, context
        return None

    def _at(self, begin: int, last: int) -> Context | None:
        """Return the context of a slice from the start of a block to another's end."""
        tree = self._tree
        common, section = tree.common(begin, last), tree.owners[begin]
        if tree.begins_section(begin):
            section = tree.sections[section].parent
            if tree.owners[begin] == common:
                common = section
        is_heading = tree.blocks[begin].kind == "heading"
        return self.between(common, section, begin, is_heading=is_heading)

    def between(
        self, common: int, section: int, begin: int, *, is_heading: bool = False
    ) -> Context | None:
        """Return a breadcrumb with the headings from it down to a section.

        Args:
            common: The section whose path is the breadcrumb.
            section: The section that a chunk starts in, the same or one below it.
            begin: The block that it starts with.
            is_heading: Whether the chunk's slice begins with a heading.

        Returns:
            The context; None where the headings are too long.
        """
        if common == section:
            return self._crumb(common, begin)
        key = common, section, is_heading
        if key not in self._below:
            ending = "\n" if is_heading else "\n\n"
            self._below[key] = self._with_lines(common, section, ending)
        return self._below[key]

    def _with_lines(self, common: int, section: int, ending: str) -> Context | None:
        """Return a breadcrumb with heading lines after it, if they are short enough."""
        tree, crumb = self._tree, self._crumb(common)
        below = tree.path(section)[len(tree.path(common)) :]
        lines = [section_line(tree, index) for index in below]
        text = crumb.text + "\n".join(lines) + ending
        length = self._costs.measured(text)
        if length > self._most:
            return None
        return Context(text, length, crumb.in_full.union(below))

    def _crumb(self, section: int, begin: int | None = None) -> Context:
        """Return the breadcrumb of a section before a block, or before a heading."""
        if not self._is_included:
            return NO_CONTEXT
        is_apart = begin is not None and self._may_be_taken_in(begin)
        key = section, is_apart
        if key not in self._known:
            self._known[key] = self._read(section, is_apart=is_apart)
        return self._known[key]

    def _may_be_taken_in(self, block: int) -> bool:
        """Whether a block would become a part of an item before it."""
        found = self._tree.blocks[block]
        return found.kind == "list" or self._tree.source[found.start].isspace()

    def _read(self, section: int, *, is_apart: bool) -> Context:
        """Return the breadcrumb of a section, read anew."""
        path = [index for index in self._tree.path(section) if self._has_text(index)]
        titles, in_full = self._fitter.fit(path)
        if not titles:
            return NO_CONTEXT
        text = self._join(titles, is_apart=is_apart)
        return Context(text, self._costs.measured(text), in_full)

    def _has_text(self, section: int) -> bool:
        """Whether a section's heading is not empty."""
        block = self._tree.heading(section)
        return bool(self._tree.source[block.start : block.end].strip(ATX_MARKS))


def _joined(separator: str, titles: Sequence[str], *, is_apart: bool) -> str:
    """Return the breadcrumb of some titles.

    It is text where it would be a block that does not end before what follows: always,
    or with `is_apart` where a list or indented code follows.
    """
    lines = separator.join(titles).split("\n")
    written = [_as_text(line, is_apart=is_apart) for line in lines]
    return "\n".join(written) + "\n\n"


def _as_text(line: str, *, is_apart: bool) -> str:
    """Return a line of a breadcrumb, escaped where it would be such a block."""
    runs_on = _RUNS_ON.match(line)
    mark = _TAKES_IN.match(line) if is_apart else None
    if not (runs_on or mark):
        return line
    number = mark[0] if mark else ""
    return f"{number}\\{line[len(number) :]}"


def _title(tree: BlockTree, section: int) -> str:
    """Return the title of a section."""
    return tree.sections[section].titles[-1]
