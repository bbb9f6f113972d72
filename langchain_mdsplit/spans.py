"""Chunks: pieces of text with the place in the source that they come from."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chunk:
    """One piece of a document, as every splitter's `split_chunks` returns it.

    `source[start_index:end_index]` stands verbatim in `text` from `content_offset` on.
    Before it stands added context, after it at most added closing lines.

    Attributes:
        text: The final text, added context included.
        token_count: The length of the final text, in the splitter's unit (tokens).
        start_index: Where the chunk begins in the source, a code point index.
        end_index: Where it ends.
        content_offset: Where the source's slice begins in the text; None where the
            text is no slice (front matter as JSON).
        headings: The titles of the innermost section that holds it, outermost first.
        heading_levels: The levels of those headings, 1 to 6.
        label: The label of that section, or of the fragment.
        overlap: How many code points at its start the previous chunk also holds.
        anchor: The id of its section's heading, if it has one.
        type: The mdast name of its kind of block, where it is one block.
        level: 1 to 6 where it is a heading, else 0.
        part: Which piece of a cut block it is, counted from 0.
        front_matter: The document's front matter as JSON, where asked for.
        sentence_count: How many units (sentences, headings, fences, tables) it holds,
            where it was made of such.
    """

    text: str
    token_count: int
    start_index: int
    end_index: int
    content_offset: int | None = 0
    headings: tuple[str, ...] = ()
    heading_levels: tuple[int, ...] = ()
    label: str = ""
    overlap: int = 0
    anchor: str | None = None
    type: str | None = None
    level: int = 0
    part: int | None = None
    front_matter: str | None = None
    sentence_count: int | None = None
