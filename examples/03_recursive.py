"""LangChain's recursive chunks, with exact offsets, by changing one import.

Run as `python examples/03_recursive.py [FILE]`; without a file it takes the README.
"""

import sys
from pathlib import Path

from langchain_core.documents import Document

from langchain_mdsplit import RecursiveCharacterTextSplitter, locate


def main(path: Path) -> None:
    """Print where the chunks of a file stand in it, and check that they do."""
    text = path.read_bytes().decode("utf-8")
    page = Document(page_content=text, metadata={"source": path.name})
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=1000, chunk_overlap=200, add_start_index=True
    )
    for chunk in splitter.split_documents([page]):
        start, end = chunk.metadata["start_index"], chunk.metadata["end_index"]
        if text[start:end] != chunk.page_content:
            msg = f"{start}:{end} is not the chunk"
            raise ValueError(msg)
        place = locate(text, chunk)
        first_line = chunk.page_content.partition("\n")[0]
        print(f"{path.name}:{place.line}-{place.end_line} {first_line:.60}")


if __name__ == "__main__":
    readme = Path(__file__).resolve().parent.parent / "README.md"
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else readme)
