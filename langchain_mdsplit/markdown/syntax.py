"""The grammar of Markdown that several modules share (CommonMark 0.31.2)."""

TAB = 4
"""A tab runs to the next multiple of so many columns (section 2.2)."""

CODE_COLUMNS = 4
"""The indentation from which on a line is code (section 4.4)."""

MOST_INDENTATION = 3
"""How many spaces may stand before a marker (section 5.1)."""

MOST_SPACES = 4
"""How many may follow a list marker; one more and code begins (section 5.2)."""

LINE_ENDING = r"(?:\r\n?+|\n)"
"""The pattern of a line ending (section 2.1)."""

ATX_MARKS = "# \t"
"""What may stand in a heading's line besides its title (section 4.2)."""

FENCE_MARKS = ("```", "~~~")
"""What a fence of code begins with (section 4.5)."""

LIST_MARKER = r"(?:[-+*]|[0-9]{1,9}[.)])"
"""The pattern of what begins a list item (section 5.2)."""
