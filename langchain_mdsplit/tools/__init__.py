"""Tools for agents: the outline of Markdown documents, their sections, search."""

from langchain_mdsplit.tools.toolkit import MarkdownToolkit

__all__ = ["MarkdownToolkit"]
