"""Leaves with an opening and a closing line: code fences, formulas, front matter."""

import re
from dataclasses import dataclass, replace

from langchain_mdsplit.markdown.nesting import Node
from langchain_mdsplit.markdown.syntax import CODE_COLUMNS
from langchain_mdsplit.packing.cutting.containers import ContainerReader, Surroundings
from langchain_mdsplit.packing.cutting.frames import (
    Frame,
)
from langchain_mdsplit.packing.cutting.lines import BlockLines
from langchain_mdsplit.packing.cutting.markers import joined_markers, markers_apart

_CODE_FENCE = re.compile(r"(`{3,}+|~{3,}+)([^\r\n]*+)")
_CLOSING = re.compile(r"[ \t]*(`{3,}+|~{3,}+)[ \t]*\Z")
_FORMULA = "$$"
_FRONT_MATTER_FENCES = {"yaml": "---", "toml": "+++"}


@dataclass(frozen=True, slots=True)
class Fence:
    """What stands around the lines of a fenced leaf.

    Attributes:
        mark: The opening's and closing's characters.
        info: What follows them in the opening line, as written.
        info_start: Where that begins.
        body_start: Where the content begins.
        body_end: Where the closing line begins, or the content ends without one.
        end: Where the leaf ends.
        required: Whether a piece of the content is nothing without its fence.
        container_start: Where the innermost container begins, -1 without one.
        continuation: What the containers ask the closing line to begin with.
        indentation: The opening line's own indentation inside its containers.
        outdented: Whether a line of an item's code is indented less than that.
    """

    mark: str
    info: str
    info_start: int
    body_start: int
    body_end: int
    end: int
    required: bool
    container_start: int
    continuation: str
    indentation: str
    outdented: bool = False


def read_fence(lines: BlockLines, reader: ContainerReader, leaf: int) -> Fence | None:
    """Read a leaf's fence.

    Args:
        lines: The block.
        reader: Reads the containers around it.
        leaf: The leaf's place in the block's nodes.

    Returns:
        Its fence; None for other kinds of leaf.
    """
    node = lines.nesting.node(leaf)
    mark = _FORMULA if node.kind == "math" else _FRONT_MATTER_FENCES.get(node.kind)
    is_code = node.kind == "code" and not node.indented
    if not is_code and mark is None:
        return None
    chain = lines.containers(leaf, node.start)
    around = reader.around(chain or (), node.start)
    continuation = "".join(container.continuation for container in around.containers)
    container_start = chain[-1].start if chain else -1
    if mark is None:
        fence = _code_fence(lines, node, continuation, container_start)
        indentation = _indentation(lines, node, around)
        if fence is None or not indentation:
            return fence
        outdented = _has_less(lines, reader, around, fence, len(indentation))
        return replace(fence, indentation=indentation, outdented=outdented)
    body_start = node.start + len(mark)
    end = lines.trimmed(node.start, node.end)
    body_end = max(body_start, end - len(mark))
    last_line = lines.starts[lines.line_of(body_end)]
    if last_line > body_start and not lines.source[last_line:body_end].strip("> \t"):
        body_end = last_line
    return Fence(
        mark=mark,
        info="",
        info_start=body_start,
        body_start=body_start,
        body_end=body_end,
        end=end,
        required=False,
        container_start=container_start,
        continuation=continuation,
        indentation="",
    )


def _indentation(lines: BlockLines, node: Node, around: Surroundings) -> str:
    """Return what stands between a leaf's containers and itself in its first line."""
    start = lines.starts[lines.line_of(node.start)]
    if around.begins or len(around.places) < len(around.containers):
        return ""
    if around.places:
        start = around.places[-1].position
    indentation = lines.source[start : node.start]
    return "" if indentation.strip() else indentation


def _has_less(
    lines: BlockLines,
    reader: ContainerReader,
    around: Surroundings,
    fence: Fence,
    columns: int,
) -> bool:
    """Whether a line of a fence in an item is indented by fewer columns."""
    if not around.containers or not around.containers[-1].width:
        return False
    first, last = lines.line_of(fence.body_start), lines.line_of(fence.body_end - 1)
    for line in range(first, last + 1):
        visible = lines.visible(lines.starts[line])
        if visible < min(lines.line_end(line), fence.body_end):
            found = reader.indentation(around.containers, visible)
            if found is not None and found < columns:
                return True
    return False


def _code_fence(
    lines: BlockLines, node: Node, continuation: str, container_start: int
) -> Fence | None:
    """Read a code fence."""
    source = lines.source
    opening = _CODE_FENCE.match(source, node.start, lines.end)
    if opening is None:
        return None
    mark = opening[1]
    first = lines.line_of(node.start)
    end = lines.trimmed(node.start, node.end)
    last = lines.line_of(end - 1)
    closing = None
    if last > first:
        line = source[lines.starts[last] : end]
        closing = _CLOSING.match(line.lstrip("> \t") if ">" in continuation else line)
    closed = bool(closing and closing[1][0] == mark[0] and len(closing[1]) >= len(mark))
    return Fence(
        mark=mark,
        info=opening[2].rstrip(),
        info_start=opening.end(1),
        body_start=min(lines.line_end(first), node.end),
        body_end=lines.starts[last] if closed else end,
        end=end,
        required=True,
        container_start=container_start,
        continuation=continuation,
        indentation="",
    )


def frame_inside_fence(
    begin: Frame, around: Surroundings, fence: Fence, first: int
) -> Frame:
    """Return the frame of a piece that begins inside a fenced leaf.

    Args:
        begin: The frame without regard to the fence.
        around: What stands around the piece.
        fence: The leaf's fence.
        first: The first visible character of the piece.
    """
    markers = joined_markers(around, len(around.containers))
    indentation, inset = fence.indentation, ""
    if around.containers and around.containers[-1].width:
        # After an item's marker the indentation is part of the item's own.
        apart = fence.outdented and markers_apart(around, len(indentation))
        padding = len(markers) - len(markers.rstrip(" "))
        if fence.outdented and apart:
            markers = apart
        elif fence.outdented or padding + len(indentation) > CODE_COLUMNS:
            indentation = ""
        inset = "" if apart else indentation
    opening = indentation + fence.mark
    if first < fence.body_start:
        return Frame(begin.start, markers, markers, opening, required=fence.required)
    return Frame(
        start=begin.start,
        markers=begin.markers,
        opening_markers=markers,
        opening=opening,
        info=fence.info,
        line_ending="\n",
        continuation=begin.continuation + (inset if begin.is_inside_line else ""),
        required=fence.required,
        inset=inset,
    )
