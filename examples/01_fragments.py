"""Split a Markdown file into labelled fragments and cite one by line.

Run as `python examples/01_fragments.py [FILE]`; without a file it takes the README.
"""

import sys
from pathlib import Path

from langchain_core.documents import Document

from langchain_mdsplit import MarkdownFragmentTextSplitter, locate


def main(path: Path) -> None:
    """Print the code fragments of a file with where they stand in it."""
    text = path.read_bytes().decode("utf-8")
    page = Document(page_content=text, metadata={"source": path.name})
    splitter = MarkdownFragmentTextSplitter(types={"code", "table"})
    for fragment in splitter.split_documents([page]):
        place = locate(text, fragment)
        metadata = fragment.metadata
        print(
            f"{metadata['source']}:{place.line}-{place.end_line}",
            f"[{metadata['label']}, {metadata['token_count']} tokens]",
            metadata["heading_path"],
        )


if __name__ == "__main__":
    readme = Path(__file__).resolve().parent.parent / "README.md"
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else readme)
