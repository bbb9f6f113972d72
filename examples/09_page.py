"""A page that shows a document with its chunks, to open in any browser.

Run as `python examples/09_page.py [FILE [FOLDER]]`; without a file it takes the
README, without a folder a temporary one.
"""

import sys
import tempfile
from pathlib import Path

from langchain_mdsplit import MarkdownTokenTextSplitter
from langchain_mdsplit.view import view_chunks


def main(path: Path, folder: Path) -> None:
    """Write the page of a file into a folder and say what is on it."""
    text = path.read_bytes().decode("utf-8")
    splitter = MarkdownTokenTextSplitter(chunk_size=300, chunk_overlap=30)
    view = view_chunks(splitter, text, title=path.name)
    page = folder / f"{path.stem}.html"
    page.write_text(view.page(), encoding="utf-8", newline="\n")
    sizes = [chunk.token_count for chunk in view.chunks]
    print(f"{len(sizes)} chunks of {min(sizes)} to {max(sizes)} tokens, limit 300")
    print(page.resolve().as_uri())


if __name__ == "__main__":
    readme = Path(__file__).resolve().parent.parent / "README.md"
    main(
        Path(sys.argv[1]) if len(sys.argv) > 1 else readme,
        Path(sys.argv[2]) if len(sys.argv) > 2 else Path(tempfile.mkdtemp()),
    )
