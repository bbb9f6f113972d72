"""Recursive character splitting as LangChain does it, with spans, in linear time."""
