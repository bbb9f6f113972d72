"""Chunks of at most 120 tokens in a vector store, cited by heading and line.

Run as `python examples/04_token_chunks.py [FILE [QUESTION]]`; without a file it takes
the README. It works offline: an embedding here only says which words a text holds.
"""

import re
import sys
import zlib
from pathlib import Path

from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.vectorstores import InMemoryVectorStore

from langchain_mdsplit import MarkdownTokenTextSplitter, locate

SIZE = 1024


class WordEmbeddings(Embeddings):
    """Counts words; put your model's embeddings in its place."""

    def embed_query(self, text: str) -> list[float]:
        """Return a text's vector."""
        vector = [0.0] * SIZE
        for word in set(re.findall(r"\w{4,}", text.lower())):
            vector[zlib.crc32(word.encode()) % SIZE] = 1.0
        return vector

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return the vectors of several texts."""
        return [self.embed_query(text) for text in texts]


def main(path: Path, question: str) -> None:
    """Print the chunks nearest to a question, with where they stand."""
    text = path.read_bytes().decode("utf-8")
    page = Document(page_content=text, metadata={"source": path.name})
    splitter = MarkdownTokenTextSplitter(chunk_size=120, min_chunk_size=30)
    store = InMemoryVectorStore(WordEmbeddings())
    store.add_documents(splitter.split_documents([page]))
    for chunk in store.similarity_search(question, k=3):
        place = locate(text, chunk)
        print(f"{path.name}:{place.line}-{place.end_line}", end=" ")
        print(
            f"{chunk.metadata['heading_path']}, {chunk.metadata['token_count']} tokens"
        )


if __name__ == "__main__":
    readme = Path(__file__).resolve().parent.parent / "README.md"
    main(
        Path(sys.argv[1]) if len(sys.argv) > 1 else readme,
        sys.argv[2] if len(sys.argv) > 2 else "Which offsets does every chunk carry?",
    )
