"""A document and its chunks to look at: as a page, and in a notebook."""

from langchain_mdsplit.view.chunk_view import ChunkView, view_chunks
from langchain_mdsplit.view.escaping import displayed

__all__ = ["ChunkView", "displayed", "view_chunks"]
