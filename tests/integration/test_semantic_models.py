"""The semantic chunker with real, small models that lie inside their packages."""

import pytest
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.vectorstores import InMemoryVectorStore

from langchain_mdsplit import SemanticChunker
from tests.benchmarks.embeddings import MiniLMEmbeddings, WordLlamaEmbeddings

TEA = (
    "Green tea is brewed with water that is not too hot. "
    "Let the leaves of the tea steep for two minutes. "
    "Black tea needs boiling water and a longer brew. "
    "Pour the tea into a warm cup before the leaves make it bitter. "
)
SPACE = (
    "The rocket carried a satellite into orbit around the earth. "
    "Astronauts on the space station saw the launch of the rocket. "
    "The spacecraft reached the moon after three days of flight. "
    "Its engines fired once more to leave the orbit of the moon."
)


@pytest.fixture(scope="module", params=[WordLlamaEmbeddings, MiniLMEmbeddings])
def embeddings(request: pytest.FixtureRequest) -> Embeddings:
    """Return a model, loaded once."""
    model: type[Embeddings] = request.param
    return model()


def test_two_subjects_share_no_chunk(embeddings: Embeddings) -> None:
    chunks = SemanticChunker(embeddings).split_text(TEA + SPACE)
    for chunk in chunks:
        assert ("tea" in chunk.lower()) != any(
            word in chunk for word in ("rocket", "Astronauts", "spacecraft", "orbit")
        )


def test_short_groups_join_their_own_subject(embeddings: Embeddings) -> None:
    chunker = SemanticChunker(embeddings, min_chunk_size=40)
    assert chunker.split_text(TEA + SPACE) == [TEA.strip(), SPACE]


async def test_a_search_finds_the_chunk(embeddings: Embeddings) -> None:
    chunker = SemanticChunker.for_retrieval(embeddings, chunk_size=60)
    documents = [Document(TEA + SPACE, metadata={"source": "both.md"})]
    chunks = await chunker.asplit_documents(documents)
    assert chunks == chunker.split_documents(documents)
    store = InMemoryVectorStore(embeddings)
    store.add_documents(chunks)
    (found,) = store.similarity_search("How long do I brew it?", k=1)
    assert "tea" in found.page_content.lower()
