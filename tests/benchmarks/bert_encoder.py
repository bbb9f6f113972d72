"""The forward pass of a BERT encoder in numpy: token ids to one unit vector each.

As in Devlin, Chang, Lee and Toutanova, "BERT: Pre-training of Deep Bidirectional
Transformers for Language Understanding", NAACL 2019, with mean pooling over tokens.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

_ROWS = 64  # of a matrix that go through the activation at once: they stay in cache
# atanh(erf(x / sqrt 2)) / x as a polynomial in x², fitted so that the activation is
# nowhere off by more than 3e-5
_ERF = (0.797508, 0.0370057, -0.000351518)
_ERF_LIMIT = (
    8.0  # beyond it the activation is x or 0, and the polynomial no longer true
)
_HIDDEN = -1e9  # what a padded place's attention score is lowered by


@dataclass(frozen=True, slots=True)
class Layer:
    """The weights of one layer, each matrix as (inputs, outputs).

    Attributes:
        attention: Queries, keys and values side by side, and their bias.
        attended: What follows the attention, and its bias.
        attended_norm: Scale and shift of the normalisation after it.
        inner: The wide half of the feed-forward network, and its bias.
        outer: The narrow half, and its bias.
        outer_norm: Scale and shift of the normalisation after it.
    """

    attention: tuple[Array, Array]
    attended: tuple[Array, Array]
    attended_norm: tuple[Array, Array]
    inner: tuple[Array, Array]
    outer: tuple[Array, Array]
    outer_norm: tuple[Array, Array]


@dataclass(frozen=True, slots=True)
class Encoder:
    """An encoder's weights.

    Attributes:
        words: One vector for each token id.
        places: One vector for each place in the text, the segment's vector added.
        norm: Scale and shift of the normalisation of both.
        layers: The layers, first to last.
        heads: How many attention heads a layer has.
        epsilon: What is added to a variance before its root.
    """

    words: Array
    places: Array
    norm: tuple[Array, Array]
    layers: tuple[Layer, ...]
    heads: int
    epsilon: float


def build_encoder(
    weights: Mapping[str, Array], layers: int, heads: int, epsilon: float
) -> Encoder:
    """Return an encoder from weights as BERT's checkpoints name them.

    Args:
        weights: The tensors by name.
        layers: How many layers there are.
        heads: How many attention heads a layer has.
        epsilon: What is added to a variance before its root.

    Returns:
        The encoder.
    """
    segment = weights["embeddings.token_type_embeddings.weight"][0]
    return Encoder(
        words=weights["embeddings.word_embeddings.weight"],
        places=weights["embeddings.position_embeddings.weight"] + segment,
        norm=_pair(weights, "embeddings.LayerNorm"),
        layers=tuple(
            _build_layer(weights, f"encoder.layer.{number}.")
            for number in range(layers)
        ),
        heads=heads,
        epsilon=epsilon,
    )


def _build_layer(weights: Mapping[str, Array], prefix: str) -> Layer:
    """Return one layer of a checkpoint."""
    parts = [
        _matrix(weights, f"{prefix}attention.self.{name}")
        for name in ("query", "key", "value")
    ]
    return Layer(
        attention=(
            np.concatenate([matrix for matrix, _ in parts], axis=1),
            np.concatenate([bias for _, bias in parts]),
        ),
        attended=_matrix(weights, f"{prefix}attention.output.dense"),
        attended_norm=_pair(weights, f"{prefix}attention.output.LayerNorm"),
        inner=_matrix(weights, f"{prefix}intermediate.dense"),
        outer=_matrix(weights, f"{prefix}output.dense"),
        outer_norm=_pair(weights, f"{prefix}output.LayerNorm"),
    )


def _pair(weights: Mapping[str, Array], name: str) -> tuple[Array, Array]:
    """Return weight and bias of a name."""
    return weights[f"{name}.weight"], weights[f"{name}.bias"]


def _matrix(weights: Mapping[str, Array], name: str) -> tuple[Array, Array]:
    """Return matrix and bias of a name; checkpoints hold (outputs, inputs)."""
    matrix, bias = _pair(weights, name)
    return np.ascontiguousarray(matrix.T), bias


def encode(encoder: Encoder, texts: Sequence[Sequence[int]]) -> Array:
    """Return the unit vectors of some texts, which are padded to the longest of them.

    Args:
        encoder: The encoder.
        texts: The token ids of each, none of them empty.

    Returns:
        One vector for each text (rows).
    """
    width = max(map(len, texts))
    ids = np.zeros((len(texts), width), dtype=np.intp)
    held = np.zeros((len(texts), width), dtype=np.float32)
    for row, text in enumerate(texts):
        ids[row, : len(text)] = text
        held[row, : len(text)] = 1
    hidden = ((1 - held) * np.float32(_HIDDEN))[:, None, None, :]
    states = encoder.words[ids] + encoder.places[:width]
    states = _normalised(states.reshape(ids.size, -1), encoder.norm, encoder.epsilon)
    for layer in encoder.layers:
        states = _layer_states(encoder, layer, states, hidden)
    sums = np.einsum("twd,tw->td", states.reshape(*ids.shape, -1), held)
    unit: Array = sums / np.linalg.norm(sums, axis=1, keepdims=True)
    return unit


def _layer_states(
    encoder: Encoder, layer: Layer, states: Array, hidden: Array
) -> Array:
    """Return the states of all tokens (rows) after a layer."""
    attended = _attend(_linear(states, layer.attention), hidden, encoder.heads)
    attended = _linear(attended, layer.attended) + states
    attended = _normalised(attended, layer.attended_norm, encoder.epsilon)
    inner = _linear(attended, layer.inner)
    _activate(inner)
    outer = _linear(inner, layer.outer) + attended
    return _normalised(outer, layer.outer_norm, encoder.epsilon)


def _linear(states: Array, weights: tuple[Array, Array]) -> Array:
    """Return states times a matrix plus a bias."""
    matrix, bias = weights
    result: Array = states @ matrix
    result += bias
    return result


def _attend(projected: Array, hidden: Array, heads: int) -> Array:
    """Return the mean of values for each token, weighed by its attention."""
    texts, width = hidden.shape[0], hidden.shape[-1]
    parts = projected.reshape(texts, width, 3, heads, -1)
    queries, keys, values = parts.transpose(2, 0, 3, 1, 4)
    scores = queries @ keys.swapaxes(-1, -2)
    scores *= np.float32(queries.shape[-1] ** -0.5)
    scores += hidden
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    mixed: Array = (scores @ values).swapaxes(1, 2).reshape(texts * width, -1)
    return mixed


def _normalised(states: Array, norm: tuple[Array, Array], epsilon: float) -> Array:
    """Return states with mean 0 and variance 1 in each row, scaled and shifted."""
    scale, shift = norm
    centred = states - states.mean(axis=1, keepdims=True)
    variance = np.einsum("td,td->t", centred, centred)[:, None] / states.shape[1]
    result: Array = centred / np.sqrt(variance + np.float32(epsilon)) * scale + shift
    return result


def _activate(states: Array) -> None:
    """Apply the Gaussian error linear unit, in place."""
    first, second, third = map(np.float32, _ERF)
    for start in range(0, len(states), _ROWS):
        rows = states[start : start + _ROWS]
        inside = np.clip(rows, -_ERF_LIMIT, _ERF_LIMIT)
        squares = inside * inside
        inside *= first + squares * (second + squares * third)
        np.tanh(inside, out=inside)
        inside += 1
        rows *= inside
        rows *= np.float32(0.5)
