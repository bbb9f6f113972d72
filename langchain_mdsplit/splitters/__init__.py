"""The LangChain face: one module per TextSplitter, and the base they share."""
