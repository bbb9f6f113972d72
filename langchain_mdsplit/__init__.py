"""LangChain text splitters for Markdown."""

__version__ = "0.1.0"
