"""What rows of chunks are compared by: the Documents of one process."""

from collections.abc import Iterable
from typing import Any

import pytest
from langchain_core.documents import Document

from langchain_mdsplit.arrow.columns import CHUNK_COLUMNS
from langchain_mdsplit.splitters.base import ChunkTextSplitter
from tests.shared_data import corpus_files, read_source, shared_folder


def chunk_rows(
    splitter: ChunkTextSplitter, texts: Iterable[tuple[str, str]]
) -> list[dict[str, Any]]:
    """Return the rows of chunks of texts with their paths, one text at a time."""
    rows = []
    for path, text in texts:
        document = Document(page_content=text, metadata={"source": path})
        for index, chunk in enumerate(splitter.split_documents([document])):
            row = {name: chunk.metadata.get(name) for name in CHUNK_COLUMNS}
            row |= {"text": chunk.page_content, "chunk_index": index, "id": chunk.id}
            rows.append({"path": path, **row})
    return rows


def corpus_texts(number: int) -> list[tuple[str, str]]:
    """Return files of the corpus as paths and texts, ordered by path."""
    folder = shared_folder()
    if folder is None:
        pytest.skip("no shared corpus")
    files = corpus_files()
    chosen = files[:: max(1, len(files) // number)][:number]
    return sorted((str(path.relative_to(folder)), read_source(path)) for path in chosen)
