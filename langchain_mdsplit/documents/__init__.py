"""Between LangChain Documents and sources: reading both ways, and the metadata."""
