"""Chunks as the command line prints them: a line of JSON each, or text to read."""

from typing import Any

from langchain_core.documents import Document

from langchain_mdsplit.cli.outputs import json_line
from langchain_mdsplit.cli.terminal import harmless, one_line


def chunk_as_json(chunk: Document) -> str:
    r"""Return a chunk as one line of JSON.

    Args:
        chunk: What a splitter made.

    Returns:
        An object with `page_content`, `metadata` and, where there is one, `id`.

    Example:
        >>> chunk_as_json(Document(page_content="é", metadata={"source": "a.md"}))
        '{"page_content": "é", "metadata": {"source": "a.md"}}\n'
    """
    line: dict[str, Any] = {
        "page_content": chunk.page_content,
        "metadata": chunk.metadata,
    }
    if chunk.id is not None:
        line["id"] = chunk.id
    return json_line(line)


def chunk_as_text(chunk: Document) -> str:
    """Return a chunk below a line that says what it is.

    Args:
        chunk: What a splitter made.

    Returns:
        The line, the chunk's text and an empty line, all harmless on a terminal.

    Example:
        >>> metadata = {"label": "1-content-1", "type": "paragraph", "token_count": 3}
        >>> chunk = Document(page_content="Boil it.", metadata=metadata)
        >>> print(chunk_as_text(chunk), end="")
        ── 1-content-1 · paragraph · 3 tokens
        Boil it.
        <BLANKLINE>
    """
    end = "" if chunk.page_content.endswith(("\n", "\r")) else "\n"
    head = one_line(f"── {' · '.join(_facts(chunk))}")
    return f"{head}\n{harmless(chunk.page_content)}{end}\n"


def _facts(chunk: Document) -> list[str]:
    """Return what is known of a chunk and worth reading."""
    get = chunk.metadata.get
    facts = [get("source"), get("label"), get("type")]
    if (part := get("part")) is not None:
        facts.append(f"part {part}")
    if (tokens := get("token_count")) is not None:
        facts.append(f"{tokens} tokens")
    if (start := get("start_index")) is not None:
        facts.append(f"{start}:{get('end_index')}")
    facts.append(get("heading_path"))
    return [fact for fact in facts if fact]
