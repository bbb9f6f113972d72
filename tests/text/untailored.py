"""Sentence boundaries as the Unicode standard has them: what the tailoring is held to.

They are those of Annex #29, section 5.1, rules SB1 to SB998.
"""

import regex

_IGNORED = r"[\p{SB=Extend}\p{SB=Format}]*+"
_TERM = r"\p{SB=STerm}\p{SB=ATerm}"
_PARAGRAPH_BREAK = r"(?: \r\n | [\r\n\p{SB=Sep}] )"
_CLOSE_AND_SPACE = rf"""
    (?: \p{{SB=Close}} {_IGNORED} )*+ (?: \p{{SB=Sp}} {_IGNORED} )*+    # SB9, SB10
"""
_SMALL_LETTER_NEXT = rf"""
    [^\p{{SB=OLetter}}\p{{SB=Upper}}\p{{SB=Lower}}\p{{SB=Sep}}\r\n{_TERM}]*+
    \p{{SB=Lower}}
"""
_BETWEEN_LETTERS = rf"""
    \p{{SB=Upper}}
    (?<= [\p{{SB=Upper}}\p{{SB=Lower}}] {_IGNORED} \p{{SB=ATerm}} {_IGNORED} . )
"""
_BREAK_AFTER = regex.compile(
    rf"""
    (?: \p{{SB=ATerm}} {_IGNORED} (?! \p{{SB=Numeric}} )                # SB5, SB6
        (?! {_BETWEEN_LETTERS} )                                        # SB7
        {_CLOSE_AND_SPACE} (?! {_SMALL_LETTER_NEXT} )                   # SB8
      | \p{{SB=STerm}} {_IGNORED} {_CLOSE_AND_SPACE}
    )
    (?! [\p{{SB=SContinue}}{_TERM}] ) {_PARAGRAPH_BREAK}?+              # SB8a, SB11
  | {_PARAGRAPH_BREAK}                                                  # SB3, SB4
    """,
    regex.VERBOSE | regex.VERSION1,
)


def sentence_breaks(text: str) -> list[int]:
    """Return the sentence boundaries of the Unicode standard, untailored.

    They ascend from 0 to the text's length; the empty text has none.
    """
    if not text:
        return []
    breaks = [0, *(match.end() for match in _BREAK_AFTER.finditer(text))]
    if breaks[-1] < len(text):
        breaks.append(len(text))
    return breaks
