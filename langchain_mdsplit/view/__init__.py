"""A document and its chunks to look at: as a page, and in a notebook."""

from langchain_mdsplit.view.chunk_view import ChunkView, view_chunks
from langchain_mdsplit.view.escaping import displayed
from langchain_mdsplit.view.page import render_page

__all__ = ["ChunkView", "displayed", "render_page", "view_chunks"]
