"""Embeddings that are computed once and then read from disk."""

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from langchain_core.embeddings import Embeddings

_ASKED = 500  # keys in one query: SQLite takes 999 at least
_COMPUTED = 512  # texts between two savings, so that an interrupted run loses little


class CachedEmbeddings(Embeddings):
    """Embeddings in front of which stands a file of vectors, by a hash of the text.

    Args:
        embeddings: What computes the vectors that the file lacks.
        path: The file, one for each model; it is made where it is absent.
    """

    def __init__(self, embeddings: Embeddings, path: Path) -> None:
        self._embeddings = embeddings
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        with self._opened() as database:
            database.execute(
                "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB)"
            )

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one piece of work, which is saved at its end."""
        database = sqlite3.connect(self._path, timeout=60)
        try:
            with database:
                yield database
        finally:
            database.close()

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return one vector for each text, as float32 numbers."""
        keys = [_key(text) for text in texts]
        found = self._read(list(dict.fromkeys(keys)))
        missing = {
            key: text for key, text in zip(keys, texts, strict=True) if key not in found
        }
        for part in _parts(list(missing), _COMPUTED):
            computed = self._embeddings.embed_documents([missing[key] for key in part])
            rows = [
                (key, np.asarray(vector, dtype=np.float32).tobytes())
                for key, vector in zip(part, computed, strict=True)
            ]
            with self._opened() as database:
                database.executemany(
                    "INSERT OR IGNORE INTO vectors VALUES (?, ?)", rows
                )
            found.update(rows)
        return [np.frombuffer(found[key], dtype=np.float32).tolist() for key in keys]

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of one text."""
        return self.embed_documents([text])[0]

    def _read(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Return the vectors that the file holds."""
        found: dict[bytes, bytes] = {}
        with self._opened() as database:
            for part in _parts(keys, _ASKED):
                marks = ",".join("?" * len(part))
                found.update(
                    database.execute(
                        f"SELECT key, vector FROM vectors WHERE key IN ({marks})",  # noqa: S608 - question marks only
                        part,
                    )
                )
        return found


def _key(text: str) -> bytes:
    """Return what a text is found by."""
    return hashlib.blake2b(
        text.encode("utf-8", "surrogatepass"), digest_size=16
    ).digest()


def _parts(keys: Sequence[bytes], size: int) -> list[Sequence[bytes]]:
    """Return keys in parts of a size, the last one shorter."""
    return [keys[start : start + size] for start in range(0, len(keys), size)]
