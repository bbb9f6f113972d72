"""Characters that cannot be seen, but change what is seen around them.

Both constants are parts of regular expressions. What shows a text to people replaces
what they match: a page by names, a terminal by U+FFFD.
"""

HIDDEN = (
    r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # controls (ISO/IEC 6429)
    r"\u202a-\u202e\u2066-\u2069"  # directional formatting (UAX #9, section 2)
    r"\ufeff"  # byte order mark
)
"""The inside of a character class: hidden characters without tabs and line ends."""

_TAG = r"[\U000e0000-\U000e007f]"
_LETTER_OR_DIGIT = r"[\U000e0030-\U000e0039\U000e0061-\U000e007a]"
_REST_OF_FLAG = rf"{_LETTER_OR_DIGIT}{{3,6}}\U000e007f(?!{_TAG})"

HIDDEN_TAGS = rf"(?<!{_TAG})(?!(?<=\U0001f3f4){_REST_OF_FLAG}){_TAG}++"
"""A run of tag characters, which can spell out any ASCII.

The tags of a flag, after U+1F3F4, are no such run (UTS #51, annex C).
"""
