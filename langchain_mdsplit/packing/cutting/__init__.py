"""One oversized block cut into pieces that are valid Markdown by themselves."""
