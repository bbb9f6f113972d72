"""A cache in front of the embeddings: after an edit only new sentences are embedded.

Run as `python examples/12_embed_once.py`; it needs the extra `examples` and is offline,
with fake embeddings. Here the cache is in memory; `LocalFileStore` of
langchain-classic keeps it in a folder.
"""

from langchain_classic.embeddings import CacheBackedEmbeddings
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.stores import InMemoryByteStore

from langchain_mdsplit import SemanticChunker

TEXT = "# Tea\n\nBoil fresh water. Pour it over the leaves. Wait for four minutes.\n"


class CountingEmbeddings(DeterministicFakeEmbedding):
    """Embeddings that say how many texts they are asked for."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return the vectors of texts."""
        print(f"embedding {len(texts)}: {texts}")
        return super().embed_documents(texts)


def main() -> None:
    """Split a text, and split it again after an edit."""
    embeddings = CacheBackedEmbeddings.from_bytes_store(
        CountingEmbeddings(size=64),
        InMemoryByteStore(),
        namespace="model-and-version",
        key_encoder="blake2b",
    )
    chunker = SemanticChunker.for_retrieval(embeddings, chunk_size=30)
    print(chunker.split_text(TEXT))
    print(chunker.split_text(TEXT.replace("four", "five")))


if __name__ == "__main__":
    main()
