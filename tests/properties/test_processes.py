"""Any process, any hash seed: the same chunks, ids too."""

import hashlib
import json
import os
import subprocess
import sys
from typing import Any, Final

import pytest

from tests.properties.cases import SPLITTERS
from tests.properties.markdown_texts import PIECES
from tests.shared_data import REPOSITORY, read_source, tricky_files

SEEDS: Final = ("0", "1", "4711")
PROGRAM: Final = "from tests.properties.test_processes import *; print(digest_all())"


def texts() -> list[str]:
    """Return texts with all kinds of blocks."""
    files = [path for path in tricky_files() if path.stat().st_size < 10_000]
    return ["\n\n".join(PIECES), *map(read_source, files)]


def digest_all() -> str:
    """Return a digest of the chunks of each splitter, as JSON."""
    digests: dict[str, str] = {}
    for kind, splitter_of in SPLITTERS.items():
        options: dict[str, Any] = {"chunk_size": 90, "add_ids": True}
        if kind not in {"fragment", "recursive"}:
            options["on_long_heading"] = "truncate"
        documents = splitter_of(**options).create_documents(texts())
        assert len(documents) > len(texts())
        shown = repr([(it.page_content, it.metadata, it.id) for it in documents])
        data = shown.encode(errors="surrogatepass")
        digests[kind] = hashlib.blake2b(data, digest_size=8).hexdigest()
    return json.dumps(digests)


@pytest.mark.parametrize("seed", SEEDS)
def test_another_process_with_another_hash_seed_returns_the_same(seed: str) -> None:
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(result.stdout) == json.loads(digest_all())
