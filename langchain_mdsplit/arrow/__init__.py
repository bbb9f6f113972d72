"""Arrow batches of documents to Arrow batches of chunks, on one machine or on many."""

from langchain_mdsplit.arrow.splitter import ArrowSplitter

__all__ = ["ArrowSplitter"]
