"""Markdown structure: what stands where in the source, and what kind it is."""
