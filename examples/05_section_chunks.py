"""A document's outline with its token counts, and the chunks made along it.

Run as `python examples/05_section_chunks.py [FILE]`; without a file it takes the
README.
"""

import sys
from pathlib import Path

from langchain_mdsplit import MarkdownSection, MarkdownSectionTextSplitter


def print_outline(section: MarkdownSection) -> None:
    """Print a section and those below it, with the tokens of their own text."""
    stack = [section]
    while stack:
        section = stack.pop()
        indent = "  " * max(section.level - 1, 0)
        title = section.heading or "(before the first heading)"
        print(f"{section.token_count:6}  {section.label:8} {indent}{title}")
        stack.extend(reversed(section.children))


def main(path: Path) -> None:
    """Print the outline of a file, then one line for each of its chunks."""
    text = path.read_bytes().decode("utf-8")
    splitter = MarkdownSectionTextSplitter(chunk_size=300)
    print_outline(splitter.parse_sections(text))
    print()
    for chunk in splitter.split_chunks(text):
        first_line = chunk.text.partition("\n")[0]
        print(f"{chunk.token_count:6}  {first_line:.60}")


if __name__ == "__main__":
    readme = Path(__file__).resolve().parent.parent / "README.md"
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else readme)
