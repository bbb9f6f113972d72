"""Checks the offsets in JSON lines of chunks against the files they were made from.

Run it as `python -m tests.check_offsets chunks.jsonl`, in the folder in which the
chunks were made; `-` reads standard input.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FRONT_MATTER_LABEL = "frontmatter"
FENCES = ("---", "+++")


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found: how many chunks there were, and what is wrong."""

    chunks: int
    faults: tuple[str, ...]


def check_lines(lines: Iterable[str], encoding: str = "utf-8") -> Report:
    """Check each line's chunk against the file that its metadata names."""
    chunks = 0
    faults = []
    name, text = None, ""
    for number, line in enumerate(lines, start=1):
        chunks += 1
        chunk = json.loads(line)
        metadata = chunk["metadata"]
        if metadata["source"] != name:
            name = metadata["source"]
            text = Path(name).read_bytes().decode(encoding)
        faults += [
            f"line {number}, {name} {metadata.get('label')}: {fault}"
            for fault in chunk_faults(text, chunk["page_content"], metadata)
        ]
    return Report(chunks, tuple(faults))


def chunk_faults(source: str, content: str, metadata: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the offsets of one chunk."""
    start, end = metadata.get("start_index"), metadata.get("end_index")
    if type(start) is not int or type(end) is not int:
        yield f"no offsets: {start!r} to {end!r}"
    elif not 0 <= start < end <= len(source):
        yield f"span {start} to {end} is not within 0 to {len(source)}"
    elif "content_offset" in metadata:
        offset = metadata["content_offset"]
        held = content[offset : offset + end - start]
        if offset < 0 or held != source[start:end]:
            yield f"the file holds {source[start:end]!r:.60}, the chunk {held!r:.60}"
    elif metadata.get("label") == FRONT_MATTER_LABEL:
        span = source[start:end]
        if not any(_is_fenced(span, fence) for fence in FENCES):
            yield f"front matter without its fences: {span!r:.60}"
    else:
        yield "no content_offset"


def _is_fenced(span: str, fence: str) -> bool:
    """Whether a span begins and ends with a line that is a fence."""
    head, tail = span[:4], span[-4:]
    is_opened = head.startswith(fence) and head[3:] in {"\n", "\r", " ", "\t"}
    return is_opened and tail[1:] == fence and tail[0] in "\r\n"


def main() -> int:
    """Print the faults of one file of chunks; return 1 where there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("chunks", help="a file of JSON lines, or -")
    parser.add_argument("--encoding", default="utf-8", help="of the split files")
    arguments = parser.parse_args()
    if arguments.chunks == "-":
        data = sys.stdin.buffer.read()
    else:
        data = Path(arguments.chunks).read_bytes()
    lines = (line for line in data.decode("utf-8").split("\n") if line)
    report = check_lines(lines, arguments.encoding)
    for fault in report.faults:
        print(fault)
    print(f"{report.chunks} chunks, {len(report.faults)} faults")
    return 1 if report.faults or not report.chunks else 0


if __name__ == "__main__":
    sys.exit(main())
