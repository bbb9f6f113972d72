"""The parser's events inside one block as nodes and atoms, in byte offsets."""

from typing import Any

from langchain_mdsplit.markdown.parser import markdown_parser

_KIND_BY_TAG = {
    "Paragraph": "paragraph",
    "HtmlBlock": "html",
    "Heading": "heading",
    "BlockQuote": "blockquote",
    "CodeBlock": "code",
    "List": "list",
    "Item": "listItem",
    "FootnoteDefinition": "footnoteDefinition",
    "Table": "table",
    "TableHead": "tableHead",
    "TableRow": "tableRow",
}
_BOUNDARIES = frozenset({"Start", "End"})
_SPANS = frozenset({"Link", "Image"})
_ATOMS = frozenset(
    {"Code", "InlineMath", "DisplayMath", "InlineHtml", "FootnoteReference"}
)


class NodeBuilder:
    """The nodes read so far, in byte offsets; those that are open, innermost last."""

    def __init__(self) -> None:
        self.kinds: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.parents: list[int] = []
        self.depths: list[int] = []
        self.firsts: list[bool] = []
        self.indented: set[int] = set()
        self.atoms: list[tuple[int, int]] = []
        self.open = [-1]
        self._has_child = [False]
        self._text = -1

    def enter(self, kind: str, start: int, end: int) -> None:
        """Open a node inside the one that is open."""
        self.add(kind, start, end)
        self.open.append(len(self.kinds) - 1)
        self._has_child.append(False)

    def add(self, kind: str, start: int, end: int) -> None:
        """Note a node inside the one that is open."""
        self.kinds.append(kind)
        self.starts.append(start)
        self.ends.append(end)
        self.parents.append(self.open[-1])
        self.depths.append(len(self.open) - 1)
        self.firsts.append(not self._has_child[-1])
        self._has_child[-1] = True
        self._text = -1

    def leave(self) -> None:
        """Close the open node."""
        self.open.pop()
        self._has_child.pop()
        self._text = -1

    def see_text(self, start: int, end: int, *, formula: bool) -> None:
        """Note inline content; what stands in an item itself is its paragraph."""
        text = self._text
        if text >= 0:
            self.ends[text] = max(self.ends[text], end)
            if self.kinds[text] == "math":
                self.kinds[text] = "paragraph"
            return
        parent = self.open[-1]
        kind = self.kinds[parent] if parent >= 0 else "listItem"
        if kind == "listItem":
            self.add("math" if formula else "paragraph", start, end)
            self._text = len(self.kinds) - 1
        elif kind == "paragraph":
            self._text = parent
            if formula and start == self.starts[parent]:
                self.kinds[parent] = "math"


def read_nodes(copy: str, builder: NodeBuilder) -> None:
    """Read the parser's events into nodes and atoms."""
    atom_end = 0
    events: Any = markdown_parser().events_with_range(copy, merge_text=True)
    for event, extent in events:
        start, end = extent["start"], extent["end"]
        if event.__class__ is str:
            if event == "Rule":
                builder.add("thematicBreak", start, end)
            continue
        ((name, value),) = event.items()
        is_boundary = name in _BOUNDARIES
        tag = value if value.__class__ is str or not is_boundary else next(iter(value))
        kind = _KIND_BY_TAG.get(tag) if is_boundary else None
        if kind is not None:
            if name == "End":
                builder.leave()
            else:
                builder.enter(kind, start, end)
                if kind == "code" and value == {"CodeBlock": "Indented"}:
                    builder.indented.add(builder.open[-1])
        elif name != "End":
            builder.see_text(start, end, formula=name == "DisplayMath")
            if start >= atom_end and (tag in _SPANS if is_boundary else name in _ATOMS):
                builder.atoms.append((start, end))
                atom_end = end
