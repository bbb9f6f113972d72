"""Small deterministic embeddings for tests: words hashed into a few dimensions."""

from collections.abc import Sequence
from hashlib import blake2b

from langchain_core.embeddings import Embeddings


class WordEmbeddings(Embeddings):
    """Texts with words in common are alike; the same in every process.

    Args:
        size: The number of dimensions.
    """

    def __init__(self, size: int = 24) -> None:
        self.size = size

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        vector = [0.0] * self.size
        for word in text.lower().split():
            data = word.strip("#*_`.,!?-").encode(errors="surrogatepass")
            digest = blake2b(data, digest_size=4).digest()
            vector[int.from_bytes(digest) % self.size] += 1.0
        return vector


class GivenEmbeddings(Embeddings):
    """Returns the vectors it is given, in order, whatever the texts; notes these."""

    def __init__(self, vectors: Sequence[Sequence[float]]) -> None:
        self.vectors = [list(vector) for vector in vectors]
        self.batches: list[list[str]] = []

    @property
    def texts(self) -> list[str]:
        """All texts that were embedded."""
        return [text for batch in self.batches for text in batch]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        done = len(self.texts)
        self.batches.append(texts)
        return self.vectors[done : done + len(texts)]

    def embed_query(self, text: str) -> list[float]:
        raise NotImplementedError(text)
