"""Vectors are computed once."""

from pathlib import Path

from langchain_core.embeddings import Embeddings

from tests.benchmarks.embedding_cache import CachedEmbeddings


class Lengths(Embeddings):
    """A vector of a text's length, with a record of the texts."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.asked += texts
        return [[float(len(text)), 1.0] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


def test_each_text_is_asked_for_once(tmp_path: Path) -> None:
    inner = Lengths()
    embeddings = CachedEmbeddings(inner, tmp_path / "vectors.sqlite")
    assert embeddings.embed_documents(["a", "bb", "a"]) == [[1, 1], [2, 1], [1, 1]]
    assert embeddings.embed_documents(["ccc", "a"]) == [[3, 1], [1, 1]]
    assert embeddings.embed_query("bb") == [2, 1]
    assert inner.asked == ["a", "bb", "ccc"]


def test_vectors_outlive_the_object(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "vectors.sqlite"
    CachedEmbeddings(Lengths(), path).embed_documents(["a", "\ud800"])
    inner = Lengths()
    again = CachedEmbeddings(inner, path)
    assert again.embed_documents(["\ud800", "a"]) == [[1, 1], [1, 1]]
    assert inner.asked == []


def test_many_texts_come_back_in_order(tmp_path: Path) -> None:
    texts = ["x" * length for length in range(1300)]
    embeddings = CachedEmbeddings(Lengths(), tmp_path / "vectors.sqlite")
    for _ in range(2):
        found = embeddings.embed_documents(texts)
        assert [vector[0] for vector in found] == list(range(1300))
    assert embeddings.embed_documents([]) == []
