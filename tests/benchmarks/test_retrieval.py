"""What the benchmark says of a splitter, on documents small enough to check by hand."""

import pytest
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings

from langchain_mdsplit import TokenCounter
from tests.benchmarks.question_sets import (
    SETS,
    Question,
    QuestionSet,
    load_questions,
)
from tests.benchmarks.retrieval import METRICS, make_pool, measure
from tests.benchmarks.span_metrics import Place, merge_spans, total_length
from tests.shared_data import shared_folder

WORDS = ("tea", "milk", "rain", "snow")
DOCUMENTS = {
    "drinks": "Hot tea.\n\nCold milk.\n\nA",
    "weather": "Rain and tea.\n\nSnow.",
}


class WordEmbeddings(Embeddings):
    """One dimension for each of a few words."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[float(word in text.lower()) for word in WORDS] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


def paragraphs(text: str) -> list[Document]:
    return [Document(part) for part in text.split("\n\n")]


def one_chunk(text: str) -> list[Document]:
    return [Document(text)]


def scores_of(question: Question) -> dict[str, float]:
    questions = QuestionSet(DOCUMENTS, [question])
    result = measure(questions, paragraphs, WordEmbeddings(), TokenCounter())
    assert result.chunks == 5
    return {metric: scores[0] for metric, scores in result.scores.items()}


def test_all_of_a_small_pool_is_retrieved() -> None:
    scores = scores_of(Question("snow?", "weather", ((15, 20),)))
    assert scores == {
        "recall@5": 1,
        "recall@10": 1,
        "recall at 4,000": 1,
        "precision": 5 / 37,
        "IoU": 5 / 37,
        "precision-omega": 1,
    }
    assert tuple(scores) == METRICS


def test_a_hidden_document_is_not_searched() -> None:
    question = Question("rain?", "weather", ((0, 4),), hidden="weather")
    assert scores_of(question)["recall at 4,000"] == 0


def test_the_most_similar_chunks_come_first() -> None:
    documents = {
        "one": "\n\n".join(["Tea.", "Snow.", *["Rain."] * 9]),
    }
    questions = QuestionSet(
        documents,
        [Question("rain?", "one", ((0, 4),)), Question("tea?", "one", ((0, 4),))],
    )
    result = measure(questions, paragraphs, WordEmbeddings(), TokenCounter())
    assert result.scores["recall@5"] == [0, 1]
    assert result.scores["recall@10"] == [1, 1]


def test_chunks_are_placed_and_empty_ones_left_out() -> None:
    pool = make_pool({"a": "One.\n\n\n\nTwo."}, paragraphs)
    assert pool.places == [Place("a", 0, 4), Place("a", 8, 12)]
    assert pool.texts == ["One.", "Two."]


def test_sizes_are_those_of_the_final_texts() -> None:
    questions = QuestionSet({"a": "tea " * 9}, [Question("tea?", "a", ((0, 3),))])
    result = measure(questions, one_chunk, WordEmbeddings(), TokenCounter())
    assert (result.chunks, result.tokens) == (1, TokenCounter()("tea " * 9))


@pytest.mark.parametrize(
    ("name", "documents", "questions"), [("chroma", 2, 220), ("links", 85, 221)]
)
def test_sets_are_read_whole(name: str, documents: int, questions: int) -> None:
    shared = shared_folder()
    if shared is None:
        pytest.skip("the shared data is not there")
    found = load_questions(name, shared)
    assert (len(found.documents), len(found.questions)) == (documents, questions)
    for question in found.questions:
        length = len(found.documents[question.document])
        merged = merge_spans(question.evidence)
        assert total_length(merged) > 0
        assert merged[-1][1] <= length
        assert question.hidden is None or question.hidden in found.documents
    assert name in SETS
