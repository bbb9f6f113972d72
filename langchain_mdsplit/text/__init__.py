"""Plain text, with no knowledge of Markdown: sentences, graphemes, offsets."""
